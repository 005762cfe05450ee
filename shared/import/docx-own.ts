/** Reads back the Word files that our own export wrote, whatever somebody did to them in Word since. */
import {
  BOOKMARK,
  bookmarked,
  CHARACTER,
  markingsOf,
  noticeOfStyle,
  ownStyle,
  PARAGRAPH,
  PROPERTY,
  SAYS,
  voiceOfStyle,
} from '../docx-names.ts'
import type { NoticeKind } from '../schema.ts'
import type { Speaker } from '../story.ts'
import type { RunLook } from './docx-styles.ts'
import {
  HARD,
  isBlank,
  noFront,
  noSaid,
  plainOf,
  textOf,
  type Card,
  type Draft,
  type Front,
  type Image,
  type Piece,
  type Said,
} from './draft.ts'
import { PLAIN, type Look } from '../look.ts'
import { noImage } from './html-media.ts'
import { readCast, readOwnSettings } from './own.ts'
import { readXml } from './xml.ts'

export type OwnParagraph = {
  /** The name of its style. */
  style: string
  listed: boolean
  pieces: Piece[]
  images: Image[]
  /** The words that stand in a style of their own, by its id. */
  apart: Record<string, string>
  bookmarks: string[]
}

const FIELDS: Record<string, 'headline' | 'dek' | 'byline'> = {
  [PARAGRAPH.headline]: 'headline',
  [PARAGRAPH.dek]: 'dek',
  [PARAGRAPH.byline]: 'byline',
}

const CARDS: Record<string, Card> = {
  [PARAGRAPH.embed]: { kind: 'embed', provider: '' },
  [PARAGRAPH.link]: { kind: 'linkCard', card: 'link', affiliate: false },
  [PARAGRAPH.book]: { kind: 'linkCard', card: 'book', affiliate: false },
  [PARAGRAPH.follow]: { kind: 'linkCard', card: 'follow', affiliate: false },
  [PARAGRAPH.subscribe]: { kind: 'linkCard', card: 'subscribe', affiliate: false },
}

/** The lists of our files are known by their style: programs that save one share it out among several of their own. */
export function ownList({
  style,
  bookmarks,
}: Pick<OwnParagraph, 'style' | 'bookmarks'>): { key: string; begins: boolean } | null {
  const id = ownStyle(style)
  if (id !== PARAGRAPH.bullet && id !== PARAGRAPH.number) return null
  return { key: id, begins: bookmarked(BOOKMARK.list, bookmarks) !== null }
}

/** The styles of words that are no words of their paragraph. */
const APART = new Set<string>(Object.values(CHARACTER))
export function apartBy(style: string): string | null {
  const id = ownStyle(style)
  return id !== null && APART.has(id) ? id : null
}

/** In our files what a paragraph is, its style says, bold and all; a look is what the words themselves have. */
export function ownLook(run: RunLook, style: string, character: RunLook, href: string | null): Look {
  const marks = markingsOf(style)
  const theirs = marks === null && ownStyle(style) === null ? character : {}
  return {
    ...PLAIN,
    strong: run.strong ?? theirs.strong ?? false,
    em: run.em ?? theirs.em ?? false,
    strike: run.strike ?? theirs.strike ?? false,
    href,
    bracketed: marks?.bracketed ?? false,
    workTitle: marks?.workTitle ?? false,
    lang: marks?.lang ?? null,
    affiliate: marks?.affiliate ?? false,
  }
}

export class DocxOwn {
  readonly front: Front
  private notice: Extract<Draft, { kind: 'notice' }> | null = null
  private figure: Image | null = null

  private constructor(properties: ReadonlyMap<string, string>) {
    const speakers: Speaker[] = []
    for (let n = 1; properties.has(PROPERTY.speaker(n)); n += 1) {
      const [speaker] = readCast(`[${properties.get(PROPERTY.speaker(n)) ?? ''}]`)
      // Somebody must have the number.
      speakers.push(speaker ?? { name: `Speaker ${n}`, initials: '', kind: 'other' })
    }
    this.front = {
      ...noFront(),
      speakers,
      settings: readOwnSettings(properties.get(PROPERTY.settings) ?? null, null),
    }
  }

  /** @param properties the custom properties of the file. @returns null: not of our making */
  static of(properties: Uint8Array | null): DocxOwn | null {
    const read = properties === null ? new Map<string, string>() : readProperties(properties)
    return read.has(PROPERTY.own) ? new DocxOwn(read) : null
  }

