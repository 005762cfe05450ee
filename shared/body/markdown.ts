/**
 * A story as Markdown: bold questions or `**Ana Ruiz:** What …`, by the story's label style. Everything
 * that Markdown would take for markup is escaped; what it cannot say (an unsure paragraph, whose turn it
 * is where no label says so) stands in HTML comments that no reader sees, so that our own import gives
 * the same story back.
 */
import type { Speaker, StoryText } from '../story.ts'
import { image, NOWHERE, type Around } from './html.ts'
import { labels, speakerCalled } from './labels.ts'
import { destination, escapeLine, inline } from './markdown-words.ts'
import { layOut, type ImagePart, type Layout, type ParagraphPart, type Part } from './parts.ts'

export function toMarkdown(story: StoryText, around: Around = NOWHERE): string {
  const layout = layOut(story)
  const writer = new Writer(layout, around)
  const blocks: string[] = [frontMatter(layout)]
  let before: Part | null = null
  for (const part of layout.parts) {
    // Two lists in a row would run together.
    if (part.kind === 'list' && before?.kind === 'list') blocks.push('<!-- -->')
    blocks.push(writer.block(part))
    before = part
  }
  return `${blocks.join('\n\n')}\n`
}

function frontMatter({ headline, dek, byline, settings, cast }: Layout): string {
  const lines = Object.entries({ headline, dek, byline, lang: settings.lang })
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  if (cast.length > 0) lines.push(`speakers: ${JSON.stringify(cast)}`)
  const { lang: _, ...more } = settings
  return ['---', ...lines, `settings: ${JSON.stringify(more)}`, 'copydesk: 2', '---'].join('\n')
}

class Writer {
  private readonly label: (part: ParagraphPart) => string | null
  /** The role a paragraph has if nothing is said. */
  private role = 'body'

  constructor(
    private readonly layout: Layout,
    private readonly around: Around,
  ) {
    this.label = labels(layout.labelStyle, layout.cast, around.outlet)
  }

  block(part: Part): string {
    switch (part.kind) {
      case 'paragraph':
        return this.paragraph(part)
      case 'heading':
        return `${'#'.repeat(part.level)} ${inline(part.spans, '<br>')}`
      case 'pullQuote':
        return `> ${inline(part.spans, '<br>')}${comment([
          ...(part.speaker === null ? [] : [`speaker=${this.number(part.speaker)}`]),
          ...(part.from === null ? [] : [`from=${part.from}`]),
        ])}`
      case 'notice':
        return [
          `<aside class="notice" data-kind="${part.notice}">`,
          ...part.paragraphs.map((spans) => inline(spans, '\\\n')),
          '</aside>',
        ].join('\n\n')
      case 'list':
        return part.items
          .map(({ level, spans }) => `${'   '.repeat(level)}${part.ordered ? '1.' : '- '} ${inline(spans, '<br>')}`)
          .join('\n')
      case 'divider':
        return '* * *'
      case 'paywall':
        return '<!--members-only-->'
      case 'image':
        return this.picture(part)
      case 'embed': {
        const fallback = part.fallback === '' ? '' : `\\\n${escapeLine(part.fallback)}`
        return `${link(part.url, part.title)}${fallback}${comment([`embed=${word(part.provider)}`])}`
      }
      case 'card':
        return `${link(part.url, part.title)}${comment([`card=${part.use}`, ...(part.affiliate ? ['affiliate'] : [])])}`
    }
  }

  private paragraph(part: ParagraphPart): string {
    const { role, speaker, spans } = part
    const label = this.label(part)
    const said: string[] = []
    if (label !== null) {
      if (speakerCalled(label, this.layout.cast) !== speaker) said.push(`speaker=${this.number(speaker)}`)
      const assumed =
        speaker === null ? (label === 'A' ? 'answer' : 'question') : speaker.kind === 'interviewer' ? 'question' : 'answer'
      if (role !== assumed) said.push(role)
    } else {
      if (part.turn) said.push(role, `speaker=${this.number(speaker)}`)
      else if (role !== this.role) said.push(role)
      if (spans[0]?.look.strong === true) said.push('unlabelled')
    }
    if (part.guess) said.push('unsure')
    if (part.source !== null) said.push(`source=${part.source}`)
    this.role = role
    if (role === 'question' && this.layout.labelStyle === 'bold') {
      // Said first, so that the reader knows this bold from a bold of the words.
      return `**${comment([...new Set(['question', ...said])])}${inline(spans, '\\\n', '*')}**`
    }
    return `${label === null ? '' : `**${escapeLine(label)}:** `}${inline(spans, '\\\n')}${comment(said)}`
  }

  private number(speaker: Speaker | null): number {
    return speaker === null ? 0 : this.layout.cast.indexOf(speaker) + 1
  }

  private picture(part: ImagePart): string {
    const src = part.asset === null ? null : this.around.addressOf(part.asset)
    const lines = (['credit', 'licence'] as const)
      .filter((name) => part[name] !== '')
      .map((name) => `<span class="${name}">${escapeLine(part[name])}</span>`)
    if (part.caption !== '') lines.unshift(escapeLine(part.caption))
    // Markdown's readers take signs out of the alt text, escaped or not.
    const plain = src !== null && !part.decorative && escapeLine(part.alt) === part.alt
    const picture = plain ? `![${part.alt}](${destination(src)})` : image(part, src)
    return picture + (lines.length === 0 ? '' : `\\\n${lines.join(' ')}`)
  }
}

const comment = (said: readonly string[]): string => (said.length === 0 ? '' : `<!-- ${said.join(' ')} -->`)

/** One word that ends no comment. */
const word = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D')

const link = (url: string | null, title: string): string =>
  url === null ? escapeLine(title) : `[${escapeLine(title || url)}](${destination(url)})`
