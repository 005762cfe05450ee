/** Tells whoever has a story open what has become of a thread, each as they may see it. Call after it is on disk. */
import { threadOf, type KnownThread } from '../../db/threads.ts'
import type { Desk } from '../context.ts'
import { maySee, threadFor } from './seen.ts'

/**
 * @param before the thread as it was: who saw it and may no longer is told that it is gone
 * @returns the thread as it is now; null: it is gone
 */
export async function tellThread(
  desk: Desk,
  storyId: string,
  id: string,
  before: KnownThread | null,
): Promise<KnownThread | null> {
  const thread = await threadOf(desk.db, storyId, id)
  desk.rooms.tell(storyId, ({ person, rights }) => {
    const reader = { id: person.id, rights }
    if (thread !== null && maySee(thread, reader)) return { thread: threadFor(thread, reader, true) }
    return before !== null && maySee(before, reader) ? { threadGone: id } : null
  })
  return thread
}

/** Only the other windows of one person: what they have read is nobody else's matter. */
export async function tellReader(desk: Desk, storyId: string, id: string, personId: string): Promise<void> {
  const thread = await threadOf(desk.db, storyId, id)
  if (thread === null) return
  desk.rooms.tell(storyId, ({ person, rights }) => {
    const reader = { id: person.id, rights }
    return person.id === personId && maySee(thread, reader) ? { thread: threadFor(thread, reader, true) } : null
  })
}
