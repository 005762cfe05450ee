/**
 * Puts threads on their words: a mark in the text, placed by the server for anybody who may comment, in nobody's name.
 * The row comes first, because a comment must not be lost; until its mark is on disk too, `is_placed` says so.
 */
import * as Y from 'yjs'
import type { Db } from '../../db/open.ts'
import type { ThreadsTable } from '../../db/schema.ts'
import { notePlace, threadsOnWords } from '../../db/threads.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { NewPlace, NewThread, ThreadKind } from '../../shared/review.ts'
import {
  blocksOf,
  cutQuote,
  endsOf,
  fieldOfText,
  filled,
  findQuote,
  isAloneIn,
  lettersOfSpans,
  linesOfStory,
  mark,
  marked,
  quoteOf,
  readEnd,
  spansBetween,
  spansOfLetters,
  wordsOfSpans,
  textsOfBody,
  unmark,
  type Letters,
  type Span,
} from '../../shared/review/anchors.ts'
import { wordsLeft } from '../../shared/review/left-words.ts'
import { schema } from '../../shared/schema.ts'
import { fieldOf } from '../../shared/story.ts'
import { textsIn } from '../../shared/write/moved.ts'
import { Moves } from '../../shared/write/moves.ts'
import type { Desk } from '../context.ts'

/** A comment may arrive before the words it is on: they are waited for. */
const TRIES = 12
const AGAIN_MS = 250

export type PlaceColumns = Pick<
  ThreadsTable,
  | 'place'
  | 'field'
  | 'block'
  | 'suggestion'
  | 'begins'
  | 'ends'
  | 'letters'
  | 'gone_letters'
  | 'marked'
  | 'words'
  | 'is_alone'
  | 'is_placed'
  | 'quote'
  | 'before'
  | 'after'
>
type Where = { begins: string; ends: string; letters: string; words: string; is_alone: 0 | 1 }
type Words = Where & Pick<PlaceColumns, 'field' | 'quote' | 'before' | 'after'>

/** @throws Refusal `invalid-field` when an end is no place in a story */
export function mustBePlace(place: NewPlace): void {
  if (place.of !== 'words') return
  for (const end of ['from', 'to'] as const)
    if (readEnd(place[end]) === null) throw new Refusal('invalid-field', 422, `place.${end}: is no place in a story.`)
}

/**
 * A place as it is kept, read off the story as it is: words by their first and last letter, a whole paragraph by its
 * words, so that it stays on them when it is joined to another.
 */
export function placeColumns(ydoc: Y.Doc, place: NewPlace, quote: string): PlaceColumns {
  const at = {
    place: place.of,
    field: null,
    block: null,
    suggestion: null,
    begins: null,
    ends: null,
    letters: null,
    gone_letters: null,
    marked: null,
    words: null,
    is_alone: null,
    is_placed: 1,
  } as const
  const given = { quote: cutQuote(quote), before: '', after: '' }
  if (place.of === 'words') {
    const row = {
      ...at,
      ...given,
      place: place.of,
      begins: place.from,
      ends: place.to,
      field: place.field ?? null,
      is_placed: 0,
    } as const
    const spans = spansBetween(ydoc, new Moves(ydoc), place)
    return spans === 'unknown' ? row : { ...row, ...wordsOf(ydoc, spans) }
  }
  if (place.of === 'story') return { ...at, ...given, place: place.of }
  if (place.of === 'suggestion') return { ...at, ...given, place: place.of, suggestion: place.suggestion }
  if (place.of === 'field')
    return { ...at, ...given, place: place.of, field: place.field, quote: cutQuote(fieldOf(ydoc, place.field).toString()) }
  const block = blocksOf(ydoc).get(place.block)
  const texts = block === undefined ? [] : [...textsIn(block)]
  const isText = block !== undefined && schema.nodes[block.nodeName]?.isTextblock === true
  const whole = place.of === 'block' && isText ? texts.map((text) => ({ text, at: 0, length: text.length })) : null
  const found = place.of === 'quote' ? findQuote(texts, given, place.at) : whole
  const words = wordsOf(
    ydoc,
    (found ?? []).filter(({ length }) => length > 0),
  )
  if (words !== null) return { ...at, place: 'words', ...words, is_placed: 0 }
  return { ...at, ...given, place: 'block', block: place.block }
}

