/** What of a thread a person may see. The one place that decides it, for lists, answers and notices. */
import type * as Y from 'yjs'
import type { KnownThread } from '../../db/threads.ts'
import { may, type OnStory } from '../../shared/can.ts'
import type { Place, Thread } from '../../shared/review.ts'
import { blocksOf, endsOf, marked, type Ends } from '../../shared/review/anchors.ts'
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

/** @param there what `thoseThere` knows of it */
export function threadFor(thread: KnownThread, reader: Reader, there: ReadonlyMap<string, Ends | null>): Thread {
  const read = thread.reads.get(reader.id) ?? 0
  return {
    id: thread.id,
    kind: thread.kind,
    place: there.has(thread.id) ? placeOf(thread, there.get(thread.id) ?? null) : { of: 'detached' },
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

function placeOf({ place, field, block, suggestion, begins, ends }: KnownThread, now: Ends | null): Place {
  if (place === 'words') return { of: 'words', field, from: now?.from ?? begins, to: now?.to ?? ends }
  if (place === 'block') return { of: 'block', block: block! }
  if (place === 'field') return { of: 'field', field: field! }
  if (place === 'suggestion') return { of: 'suggestion', suggestion: suggestion! }
  return { of: 'story' }
}

/**
 * Those of the threads whose words, block or field the story still has; of those without a mark, where they are. Of a
 * story that cannot be read, all count as there.
 */
export async function thoseThere(
  { rooms }: Pick<Desk, 'rooms'>,
  storyId: string,
  threads: readonly KnownThread[],
): Promise<ReadonlyMap<string, Ends | null>> {
  try {
    return await rooms.read(storyId, (ydoc) => thereIn(ydoc, threads))
  } catch (error) {
    if (error instanceof Refusal && error.type === 'story-damaged') return new Map(threads.map(({ id }) => [id, null]))
    throw error
  }
}

function thereIn(ydoc: Y.Doc, threads: readonly KnownThread[]): Map<string, Ends | null> {
  const marks = marked(ydoc)
  const blocks = blocksOf(ydoc)
  const moves = new Moves(ydoc)
  const there = new Map<string, Ends | null>()
  for (const thread of threads) {
    const isWithoutMark = thread.place === 'words' && thread.kind === 'legal'
    const ends = isWithoutMark ? endsOf(wordsUnder(ydoc, thread, moves)) : null
    if (thread.place === 'block' ? blocks.has(thread.block!) : thread.place !== 'words' || ends !== null || marks.has(thread.id))
      there.set(thread.id, ends)
  }
  return there
}
