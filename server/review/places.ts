/** Puts threads on their words. */
import type { ThreadsTable } from '../../db/schema.ts'
import type { NewPlace, NewThread } from '../../shared/review.ts'

export type PlaceColumns = Pick<ThreadsTable, 'place' | 'field' | 'block' | 'suggestion' | 'begins' | 'ends' | 'is_placed'>

/** A place as it is kept. Only words have to be found and marked in the text. */
export function placeColumns(place: NewPlace): PlaceColumns {
  return {
    place: place.of,
    field: 'field' in place ? (place.field ?? null) : null,
    block: 'block' in place ? place.block : null,
    suggestion: 'suggestion' in place ? place.suggestion : null,
    begins: 'from' in place ? place.from : null,
    ends: 'to' in place ? place.to : null,
    is_placed: place.of === 'words' ? 0 : 1,
  }
}

export function rowOf({ id, kind, place, quote, assignTo }: NewThread, storyId: string, by: string, now: number): ThreadsTable {
  return {
    id,
    story_id: storyId,
    kind,
    ...placeColumns(place),
    quote,
    before: '',
    after: '',
    created_by: by,
    created_at: now,
    changed_at: now,
    assigned_to: assignTo ?? null,
    resolved_by: null,
    resolved_at: null,
    removed_at: null,
  }
}