/** A place on words that get their mark in the same edit; null: on none. */
export function placeOn(ydoc: Y.Doc, spans: readonly Span[]): PlaceColumns | null {
  const words = wordsOf(ydoc, spans)
  return (
    words && { place: 'words', block: null, suggestion: null, gone_letters: null, ...words, marked: nowIn(ydoc), is_placed: 1 }
  )
}

const nowIn = (ydoc: Y.Doc): string => JSON.stringify([ydoc.clientID, Y.getState(ydoc.store, ydoc.clientID)])

function wordsOf(ydoc: Y.Doc, spans: readonly Span[]): Words | null {
  const place = whereOf(ydoc, spans)
  return place && { ...place, field: fieldOfText(ydoc, spans[0]!.text), ...quoteOf(spans) }
}

/**
 * What is kept of where words are, to find them again whatever becomes of them.
 * @param lines of the story, for who asks about many words
 */
export function whereOf(ydoc: Y.Doc, spans: readonly Span[], lines = linesOfStory(ydoc)): Where | null {
  const ends = endsOf(spans)
  if (ends === null) return null
  const words = cutQuote(wordsOfSpans(spans))
  const is_alone = isAloneIn(lines, words) ? 1 : 0
  return { begins: ends.from, ends: ends.to, letters: JSON.stringify(lettersOfSpans(spans)), words, is_alone }
}

export const lettersOf = (letters: string | null): Letters => (letters === null ? [] : (JSON.parse(letters) as number[]))

export function rowOf(
  given: Pick<NewThread, 'id' | 'kind' | 'assignTo'>,
  place: PlaceColumns,
  storyId: string,
  by: string,
  now: number,
): ThreadsTable {
  return {
    ...place,
    id: given.id,
    story_id: storyId,
    kind: given.kind,
    created_by: by,
    created_at: now,
    changed_at: now,
    assigned_to: given.assignTo ?? null,
    resolved_by: null,
    resolved_at: null,
    removed_at: null,
    left_letters: null,
  }
}

/** The blocks that a place is in, by their ids; null: it is not in blocks, or they are not known. */
export function blocksOfPlace(ydoc: Y.Doc, { place, block, begins, ends }: PlaceColumns): string[] | null {
  if (place === 'block') return [block!]
  const spans = place === 'words' ? spansBetween(ydoc, new Moves(ydoc), { from: begins!, to: ends! }) : []
  if (spans === 'unknown' || spans.length === 0) return null
  const texts = new Map([...blocksOf(ydoc)].flatMap(([id, element]) => [...textsIn(element)].map((text) => [text as Y.Text, id])))
  return spans.map(({ text }) => texts.get(text) ?? '')
}

/**
 * Marks the words of a thread, once; one that may not be seen by all gets no mark. Words that have gone meanwhile
 * leave it detached, with its quote.
 * @throws Refusal when the mark cannot be put on disk; then it is tried again
 */
export async function putOnWords(desk: Pick<Desk, 'db' | 'rooms' | 'clock'>, thread: ThreadsTable, most = TRIES): Promise<void> {
  if (thread.is_placed === 1 || thread.place !== 'words') return
  for (let tries = 1; ; tries++) {
    const found = await markWords(desk, thread)
    if (found === 'noted') return
    if (found === 'elsewhere') {
      // Put there meanwhile, where its mark is or will be.
      const now = (await threadsOnWords(desk.db, thread.story_id)).find(({ id }) => id === thread.id)
      await takeOffWords(desk, thread)
      if (now !== undefined) await putOnWords(desk, { ...now, is_placed: 0 }, 1)
      return
    }
    if (tries === most) return
    await new Promise<void>((resolve) => desk.clock.after(AGAIN_MS, resolve))
  }
}

/** The words that were chosen for a thread: by where they began and ended, or by its quote, or what is left of them. */
function chosenWords(ydoc: Y.Doc, thread: ThreadsTable): Span[] | 'unknown' {
  const moves = new Moves(ydoc)
  const ends = { from: thread.begins!, to: thread.ends! }
  const spans = spansBetween(ydoc, moves, ends)
  if (spans === 'unknown' || spans.length > 0) return spans
  const quoted = findQuote(thread.field === null ? textsOfBody(ydoc) : [fieldOf(ydoc, thread.field)], thread)
  return quoted ?? wordsLeft(ydoc, moves, { ...ends, field: thread.field, quote: thread.quote })
}

