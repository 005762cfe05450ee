/**
 * What is left of words that somebody chose who had not heard of what became of them: from the ends that still stand, as
 * far as the text goes on as it was; and what of the quote stands in the text once, and is long enough to be no other.
 */
import type * as Y from 'yjs'
import { placesOf } from '../places.ts'
import { fieldOf, type Field } from '../story.ts'
import type { Moves } from '../write/moves.ts'
import { TELLING, lettersIn, readEnd, spansAt, standing, textsOfBody, linesOf, without, type Ends, type Span } from './anchors.ts'

const WORD_AND_GAP = /\S+\s*/g

export function wordsLeft(
  ydoc: Y.Doc,
  moves: Moves,
  { from, to, field, quote }: Ends & { field: Field | null; quote: string },
): Span[] {
  const texts = field === null ? textsOfBody(ydoc) : [fieldOf(ydoc, field)]
  const lines = quote.split('\n')
  const letterOf = (end: string): Span | null => {
    const id = readEnd(end)?.item
    const point = id ? standing(ydoc, moves, [id.client, id.clock, 1])[0] : null
    return point ? { ...point, length: 1 } : null
  }
  const [first, last] = [letterOf(from), letterOf(to)]
  const sure: Span[] = []
  if (first !== null) sure.push(...forwards(first, lines[0]!))
  if (last !== null) sure.push(...backwards(last, lines.at(-1)!))
  const told = lines.flatMap((line) => toldBy(texts, line))
  const length = told.reduce((sum, one) => sum + one.length, 0)
  // A few words that are somewhere, and neither end of them: they may be others.
  const all = sure.length > 0 || length * 2 >= quote.length ? [...sure, ...told] : []
  const spans = all.reduce<Span[]>((known, one) => [...known, ...without([one], known)], [])
  return spans.toSorted((a, b) => texts.indexOf(a.text) - texts.indexOf(b.text) || a.at - b.at)
}

/** From a letter on, as many whole words of a line as follow. */
function forwards({ text, at }: Span, line: string): Span[] {
  const there = lettersIn(text).slice(at)
  const words = whole(line.match(WORD_AND_GAP) ?? [], (some) => there.startsWith(some))
  return words === '' ? [] : [{ text, at, length: words.length }]
}

function backwards({ text, at }: Span, line: string): Span[] {
  const there = lettersIn(text)
    .slice(0, at + 1)
    .trimEnd()
  const words = whole((line.match(/\s*\S+/g) ?? []).toReversed(), (some) => there.endsWith(some), true)
  return words === '' ? [] : [{ text, at: there.length - words.length, length: words.length }]
}

function whole(words: readonly string[], isThere: (some: string) => boolean, fromEnd = false): string {
  let all = ''
  for (const word of words) {
    const more = fromEnd ? word + all : all + word
    const trimmed = fromEnd ? more.trimStart() : more.trimEnd()
    if (!isThere(more)) return isThere(trimmed) ? trimmed : all
    all = more
  }
  return all
}

/** The longest runs of words of a line that stand in the texts just once. */
function toldBy(texts: readonly Y.Text[], line: string): Span[] {
  const words = line.match(WORD_AND_GAP) ?? []
  const all = linesOf(texts)
  const spans: Span[] = []
  for (let i = 0; i < words.length;) {
    let end = words.length
    let at: number | undefined
    for (; end > i && at === undefined; end--) {
      const run = words.slice(i, end).join('').trimEnd()
      if (run.length < TELLING) break
      const places = placesOf(all, run)
      if (places.length === 1) at = places[0]!
    }
    if (at === undefined) {
      i += 1
      continue
    }
    const run = words
      .slice(i, end + 1)
      .join('')
      .trimEnd()
    spans.push(...spansAt(texts, at, at + run.length))
    i = end + 1
  }
  return spans
}
