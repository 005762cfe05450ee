/**
 * What a change is to readers: none, a typo's size, or one of substance, which is never made without a word to them.
 * In doubt it is of substance: then the desk says why no note is needed.
 */
import type { Change } from '../shapes/versions.ts'

export type ClassOfChange = 'none' | 'typo' | 'substantive'

export function classOfChange(changes: readonly Change[]): ClassOfChange {
  if (changes.length === 0) return 'none'
  return changes.every(isSmall) ? 'typo' : 'substantive'
}

function isSmall({ kind, was, now }: Change): boolean {
  if (kind === 'formatted' || kind === 'particulars') return true
  return (kind === 'changed' || kind === 'field' || kind === 'picture') && isTypo(was, now)
}

/** Words, without the marks around and inside them; a number has its sign. */
const wordsIn = (text: string): string[] =>
  text.match(/[-−–]?\p{N}[\p{L}\p{N}.,:/]*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[%$€£¥§+=<>]+/gu) ?? []

/** Whether only letters inside words were put right: no word came or went, no number and no name is another. */
export function isTypo(was: string, now: string): boolean {
  const before = once(wordsIn(was))
  const after = once(wordsIn(now))
  return before.length === after.length && before.every((word, i) => isSameWord(word, after[i]!, i === 0))
}

/** A word that stands twice in a row was typed twice. */
const once = (words: string[]): string[] => words.filter((word, i) => word !== words[i - 1])

const hasDigit = (word: string): boolean => /\p{N}/u.test(word)
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Shorter ones are easily other words: `now` and `not`. */
const LONG_ENOUGH = 5

function isSameWord(was: string, now: string, isFirst: boolean): boolean {
  if (was === now) return true
  if (hasDigit(was) || hasDigit(now) || !/\p{L}/u.test(was)) return false
  const a = bare(was)
  const b = bare(now)
  if (a === b) return true
  const isName = !isFirst && isCapital(was) && isCapital(now)
  // `million` and `billion`, `legal` and `illegal`: their first letters differ.
  return !isName && Math.min(a.length, b.length) >= LONG_ENOUGH && a[0] === b[0] && isOneSlip(a, b)
}

/** Without case, accents and marks. */
const bare = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase()

/** One letter too many, missing, wrong or changed with its neighbour. */
function isOneSlip(a: string, b: string): boolean {
  let from = 0
  while (from < a.length && a[from] === b[from]) from += 1
  let end = 0
  while (end < a.length - from && end < b.length - from && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const left = a.slice(from, a.length - end)
  const right = b.slice(from, b.length - end)
  const isSwap = left.length === 2 && left[0] === right[1] && left[1] === right[0] && right.length === 2
  return isSwap || (left.length <= 1 && right.length <= 1)
}
