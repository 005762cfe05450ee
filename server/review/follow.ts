/**
 * Keeps up with a story that changes: threads without a mark are told where their words are now, and those whose mark
 * could not be put into the text get it. Called a moment after edits, off their road.
 */
import { changeThread, threadsWithoutMark } from '../../db/threads.ts'
import { endsOf } from '../../shared/review/anchors.ts'
import { Moves } from '../../shared/write/moves.ts'
import type { Desk } from '../context.ts'
import { putOnWords, wordsUnder } from './places.ts'
import { tellThread } from './tell.ts'

export async function followWords(desk: Pick<Desk, 'db' | 'rooms' | 'clock'>, storyId: string): Promise<void> {
  const threads = await threadsWithoutMark(desk.db, storyId)
  if (threads.length === 0) return
  const ends = await desk.rooms.read(storyId, (ydoc) => {
    const moves = new Moves(ydoc)
    return threads.map((thread) => (thread.is_placed === 1 ? endsOf(wordsUnder(ydoc, thread, moves)) : null))
  })
  for (const [i, thread] of threads.entries()) {
    const now = ends[i] ?? null
    if (thread.is_placed === 0) await putOnWords(desk, thread, 1)
    else if (now === null || (now.from === thread.begins && now.to === thread.ends)) continue
    else await changeThread(desk.db, thread.id, { begins: now.from, ends: now.to })
    await tellThread(desk, storyId, thread.id, null)
  }
}
