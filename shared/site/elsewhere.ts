/**
 * A story's text in the markup that other publishing systems keep: plain elements without classes, questions in bold,
 * links whole. What they have fields of their own for (headline, dek, the picture at the top) is not in it.
 */
import { escapeHtml, inlineHtml, type MarkOut } from '../body/html-words.ts'
import { list } from '../body/html.ts'
import { labels } from '../body/labels.ts'
import { layOut, type ImagePart, type ListPart, type ParagraphPart, type Part } from '../body/parts.ts'
import type { Span } from '../body/spans.ts'
import type { Look } from '../look.ts'
import { storyOf, type Content } from '../publish/content.ts'
import type { ReaderNote } from '../shapes/editions.ts'
import type { SiteSettings } from '../shapes/settings.ts'
import { freeParts } from './body.ts'
import { labelStyleOf, langOf } from './page.ts'
import { momentIn } from './when.ts'
import { wordsIn, type SiteWords } from './words.ts'

/** How each block is wrapped. */
export type Dialect = {
  paragraph: (inner: string) => string
  heading: (level: 2 | 3, inner: string) => string
  quote: (inner: string) => string
  list: (part: ListPart, html: string) => string
  divider: string
  /** '': it has no paywall. */
  paywall: string
  /** '': the picture is not there. */
  picture: (part: ImagePart, caption: string) => string
}

export type Elsewhere = {
  content: Content
  notes: readonly (ReaderNote & { at: number })[]
  outlet: string
  site: SiteSettings
  zone: string
  /** Where relative links begin. */
  base: string
  dialect: Dialect
  /** Whether it may have what is for members alone. */
  whole: boolean
  /** The picture at the top has a field of its own there. */
  leadApart: (lead: ImagePart) => boolean
  /** Where the rest can be read, when this is not the whole; null: it is not said. */
  rest: string | null
}

export type Out = { headline: string; dek: string; html: string; lead: ImagePart | null; pictures: string[] }

export function elsewhere(given: Elsewhere): Out {
  const { content, dialect, notes, zone } = given
  const layout = layOut(storyOf(content))
  const lang = langOf(given)
  const words = wordsIn(lang)
  const members = content.visibility === 'members'
  const parts = given.whole ? layout.parts : freeParts(layout.parts, members)
  const [first] = parts
  const lead = first?.kind === 'image' && first.asset !== null && given.leadApart(first) ? first : null
  const writer = new Writer(given, labels(labelStyleOf(given), layout.cast, given.outlet))
  const note = (one: ReaderNote & { at: number }) => dialect.paragraph(noteWords(one, words, momentIn(one.at, zone, lang)))
  const [atTop, atFoot] = [true, false].map((top) => notes.filter((one) => one.atTop === top).map(note)) as [string[], string[]]
  const html = [
    ...(layout.byline === '' ? [] : [dialect.paragraph(`<em>${escapeHtml(layout.byline)}</em>`)]),
    ...atTop,
    ...(lead === null ? parts : parts.slice(1)).map((part) => writer.block(part)),
    ...(members && !given.whole ? [rest(dialect, words, given.rest)] : []),
    ...(atFoot.length === 0 ? [] : [dialect.divider, ...atFoot]),
  ].filter((block) => block !== '')
  const pictures = parts.flatMap((part) => (part.kind === 'image' && part.asset !== null ? [part.asset] : []))
  return { headline: layout.headline, dek: layout.dek, html: html.join('\n'), lead, pictures: [...new Set(pictures)] }
}

function rest(dialect: Dialect, words: SiteWords, url: string | null): string {
  const says = escapeHtml(words.membersOnly)
  return dialect.paragraph(`<em>${url === null ? says : `<a href="${escapeHtml(url)}">${says}</a>`}</em>`)
}

const noteWords = ({ label, wrong, right }: ReaderNote, words: SiteWords, when: string): string =>
  `<strong>${escapeHtml(`${words.labels[label]}, ${when}.`)}</strong> ${escapeHtml(`${wrong} ${right}`.trim()).replace(/\n+/g, '<br>')}`

/** What is under a picture, in one line. */
export const captionOf = ({ caption, credit, licence }: ImagePart): string =>
  [caption, credit, licence]
    .filter((one) => one !== '')
    .map(escapeHtml)
    .join(' ')

class Writer {
  private readonly marks: readonly MarkOut[]

  constructor(
    private readonly given: Elsewhere,
    private readonly label: (part: ParagraphPart) => string | null,
  ) {
    const look = (name: string, has: (look: Look) => boolean): MarkOut => ({
      has,
      same: (a, b) => has(a) === has(b),
      wrap: (_, inner) => `<${name}>${inner}</${name}>`,
    })
    this.marks = [
      {
        has: ({ href }) => href !== null,
        same: (a, b) => a.href === b.href && a.affiliate === b.affiliate,
        wrap: ({ href, affiliate }, inner) => this.link(href, affiliate, inner),
      },
      look('strong', ({ strong }) => strong),
      look('em', ({ em, workTitle }) => em || workTitle),
      look('s', ({ strike }) => strike),
    ]
  }

  block(part: Part): string {
    const { dialect } = this.given
    switch (part.kind) {
      case 'paragraph': {
        const label = this.label(part)
        const bold = part.role === 'question' && labelStyleOf(this.given) === 'bold'
        const words = this.words(bold ? part.spans.map(asBold) : part.spans)
        return dialect.paragraph(label === null ? words : `<strong>${escapeHtml(label)}:</strong> ${words}`)
      }
      case 'heading':
        return dialect.heading(part.level, this.words(part.spans))
      case 'pullQuote': {
        const by = part.speaker === null ? '' : `<br>${escapeHtml(part.speaker.name)}`
        return dialect.quote(this.words(part.spans) + by)
      }
      case 'notice':
        return part.paragraphs.map((spans) => dialect.paragraph(this.words(spans.map(asItalic)))).join('\n')
      case 'list':
        return dialect.list(part, list(part, this.words))
      case 'divider':
        return dialect.divider
      case 'paywall':
        return this.given.content.visibility === 'members' ? dialect.paywall : ''
      case 'image':
        return part.asset === null ? '' : dialect.picture(part, captionOf(part))
      case 'embed': {
        const fallback = part.fallback === '' ? '' : `<br>${escapeHtml(part.fallback)}`
        return dialect.paragraph(this.link(part.url, false, escapeHtml(part.title || (part.url ?? ''))) + fallback)
      }
      case 'card':
        return dialect.paragraph(this.link(part.url, part.affiliate, escapeHtml(part.title || (part.url ?? ''))))
    }
  }

  private words = (spans: readonly Span[]): string => inlineHtml(spans, this.marks)

  private link(href: string | null, affiliate: boolean, inner: string): string {
    const whole = wholeAddress(href, this.given.base)
    if (whole === null) return inner
    return `<a href="${escapeHtml(whole)}"${affiliate ? ' rel="sponsored nofollow"' : ''}>${inner}</a>`
  }
}

/** An address that leads to the same place wherever it stands; null: it leads nowhere. */
export function wholeAddress(href: string | null, base: string): string | null {
  if (href === null) return null
  if (/^(mailto|tel):/i.test(href)) return href
  return URL.canParse(href, base) ? new URL(href, base).href : null
}

const withLook = (span: Span, look: Partial<Look>): Span =>
  span.text === '\n' ? span : { text: span.text, look: { ...span.look, ...look } }
const asBold = (span: Span): Span => withLook(span, { strong: true })
const asItalic = (span: Span): Span => withLook(span, { em: true })
