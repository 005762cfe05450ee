/** What the server writes into a story itself, worked out on a copy of it: the room's own Y.Doc only ever holds what is on disk. */
import * as Y from 'yjs'
import { bodyOf } from '../../shared/story.ts'
import { KeepWords } from '../../shared/write/keep-words.ts'
import { textsIn } from '../../shared/write/moved.ts'
import { newId } from '../secrets.ts'
import type { Inspector, Verdict } from './inspect.ts'

type Accepted = Verdict & { kind: 'new' }
/** The Y.Doc, what was accepted and is not in it yet, and how it is brought up to what is on disk. */
type Text = { ydoc: Y.Doc; recent: Inspector['recent']; catchUp: () => void }

/** The update that a change of the copy is. Null: it changes nothing. */
export function updateOf(copy: Y.Doc, change: (ydoc: Y.Doc) => void): Uint8Array | null {
  const updates: Uint8Array[] = []
  copy.on('update', (update: Uint8Array) => updates.push(update))
  copy.transact(() => change(copy))
  return updates.length === 0 ? null : Y.mergeUpdates(updates)
}

/** Whether an update says what was moved, or takes out a block in which words are that the server put there. */
export function concernsOwn(text: Text, own: number, { notes, cut }: Accepted): boolean {
  for (const list of notes.byClient.values()) if (list.some(({ place }) => place === 'moves')) return true
  if (takesOutRecent(text, cut)) {
    text.catchUp()
    // Not on disk yet: what is in it is only seen in a copy.
    if (takesOutRecent(text, cut)) return true
  }
  const blocks: Y.XmlElement[] = []
  for (const [client, ranges] of cut)
    for (const { clock, len } of ranges) {
      const structs = text.ydoc.store.clients.get(client) ?? []
      if (clock >= Y.getState(text.ydoc.store, client)) continue
      for (let i = Y.findIndexSS(structs, clock); i < structs.length && structs[i]!.id.clock < clock + len; i++) {
        const struct = structs[i]!
        if (struct instanceof Y.Item && !struct.deleted && struct.content instanceof Y.ContentType)
          blocks.push(struct.content.type as Y.XmlElement)
      }
    }
  if (blocks.length === 0) return false
  text.catchUp()
  return text.recent.byClient.has(own) || blocks.some((block) => [...textsIn(block)].some((words) => hasLettersOf(own, words)))
}

/** Whether a block or its text goes that the Y.Doc does not have yet. */
const takesOutRecent = ({ recent }: Text, cut: Accepted['cut']): boolean =>
  [...cut].some(([client, ranges]) =>
    recent.byClient
      .get(client)
      ?.some((one) => one.makes !== null && ranges.some(({ clock, len }) => clock <= one.clock && one.clock < clock + len)),
  )

function hasLettersOf(client: number, text: Y.XmlText): boolean {
  for (let item = text._start; item; item = item.right)
    if (item.id.client === client && !item.deleted && item.countable) return true
  return false
}

/**
 * Words that the server put in (a suggestion that was accepted, say) follow the paragraph that somebody who had not
 * seen them has moved or taken out meanwhile: as everybody's page does with what was typed there (shared/write/keep-words.ts).
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
