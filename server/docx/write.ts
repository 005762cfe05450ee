/**
 * A story as a Word file: real headings, bold questions or the story's labels, lists, notices, pictures.
 * What each paragraph is, its style says (`shared/docx-names.ts`), so that our own import gives the same
 * story back, also after somebody worked on it in Word.
 */
import {
  AlignmentType,
  Bookmark,
  Document,
  Footer,
  ImageRun,
  Packer,
  PageNumber,
  Paragraph,
  TextRun,
  type IParagraphOptions,
  type ParagraphChild,
} from 'docx'
import { labels } from '../../shared/body/labels.ts'
import {
  layOut,
  type CardPart,
  type EmbedPart,
  type ImagePart,
  type Layout,
  type ListPart,
  type NoticePart,
  type ParagraphPart,
  type Part,
} from '../../shared/body/parts.ts'
import { plain, type Span } from '../../shared/body/spans.ts'
import { BOOKMARK, CHARACTER, markingStyle, noticeStyle, PARAGRAPH, PROPERTY, SAYS, voiceStyle } from '../../shared/docx-names.ts'
import { FIELDS, type Field, type Speaker, type StoryText } from '../../shared/story.ts'
import { FileComments, type FileThread } from './comments.ts'
import { asUri, isRightToLeft, LINK, link, runs, words } from './runs.ts'
import { LISTS, NUMBERING, stylesOf } from './styles.ts'

/** A picture as Word can show it; width and height in pixels. */
export type Picture = { bytes: Uint8Array; type: 'jpg' | 'png' | 'gif'; width: number; height: number }

/**
 * `pictures`: by the ids of their assets; one that is not there is written as its words. `threads`: those that whoever
 * gets the file may see; without any, the file says nothing of comments.
 */
export type Around = { outlet: string; pictures: ReadonlyMap<string, Picture>; threads?: readonly FileThread[] }

export async function toDocx(story: StoryText, { outlet, pictures, threads = [] }: Around): Promise<Uint8Array<ArrayBuffer>> {
  const layout = layOut(story, new Set(threads.map(({ id }) => id)))
  const comments = new FileComments(threads, layout)
  const writer = new Writer(layout, outlet, pictures, comments)
  const children = writer.story()
  const file = new Document({
    title: layout.headline,
    description: layout.dek,
    creator: layout.byline || outlet || 'Copydesk',
    lastModifiedBy: outlet || 'Copydesk',
    styles: stylesOf(layout, [...writer.markings.values()]),
    numbering: NUMBERING,
    customProperties: properties(layout),
    ...(comments.said.length === 0 ? {} : { comments: { children: comments.said } }),
    sections: [{ properties: { page: page(layout) }, footers: { default: footer() }, children }],
  })
  return new Uint8Array(await Packer.toArrayBuffer(file))
}

function properties({ settings, cast }: Layout) {
  return [
    { name: PROPERTY.own, value: '2' },
    { name: PROPERTY.settings, value: JSON.stringify(settings) },
    ...cast.map((speaker, i) => ({ name: PROPERTY.speaker(i + 1), value: JSON.stringify(speaker) })),
  ]
}

/** Paper as it is sold where the story's language is spoken; measures in twentieths of a point. */
function page({ settings }: Layout) {
  const letter = /-(US|CA|MX|PH)$/i.test(settings.lang)
  const side = letter ? 1700 : 1600
  return {
    size: letter ? { width: 12240, height: 15840 } : { width: 11906, height: 16838 },
    margin: { top: 1440, bottom: 1440, left: side, right: side },
  }
}

const footer = (): Footer =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ children: [PageNumber.CURRENT], size: 18, color: '57544C' })],
      }),
    ],
  })

/** The width of the copy, in pixels at 96 to the inch. */
const MEASURE = 580
const TALLEST = 700

