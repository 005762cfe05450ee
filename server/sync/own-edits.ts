/** What the server writes into a story itself, worked out on a copy of it: the room's own Y.Doc only ever holds what is on disk. */
import * as Y from 'yjs'
import { bodyOf } from '../../shared/story.ts'
import { KeepWords } from '../../shared/write/keep-words.ts'
import { newId } from '../secrets.ts'

/** The update that a change of the copy is. Null: it changes nothing. */
export function updateOf(copy: Y.Doc, change: (ydoc: Y.Doc) => void): Uint8Array | null {
  const updates: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => updates.push(update))
  copy.transact(() => change(copy))
  return updates.length === 0 ? null : Y.mergeUpdates(updates)
}

/**
 * Words that the server put in (a suggestion that was accepted, say) follow the paragraph that somebody who had not
 * seen them has moved meanwhile: as everybody's page does with what was typed there (shared/write/keep-words.ts).
 * @param copy the story before the update that moves
 * @param whole the update is that of a sync step 2
 */
export function broughtAlong(copy: Y.Doc, update: Uint8Array, whole: boolean): Uint8Array | null {
  const updates: Uint8Array[] = []
  const ours = {}
  const keep = new KeepWords(copy, bodyOf(copy), ours, newId)
  copy.on('afterTransaction', (transaction) => {
    transaction._needFormattingCleanup = false
  })
  copy.on('update', (bytes: Uint8Array, origin: unknown) => {
    if (origin === ours) updates.push(bytes)
  })
  keep.hears(update, whole)
  Y.applyUpdate(copy, update)
  keep.stop()
  return updates.length === 0 ? null : Y.mergeUpdates(updates)
}
