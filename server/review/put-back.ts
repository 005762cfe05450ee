/**
 * Threads that an accepted suggestion took from their words, or carried onto its own: what is kept of where they stood,
 * so that taking it back puts them there again, in the very edit that brings the words back.
 */
import type * as Y from 'yjs'
import type { ThreadChange } from '../../db/threads.ts'
import type { ThreadsTable } from '../../db/schema.ts'
import { findQuote, mark, marked, quoteOf, unmark, wordsOfSpans, type Quote, type Span } from '../../shared/review/anchors.ts'
import { FIELDS, fieldOf } from '../../shared/story.ts'
import { holdsBlocks } from '../../shared/suggest/blocks.ts'
import { elementsOf } from '../../shared/suggest/places.ts'
import { textsIn } from '../../shared/write/moved.ts'
import { Moves } from '../../shared/write/moves.ts'
import type { Carried } from './carried.ts'
import { forkNamedIn } from './hunks.ts'
import { whereOf, wordsUnder, type PlaceColumns } from './places.ts'

/** As it was after the act: another says that somebody has put it elsewhere since. */
type AsItWas = { left: string | null; quote: string }
/** Words by the name of the text that they stood in. */
type Stood = { id: string; was: AsItWas; spans: { text: string; at: number; quote: Quote }[] }
type OnSuggestion = { id: string; was: AsItWas; place: PlaceColumns }
export type ToPutBack = { words: Stood[]; suggestions: OnSuggestion[] }
export type Back = { id: string; change: ThreadChange }

/** The texts of a story by their field, or their block and their place in it. */
export function textsByName(ydoc: Y.Doc): Map<string, Y.Text> {
  const texts = new Map<string, Y.Text>(FIELDS.map((field) => [`field ${field}`, fieldOf(ydoc, field)]))
  for (const [key, element] of elementsOf(ydoc))
    if (!holdsBlocks(element.nodeName)) [...textsIn(element)].forEach((text, i) => texts.set(`${i} ${key}`, text))
  return texts
}

function spansOf(ydoc: Y.Doc, threads: readonly ThreadsTable[]): Map<string, Span[]> {
  const marks = marked(ydoc)
  const moves = new Moves(ydoc)
  return new Map(
    threads
      .filter(({ is_placed }) => is_placed === 1)
      .map((thread) => [thread.id, thread.kind === 'legal' ? wordsUnder(ydoc, thread, moves) : (marks.get(thread.id) ?? [])]),
  )
}

/** Before the edit. @returns asked after it: those that have lost words, and where they stood */
export function watched(ydoc: Y.Doc, threads: readonly ThreadsTable[]): () => Stood[] {
  const names = new Map([...textsByName(ydoc)].map(([name, text]) => [text, name]))
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  const before = [...spansOf(ydoc, threads)].map(([id, spans]) => ({
    id,
    was: asItWas(byId.get(id)!),
    words: wordsOfSpans(spans),
    spans: spans.flatMap((span) => {
      const text = names.get(span.text)
      return text === undefined ? [] : [{ text, at: span.at, quote: quoteOf([span]) }]
    }),
  }))
  return () => {
    const now = spansOf(ydoc, threads)
    return before
      .filter(({ id, words }) => words !== '' && wordsOfSpans(now.get(id)!) !== words)
      .map(({ id, was, spans }) => ({ id, was, spans }))
  }
}

const asItWas = ({ left_letters: left, quote }: ThreadsTable): AsItWas => ({ left, quote })
const isWhereItWas = (thread: ThreadsTable | undefined, was: AsItWas): thread is ThreadsTable =>
  thread !== undefined && thread.left_letters === was.left && thread.quote === was.quote

export const onSuggestions = (carried: readonly Carried[]): OnSuggestion[] =>
  carried.map(({ thread, place: put }) => {
    const { place, field, block, suggestion, begins, ends, letters, words, is_alone, is_placed, ...others } = thread
    const { gone_letters, marked: since, quote, before, after } = others
    const where = { begins, ends, letters, gone_letters, marked: since, words, is_alone, is_placed }
    const columns = { place, field, block, suggestion, ...where, quote, before, after }
    return { id: thread.id, was: asItWas({ ...thread, ...put }), place: columns }
  })

/**
 * Part of the edit that takes the act back, once the words are there.
 * @param forks those in which what was accepted is a suggestion again
 */
export function putBack(
  ydoc: Y.Doc,
  { words, suggestions }: ToPutBack,
  threads: readonly ThreadsTable[],
  forks: ReadonlySet<string>,
): Back[] {
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  const texts = textsByName(ydoc)
  const again = words.flatMap(({ id, was, spans: stood }): Back[] => {
    const thread = byId.get(id)
    if (!isWhereItWas(thread, was) || thread.place !== 'words') return []
    const spans = stood.flatMap(({ text, at, quote }) => {
      const there = texts.get(text)
      return there === undefined ? [] : spanAgain(there, at, quote)
    })
    const where = whereOf(ydoc, spans)
    if (where === null) return []
    if (thread.kind !== 'legal') mark(spans, id)
    return [{ id, change: where }]
  })
  const suggested = suggestions.flatMap(({ id, was, place }): Back[] => {
    const thread = byId.get(id)
    if (!isWhereItWas(thread, was) || thread.place === 'suggestion') return []
    if (!forks.has(forkNamedIn(place.suggestion ?? ''))) return []
    unmark(ydoc, id)
    return [{ id, change: place }]
  })
  return [...again, ...suggested]
}

function spanAgain(text: Y.Text, at: number, quote: Quote): Span[] {
  const span = { text, at, length: quote.quote.length }
  return wordsOfSpans([span]) === quote.quote ? [span] : (findQuote([text], quote, at) ?? [])
}