class Writer {
  /** The character styles that the words need, by their ids. */
  readonly markings = new Map<string, { id: string; name: string }>()
  private readonly label: (part: ParagraphPart) => string | null
  private lists = 0
  private bookmarks = 0
  /** What the next paragraph is the first of: a field or a part. */
  private begins: Field | Part | null = null

  constructor(
    private readonly layout: Layout,
    outlet: string,
    private readonly pictures: ReadonlyMap<string, Picture>,
    private readonly comments: FileComments,
  ) {
    this.label = labels(layout.labelStyle, layout.cast, outlet)
  }

  story(): Paragraph[] {
    const { parts } = this.layout
    return [
      ...FIELDS.filter((field) => this.layout[field] !== '').map((field) => {
        this.begins = field
        return this.paragraph(PARAGRAPH[field], [words(this.layout[field])], this.layout[field])
      }),
      ...parts.flatMap((part, i) => {
        this.begins = part
        return this.block(part, parts[i - 1])
      }),
    ]
  }

  private block(part: Part, before: Part | undefined): Paragraph[] {
    switch (part.kind) {
      case 'paragraph':
        return [this.turn(part)]
      case 'heading':
        return [this.text(part.level === 2 ? PARAGRAPH.heading : PARAGRAPH.smallHeading, part.spans)]
      case 'pullQuote': {
        const marks = [
          ...(part.from === null ? [] : [[BOOKMARK.quote, part.from] as const]),
          ...(part.speaker === null ? [] : [[BOOKMARK.by, this.number(part.speaker)] as const]),
        ]
        return [this.text(PARAGRAPH.pullQuote, part.spans, marks)]
      }
      case 'list':
        return this.list(part, before)
      case 'notice':
        return this.notice(part, before)
      case 'divider':
        return [this.paragraph(PARAGRAPH.divider, [words(SAYS.divider)])]
      case 'paywall':
        return [this.paragraph(PARAGRAPH.paywall, [words(SAYS.paywall)])]
      case 'image':
        return this.picture(part)
      case 'embed':
        return [this.embed(part)]
      case 'card':
        return [this.card(part)]
    }
  }

  // --- words ---

  private turn(part: ParagraphPart): Paragraph {
    const { role, speaker, spans, guess, again, source } = part
    const marks = [
      ...(guess ? [[BOOKMARK.unsure, 0] as const] : []),
      ...(again ? [[BOOKMARK.turn, 0] as const] : []),
      ...(source === null ? [] : [[BOOKMARK.source, source] as const]),
    ]
    const label = this.label(part)
    const said = label === null ? [] : [words(`${label}: `, { style: CHARACTER.speaker })]
    const style = role === 'body' ? undefined : voiceStyle(role, speaker === null ? null : this.number(speaker))
    return this.text(style, spans, marks, said)
  }

  private text(
    style: string | undefined,
    spans: readonly Span[],
    marks: readonly (readonly [name: string, number: number])[] = [],
    before: ParagraphChild[] = [],
    more: IParagraphOptions = {},
  ): Paragraph {
    const children = [...before, ...this.runs(spans)]
    const marked = marks.reduce<ParagraphChild[]>((inner, [name, number]) => [this.bookmark(name, number, inner)], children)
    return this.paragraph(style, marked, plain(spans), more)
  }

  private runs(spans: readonly Span[]): ParagraphChild[] {
    return runs(
      spans,
      (used) => this.markings.set(used.id, used),
      (span, run) => this.comments.around(span, run),
    )
  }

  private paragraph(style: string | undefined, children: ParagraphChild[], text = '', more: IParagraphOptions = {}): Paragraph {
    const { begins } = this
    this.begins = null
    return new Paragraph({
      ...(style === undefined ? {} : { style }),
      ...(isRightToLeft(text) ? { bidirectional: true } : {}),
      ...more,
      children: begins === null ? children : this.comments.around(begins, children),
    })
  }

