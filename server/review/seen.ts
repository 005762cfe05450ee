/** What of a thread a person may see. The one place that decides it, for lists, answers and notices. */
import type * as Y from 'yjs'
import type { KnownThread } from '../../db/threads.ts'
import { may, type OnStory } from '../../shared/can.ts'
import type { Place, Thread } from '../../shared/review.ts'
import { blocksOf, marked } from '../../shared/review/anchors.ts'
import { Refusal } from '../../shared/refusal.ts'
import { Moves } from '../../shared/write/moves.ts'
import type { Desk } from '../context.ts'
import { wordsUnder } from './places.ts'

export type Reader = { id: string; rights: OnStory }

/** Legal threads are for those with that right; who only reads passages back sees what they said themselves. */
export function maySee(thread: KnownThread, { id, rights }: Reader): boolean {
  if (!may(rights, 'comment')) return false
  if (rights.passages !== null && thread.created_by !== id) return false
  return thread.kind !== 'legal' || may(rights, 'see legal threads')
}

/** @param isThere whether its words are still in the text */
export function threadFor(thread: KnownThread, reader: Reader, isThere: boolean): Thread {
  const read = thread.reads.get(reader.id) ?? 0
  return {
    id: thread.id,
    kind: thread.kind,
    place: isThere ? placeOf(thread) : { of: 'detached' },
    quote: thread.quote,
    comments: thread.comments.map(({ id, by, text, at, edited_at, removed_at }) => ({
      id,
      by,
      text,
      at,
      editedAt: edited_at,
      removedAt: removed_at,
    })),
    assignedTo: thread.assigned,
    resolved: thread.resolvedBy === null ? null : { by: thread.resolvedBy, at: thread.resolved_at! },
    unread: thread.comments.some(({ nr, person_id, removed_at }) => nr > read && person_id !== reader.id && removed_at === null),
    at: thread.changed_at,
  }
}

function placeOf({ place, field, block, suggestion, begins, ends }: KnownThread): Place {
  if (place === 'words') return { of: 'words', field, from: begins, to: ends }
  if (place === 'block') return { of: 'block', block: block! }
  if (place === 'field') return { of: 'field', field: field! }
  if (place === 'suggestion') return { of: 'suggestion', suggestion: suggestion! }
  return { of: 'story' }
}

/** Those of the threads whose words, block or field the story still has. Of a story that cannot be read, all count as there. */
export async function thoseThere(
  { rooms }: Pick<Desk, 'rooms'>,
  storyId: string,
  threads: readonly KnownThread[],
): Promise<ReadonlySet<string>> {
  try {
    return await rooms.read(storyId, (ydoc) => new Set(threads.filter(isThereIn(ydoc)).map(({ id }) => id)))
  } catch (error) {
    if (error instanceof Refusal && error.type === 'story-damaged') return new Set(threads.map(({ id }) => id))
    throw error
  }
}

function isThereIn(ydoc: Y.Doc): (thread: KnownThread) => boolean {
  const marks = marked(ydoc)
  const blocks = blocksOf(ydoc)
  const moves = new Moves(ydoc)
  return (thread) => {
    if (thread.place === 'block') return blocks.has(thread.block!)
    if (thread.place !== 'words') return true
    return thread.kind === 'legal' ? wordsUnder(ydoc, thread, moves).length > 0 : marks.has(thread.id)
  }
}
