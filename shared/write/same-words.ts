/** Finds letters that were taken out in one place again in what was put in in another: by the words that they are. */
import type * as Y from 'yjs'
import { isOfWord } from './apart.ts'
import { wordsOf, type Letter } from './moved.ts'
import { nameOf, type Id } from './moves.ts'

/** A letter with the position it has in the editor's document. */
export type Placed = Letter & { pos: number; text: Y.XmlText }
/** In no text: taken out earlier. */
type InText = Letter & { text: Y.XmlText | null }

/** Shorter words are anywhere. */
export const TELLING = 3
const WORDS = /[\p{L}\p{N}\p{M}_]+/gu

type Place = { run: number; at: number }

/** Runs of letters that were taken out in one place and put in in another; where nobody knows the way, parts of them, too. */
export function byWords(
  cut: readonly Placed[],
  put: readonly Placed[],
  isNew: (id: Id) => boolean,
  known: readonly { from: Id; to: Id }[],
  inParts: boolean,
): { from: Id; to: Id }[] {
  const [went, came] = [new Set(known.map(({ from }) => nameOf(from))), new Set(known.map(({ to }) => nameOf(to)))]
  const gone = runs(cut, ({ id }) => !went.has(nameOf(id)))
  const come = runs(put, ({ id }) => isNew(id) && !came.has(nameOf(id)))
  const { pairs, left, still } = wholeRuns(gone, come, (run, one) => one[0]!.text !== run[0]!.text)
  if (inParts) for (const [from, to] of sameWords(left, still)) pairs.push({ from: from.id, to: to.id })
  return pairs
}

/** Runs of letters that were cut some time ago in what was put in now, in whatever place. */
export function pastedAgain(cut: readonly Placed[], put: readonly Placed[]): { from: Id; to: Id }[] {
  const telling = runs(cut, () => true).filter((run) => wordsOf(run).trim().length >= TELLING)
  return wholeRuns(
    telling,
    runs(put, () => true),
    () => true,
  ).pairs
}

/** Pairs of runs that are the same letters, each in one pair at most, and those that are left. */
function wholeRuns(gone: readonly Placed[][], come: readonly Placed[][], mayBe: (run: Placed[], one: Placed[]) => boolean) {
  const pairs: { from: Id; to: Id }[] = []
  const left: Placed[][] = []
  const alike = new Map<string, Placed[][]>()
  for (const one of come) {
    const words = wordsOf(one)
    const same = alike.get(words)
    if (same) same.push(one)
    else alike.set(words, [one])
  }
  const taken = new Set<Placed[]>()
  for (const run of gone) {
    const became = alike.get(wordsOf(run))?.find((one) => !taken.has(one) && mayBe(run, one))
    if (became === undefined) left.push(run)
    else {
      taken.add(became)
      for (const [i, { id }] of run.entries()) pairs.push({ from: id, to: became[i]!.id })
    }
  }
  return { pairs, left, still: come.filter((one) => !taken.has(one)) }
}

/** Neighbours in one text of which something is so. */
export function runs(letters: readonly Placed[], isSo: (letter: Placed) => boolean): Placed[][] {
  const all: Placed[][] = []
  let run: Placed[] = []
  for (const letter of letters)
    if (!isSo(letter)) run = []
    else if (run.length > 0 && run.at(-1)!.text === letter.text && run.at(-1)!.pos === letter.pos - 1) run.push(letter)
    else all.push((run = [letter]))
  return all
}

/** Pairs of letters that are the same, each in one pair at most: words that stand once in each, and what is beside them. */
export function sameWords<From extends InText, To extends InText>(
  cut: readonly (readonly From[])[],
  put: readonly (readonly To[])[],
): [From, To][] {
  const [gone, come] = [placesIn(cut), placesIn(put)]
  const pairs: [From, To][] = []
  const [went, came] = [new Set<From>(), new Set<To>()]
  for (const [word, from] of gone) {
    const to = come.get(word)
    if (from === null || to === undefined || to === null) continue
    const [old, fresh] = [cut[from.run]!, put[to.run]!]
    // Within one text nothing moves.
    if (old[0]!.text === fresh[0]!.text) continue
    const isPair = (by: number): boolean => {
      const [a, b] = [old[from.at + by], fresh[to.at + by]]
      return a !== undefined && b !== undefined && a.is === b.is && !went.has(a) && !came.has(b)
    }
    if (!isPair(0)) continue
    let [first, end] = [0, 0]
    while (isPair(first - 1)) first--
    while (isPair(end)) end++
    // Letters of another word that begins, or ends, alike are not the same.
    const partsWord = (by: number): boolean => isInWord(old, from.at + by) || isInWord(fresh, to.at + by)
    while (first < 0 && partsWord(first)) first++
    while (end > word.length && partsWord(end)) end--
    for (let by = first; by < end; by++) {
      const [a, b] = [old[from.at + by]!, fresh[to.at + by]!]
      went.add(a)
      came.add(b)
      pairs.push([a, b])
    }
  }
  return pairs
}

const isInWord = (letters: readonly Letter[], at: number): boolean => isOfWord(letters[at - 1]) && isOfWord(letters[at])

/** Where each word stands; null: more than once. */
function placesIn(runs: readonly (readonly Letter[])[]): Map<string, Place | null> {
  const places = new Map<string, Place | null>()
  runs.forEach((letters, run) => {
    const text = wordsOf(letters)
    for (const { 0: word, index: at } of text.matchAll(WORDS))
      if (word.length >= TELLING) places.set(word, places.has(word) ? null : { run, at })
  })
  return places
}