export const isThere = (ydoc: Y.Doc, thread: ThreadsTable): boolean => {
  const spans = chosenWords(ydoc, thread)
  return spans !== 'unknown' && spans.length > 0
}

/** The mark and where it is go to disk together. @returns `unknown`: the words are not here yet */
async function markWords(
  { db, rooms }: Pick<Desk, 'db' | 'rooms'>,
  thread: ThreadsTable,
): Promise<'noted' | 'elsewhere' | 'unknown'> {
  let found: Partial<Words & Pick<PlaceColumns, 'marked'>> | null = {}
  let isNoted = false
  const look = (ydoc: Y.Doc): Span[] => {
    const spans = chosenWords(ydoc, thread)
    found = spans === 'unknown' ? null : { ...wordsOf(ydoc, spans), marked: nowIn(ydoc) }
    return spans === 'unknown' ? [] : spans
  }
  const note = async (trx: Db): Promise<void> => {
    if (found !== null) isNoted = await notePlace(trx, thread, { ...found, is_placed: 1 })
  }
  if (thread.kind === 'legal') {
    await rooms.read(thread.story_id, look)
    await note(db)
  } else await rooms.edit(thread.story_id, null, (ydoc) => mark(look(ydoc), thread.id), note)
  if (found === null) return 'unknown'
  return isNoted ? 'noted' : 'elsewhere'
}

/** Takes a thread's mark off the text. */
export async function takeOffWords({ rooms }: Pick<Desk, 'rooms'>, { id, story_id, place }: ThreadsTable): Promise<void> {
  if (place === 'words') await rooms.edit(story_id, null, (ydoc) => unmark(ydoc, id))
}

/** The words a thread is on now: by its mark, or without one by where it began and ended. */
export function wordsUnder(ydoc: Y.Doc, thread: ThreadsTable, moves = new Moves(ydoc)): Span[] {
  if (thread.kind !== 'legal') return marked(ydoc).get(thread.id) ?? []
  const letters = filled(spansOfLetters(ydoc, moves, lettersOf(thread.letters)))
  if (letters.length > 0) return letters
  const back = filled(spansOfLetters(ydoc, moves, lettersOf(thread.gone_letters)))
  if (back.length > 0) return back
  const again = wordsAgain(ydoc, thread)
  if (again.length > 0) return again
  return findQuote(thread.field === null ? textsOfBody(ydoc) : [fieldOf(ydoc, thread.field)], thread) ?? []
}

/** Words that had gone and came back, by undo say, as other letters: only where the story had them nowhere else. */
export function wordsAgain(ydoc: Y.Doc, { field, words, is_alone, before, after }: ThreadsTable): Span[] {
  if (is_alone !== 1 || words === null) return []
  const texts = field === null ? textsOfBody(ydoc) : [fieldOf(ydoc, field)]
  const lines = linesOfStory(ydoc)
  // Their paragraphs may have become one.
  const quote = [words, words.replaceAll('\n', '')].find((some) => isAloneIn(lines, some))
  return quote === undefined ? [] : (findQuote(texts, { quote, before, after }, null, 0) ?? [])
}

/** Where a thread is kept after a change of its kind or place; nothing when it stays. */
export function placeAfter(
  ydoc: Y.Doc,
  thread: ThreadsTable,
  kind: ThreadKind,
  place: NewPlace | undefined,
  quote = '',
): Partial<PlaceColumns> & { left_letters?: string } {
  const isWords = thread.place === 'words'
  const left =
    isWords && thread.kind !== 'legal' ? { left_letters: JSON.stringify(lettersOfSpans(wordsUnder(ydoc, thread))) } : {}
  if (place !== undefined) {
    const columns = placeColumns(ydoc, place, quote)
    return { ...columns, ...left, quote: columns.quote || thread.quote }
  }
  if (!isWords || (kind === 'legal') === (thread.kind === 'legal')) return {}
  const where = whereOf(ydoc, wordsUnder(ydoc, thread))
  return where === null ? left : { ...where, ...left, is_placed: 0 }
}