  private bookmark(name: string, number: number, children: ParagraphChild[]): Bookmark {
    this.bookmarks += 1
    return new Bookmark({ id: `${name}${number}_${this.bookmarks}`, children })
  }

  private number(speaker: Speaker): number {
    return this.layout.cast.indexOf(speaker) + 1
  }

  // --- lists, notices ---

  private list({ ordered, items }: ListPart, before: Part | undefined): Paragraph[] {
    const instance = (this.lists += 1)
    const reference = ordered ? LISTS.number : LISTS.bullet
    const begins = before?.kind === 'list' && before.ordered === ordered
    return items.map(({ level, spans }, i) =>
      this.text(ordered ? PARAGRAPH.number : PARAGRAPH.bullet, spans, begins && i === 0 ? [[BOOKMARK.list, 0]] : [], [], {
        numbering: { reference, level, instance },
        // The space under the list.
        ...(i === items.length - 1 ? { spacing: { after: 160 } } : {}),
      }),
    )
  }

  /** Paragraphs of one style in a row are one notice, unless it is said that another begins. */
  private notice({ notice, paragraphs }: NoticePart, before: Part | undefined): Paragraph[] {
    const begins = before?.kind === 'notice' && before.notice === notice
    return paragraphs.map((spans, i) => this.text(noticeStyle(notice), spans, begins && i === 0 ? [[BOOKMARK.notice, 0]] : []))
  }

  // --- pictures, cards ---

  private picture(part: ImagePart): Paragraph[] {
    const picture = part.asset === null ? undefined : this.pictures.get(part.asset)
    const caption: ParagraphChild[] = part.caption === '' ? [] : [words(part.caption)]
    for (const [text, style] of [
      [part.credit, CHARACTER.credit],
      [part.licence, CHARACTER.licence],
    ] as const)
      if (text !== '') caption.push(...(caption.length > 0 ? [words(' ')] : []), words(text, { style }))
    return [
      this.paragraph(PARAGRAPH.picture, [picture === undefined ? this.missing(part) : this.drawing(part, picture)]),
      ...(caption.length === 0 ? [] : [this.paragraph(PARAGRAPH.caption, caption, part.caption)]),
    ]
  }

  private drawing({ alt, decorative }: ImagePart, { bytes, type, width, height }: Picture): ParagraphChild {
    const scale = Math.min(1, MEASURE / width, TALLEST / height)
    const transformation = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    return new ImageRun({ type, data: bytes, transformation, altText: { name: 'Picture', description: alt }, decorative })
  }

  /** In brackets, as a note to whoever lays the story out. */
  private missing({ alt, decorative, source }: ImagePart): ParagraphChild {
    const what = decorative ? SAYS.decorative : SAYS.picture
    const note = words(`[${what}${alt === '' ? '' : `: ${alt}`}]`)
    return /^https?:/i.test(source) ? link(source, [note]) : note
  }

  private embed({ url, title, provider, fallback }: EmbedPart): Paragraph {
    const children = this.linked(url, title, false)
    if (provider !== '') children.push(words(` (${provider})`, { style: CHARACTER.provider }))
    if (fallback !== '') children.push(new TextRun({ break: 1 }), words(fallback))
    return this.paragraph(PARAGRAPH.embed, children, title || fallback)
  }

  private card({ url, title, use, affiliate }: CardPart): Paragraph {
    return this.paragraph(PARAGRAPH[use], this.linked(url, title, affiliate), title)
  }

  private linked(url: string | null, title: string, affiliate: boolean): ParagraphChild[] {
    const style = affiliate ? markingStyle({ affiliate, bracketed: false, workTitle: false, lang: null }) : null
    if (style !== null) this.markings.set(style.id, style)
    const named = words(title || asUri(url ?? ''), {
      ...(style === null ? {} : { style: style.id }),
      ...(url === null ? {} : LINK),
    })
    return [url === null ? named : link(url, [named])]
  }
}
