/** What of a thread a person may see. The one place that decides it, for lists, answers and notices. */
import type { KnownThread } from '../../db/threads.ts'
import { may, type OnStory } from '../../shared/can.ts'
import type { Place, Thread } from '../../shared/review.ts'

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
