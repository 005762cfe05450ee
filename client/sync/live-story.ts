/**
 * A story open in this window: its Y.Doc, who else is in it, and whether every word is saved. Wraps
 * y-websocket's provider; knows nothing of Lit or ProseMirror.
 */
import * as decoding from 'lib0/decoding'
import { Awareness } from 'y-protocols/awareness'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import type { Person, PersonHere } from '../../shared/api.ts'
import { may, type OnStory } from '../../shared/can.ts'
import { colorOf } from '../../shared/hues.ts'
import { CLOSE, MAX_MESSAGE_BYTES, MESSAGE_AUTH, MESSAGE_NOTICE, MESSAGE_SAVED, MESSAGE_STALLED } from '../../shared/protocol.ts'
import type { StoryNotice } from '../../shared/review.ts'
import { SCHEMA } from '../../shared/schema.ts'
import { nameParts } from '../../shared/story.ts'
import { countingSocket } from './counting-socket.ts'
import { SLOW_SAVE_MS, savedState, type SavedState } from './saved.ts'
import { Hold } from './hold.ts'
import { LineCheck } from './line-check.ts'
import { keepOwnPresence } from './own-presence.ts'
import { dropUnsent, keepUnsent, takeUnsent } from './unsent.ts'

export type { SavedState } from './saved.ts'

/** Somebody in the story, once however many windows they have. */
export type Here = PersonHere & { me: boolean; clients: number[]; field: string | null }

/** Bytes that are about to come into the story, or null: a colleague asks. `whole`: a sync step 2. */
export type Incoming = { update: Uint8Array | null; whole: boolean }

/** A change that waits longer than this is also kept in the browser. */
const KEEP_AFTER_MS = 1500

export class LiveStory extends EventTarget {
  readonly ydoc = new Y.Doc()
  readonly awareness = new Awareness(this.ydoc)
  loaded = false
  saved: SavedState
  here: Here[] = []
  /** For the moment in which a word is composed. */
  readonly colleagues: Hold
  private readonly provider: WebsocketProvider
  private readonly line: LineCheck
  private readonly slot = String(this.ydoc.clientID)

  /** Sync updates sent and known to be on disk, on this connection. */
  private sent = 0
  private acked = 0
  /** Bytes of them since all were on disk. */
  private underway = 0
  private sentBefore = 0
  /** Times of local changes not yet known to be on disk, oldest first, with the `sent` that covers each. */
  private waiting: { at: number; sent: number }[] = []
  private stalled = false
  private ended: { code: number; reason: string } | null = null
  private keepTimer: ReturnType<typeof setTimeout> | undefined
  private lookTimer: ReturnType<typeof setTimeout> | undefined
  private kept = false
  /** Slots of earlier tabs whose words were taken in and are not on disk yet. */
  private inherited: string[] = []
  private left: { slot: string; update: Uint8Array }[] = []

