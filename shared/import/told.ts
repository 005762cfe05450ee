/** What recognition makes of drafts: paragraphs that know what they are, and what every way of telling needs. */
import type { TextRole } from '../schema.ts'
import type { Speaker } from '../story.ts'
import { cut, textOf, type Draft, type Paragraph, type Piece } from './draft.ts'

export type Told = {
  kind: 'paragraph'
  pieces: Piece[]
  role: TextRole
  guess: boolean
  /** A key of the speakers. */
  speaker: string | null
  turnStart: boolean
  /** Its number, when a pull quote is taken from it. */
  source: number | null
}
export type Block =
  | Told
  | Exclude<Draft, { kind: 'paragraph' } | { kind: 'notice' } | { kind: 'pullQuote' }>
  | { kind: 'pullQuote'; pieces: Piece[]; speaker: string | null; from: number | null }
  | (Omit<Extract<Draft, { kind: 'notice' }>, 'paragraphs'> & { paragraphs: Told[] })

export type Recognised = { blocks: Block[]; speakers: Map<string, Speaker> }

export const told = (pieces: Piece[], role: TextRole = 'body', speaker: string | null = null): Told => ({
  kind: 'paragraph',
  pieces,
  role,
  guess: false,
  speaker,
  turnStart: false,
  source: null,
})

/** Ends in a question mark of some script, whatever closes after it. */
export function asks(text: string): boolean {
  let end = text.length
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end -= 1
  const mark = text.charAt(end - 1)
  return '?？؟՞'.includes(mark) ? mark !== '' : mark === ';' && /[α-ωά-ώ]/iu.test(text.slice(-400))
}
const CLOSING = ' \t\n\u00a0\u202f"\'”’»)]*_'

/** Blanks and breaks that a taken label or a parted line leaves behind. */
export function tidyEnds(pieces: Piece[], labelled: boolean): Piece[] {
  const text = textOf(pieces)
  const head = labelled ? (/^[ \t\n\u2028]*/.exec(text)?.[0].length ?? 0) : (/^[\n\u2028]*/.exec(text)?.[0].length ?? 0)
  const tail = /[\n\u2028]+$/.exec(text)?.[0].length ?? 0
  return cut(pieces, head, Math.max(text.length - tail, head))
}

/** What no way of telling decides about. */
export function asIs(draft: Exclude<Draft, Paragraph>): Block {
  if (draft.kind === 'notice') return { ...draft, paragraphs: draft.paragraphs.map((one) => told(one.pieces)) }
  return draft.kind === 'pullQuote' ? { kind: 'pullQuote', pieces: draft.pieces, speaker: null, from: null } : draft
}