  /** @returns what a paragraph is; null when it is none of ours, and is read as in any Word file */
  take(paragraph: OwnParagraph): Draft[] | null {
    const { pieces, images, bookmarks } = paragraph
    const id = ownStyle(paragraph.style)
    const { notice: open, figure } = this
    this.notice = null
    this.figure = null
    if (id === PARAGRAPH.picture) return this.picture(paragraph)
    if (images.length > 0 || paragraph.listed) return null
    const caption = Object.values(paragraph.apart).join('')
    if (isBlank(textOf(pieces)) && isBlank(caption)) {
      // An empty line between two paragraphs parts neither a notice nor a picture from its caption.
      this.notice = open
      this.figure = figure
      return []
    }
    const about = {
      guess: bookmarked(BOOKMARK.unsure, bookmarks) !== null,
      source: bookmarked(BOOKMARK.source, bookmarks),
    }
    if (id === null) return /^(normal)?$/.test(paragraph.style) ? [body(pieces, about)] : null
    const voice = voiceOfStyle(id)
    if (voice !== null) {
      const said = {
        ...noSaid(),
        role: voice.role,
        speaker: voice.speaker ?? 0,
        goesOn: bookmarked(BOOKMARK.turn, bookmarks) === null,
        ...about,
      }
      return [{ kind: 'paragraph', pieces, said }]
    }
    const kind = noticeOfStyle(id)
    if (kind !== null) return this.inNotice(kind, pieces, bookmarked(BOOKMARK.notice, bookmarks) === null ? open : null)
    const field = FIELDS[id]
    if (field !== undefined) return this.field(field, pieces)
    const card = CARDS[id]
    if (card !== undefined) return [{ kind: 'paragraph', pieces, said: { ...noSaid(), card: cardOf(card, paragraph) } }]
    return this.other(id, paragraph, figure)
  }

  private other(id: string, { pieces, bookmarks, apart }: OwnParagraph, figure: Image | null): Draft[] | null {
    switch (id) {
      case PARAGRAPH.heading:
      case PARAGRAPH.smallHeading:
        return [{ kind: 'heading', level: id === PARAGRAPH.heading ? 2 : 3, pieces }]
      case PARAGRAPH.pullQuote: {
        const said = { ...noSaid(), speaker: bookmarked(BOOKMARK.by, bookmarks), source: bookmarked(BOOKMARK.quote, bookmarks) }
        return [{ kind: 'pullQuote', pieces, said }]
      }
      case PARAGRAPH.divider:
      case PARAGRAPH.paywall: {
        const kind = id === PARAGRAPH.divider ? 'divider' : 'paywall'
        // Other words than ours somebody has written there.
        return plainOf(pieces) === SAYS[kind] ? [{ kind }] : [{ kind }, body(pieces)]
      }
      case PARAGRAPH.caption:
        if (figure === null) return null
        Object.assign(figure, {
          caption: plainOf(pieces),
          credit: (apart[CHARACTER.credit] ?? '').trim(),
          licence: (apart[CHARACTER.licence] ?? '').trim(),
        })
        return []
      default:
        return null
    }
  }

  private field(field: 'headline' | 'dek' | 'byline', pieces: Piece[]): Draft[] | null {
    if (this.front[field] !== null) return null
    this.front[field] = plainOf(pieces)
    return []
  }

  private inNotice(kind: NoticeKind, pieces: Piece[], open: typeof this.notice): Draft[] {
    const paragraph = body(pieces)
    this.notice = open?.notice === kind ? open : { kind: 'notice', notice: kind, paragraphs: [] }
    this.notice.paragraphs.push(paragraph)
    return this.notice === open ? [] : [this.notice]
  }

  /** A drawing, or in brackets what is known of a picture that is not uploaded yet. */
  private picture({ pieces, images }: OwnParagraph): Draft[] {
    const words = plainOf(pieces)
    const note = /^\[(Picture|Decorative picture)(?:: (.*))?\]$/.exec(words)
    const missing =
      note === null || images.length > 0
        ? []
        : [
            noImage({
              alt: note[2] ?? '',
              decorative: note[1] === SAYS.decorative,
              source: pieces.find((piece) => piece.look.href !== null)?.look.href ?? '',
            }),
          ]
    const all = [...images, ...missing]
    this.figure = all.at(-1) ?? null
    return words === '' || missing.length > 0 ? all : [...all, body(pieces)]
  }
}

const body = (pieces: Piece[], about: Partial<Said> = {}) => ({
  kind: 'paragraph' as const,
  pieces,
  said: { ...noSaid(), role: 'body' as const, ...about },
})

function cardOf(card: Card, { pieces, apart }: OwnParagraph): Card {
  if (card.kind === 'embed') return { ...card, provider: (apart[CHARACTER.provider] ?? '').trim().replace(/^\(([^]*)\)$/, '$1') }
  return card.kind === 'linkCard'
    ? { ...card, affiliate: pieces.some(({ look, text }) => look.affiliate && text !== HARD) }
    : card
}

function readProperties(xml: Uint8Array): Map<string, string> {
  const out = new Map<string, string>()
  let name: string | null = null
  readXml(xml, {
    open(element, attributes) {
      if (element === 'property') name = attributes.get('name') ?? null
    },
    close(element) {
      if (element === 'property') name = null
    },
    text(text) {
      if (name !== null) out.set(name, (out.get(name) ?? '') + text)
    },
  })
  return out
}