  constructor(
    readonly storyId: string,
    readonly person: Person,
    /** Until the server has said it, as the role has it. */
    public rights: OnStory,
    /** Whose Y.Doc it is: the story's own, or this person's fork of it. */
    private readonly roomId = storyId,
  ) {
    super()
    nameParts(this.ydoc)
    // Before the provider's own listener, which sends the change at once if it can.
    this.ydoc.on('update', () => {
      this.sentBefore = this.sent
    })
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/sync`
    this.provider = new WebsocketProvider(url, roomId, this.ydoc, {
      awareness: this.awareness,
      params: { schema: String(SCHEMA) },
      connect: false,
      // Two tabs that synced past the server would get round its permission check.
      disableBc: true,
      WebSocketPolyfill: countingSocket(
        () => this.ydoc.clientID,
        (bytes) => {
          this.sent += 1
          this.underway += bytes
        },
      ),
    })
    this.line = new LineCheck(this.provider)
    this.colleagues = new Hold(this.provider, (update, whole) =>
      this.dispatchEvent(new CustomEvent<Incoming>('incoming', { detail: { update, whole } })),
    )
    this.saved = savedState(this.facts())
    this.awareness.setLocalStateField('user', { id: person.id, name: person.name, hue: person.hue, color: colorOf(person.hue) })
    keepOwnPresence(this.awareness)
    this.here = whoIsHere(this.awareness, person)
    this.listen()
    void this.open()
  }

  close(): void {
    clearTimeout(this.keepTimer)
    clearTimeout(this.lookTimer)
    removeEventListener('pagehide', this.onPageHide)
    removeEventListener('pageshow', this.onPageShow)
    removeEventListener('online', this.onOnline)
    removeEventListener('beforeunload', this.onBeforeUnload)
    if (this.waiting.length > 0) void this.keep()
    this.line.close()
    this.provider.destroy()
    this.awareness.destroy()
    this.ydoc.destroy()
  }

  get mayWrite(): boolean {
    return may(this.rights, 'write it')
  }

  /** Without a connection nobody can be seen, which is not the same as nobody being here. */
  get connected(): boolean {
    return this.provider.wsconnected
  }

  /** The words that only this device has, if any, as an update. */
  unsavedUpdate(): Uint8Array | null {
    return this.waiting.length === 0 ? null : Y.encodeStateAsUpdate(this.ydoc)
  }

  private async open(): Promise<void> {
    try {
      if (this.mayWrite) this.left = await takeUnsent(this.roomId, this.person.id)
    } catch (error) {
      // Private windows have no store: the story works all the same, it only cannot outlive a crash.
      this.dispatchEvent(new CustomEvent('trouble', { detail: error }))
    }
    this.provider.connect()
  }

  /** Words of an earlier tab: which of all that it had the server has not is known when the story is here. */
  private takeLeft(): void {
    // Who may not write any more has them kept, as they are.
    if (!this.mayWrite) return
    for (const { slot, update } of this.left.splice(0)) {
      const missing = Y.diffUpdate(update, Y.encodeStateVector(this.ydoc))
      if (missing.length > MAX_MESSAGE_BYTES) continue
      this.inherited.push(slot)
      Y.applyUpdate(this.ydoc, missing, 'unsent')
    }
  }

  private listen(): void {
    const { provider, ydoc, awareness } = this
    provider.on('status', ({ status }) => {
      if (status !== 'disconnected') this.startCounting()
      this.changed()
    })
    provider.on('sync', (synced: boolean) => {
      if (synced) {
        this.loaded = true
        // What was typed without a connection has gone out with this one's sync step 2.
        for (const change of this.waiting) if (change.sent === Infinity) change.sent = this.sent
        this.takeLeft()
        this.settle()
        // Whoever keeps a list beside the text fetches it anew: what was told meanwhile was told to nobody.
        this.dispatchEvent(new Event('synced'))
      }
      this.changed()
    })
    provider.on('closed', (ended) => {
      this.ended = ended
      if (this.waiting.length > 0) void this.keep()
      this.changed()
    })
    provider.messageHandlers[MESSAGE_SAVED] = (_encoder, decoder) => {
      this.acked = decoding.readVarUint(decoder)
      this.settle()
      this.changed()
    }
    provider.messageHandlers[MESSAGE_STALLED] = (_encoder, decoder) => {
      this.stalled = decoding.readVarUint(decoder) === 1
      if (this.stalled && this.waiting.length > 0) void this.keep()
      this.changed()
    }
    provider.messageHandlers[MESSAGE_NOTICE] = (_encoder, decoder) => {
      const notice = JSON.parse(decoding.readVarString(decoder)) as StoryNotice
      if ('rights' in notice) this.rights = notice.rights
      // The server takes none of them any more: this browser keeps them for who typed them.
      if (!this.mayWrite && this.waiting.length > 0) void this.keep()
      this.dispatchEvent(new CustomEvent<StoryNotice>('notice', { detail: notice }))
      if ('rights' in notice) this.changed()
    }
    // For clients that know of nothing else: a notice has said it.
    provider.messageHandlers[MESSAGE_AUTH] = () => {}
    ydoc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === provider) return
      this.typed(update)
    })
    awareness.on('change', () => {
      const here = whoIsHere(awareness, this.person)
      // As a rule only a caret has moved.
      if (JSON.stringify(here) === JSON.stringify(this.here)) return
      this.here = here
      this.changed()
    })
    addEventListener('pagehide', this.onPageHide)
    addEventListener('pageshow', this.onPageShow)
    addEventListener('online', this.onOnline)
    addEventListener('beforeunload', this.onBeforeUnload)
  }

  private startCounting(): void {
    this.sent = 0
    this.acked = 0
    this.underway = 0
    this.stalled = false
    for (const change of this.waiting) change.sent = Infinity
  }

  private typed(update: Uint8Array): void {
    this.waiting.push({ at: Date.now(), sent: this.sent > this.sentBefore ? this.sent : Infinity })
    if (update.length > MAX_MESSAGE_BYTES) {
      // The server would refuse it, for ever.
      this.provider.disconnect()
      this.ended = { code: CLOSE.tooLarge, reason: 'This change is too large to send at once.' }
    }
    this.keepIn(KEEP_AFTER_MS)
    this.changed()
  }

  /** Who types on always has a change on its way: what counts is how long the first of them has waited. */
  private keepIn(ms: number): void {
    this.keepTimer ??= setTimeout(() => {
      this.keepTimer = undefined
      const first = this.waiting[0]
      if (first === undefined) return
      const left = first.at + KEEP_AFTER_MS - Date.now()
      if (left > 0) this.keepIn(left)
      else void this.keep()
    }, ms)
  }

  private settle(): void {
    if (!this.provider.synced) return
    this.waiting = this.waiting.filter((change) => change.sent > this.acked)
    if (this.acked >= this.sent) this.underway = 0
    if (this.waiting.length === 0 && this.acked >= this.sent) void this.forget()
  }

  private async keep(): Promise<void> {
    this.kept = true
    try {
      await keepUnsent(this.roomId, this.person.id, this.slot, Y.encodeStateAsUpdate(this.ydoc))
    } catch (error) {
      this.dispatchEvent(new CustomEvent('trouble', { detail: error }))
    }
  }

  private async forget(): Promise<void> {
    const slots = [...this.inherited, ...(this.kept ? [this.slot] : [])]
    if (slots.length === 0) return
    this.inherited = []
    this.kept = false
    try {
      await dropUnsent(this.roomId, this.person.id, slots)
    } catch (error) {
      this.dispatchEvent(new CustomEvent('trouble', { detail: error }))
    }
  }

  private facts() {
    return {
      ended: this.ended,
      connected: this.provider.wsconnected,
      loaded: this.loaded,
      synced: this.provider.synced,
      stalled: this.stalled,
      unsaved: this.waiting.length,
      since: this.waiting[0]?.at ?? null,
      now: Date.now(),
    }
  }

  private changed(): void {
    const facts = this.facts()
    this.saved = savedState(facts)
    if (this.saved.kind === 'saving') this.lookIn((facts.since ?? facts.now) + SLOW_SAVE_MS + 50 - facts.now)
    if (this.saved.kind === 'not-saved' && !this.stalled) this.line.waitsForWords(this.underway)
    if (!this.loaded && this.provider.wsconnected) this.line.bePatient()
    this.dispatchEvent(new Event('change'))
  }

  /** Whether the first change that waits is saved by then; what is typed behind it sets no clock anew. */
  private lookIn(ms: number): void {
    this.lookTimer ??= setTimeout(() => {
      this.lookTimer = undefined
      this.changed()
    }, ms)
  }

  private readonly onPageHide = () => {
    // In the back-forward cache a page must not hold a socket; coming back it syncs anew.
    if (this.waiting.length > 0) void this.keep()
    this.provider.disconnect()
  }

  private readonly onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted && !this.ended) this.provider.connect()
  }

  private readonly onOnline = () => {
    if (this.provider.wsconnected) return this.line.doubt()
    if (this.ended) return
    this.provider.wsUnsuccessfulReconnects = 0
    this.line.anew()
  }

  private readonly onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (this.waiting.length === 0) return
    event.preventDefault()
    void this.keep()
  }
}

function whoIsHere(awareness: Awareness, me: Person): Here[] {
  const people = new Map<string, Here>()
  for (const [client, state] of awareness.getStates()) {
    const user: unknown = state.user
    if (typeof user !== 'object' || user === null || !('id' in user) || !('name' in user)) continue
    const id = String(user.id)
    const field = typeof state.field === 'string' ? state.field : null
    const known = people.get(id)
    if (known) {
      known.clients.push(client)
      known.field ??= field
      continue
    }
    const hue = 'hue' in user && typeof user.hue === 'number' ? user.hue : 0
    people.set(id, { id, name: String(user.name), hue, me: id === me.id, clients: [client], field })
  }
  return [...people.values()].toSorted((a, b) => Number(a.me) - Number(b.me) || a.name.localeCompare(b.name))
}
