/** What follows the last answer and is no part of it: calls to the reader, credits, and what the writer says in the end. */
import { cluesOf, type Clues } from './clues.ts'
import { plainOf, wholly } from './draft.ts'
import { isAfterword, isParting, isThanks, isToReaders } from './notices.ts'
import { asks, type Block, type Told } from './told.ts'

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
    const isSole = before?.kind === 'paragraph' && before.role === 'question' && block.role === 'answer'
    if (isSole && !isToReaders(plainOf(block.pieces))) return
    block.role = 'body'
    block.speaker = null
    block.guess = false
    block.turnStart = false
  }
}

/**
 * The last words may be the writer's, who then names the one who answered, or goes on after the thanks. No label and
 * no look says so; so it is asked.
 */
export function doubtEnd(blocks: Block[], names: ReadonlySet<string>): void {
  const told = blocks.filter((block): block is Told => block.kind === 'paragraph' && block.role !== 'body')
  const last = told.at(-1)
  if (last === undefined || last.role !== 'answer' || last.turnStart) return
  const from = told.findLastIndex((block) => block.role === 'question') + 1
  const asked = told[from - 1]
  const thanked = asked !== undefined && !asks(plainOf(asked.pieces)) && isThanks(plainOf(asked.pieces))
  for (const [i, block] of told.entries()) {
    if (i < from || (!thanked && (i === from || block !== last))) continue
    const text = plainOf(block.pieces)
    const [clues] = cluesOf([text])
    if (clues === undefined || !(thanked ? mayBeWriters(clues) : isParting(text) || tellsOf(text, clues, names))) continue
    block.guess = true
    block.role = 'body'
    block.speaker = null
  }
}

const mayBeWriters = ({ me, opensReplying, words }: Clues): boolean => me === 0 && !opensReplying && words > 12

/** `Ana writes about …`, `Thanks again to Ana for …`. */
function tellsOf(text: string, { me }: Clues, names: ReadonlySet<string>): boolean {
  const head = text.split(/\s+/).slice(0, 8).join(' ')
  if (isThanks(text)) return me === 0 || namesIn(head).some((name) => names.has(name))
  return me === 0 && names.has(namesIn(text.split(/\s+/)[0] ?? '')[0] ?? '')
}

/** The words that begin with a capital, as they stand. */
const namesIn = (text: string): string[] =>
  text.match(/\p{Lu}\p{Ll}[\p{L}\p{M}'’-]+/gu)?.map((name) => name.replace(/['’]s?$/, '')) ?? []

/** First names and surnames of whoever answers, as labels or the words before the talk give them. */
export function namesOf(blocks: Block[], subjects: string[]): Set<string> {
  const talk = blocks.findIndex((block) => block.kind === 'paragraph' && block.role !== 'body')
  const before = blocks
    .slice(0, Math.max(talk, 0))
    .flatMap((block) => (block.kind === 'paragraph' ? [plainOf(block.pieces)] : []))
  const full = before.flatMap((text) => text.match(/\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){1,2}/gu) ?? [])
  return new Set([...full, ...subjects].flatMap(namesIn))
}
