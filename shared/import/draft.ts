/**
 * What every reader makes of a file before anyone asks who speaks: blocks in order, with their words
 * and the looks of the words. Recognition works on drafts, so that text, Markdown and HTML are judged
 * by the same evidence.
 */
import type { LinkKind, NoticeKind, TextRole } from '../schema.ts'
import type { Settings, Speaker } from '../story.ts'
import type { Look } from '../look.ts'

/** A break the writer made. */
export const HARD = '\n'
/** The end of a wrapped source line: a blank to the reader, but a place where a label may stand. */
export const SOFT = '\u2028'

export type Piece = { text: string; look: Look }

/** What our own export says about a paragraph, so that it comes back as it was. */
export type Said = {
  /** Null: as the paragraph before. */
  role: TextRole | null
  guess: boolean
  /** Who begins to speak: a number of the file's speakers, 0 for nobody in particular; null where no turn begins. */
  speaker: number | null
  /** The speaker is named, but goes on if it is the one before. */
  goesOn: boolean
  /** The bold words at its head are words, not a label. */
  unlabelled: boolean
  /** The paragraph will be bold as a whole because it is a question. */
  bold: boolean
  /** The number that a pull quote and the paragraph it is taken from have in common. */
  source: number | null
  /** It is no paragraph: a link that stands alone, or the caption of the picture before it. */
  card: Card | null
}

export type Card =
  | { kind: 'embed'; provider: string }
  | { kind: 'linkCard'; card: LinkKind; affiliate: boolean }
  | { kind: 'caption'; of: Image }

export const noSaid = (): Said => ({
  role: null,
  guess: false,
  speaker: null,
  goesOn: false,
  unlabelled: false,
  bold: false,
  source: null,
  card: null,
})

/** `quoted`: of the mail that this one answers. */
export type Paragraph = { kind: 'paragraph'; pieces: Piece[]; said: Said | null; quoted?: boolean }

export type Draft =
  | Paragraph
  | { kind: 'heading'; level: number; pieces: Piece[] }
  | { kind: 'pullQuote'; pieces: Piece[]; said?: Said | null }
  | { kind: 'list'; ordered: boolean; start: number; items: { level: number; pieces: Piece[] }[] }
  | { kind: 'notice'; notice: NoticeKind; paragraphs: Paragraph[] }
  | { kind: 'divider' }
  | { kind: 'paywall' }
  | Image
  | { kind: 'embed'; url: string; provider: string; title: string; fallbackText: string }
  | { kind: 'linkCard'; url: string; title: string; card: LinkKind; affiliate: boolean }

/** A place for a picture. Where the file holds its bytes, `source` is `picture:` and the id of one of its pictures. */
export type Image = {
  kind: 'image'
  source: string
  alt: string
  decorative: boolean
  caption: string
  credit: string
  licence: string
}

/** A picture that came inside the file, as it came: nobody has looked into its bytes. */
export type Picture = { id: string; bytes: Uint8Array<ArrayBuffer>; type: string; alt: string }

/** Somebody's comment or tracked change: listed, and not dropped in silence. Comments may become threads (`FileComment`). */
export type Remark = {
  kind: 'comment' | 'inserted' | 'deleted' | 'moved away' | 'moved here'
  who: string
  /** As the file has it, mostly ISO 8601; empty where it says nothing. */
  when: string
  /** What a comment says; of a change, the words it is about. */
  words: string
  /** Of a comment: the words it is about. */
  on: string
  resolved: boolean
}

/**
 * A comment that is not settled, as it may become a thread of the story. `quote`: the words it is on, of `times` that the
 * file has them those that `nth` stand before.
 */
export type FileComment = {
  /** Its place among the remarks. */
  remark: number
  who: string
  text: string
  quote: string
  nth: number
  times: number
  /**
   * The place among the remarks of the one that it answers; null: none. Where the file does not say, those in a row on the
   * very same words are one talk.
   */
  answers?: number | null
}

/** The parts of a file that are not its body. */
export type Front = {
  headline: string | null
  dek: string | null
  byline: string | null
  /** Names the file itself gives: whoever wrote it, and whoever else is in it. */
  authors: string[]
  people: string[]
  /** Of our own export: everybody in the story, named by their places from 1, and its settings. */
  speakers: Speaker[]
  settings: Partial<Settings>
}

