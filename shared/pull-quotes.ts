/** Pull quotes and the paragraphs they are taken from: still word for word, or what it should say now. */

/** What counts as the same letter: typographers change quotes, blanks and dots, and the first letter may be a capital. */
const same = (text: string): string =>
  text
    .replace(/[‘’‚‛′]/gu, "'")
    .replace(/[“”„‟″«»]/gu, '"')
    .replace(/[\s\u00a0\u202f]+/gu, ' ')
    .trim()

/** Words may be left out where dots say so. */
const LEFT_OUT = /\s*(?:\[\s*(?:…|\.{3})\s*\]|…|\.{3})\s*/u

/** Whether a quote is in its source word for word; parts between dots in their order. */
export const isVerbatim = (quote: string, source: string): boolean => verbatimIn(source)(quote)

/** The same for many quotes of one source, which is read once. */
export function verbatimIn(source: string): (quote: string) => boolean {
  const from = same(source).toLowerCase()
  return (quote) => isIn(quote, from)
}

function isIn(quote: string, from: string): boolean {
  const parts = same(quote)
    .replace(/^"+|"+$/gu, '')
    .toLowerCase()
    .split(LEFT_OUT)
    .filter((part) => part !== '')
  let at = 0
  for (const part of parts) {
    const found = from.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return parts.length > 0
}

type Word = { text: string; bare: string; from: number; to: number }
const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/\S+/gu)].map((match) => {
    const word = same(match[0]).toLowerCase()
    const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || word
    return { text: word, bare, from: match.index, to: match.index + match[0].length }
  })

/** More would be no quote, and take longer than a key may. */
const MOST_WORDS = 1_000

/**
 * The stretch of the source that a quote was most likely taken from: the words of both are laid beside each
 * other, from anywhere in the source to anywhere. Null when too few of them are the same.
 */
export function stretchFor(quote: string, source: string): { from: number; to: number } | null {
  const wanted = wordsOf(quote).slice(0, MOST_WORDS)
  const given = wordsOf(source).slice(0, MOST_WORDS)
  if (wanted.length === 0 || given.length === 0) return null
  let row = given.map((_word, i) => ({ score: 0, start: i, matches: 0 }))
  row.push({ score: 0, start: given.length, matches: 0 })
  for (const [n, word] of wanted.entries()) {
    const next = [{ score: -(n + 1), start: 0, matches: 0 }]
    for (const [i, other] of given.entries()) {
      const hit = word.bare === other.bare
      const along = row[i]!
      const options = [
        {
          score: along.score + (hit ? (word.text === other.text ? 2 : 1.5) : -1),
          start: along.start,
          matches: along.matches + (hit ? 1 : 0),
        },
        { ...row[i + 1]!, score: row[i + 1]!.score - 1 },
        { ...next[i]!, score: next[i]!.score - 1 },
      ]
      next.push(options.reduce((best, one) => (one.score > best.score ? one : best)))
    }
    row = next
  }
  let end = 0
  for (const [i, cell] of row.entries()) if (cell.score > row[end]!.score) end = i
  const { start, matches } = row[end]!
  if (matches * 2 < Math.min(wanted.length, given.length) || end <= start) return null
  const [first, last] = [given[start]!, given[end - 1]!]
  // A quote that ends without a full stop is not given one.
  const tail = /[\p{L}\p{N}]$/u.test(quote.trimEnd())
    ? (/[^\p{L}\p{N}]+$/u.exec(source.slice(first.from, last.to))?.[0].length ?? 0)
    : 0
  return { from: first.from, to: last.to - tail }
}
