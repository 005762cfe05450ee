/** Words, where sentences begin, and spellings compared without their accents. */

export type Word = {
  text: string
  from: number
  to: number
  /** Begins a sentence, a quotation or a passage: its capital says nothing. */
  opens: boolean
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[’'\u2010\u2011-][\p{L}\p{N}\p{M}]+)*/gu

/** What may stand between the end of a sentence and the next word. */
const BETWEEN = /^["'“”„‟‘’‚«»‹›()[\]\s\u00a0–—-]*$/
const ENDS = /[.!?…:;\n][^.!?…:;\n]*$/

export function wordsOf(text: string): Word[] {
  const out: Word[] = []
  let last = 0
  for (const found of text.matchAll(WORD)) {
    const from = found.index
    const gap = text.slice(last, from)
    const opens = last === 0 ? BETWEEN.test(gap) || ENDS.test(gap) : ENDS.test(gap) || /["“”„‘«»‹›([]/.test(gap)
    out.push({ text: found[0], from, to: from + found[0].length, opens: opens && !abbreviates(out.at(-1), gap) })
    last = from + found[0].length
  }
  return out
}

const ABBREVIATIONS = new Set([
  'mr',
  'mrs',
  'ms',
  'dr',
  'prof',
  'st',
  'sr',
  'jr',
  'sra',
  'hr',
  'fr',
  'mme',
  'm',
  'no',
  'vs',
  'u',
  's',
])

/** `Mr. Lund`, `J. Lund`, `U.S. Congress`: that point ends no sentence. */
function abbreviates(before: Word | undefined, gap: string): boolean {
  if (before === undefined || !/^\. ?$/.test(gap)) return false
  return before.text.length === 1 || ABBREVIATIONS.has(before.text.toLowerCase())
}

export const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word)
export const isAllCapitals = (word: string): boolean => /^[\p{Lu}\p{N}]+$/u.test(word) && /\p{Lu}.*\p{Lu}/u.test(word)

/** Without accents, case, apostrophes and hyphens: what two spellings of one name share. */
export function fold(text: string): string {
  if (/^[A-Za-z]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}’'\u2010\u2011 \u00a0-]/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
}

/** `Bezos’s`, `Holms`’ possessive left off; a name's own apostrophe (`O’Neill`) stays. */
export const withoutPossessive = (word: string): string => word.replace(/[’'](?:s|S)?$/, '').replace(/[’']$/, '')

/** The same apostrophe everywhere, so that only other differences count. */
export const sameMarks = (text: string): string => text.replaceAll("'", '’').replaceAll(/[\u2010\u2011]/g, '-')

/** Where the sentence around a place begins and ends. */
export function sentenceAround(text: string, at: number): [from: number, to: number] {
  let from = at
  while (from > 0 && !(/[.!?…\n]/.test(text[from - 1]!) && /[\s"”’»]/.test(text[from] ?? ' '))) from--
  let to = at
  while (to < text.length && !(/[.!?…\n]/.test(text[to]!) && /[\s"”’»]|^$/.test(text[to + 1] ?? ''))) to++
  return [from, Math.min(text.length, to + 1)]
}

/** Whether two words differ by one letter: put in, left out, another, or two exchanged; and how. */
export function nearly(a: string, b: string): 'end' | 'inside' | 'other' | 'swapped' | null {
  if (a.length > b.length) return nearly(b, a)
  if (b.length - a.length > 1 || a === b) return null
  let head = 0
  while (head < a.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  if (b.length > a.length) return head + tail === a.length ? (tail === 0 ? 'end' : 'inside') : null
  if (head + tail === a.length - 1) return 'other'
  const swapped = head + tail === a.length - 2 && a[head] === b[head + 1] && a[head + 1] === b[head]
  return swapped ? 'swapped' : null
}
