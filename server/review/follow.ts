/**
 * Keeps up with a story that changes, a moment after edits and off their road. Who splits or moves a paragraph without
 * having heard of a thread puts its letters in elsewhere without the mark: here they get it again. Threads that have
 * no mark are told where their words are now, and those whose mark could not be put into the text get it.
 */
import type * as Y from 'yjs'
import type { ThreadsTable } from '../../db/schema.ts'
import { notePlace, threadsOnWords, type ThreadChange } from '../../db/threads.ts'
import {
  linesOfStory,
  mark,
  marked,
  spansOfLetters,
  standing,
  unmark,
  without,
  wordsOfSpans,
  type Span,
} from '../../shared/review/anchors.ts'
import { Moves } from '../../shared/write/moves.ts'
import type { Desk } from '../context.ts'
import { broughtUnder, grown } from './grown.ts'
import { isThere, lettersOf, putOnWords, whereOf, wordsAgain, wordsUnder } from './places.ts'
import { tellThread } from './tell.ts'

/** So many stretches of letters that are gone are kept of each thread. */
const MOST_GONE = 100
const WORDS = /[\p{L}\p{N}\p{M}_]+/gu

type Found = { thread: ThreadsTable; differs: boolean; where: ThreadChange | null }

export async function followWords(desk: Pick<Desk, 'db' | 'rooms' | 'clock'>, storyId: string): Promise<void> {
  const threads = await threadsOnWords(desk.db, storyId)
  if (threads.length === 0) return
  for (const thread of threads) {
    // Never on any words yet: they may have been on their way, and came by a move that the server had not heard of.
    const isWaiting = thread.is_placed === 1 && thread.letters === null
    if (isWaiting && !(await desk.rooms.read(storyId, (ydoc) => isThere(ydoc, thread)))) continue
    if (thread.is_placed === 0 || isWaiting) {
      await putOnWords(desk, { ...thread, is_placed: 0 }, 1)
      await tellThread(desk, storyId, thread.id, null)
    }
  }
  const placed = threads.filter(({ is_placed }) => is_placed === 1)
  const found = await desk.rooms.read(storyId, (ydoc) => look(ydoc, placed))
  const differ = found.filter((one) => one.differs).map(({ thread }) => thread)
  if (differ.length > 0) await desk.rooms.edit(storyId, null, (ydoc) => markAgain(ydoc, differ))
  for (const { thread, where } of found) {
    if (where !== null && (await notePlace(desk.db, thread, where)) && thread.kind === 'legal')
      await tellThread(desk, storyId, thread.id, null)
  }
}

function look(ydoc: Y.Doc, threads: readonly ThreadsTable[]): Found[] {
  const marks = marked(ydoc)
  const moves = new Moves(ydoc)
  const lines = linesOfStory(ydoc)
  return threads.map((thread) => {
    const under = marks.get(thread.id) ?? []
    const { lost, stale } = difference(ydoc, moves, thread, under)
    const differs = lost.length + stale.length > 0
    // Until the marks are right, what is kept is what tells how they should be.
    if (differs && thread.kind !== 'legal') return { thread, differs, where: null }
    const where = whereOf(ydoc, thread.kind === 'legal' ? wordsUnder(ydoc, thread, moves) : under, lines)
    const isNoted =
      where === null || (where.letters === thread.letters && where.begins === thread.begins && where.ends === thread.ends)
    return { thread, differs, where: isNoted ? null : { ...where, gone_letters: goneOf(ydoc, moves, thread) } }
  })
}

/** Letters of a thread that have no mark, and letters that should no longer have it. */
function difference(ydoc: Y.Doc, moves: Moves, thread: ThreadsTable, under: readonly Span[]): { lost: Span[]; stale: Span[] } {
  if (thread.kind === 'legal') return { lost: [], stale: [...under] }
  const spansOf = (letters: string | null): Span[] => spansOfLetters(ydoc, moves, lettersOf(letters))
  const [own, back, left] = [spansOf(thread.letters), spansOf(thread.gone_letters), spansOf(thread.left_letters)]
  const all = [...own, ...back]
  if (all.length === 0 && !hasWordsOf(thread, under)) {
    if (under.length > 0 && thread.left_letters !== null) return { lost: [], stale: [...under] }
    // Whoever cut its words where the mark had come onto others pasted them without it.
    const brought = broughtUnder(ydoc, moves, thread, under)
    if (under.length === 0 || brought.length > 0) {
      const again = wordsAgain(ydoc, thread)
      return { lost: again, stale: again.length > 0 ? [...under] : brought }
    }
  }
  const stale = [...without(left, [...all, ...without(left, under)]), ...grown(ydoc, moves, thread, own, under)]
  return { lost: without(all, under), stale: without(stale, back) }
}

/** Whether any of a thread's words is there. Of one that was put elsewhere, a mark may come back with words it stood on before. */
function hasWordsOf({ words, quote }: ThreadsTable, under: readonly Span[]): boolean {
  const known = new Set((words ?? quote).match(WORDS))
  return (wordsOfSpans(under).match(WORDS) ?? []).some((word) => known.has(word))
}

/** Of all letters that it ever stood on, those that are gone, the last ones: whoever has not heard of that may bring them back. */
function goneOf(ydoc: Y.Doc, moves: Moves, { letters, gone_letters }: ThreadsTable): string {
  const known = [...lettersOf(gone_letters), ...lettersOf(letters)]
  const now = standing(ydoc, moves, known)
  const gone: number[] = []
  let n = 0
  for (let i = 0; i + 2 < known.length; i += 3)
    for (let by = 0; by < known[i + 2]!; by++) if (now[n++] === null) addLetter(gone, known[i]!, known[i + 1]! + by)
  return JSON.stringify(gone.slice(-3 * MOST_GONE))
}

function addLetter(runs: number[], client: number, clock: number): void {
  const at = runs.length - 3
  const [last, begin = 0, length = 0] = runs.slice(at)
  if (last === client && begin + length === clock) runs[at + 2] = length + 1
  else runs.push(client, clock, 1)
}

function markAgain(ydoc: Y.Doc, threads: readonly ThreadsTable[]): void {
  const marks = marked(ydoc)
  const moves = new Moves(ydoc)
  for (const thread of threads) {
    const { lost, stale } = difference(ydoc, moves, thread, marks.get(thread.id) ?? [])
    unmark(ydoc, thread.id, stale)
    mark(lost, thread.id)
  }
}
