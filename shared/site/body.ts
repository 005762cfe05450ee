/**
 * The body of a story as readers of the site, of feeds and of mail get it. What is for members alone is left out here,
 * before anything is sent, not hidden later.
 */
import { escapeHtml, inlineHtml, MARKS, type MarkOut } from '../body/html-words.ts'
import { list } from '../body/html.ts'
import { labels } from '../body/labels.ts'
import type { ImagePart, Layout, ParagraphPart, Part } from '../body/parts.ts'
import { plain, type Span } from '../body/spans.ts'
import { safeHref } from '../links.ts'
import { shapeOf, widthsFor } from '../pictures.ts'
import { countWords } from '../count-words.ts'
import { type LabelStyle } from '../story.ts'
import { wordsIn } from './words.ts'

export type BodyGiven = {
  layout: Layout
  labelStyle: LabelStyle
  /** What the newsroom is called. */
  outlet: string
  lang: string
  members: boolean
  /** Whether this reader may have all of it. */
  whole: boolean
  /** Where readers become members; null: it is not said. */
  join: string | null
  picture: (asset: string, file: string) => string
  /** Makes an address whole, for feeds and mail; a page leaves it as it is. */
  address?: (href: string) => string
}

/** What comes before the paywall; of a members’ story without one, nothing. */
export function freeParts(parts: readonly Part[], members: boolean): readonly Part[] {
  if (!members) return parts
  const wall = parts.findIndex(({ kind }) => kind === 'paywall')
  return parts.slice(0, Math.max(wall, 0))
}

/** The pictures that everybody may see. */
export const freePictures = (layout: Layout, members: boolean): string[] =>
  freeParts(layout.parts, members).flatMap((part) => (part.kind === 'image' && part.asset !== null ? [part.asset] : []))

export const picturesOf = (layout: Layout): string[] => freePictures(layout, false)

export function bodyHtml(given: BodyGiven): string[] {
  const { layout, members, whole, lang, join } = given
  const writer = new Writer(given)
  const free = freeParts(layout.parts, members)
  const open = writer.blocks(free)
  if (!members) return open
  const words = wordsIn(lang)
  const wall = layout.parts.slice(free.length)
  if (whole)
    return [
      ...open,
      '<section class="paywall">',
      `<p class="members">${escapeHtml(words.membersFrom)}</p>`,
      ...writer.blocks(wall),
      '</section>',
    ]
  return [
    ...open,
    '<section class="paywall">',
    `<p class="members">${escapeHtml(words.membersOnly)}</p>`,
    ...(join === null ? [] : [`<p class="join"><a href="${escapeHtml(join)}">${escapeHtml(words.join)}</a></p>`]),
    '</section>',
  ]
}

