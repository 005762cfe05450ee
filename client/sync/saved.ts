/** Whether every word is on the server's disk, and if not, why: one pure decision. */
import { CLOSE } from '../../shared/protocol.ts'

export type SavedState = {
  kind: 'opening' | 'saved' | 'saving' | 'not-saved' | 'offline' | 'reload' | 'ended'
  /** Changes that are only on this device. */
  unsaved: number
  /** Since when, in milliseconds since 1970. */
  since: number | null
  /** Why it ended or is not saved, for a person. */
  reason: string | null
  /** The close code when the server has ended the session for good. */
  code: number | null
}

export type Facts = {
  /** The server has ended the session for good. */
  ended: { code: number; reason: string } | null
  connected: boolean
  /** The first sync is done; stays true afterwards. */
  loaded: boolean
  /** This connection has synced. */
  synced: boolean
  /** The server says its disk does not take anything just now. */
  stalled: boolean
  /** Local changes not known to be on disk, and the oldest one's time. */
  unsaved: number
  since: number | null
  now: number
}

/** An unsaved change this old is no longer "saving". */
export const SLOW_SAVE_MS = 4000

/** One and the same at every key. */
const SAVED: SavedState = { kind: 'saved', unsaved: 0, since: null, reason: null, code: null }

export function savedState(facts: Facts): SavedState {
  const { ended, connected, loaded, synced, stalled, unsaved, since, now } = facts
  const state = (kind: SavedState['kind'], reason: string | null = null): SavedState => ({
    kind,
    unsaved,
    since: unsaved > 0 ? since : null,
    reason,
    code: ended?.code ?? null,
  })
  if (ended) return state(ended.code === CLOSE.olderClient ? 'reload' : 'ended', ended.reason)
  if (!loaded && !connected) return state('opening')
  if (!connected) return unsaved > 0 ? state('not-saved', 'No connection to the server.') : state('offline')
  if (!loaded) return state('opening')
  if (stalled) return state('not-saved', 'The server cannot save just now.')
  if (unsaved === 0) return synced ? SAVED : state('saving')
  return state(since !== null && now - since > SLOW_SAVE_MS ? 'not-saved' : 'saving')
}
