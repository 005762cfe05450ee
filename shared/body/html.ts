/**
 * A story as HTML that any page, feed or mail can take: `<p class="q"><strong>…</strong></p>` and
 * `<p class="a">…</p>`, or labels where the story has them. Everything typed is escaped; only links of
 * `safeHref` are links. Its data attributes say enough for our own import to give the same story back.
 */
import { shapeOf } from '../pictures.ts'
import type { Speaker, StoryText } from '../story.ts'
import { anchor, escapeHtml, inlineHtml } from './html-words.ts'
import { labels } from './labels.ts'
import { layOut, type ImagePart, type Layout, type ListPart, type ParagraphPart, type Part } from './parts.ts'
import type { Span } from './spans.ts'

/** What a story does not know of itself. */
export type Around = {
  /** What the newsroom is called. */
  outlet: string
  /** Where a picture can be fetched; null where it has no address. */
  addressOf: (asset: string) => string | null
}
export const NOWHERE: Around = { outlet: '', addressOf: () => null }

export function toHtml(story: StoryText, around: Around = NOWHERE): string {
  const layout = layOut(story)
  const [headline, dek, byline] = [layout.headline, layout.dek, layout.byline].map(escapeHtml)
  const header = [
    headline ? `<h1>${headline}</h1>` : '',
    dek ? `<p class="dek">${dek}</p>` : '',
    byline ? `<p class="byline">${byline}</p>` : '',
  ].filter((line) => line !== '')
  return [
    `<article class="story" data-copydesk="2"${about(layout)}>`,
    ...(header.length > 0 ? ['<header>', ...header, '</header>'] : []),
    ...new Writer(layout, around).parts(),
    '</article>',
    '',
  ].join('\n')
}

const data = (name: string, value: string | number | null): string =>
  value === null || value === '' ? '' : ` ${name}="${escapeHtml(String(value))}"`

function about({ settings, cast }: Layout): string {
  const { lang, ...more } = settings
  return (
    data('lang', lang) +
    data('data-settings', JSON.stringify(more)) +
    (cast.length === 0 ? '' : data('data-speakers', JSON.stringify(cast)))
  )
}

class Writer {
  private readonly label: (part: ParagraphPart) => string | null

  constructor(
    private readonly layout: Layout,
    private readonly around: Around,
  ) {
    this.label = labels(layout.labelStyle, layout.cast, around.outlet)
  }

  parts(): string[] {
    return this.layout.parts.map((part) => this.block(part))
  }

  private block(part: Part): string {
    switch (part.kind) {
      case 'paragraph':
        return this.paragraph(part)
      case 'heading':
        return `<h${part.level}>${inlineHtml(part.spans)}</h${part.level}>`
      case 'pullQuote': {
        const from = data('cite', part.from === null ? null : `#${sourceId(part.from)}`)
        return `<blockquote class="pull-quote"${from}${data('data-speaker', this.number(part.speaker))}><p>${inlineHtml(part.spans)}</p></blockquote>`
      }
      case 'notice':
        return `<aside class="notice" data-kind="${part.notice}">\n${part.paragraphs.map((spans) => `<p>${inlineHtml(spans)}</p>`).join('\n')}\n</aside>`
      case 'list':
        return list(part)
      case 'divider':
        return '<hr>'
      case 'paywall':
        return '<!--members-only-->'
      case 'image':
        return this.picture(part)
      case 'embed': {
        const title = escapeHtml(part.title || (part.url ?? ''))
        const fallback = part.fallback === '' ? '' : `<br>${escapeHtml(part.fallback)}`
        return `<p class="embed"${data('data-provider', part.provider)}>${anchor(part.url, false, title)}${fallback}</p>`
      }
      case 'card':
        return `<p class="link-card" data-kind="${part.use}"${part.affiliate ? ' data-affiliate=""' : ''}>${anchor(part.url, part.affiliate, escapeHtml(part.title || (part.url ?? '')))}</p>`
    }
  }

  private paragraph(part: ParagraphPart): string {
    const { role, guess, source, spans } = part
    const kinds = [role === 'body' ? '' : role.charAt(0), guess ? 'guess' : ''].filter((one) => one !== '').join(' ')
    const text = this.speaker(part) + inlineHtml(spans)
    const bold = role === 'question' && this.layout.labelStyle === 'bold'
    return `<p${data('class', kinds)}${data('id', source === null ? null : sourceId(source))}>${bold ? `<strong>${text}</strong>` : text}</p>`
  }

  /** Bold is not read out, so where there are no labels who speaks is said to those who listen. */
  private speaker(part: ParagraphPart): string {
    if (!part.turn) return ''
    const { speaker, role } = part
    const number = data('data-speaker', this.number(speaker))
    const label = this.label(part)
    if (label !== null) return `<strong class="speaker"${number}>${escapeHtml(label)}:</strong> `
    const name = speaker === null ? (role === 'question' ? 'Q' : 'A') : speaker.name
    return `<span class="speaker visually-hidden"${number}>${escapeHtml(name)}: </span>`
  }

  private number(speaker: Speaker | null): number | null {
    return speaker === null ? null : this.layout.cast.indexOf(speaker) + 1
  }

  private picture(part: ImagePart): string {
    const src = part.asset === null ? null : this.around.addressOf(part.asset)
    const lines = (['caption', 'credit', 'licence'] as const)
      .filter((name) => part[name] !== '')
      .map((name) => `<span class="${name}">${escapeHtml(part[name])}</span>`)
    const caption = lines.length === 0 ? '' : `<figcaption>${lines.join(' ')}</figcaption>`
    return `<figure class="picture">${image(part, src)}${caption}</figure>`
  }
}

const sourceId = (n: number): string => `source-${n}`

/** So that a page keeps its place free before it is there. */
function size(asset: string | null): string {
  const shape = shapeOf(asset)
  return shape === null ? '' : ` width="${shape.width}" height="${shape.height}"`
}

/** Without an address only its words are there; nothing is ever fetched from where it was seen. */
export const image = (part: ImagePart, src: string | null): string =>
  `<img${data('src', src)}${size(part.asset)} alt="${escapeHtml(part.alt)}"${src === null ? data('data-source', part.source) : ''}${part.decorative ? ' data-decorative=""' : ''}>`

/** Nothing but words may stand after an item's words: a line end would be a blank. */
export function list({ ordered, items }: ListPart, words: (spans: readonly Span[]) => string = inlineHtml): string {
  const tag = ordered ? 'ol' : 'ul'
  let out = ''
  let depth = -1
  for (const { level, spans } of items) {
    if (level > depth) out += `<${tag}>\n`
    else {
      out += '</li>\n'
      for (; depth > level; depth -= 1) out += `</${tag}>\n</li>\n`
    }
    depth = level
    out += `<li>${words(spans)}`
  }
  for (; depth > 0; depth -= 1) out += `</li>\n</${tag}>\n`
  return `${out}</li>\n</${tag}>`
}