export const noFront = (): Front => ({
  headline: null,
  dek: null,
  byline: null,
  authors: [],
  people: [],
  speakers: [],
  settings: {},
})

export type Draught = {
  front: Front
  drafts: Draft[]
  lost: Lost
  /** Our own export, which says itself what is what. */
  own: boolean
  pictures: Picture[]
  remarks: Remark[]
  comments: FileComment[]
  /** Footnotes, to stand at the end of the story: nobody's question and nobody's answer. */
  notes: Draft[]
  /** The stories in the file by their headlines, where it holds more than one; `drafts` is the one that was picked. */
  choices: string[]
}

export const draught = (given: Pick<Draught, 'drafts' | 'lost'> & Partial<Draught>): Draught => ({
  front: noFront(),
  own: false,
  pictures: [],
  remarks: [],
  comments: [],
  notes: [],
  choices: [],
  ...given,
})

/** Counts what could not be kept, and says it once each. */
export class Lost {
  private readonly counts = new Map<string, number>()
  /** @param one said of a single loss, @param many of several, with `#` for the number */
  add(one: string, many = one): void {
    const key = `${one}\u0000${many}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }
  list(): string[] {
    const said = [...this.counts].map(([key, n]) => {
      const [one = '', many = ''] = key.split('\u0000')
      return n === 1 ? one : many.replace('#', String(n))
    })
    return said.length <= MANY ? said : [...said.slice(0, MANY), `and ${said.length - MANY} more`]
  }
}
const MANY = 30

/** What more than one reader may have to say. */
export const LOSSES = {
  cutByPicture: [
    'A picture inside a paragraph, which is now two with the picture between them',
    '# pictures inside paragraphs, each of which is now two with the picture between them',
  ],
  pictureElsewhere: [
    'A picture that is not in the file: its place is kept, upload it there',
    '# pictures that are not in the file: their places are kept, upload them there',
  ],
} as const

export const textOf = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('')

/** As a reader sees it: wrapped lines joined. */
export const plainOf = (pieces: readonly Piece[]): string => textOf(pieces).replaceAll(SOFT, ' ').replaceAll(HARD, ' ').trim()

export function cut(pieces: readonly Piece[], from: number, to = Infinity): Piece[] {
  const out: Piece[] = []
  let at = 0
  for (const piece of pieces) {
    const start = Math.max(from - at, 0)
    const end = Math.min(to - at, piece.text.length)
    if (start < end) out.push({ text: piece.text.slice(start, end), look: piece.look })
    at += piece.text.length
  }
  return out
}

const BLANK = /^[\s\u2028\u200b]*$/

export const isBlank = (text: string): boolean => BLANK.test(text)

/** True when every visible letter has the look. */
export function wholly(pieces: readonly Piece[], look: 'strong' | 'em'): boolean {
  let seen = false
  for (const piece of pieces) {
    if (isBlank(piece.text)) continue
    // A mark or a full stop left outside the bold is a slip of the hand, not a plain word.
    if (!piece.look[look] && /[\p{L}\p{N}]/u.test(piece.text)) return false
    seen ||= piece.look[look]
  }
  return seen
}

export const without = (pieces: readonly Piece[], look: 'strong' | 'em'): Piece[] =>
  pieces.map((piece) => ({ text: piece.text, look: { ...piece.look, [look]: false } }))

/** Drops blanks and breaks from both ends. */
export function trim(pieces: readonly Piece[]): Piece[] {
  const text = textOf(pieces)
  const head = /^[ \t\n\u2028]*/.exec(text)?.[0].length ?? 0
  let tail = text.length
  while (tail > head && ' \t\n\u2028'.includes(text.charAt(tail - 1))) tail -= 1
  return cut(pieces, head, tail)
}

const UNWANTED =
  // oxlint-disable-next-line no-control-regex -- these are what it takes out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Takes out what no reader can see and no browser or database can hold, and says so. */
export function clean(text: string, lost: Lost): string {
  const unmarked = text.startsWith('\ufeff') ? text.slice(1) : text
  return unmarked.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(UNWANTED, () => {
    lost.add('A control character', '# control characters')
    return ''
  })
}
