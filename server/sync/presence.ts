/**
 * Who is in a room and where: the latest presence state of each session. A session has one state, under
 * its own client id; entries for anybody else's id are its colleagues', echoed back by a stock client,
 * and are dropped. The server writes in who it is.
 */
import * as decoding from 'lib0/decoding'
import { presenceEntry } from './frames.ts'
import type { Session } from './session.ts'

/** What a client says of itself; null: it is not here. */
type Said = { user?: unknown; cursor?: unknown } | null

type State = {
  session: Session | null
  clock: number
  /** As it came, to know what is only said again; null: we said it. */
  bytes: Uint8Array | null
  said: Said
  /** The state as it stands in an awareness update, made once for all who are sent it, and not before anybody is. */
  entry: Uint8Array | null
}

/** A caret, a field's name and the person: far less than this. */
const MAX_STATE_BYTES = 4096
/** Client ids that are neither the session's nor known here. An honest client has none. */
const MAX_INVENTED = 50
/** Clients forget a colleague of whom they have heard nothing for 30 seconds. */
const SAID_AGAIN_MS = 10_000
const MAX_ENTRIES = 2000
const MANY_STATES = 1000

export class PresenceFlood extends Error {}

export class Presence {
  private readonly states = new Map<number, State>()
  private readonly dirty = new Set<number>()

  get changed(): boolean {
    return this.dirty.size > 0
  }

  /**
   * @param mayTake whether a session without a state may have this client id
   * @throws PresenceFlood when the session must be closed
   */
  receive(session: Session, bytes: Uint8Array, now: number, mayTake: (client: number) => boolean): void {
    const decoder = decoding.createDecoder(bytes)
    const entries = decoding.readVarUint(decoder)
    if (entries > MAX_ENTRIES) throw new PresenceFlood('Too many presence states in one message.')
    for (let i = 0; i < entries; i++) {
      const client = decoding.readVarUint(decoder)
      const clock = decoding.readVarUint(decoder)
      const json = decoding.readVarUint8Array(decoder)
      if (session.client === null && mayTake(client) && this.isFree(client, session)) session.client = client
      if (session.client === client) this.take(session, client, clock, json, now)
      else if (!this.states.has(client) && (session.invented += 1) > MAX_INVENTED)
        throw new PresenceFlood('Presence states under client ids that are nobody’s.')
    }
  }

  /** The session has gone: so has its state, unless a newer session of the same person took it over. */
  leave(session: Session, now: number): void {
    const { client } = session
    const state = client === null ? undefined : this.states.get(client)
    if (client === null || state?.session !== session) return
    this.set(client, null, null, null, now)
  }

  /**
   * Who sits still is here as long as their line is: said by us, because a browser lets a window that is not looked
   * at say it too seldom.
   */
  sayAgain(now: number, isOnLine: (session: Session) => boolean): void {
    for (const [client, { session, clock, bytes, said }] of this.states)
      if (session !== null && now >= clock + SAID_AGAIN_MS && isOnLine(session)) this.set(client, session, bytes, said, now)
  }

  /** The states of everybody that is here, for a session that joins. */
  everybody(except: Session): Uint8Array[] {
    const entries: Uint8Array[] = []
    for (const [client, state] of this.states)
      if (state.session !== null && state.session !== except) entries.push(entryOf(client, state))
    return entries
  }

  /** What changed since the last `sent`, without the session's own state. */
  news(except: Session | null): Uint8Array[] {
    const entries: Uint8Array[] = []
    for (const client of this.dirty) {
      const state = this.states.get(client)
      if (state && (except === null || client !== except.client)) entries.push(entryOf(client, state))
    }
    return entries
  }

  isNews(session: Session): boolean {
    return session.client !== null && this.dirty.has(session.client)
  }

  /** The news has gone out. Gone people's ids stay known for a while: their states are still being echoed. */
  sent(): void {
    this.dirty.clear()
    if (this.states.size <= MANY_STATES) return
    for (const [client, state] of this.states) if (state.session === null) this.states.delete(client)
  }

  private isFree(client: number, session: Session): boolean {
    const holder = this.states.get(client)?.session
    return !holder || holder.person.id === session.person.id
  }

  private take(session: Session, client: number, clock: number, bytes: Uint8Array, now: number): void {
    const held = this.states.get(client)
    if (held?.session === session && clock <= session.presenceClock) return
    session.presenceClock = clock
    if (bytes.length > MAX_STATE_BYTES) throw new PresenceFlood('A presence state that is too large.')
    if (held?.session === session && held.bytes !== null && Buffer.compare(held.bytes, bytes) === 0) return
    const said = read(bytes)
    this.set(client, said === null ? null : session, bytes, said, now)
  }

  /**
   * Clocks that go out are our own: a client that comes back under its old id starts lower than what its
   * colleagues remember, and would stay invisible to them. Milliseconds only rise, also across restarts.
   */
  private set(client: number, session: Session | null, bytes: Uint8Array | null, said: Said, now: number): void {
    const clock = Math.max(now, (this.states.get(client)?.clock ?? 0) + 1)
    this.states.set(client, { session, clock, bytes, said, entry: null })
    this.dirty.add(client)
  }
}

function read(bytes: Uint8Array): Said {
  let state: unknown
  try {
    state = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  } catch {
    throw new PresenceFlood('A presence state that is not JSON.')
  }
  if (typeof state !== 'object' || Array.isArray(state)) throw new PresenceFlood('A presence state that is not an object.')
  const said: Said = state
  // Every colleague's page looks up where it is, and would stop at one that is no place.
  if (said?.cursor !== undefined && !isCaret(said.cursor)) said.cursor = null
  return said
}

function isCaret(cursor: unknown): boolean {
  if (typeof cursor !== 'object' || cursor === null) return false
  const { anchor, head } = cursor as Record<string, unknown>
  return isPlace(anchor) && isPlace(head)
}

/** A relative position of Yjs, as JSON. */
function isPlace(place: unknown): boolean {
  if (typeof place !== 'object' || place === null) return false
  const { type = null, tname = null, item = null, assoc = 0 } = place as Record<string, unknown>
  const isSomewhere = type !== null || tname !== null || item !== null
  return isSomewhere && isId(type) && (tname === null || tname === 'body') && isId(item) && typeof assoc === 'number'
}

function isId(id: unknown): boolean {
  if (id === null || typeof id !== 'object') return id === null
  const { client, clock } = id as Record<string, unknown>
  return [client, clock].every((n) => Number.isSafeInteger(n) && (n as number) >= 0)
}

function entryOf(client: number, state: State): Uint8Array {
  return (state.entry ??= presenceEntry(client, state.clock, signed(state)))
}

/** What the client says, with the person put in by us, whoever it claims to be. */
function signed({ session, said }: State): string {
  if (session === null || said === null) return 'null'
  said.user = undefined
  // Written by hand, because it is done for every move of every caret.
  const rest = JSON.stringify(said)
  return rest === '{}' ? `{"user":${session.cardJson}}` : `{"user":${session.cardJson},${rest.slice(1)}`
}