/** Words of the body in minutes, at the pace of a quiet reader. */
const WORDS_A_MINUTE = 238
export function minutesOf({ parts }: Layout): number {
  const words = parts.reduce((sum, part) => sum + countWords(wordsOfPart(part)), 0)
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

export function wordsOfPart(part: Part): string {
  switch (part.kind) {
    case 'paragraph':
    case 'heading':
      return plain(part.spans)
    case 'notice':
      return part.paragraphs.map(plain).join(' ')
    case 'list':
      return part.items.map(({ spans }) => plain(spans)).join(' ')
    default:
      return ''
  }
}

const attribute = (name: string, value: string | null): string =>
  value === null || value === '' ? '' : ` ${name}="${escapeHtml(value)}"`

/** Of what was paid for, search engines and readers are told; other links are the newsroom’s word. */
const relOf = (affiliate: boolean): string => (affiliate ? ' rel="sponsored nofollow"' : '')

class Writer {
  private readonly label: (part: ParagraphPart) => string | null
  private readonly marks: readonly MarkOut[]
  private hadSecond = false
  private pictures = 0

  constructor(private readonly given: BodyGiven) {
    this.label = labels(given.labelStyle, given.layout.cast, given.outlet)
    const link: MarkOut = { ...MARKS[0]!, wrap: (look, inner) => this.link(look.href, look.affiliate, inner) }
    this.marks = [link, ...MARKS.slice(1)]
  }

  blocks(parts: readonly Part[]): string[] {
    return parts.map((part) => this.block(part)).filter((html) => html !== '')
  }

  private words = (spans: readonly Span[]): string => inlineHtml(spans, this.marks)

  private link(href: string | null, affiliate: boolean, inner: string): string {
    const safe = safeHref(href)
    if (safe === null) return inner
    return `<a href="${escapeHtml(this.given.address?.(safe) ?? safe)}"${relOf(affiliate)}>${inner}</a>`
  }

  private block(part: Part): string {
    switch (part.kind) {
      case 'paragraph':
        return this.paragraph(part)
      case 'heading': {
        // No step is left out on the way down, for those who walk a page by its headings.
        this.hadSecond ||= part.level === 2
        const level = this.hadSecond ? part.level : 2
        return `<h${level}${level === part.level ? '' : ' class="third"'}>${this.words(part.spans)}</h${level}>`
      }
      case 'pullQuote': {
        const by = part.speaker === null ? '' : `<footer>${escapeHtml(part.speaker.name)}</footer>`
        return `<blockquote class="pull"><p>${this.words(part.spans)}</p>${by}</blockquote>`
      }
      case 'notice':
        return `<div class="note" role="note" data-kind="${part.notice}">${part.paragraphs.map((spans) => `<p>${this.words(spans)}</p>`).join('\n')}</div>`
      case 'list':
        return list(part, this.words)
      case 'divider':
        return '<hr>'
      case 'paywall':
        return ''
      case 'image':
        return this.picture(part)
      case 'embed': {
        const title = part.title || (part.url ?? '')
        const from = part.provider === '' ? '' : ` <span class="from">${escapeHtml(part.provider)}</span>`
        const fallback = part.fallback === '' ? '' : `<br>${escapeHtml(part.fallback)}`
        return `<p class="embed">${this.link(part.url, false, escapeHtml(title))}${from}${fallback}</p>`
      }
      case 'card':
        return `<p class="card" data-kind="${part.use}">${this.link(part.url, part.affiliate, escapeHtml(part.title || (part.url ?? '')))}</p>`
    }
  }

  private paragraph(part: ParagraphPart): string {
    const words = this.speaker(part) + this.words(part.spans)
    if (part.role === 'body') return `<p>${words}</p>`
    if (part.role === 'answer') return `<p class="a">${words}</p>`
    return `<p class="q">${this.given.labelStyle === 'bold' ? `<strong>${words}</strong>` : words}</p>`
  }

  /** Bold is not read out, so where there are no labels who speaks is said to those who listen. */
  private speaker(part: ParagraphPart): string {
    if (!part.turn) return ''
    const label = this.label(part)
    if (label !== null) return `<strong class="speaker">${escapeHtml(label)}:</strong> `
    const name = part.speaker?.name ?? (part.role === 'question' ? 'Q' : 'A')
    return `<span class="unseen">${escapeHtml(name)}: </span>`
  }

  private picture(part: ImagePart): string {
    const shape = shapeOf(part.asset)
    if (part.asset === null || shape === null) return ''
    const { asset } = part
    const widths = widthsFor(shape.width)
    const at = (width: number): string => escapeHtml(this.given.picture(asset, `${width}.webp`))
    const sources =
      widths.length < 2
        ? ''
        : ` srcset="${widths.map((width) => `${at(width)} ${width}w`).join(', ')}" sizes="(min-width: 46rem) 42rem, 100vw"`
    const later = this.pictures > 0 ? ' loading="lazy"' : ''
    this.pictures += 1
    const lines = (['caption', 'credit', 'licence'] as const)
      .filter((name) => part[name] !== '')
      .map((name) => `<span class="${name}">${escapeHtml(part[name])}</span>`)
    const caption = lines.length === 0 ? '' : `<figcaption>${lines.join(' ')}</figcaption>`
    const alt = part.decorative ? '' : part.alt
    const img = `<img src="${at(widths.at(-1)!)}"${sources} width="${shape.width}" height="${shape.height}" alt="${escapeHtml(alt)}"${later} decoding="async">`
    return `<figure>${img}${caption}</figure>`
  }
}

/** Words of the body from its beginning, for search engines and cards; never more than everybody may read. */
export function summaryOf(layout: Layout, members: boolean, most = 200): string {
  let text = ''
  for (const part of freeParts(layout.parts, members)) {
    if (part.kind !== 'paragraph') continue
    text = `${text} ${plain(part.spans)}`.replace(/\s+/g, ' ').trim()
    if (text.length > most) break
  }
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).replace(/[\ud800-\udbff]$/, '')}…`
}

export { attribute }
