/** Which letters have a thread's mark that nobody gave them: they came to be under it by where others put them. */
import * as Y from 'yjs'
import type { ThreadsTable } from '../../db/schema.ts'
import {
  filled,
  lettersOfSpans,
  spansOfLetters,
  standing,
  without,
  wordsOfSpans,
  type Span,
} from '../../shared/review/anchors.ts'
import type { Id, Moves } from '../../shared/write/moves.ts'
import { lettersOf } from './places.ts'

/** @param own the letters that the thread is known to be on; @param under those that have its mark */
export function grown(ydoc: Y.Doc, moves: Moves, thread: ThreadsTable, own: readonly Span[], under: readonly Span[]): Span[] {
  // Where all its own are gone, its words may have come back as other letters.
  const brought = own.length === 0 ? [] : broughtUnder(ydoc, moves, thread, without(under, own))
  return [...brought, ...without(grownBeyond(ydoc, moves, thread, own, under), brought)]
}

/**
 * Letters that stood elsewhere and were put under the mark by who had not heard of it, as who joins the next paragraph
 * to words that were remarked on meanwhile: they are not the thread’s, even where its own have gone.
 */
export function broughtUnder(ydoc: Y.Doc, moves: Moves, { id, marked }: ThreadsTable, fresh: readonly Span[]): Span[] {
  if (fresh.length === 0) return []
  const [server, since] = marked === null ? [0, Infinity] : (JSON.parse(marked) as [number, number])
  const marks = [...new Set(fresh.map(({ text }) => text))].flatMap((text) => marksIn(text, id))
  const isBrought = (letter: Id): boolean => {
    const seen = moves.seenWhenMoved(letter)
    return (
      seen.size > 0 && (seen.get(server) ?? 0) <= since && !marks.some(({ client, clock }) => clock < (seen.get(client) ?? 0))
    )
  }
  const brought = fresh.flatMap((span) => {
    const letters = lettersIn(span)
    const is = letters.map(isBrought)
    // Who only follows others is under the mark because they are.
    const follows = (at: number): boolean => moves.onlyFollows(letters[at]!)
    for (let at = 1; at < is.length; at++) is[at] ||= is[at - 1]! && follows(at)
    for (let at = is.length - 2; at >= 0; at--) is[at] ||= is[at + 1]! && follows(at)
    return letters.filter((_letter, at) => is[at])
  })
  return spansOfLetters(
    ydoc,
    moves,
    brought.flatMap(({ client, clock }) => [client, clock, 1]),
  )
}

function lettersIn(span: Span): Id[] {
  const runs = lettersOfSpans([span])
  const letters: Id[] = []
  for (let i = 0; i + 2 < runs.length; i += 3)
    for (let by = 0; by < runs[i + 2]!; by++) letters.push({ client: runs[i]!, clock: runs[i + 1]! + by })
  return letters
}

/** Where the mark of a thread begins in a text, each time. */
function marksIn(text: Y.Text, thread: string): Id[] {
  const marks: Id[] = []
  for (let item = text._start; item; item = item.right)
    if (!item.deleted && item.content instanceof Y.ContentFormat) {
      const { id } = (item.content.value ?? {}) as { id?: unknown }
      if (id === thread) marks.push(item.id)
    }
  return marks
}

/**
 * Letters that got the mark only because two wrote at its end at the same moment, or because the end itself was taken
 * out: beside words of the thread that still stand. What stands where some of them have gone was put there for them,
 * and what the thread was once put on has come back.
 */
function grownBeyond(ydoc: Y.Doc, moves: Moves, thread: ThreadsTable, own: readonly Span[], under: readonly Span[]): Span[] {
  const whole = filled(own)
  const beyond = without(under, whole)
  if (beyond.length === 0 || own.length === 0) return []
  const now = standing(ydoc, moves, lettersOf(thread.letters))
  const isWhole = !now.includes(null)
  const letterAt = (text: Y.Text, at: number): number => now.findIndex((one) => one?.text === text && one.at === at)
  return beyond.filter(({ text, at }) => {
    const around = under.filter((one) => one.text === text && one.at <= at && at < one.at + one.length)
    if (thread.quote.includes(wordsOfSpans(around))) return false
    const here = whole.find((one) => one.text === text)
    if (here === undefined) return isWhole
    const next = at < here.at ? letterAt(text, here.at) - 1 : letterAt(text, here.at + here.length - 1) + 1
    return now[next] !== null
  })
}
