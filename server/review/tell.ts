/** Tells whoever has a story open what has become of a thread, each as they may see it. Call after it is on disk. */
import { threadOf, type KnownThread } from '../../db/threads.ts'
import type { Desk } from '../context.ts'
import type { Thread } from '../../shared/review.ts'
import { maySee, thoseThere, threadFor, type Reader } from './seen.ts'

/**
 * @param before the thread as it was: who saw it and may no longer is told that it is gone
 * @returns the thread as each may see it; null: it is gone
 */
export async function tellThread(
  desk: Pick<Desk, 'db' | 'rooms'>,
  storyId: string,
  id: string,
  before: KnownThread | null,
): Promise<((reader: Reader) => Thread | null) | null> {
  const thread = await threadOf(desk.db, storyId, id)
  const there = await thoseThere(desk, storyId, thread === null ? [] : [thread])
  const seenBy = (reader: Reader): Thread | null =>
    thread !== null && maySee(thread, reader) ? threadFor(thread, reader, there) : null
  desk.rooms.tell(storyId, ({ person, rights }) => {
    const reader = { id: person.id, rights }
    const seen = seenBy(reader)
    if (seen !== null) return { thread: seen }
    return before !== null && maySee(before, reader) ? { threadGone: id } : null
  })
  return thread && seenBy
}

/** Only the other windows of one person: what they have read is nobody else's matter. */
export async function tellReader(desk: Pick<Desk, 'db' | 'rooms'>, storyId: string, id: string, personId: string): Promise<void> {
  const thread = await threadOf(desk.db, storyId, id)
  if (thread === null) return
  const there = await thoseThere(desk, storyId, [thread])
  desk.rooms.tell(storyId, ({ person, rights }) => {
    const reader = { id: person.id, rights }
    return person.id === personId && maySee(thread, reader) ? { thread: threadFor(thread, reader, there) } : null
  })
}
