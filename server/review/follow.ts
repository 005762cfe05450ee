/**
 * Keeps up with a story that changes, a moment after edits and off their road. Who splits or moves a paragraph without
 * having heard of a thread puts its letters in elsewhere without the mark: here they get it again. Threads that have
 * no mark are told where their words are now, and those whose mark could not be put into the text get it.
 */
import type * as Y from 'yjs'
import type { ThreadsTable } from '../../db/schema.ts'
import { notePlace, threadsOnWords } from '../../db/threads.ts'
import {
  linesOfStory,
  mark,
  marked,
  spansOfLetters,
  unmark,
  without,
  wordsOfSpans,
  type Span,
} from '../../shared/review/anchors.ts'
import { Moves } from '../../shared/write/moves.ts'
import type { Desk } from '../context.ts'
import { grown } from './grown.ts'
import { isThere, lettersOf, putOnWords, whereOf, wordsAgain, wordsUnder } from './places.ts'
import { tellThread } from './tell.ts'

const WORDS = /[\p{L}\p{N}\p{M}_]+/gu

type Found = { thread: ThreadsTable; differs: boolean; where: ReturnType<typeof whereOf> }

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
    if (where === null || (where.letters === thread.letters && where.begins === thread.begins && where.ends === thread.ends))
      continue
    if ((await notePlace(desk.db, thread, where)) && thread.kind === 'legal') await tellThread(desk, storyId, thread.id, null)
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
    if (thread.kind === 'legal') return { thread, differs, where: whereOf(ydoc, wordsUnder(ydoc, thread, moves), lines) }
    // Until the marks are right, what is kept is what tells how they should be.
    return { thread, differs, where: differs ? null : whereOf(ydoc, under, lines) }
  })
}

/** Letters of a thread that have no mark, and letters that should no longer have it. */
function difference(ydoc: Y.Doc, moves: Moves, thread: ThreadsTable, under: readonly Span[]): { lost: Span[]; stale: Span[] } {
  const [own, left] = [thread.letters, thread.left_letters].map((letters) => spansOfLetters(ydoc, moves, lettersOf(letters))) as [
    Span[],
    Span[],
  ]
  if (thread.kind === 'legal') return { lost: [], stale: [...under] }
  const lost = own.length + under.length === 0 ? wordsAgain(ydoc, thread) : without(own, under)
  if (isOfOthers(thread, own, under)) return { lost: [], stale: [...under] }
  const stale = without(left, [...own, ...without(left, under)])
  return { lost, stale: [...stale, ...grown(ydoc, moves, thread, own, under)] }
}

/** Of a thread that was put elsewhere, a mark that came back with words it stood on before; its own are all gone. */
function isOfOthers({ left_letters, words, quote }: ThreadsTable, own: readonly Span[], under: readonly Span[]): boolean {
  if (left_letters === null || own.length > 0 || under.length === 0) return false
  const known = new Set((words ?? quote).match(WORDS))
  return (wordsOfSpans(under).match(WORDS) ?? []).every((word) => !known.has(word))
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
