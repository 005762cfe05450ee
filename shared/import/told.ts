/** What recognition makes of drafts: paragraphs that know what they are, and what every way of telling needs. */
import type { TextRole } from '../schema.ts'
import type { Speaker } from '../story.ts'
import { cut, plainOf, textOf, wholly, type Draft, type Paragraph, type Piece } from './draft.ts'
import { isAfterword } from './notices.ts'

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

const AFTERWORDS = 20

/** Calls to the reader, credits and disclosures after the last answer are no part of it. */
export function endWith(blocks: Block[], inTalk: (block: Told) => boolean): void {
  for (let i = blocks.length - 1; i > Math.max(blocks.length - AFTERWORDS, 0); i -= 1) {
    const block = blocks[i]
    if (block === undefined || block.kind === 'heading') return
    if (block.kind !== 'paragraph') continue
    if (!inTalk(block)) continue
    if (block.turnStart || !isAfterword(plainOf(block.pieces))) {
      // An afterword set wholly in italics, after answers that are not.
      const before = blocks.slice(0, i).findLast((one): one is Told => one.kind === 'paragraph' && one.role === 'answer')
      if (block.role !== 'answer' || !wholly(block.pieces, 'em') || before === undefined || wholly(before.pieces, 'em')) return
    }
    const before = blocks[i - 1]
    // The one answer to a question is an answer, whatever it sounds like.
    if (before?.kind === 'paragraph' && before.role === 'question' && block.role === 'answer') return
    block.role = 'body'
    block.speaker = null
    block.guess = false
    block.turnStart = false
  }
}

/** What no way of telling decides about. */
export function asIs(draft: Exclude<Draft, Paragraph>): Block {
  if (draft.kind === 'notice') return { ...draft, paragraphs: draft.paragraphs.map((one) => told(one.pieces)) }
  return draft.kind === 'pullQuote' ? { kind: 'pullQuote', pieces: draft.pieces, speaker: null, from: null } : draft
}
