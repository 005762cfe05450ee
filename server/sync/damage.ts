/**
 * What of a story's log can be used, and what stands in the way of opening it. Every update is looked at
 * before it is applied: a malformed one throws half way, and one that builds on missing words waits for ever.
 */
import { gunzipSync } from 'node:zlib'
import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { keptStory, setCheckpointAside, type KeptStory, type Unusable } from '../../db/damage.ts'
import type { Db } from '../../db/open.ts'

export type Examined = {
  checkpoint: 'none' | 'good' | 'damaged'
  /** Updates without which the story could be opened, in order. */
  unusable: Unusable[]
  /** Unusable updates before a good checkpoint: nobody needs them. */
  covered: Unusable[]
}

export function examine({ checkpoint, log }: KeptStory): Examined {
  const state = checkpoint === null ? null : stateIn(checkpoint.state)
  const last = Math.max(log.at(-1)?.seq ?? 1, checkpoint?.seq ?? 1)
  const whole = unusableIn(log, 1, last, null)
  if (checkpoint === null || state === null)
    return { checkpoint: checkpoint === null ? 'none' : 'damaged', unusable: whole, covered: [] }
  return {
    checkpoint: 'good',
    unusable: unusableIn(log, checkpoint.seq + 1, last, state),
    covered: whole.filter(({ seq }) => seq <= checkpoint.seq),
  }
}

/**
 * A checkpoint only makes opening quicker: when it is damaged and the log has every update, it is set aside.
 * @returns whether it was, so that opening the story again reads the log
 */
export async function fallBackToLog(db: Db, storyId: string, now: number): Promise<boolean> {
  const kept = await keptStory(db, storyId)
  const { checkpoint, unusable } = examine(kept)
  if (kept.checkpoint === null || checkpoint !== 'damaged' || unusable.length > 0) return false
  await setCheckpointAside(db, kept.checkpoint, now)
  return true
}

/** The state in a checkpoint. Null: it cannot be read, or not whole. */
function stateIn(gzipped: Uint8Array): Uint8Array | null {
  const ydoc = new Y.Doc()
  try {
    const state = gunzipSync(gzipped)
    Y.applyUpdate(ydoc, state)
    return isWhole(ydoc) ? state : null
  } catch {
    // Whatever is thrown says the same: this is no state of a story.
    return null
  } finally {
    ydoc.destroy()
  }
}

const isWhole = ({ store }: Y.Doc): boolean => store.pendingStructs === null && store.pendingDs === null

function unusableIn(log: KeptStory['log'], first: number, last: number, state: Uint8Array | null): Unusable[] {
  const unusable: Unusable[] = []
  const bySeq = new Map(log.map((row) => [row.seq, row]))
  const usable = state === null ? [] : [state]
  let ydoc = docOf(usable)
  for (let seq = first; seq <= last; seq++) {
    const row = bySeq.get(seq)
    const why = row === undefined ? 'It is missing.' : whyNot(row.bytes, ydoc)
    if (why === null) usable.push(row!.bytes)
    else {
      unusable.push({ seq, row: row ?? null, why })
      if (why !== CANNOT_BE_READ) continue
      // It may have been applied in part.
      ydoc.destroy()
      ydoc = docOf(usable)
    }
  }
  ydoc.destroy()
  return unusable
}

function docOf(updates: readonly Uint8Array[]): Y.Doc {
  const ydoc = new Y.Doc()
  ydoc.transact(() => {
    for (const update of updates) Y.applyUpdate(ydoc, update)
  })
  return ydoc
}

const CANNOT_BE_READ = 'It cannot be read.'
const BUILDS_ON_MISSING = 'It builds on words that are missing.'

/** Applies the update. Null: done. Otherwise why it was not. */
function whyNot(bytes: Uint8Array, ydoc: Y.Doc): string | null {
  try {
    if (!fits(Y.decodeUpdate(bytes), ydoc)) return BUILDS_ON_MISSING
    const decoder = decoding.createDecoder(bytes)
    Y.readUpdate(decoder, ydoc)
    // Bytes that are left over say that what was read was not what was written.
    return isWhole(ydoc) && !decoding.hasContent(decoder) ? null : CANNOT_BE_READ
  } catch {
    // Whatever is thrown says the same: this is no update.
    return CANNOT_BE_READ
  }
}

/** Whether everything the update stands on is there, in the story or in itself. */
function fits({ structs, ds }: ReturnType<typeof Y.decodeUpdate>, ydoc: Y.Doc): boolean {
  const reaches = new Map<number, number>()
  const reach = (client: number) => reaches.get(client) ?? Y.getState(ydoc.store, client)
  for (const struct of structs) {
    const { client, clock } = struct.id
    if (struct instanceof Y.Skip || clock > reach(client)) return false
    reaches.set(client, Math.max(reach(client), clock + struct.length))
  }
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue
    const parent: unknown = struct.parent
    for (const id of [struct.origin, struct.rightOrigin, parent instanceof Y.ID ? parent : null])
      if (id !== null && id.clock >= reach(id.client)) return false
  }
  for (const [client, ranges] of ds.clients) if (ranges.some(({ clock, len }) => clock + len > reach(client))) return false
  return true
}

/** The words an update brings, as far as it can be read. */
export function wordsBroughtBy(bytes: Uint8Array): string {
  try {
    const { structs } = Y.decodeUpdate(bytes)
    return structs
      .map((struct) => (struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.content.str : ' '))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
  } catch {
    // Then there are no words to show; the report says that it cannot be read.
    return ''
  }
}
