/** The body of a story for mail: every block with its looks in place, pictures in a size that is a number. */
import { escapeHtml, inlineHtml, MARKS, type MarkOut } from '../body/html-words.ts'
import { list } from '../body/html.ts'
import { labels } from '../body/labels.ts'
import type { ImagePart, Layout, ListPart, ParagraphPart, Part } from '../body/parts.ts'
import type { Span } from '../body/spans.ts'
import type { Look } from '../look.ts'
import { shapeOf } from '../pictures.ts'
import type { Content } from '../publish/content.ts'
import type { SiteSettings } from '../shapes/settings.ts'
import { publicPicture } from './addresses.ts'
import { wholeAddress } from './elsewhere.ts'
import { labelStyleOf } from './page.ts'
import type { SiteWords } from './words.ts'

export const SERIF = "Georgia,'Times New Roman',serif"
export const SANS = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
export const INK = '#1b1a17'
export const INK_2 = '#57544c'
export const RULE = '#dedad0'
/** The table is 600 wide, and keeps 24 free on both sides. */
const WIDTH = 552

type Given = {
  content: Content
  layout: Layout
  words: SiteWords
  newsroom: { name: string }
  site: SiteSettings
  url: string
  base: string
}

const SPACE = 'margin:0 0 20px'

export class EmailBody {
  private readonly label: (part: ParagraphPart) => string | null
  private readonly marks: readonly MarkOut[]
  private readonly isBold: boolean

  constructor(private readonly given: Given) {
    const style = labelStyleOf(given)
    this.isBold = style === 'bold'
    this.label = labels(style, given.layout.cast, given.newsroom.name)
    const link: MarkOut = { ...MARKS[0]!, wrap: ({ href, affiliate }, inner) => this.link(href, affiliate, inner) }
    // Pages have classes for the others; here they are said in place, or not at all.
    const look = (name: string, has: (look: Look) => boolean): MarkOut => ({
      has,
      same: (a, b) => has(a) === has(b),
      wrap: (_, inner) => `<${name}>${inner}</${name}>`,
    })
    this.marks = [
      link,
      look('b', ({ strong }) => strong),
      look('i', ({ em, workTitle }) => em || workTitle),
      look('s', ({ strike }) => strike),
      MARKS.at(-1)!,
    ]
  }

  blocks(parts: readonly Part[]): string {
    return parts
      .map((part) => this.block(part))
      .filter((html) => html !== '')
      .join('\n')
  }

  paragraph(inner: string): string {
    return `<p style="${SPACE}">${inner}</p>`
  }

  /** That the rest is for members, and how one becomes one. */
  members(): string {
    const { words, site, base, url } = this.given
    const [says, address] = site.joinUrl === '' ? [words.onSite, url] : [words.join, `${base}/join`]
    const button = `<a href="${escapeHtml(address)}" style="font:600 16px/22px ${SANS};color:${site.accent}">${escapeHtml(says)}</a>`
    return `<p style="margin:0 0 8px;font:16px/24px ${SANS};color:${INK_2}">${escapeHtml(words.membersOnly)}</p>\n<p style="${SPACE}">${button}</p>`
  }

  private block(part: Part): string {
    switch (part.kind) {
      case 'paragraph': {
        const label = this.label(part)
        const words = (label === null ? '' : `<b>${escapeHtml(label)}:</b> `) + this.words(part.spans)
        return this.paragraph(this.isBold && part.role === 'question' ? `<b>${words}</b>` : words)
      }
      case 'heading': {
        const looks = part.level === 2 ? `600 24px/30px ${SERIF}` : `600 19px/26px ${SERIF}`
        return `<h${part.level} style="margin:28px 0 12px;font:${looks};color:${INK}">${this.words(part.spans)}</h${part.level}>`
      }
      case 'pullQuote': {
        const by =
          part.speaker === null
            ? ''
            : `<br><span style="font:14px/20px ${SANS};color:${INK_2}">${escapeHtml(part.speaker.name)}</span>`
        return `<blockquote style="margin:0 0 20px;padding:0 0 0 16px;border-left:3px solid ${this.given.site.accent};font:italic 22px/30px ${SERIF};color:${INK}">${this.words(part.spans)}${by}</blockquote>`
      }
      case 'notice':
        return part.paragraphs
          .map((spans) => `<p style="${SPACE};font:italic 17px/26px ${SERIF};color:${INK_2}">${this.words(spans)}</p>`)
          .join('\n')
      case 'list':
        return this.list(part)
      case 'divider':
        return `<hr style="margin:28px 0;border:0;border-top:1px solid ${RULE}">`
      case 'paywall':
        return ''
      case 'image':
        return this.picture(part)
      case 'embed':
        return this.card(part.url, false, part.title, part.provider, part.fallback)
      case 'card':
        return this.card(part.url, part.affiliate, part.title, '', '')
    }
  }

  private words = (spans: readonly Span[]): string => inlineHtml(spans, this.marks)

  private link(href: string | null, affiliate: boolean, inner: string): string {
    const whole = wholeAddress(href, this.given.base)
    const rel = affiliate ? ' rel="sponsored nofollow"' : ''
    return whole === null ? inner : `<a href="${escapeHtml(whole)}"${rel} style="color:${this.given.site.accent}">${inner}</a>`
  }

  /** Its dots and numbers are attributes: some programs read no style of a list. */
  private list(part: ListPart): string {
    const looks = 'margin:0 0 20px;padding:0 0 0 28px'
    return list(part, this.words)
      .replaceAll('<ul>', `<ul type="disc" style="${looks};list-style-type:disc">`)
      .replaceAll('<ol>', `<ol type="1" style="${looks};list-style-type:decimal">`)
      .replaceAll('<li>', '<li style="margin:0 0 8px">')
  }

  private picture(part: ImagePart): string {
    const shape = shapeOf(part.asset)
    if (part.asset === null || shape === null) return ''
    const width = Math.min(WIDTH, shape.width)
    const height = Math.max(1, Math.round((shape.height * width) / shape.width))
    // In a form that every program knows: WebP is not.
    const src = escapeHtml(this.given.base + publicPicture(part.asset, 'picture'))
    const alt = escapeHtml(part.decorative ? '' : part.alt)
    const under = [part.caption, part.credit, part.licence].filter((one) => one !== '').map(escapeHtml)
    const caption =
      under.length === 0 ? '' : `<p style="margin:8px 0 0;font:14px/20px ${SANS};color:${INK_2}">${under.join(' ')}</p>`
    return `<div style="${SPACE}"><img src="${src}" width="${width}" height="${height}" alt="${alt}" border="0" style="display:block;width:100%;max-width:${width}px;height:auto">${caption}</div>`
  }

  /** A frame that holds together where styles do not: one cell with its words. */
  private card(url: string | null, affiliate: boolean, title: string, from: string, fallback: string): string {
    const small = `font:14px/20px ${SANS};color:${INK_2}`
    const host = url !== null && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
    const lines = [
      `<b>${this.link(url, affiliate, escapeHtml(title || (url ?? '')))}</b>`,
      fallback === '' ? '' : escapeHtml(fallback),
      from || host ? `<span style="${small}">${escapeHtml(from || host)}</span>` : '',
    ].filter((line) => line !== '')
    return `<table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0" style="width:100%;${SPACE}">\n<tr>\n<td style="padding:14px 16px;border:1px solid ${RULE};font:16px/24px ${SANS};color:${INK}">${lines.join('<br>')}</td>\n</tr>\n</table>`
  }
}
