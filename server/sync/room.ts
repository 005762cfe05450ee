/**
 * One live story. Everything that changes a story, whoever it comes from, goes through here: looked at,
 * put in the save queue, and only when it is on disk shown to the others. Nobody is told of a word, and
 * nothing is called saved, before that.
 */
import * as decoding from 'lib0/decoding'
import type { Logger } from 'pino'
import type * as Y from 'yjs'
import type { Db } from '../../db/open.ts'
import { savedStory, type Also, type SavedStory, type StoryFacts } from '../../db/updates.ts'
import type { PersonHere } from '../../shared/api.ts'
import type { OnStory } from '../../shared/can.ts'
import {
  CLOSE,
  MAX_MESSAGE_BYTES,
  MAX_STORY_BYTES,
  MESSAGE_AWARENESS,
  MESSAGE_QUERY_AWARENESS,
  MESSAGE_SYNC,
  SYNC_STEP_1,
  SYNC_STEP_2,
  SYNC_UPDATE,
} from '../../shared/protocol.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { StoryNotice } from '../../shared/review.ts'
import type { Clock } from '../clock.ts'
import { STILL_HERE, noticeFrame, presenceFrame, readOnlyFrame, stalledFrame, stateFrame } from './frames.ts'
import { Inspector, type Verdict } from './inspect.ts'
import { broughtAlong, concernsOwn, updateOf } from './own-edits.ts'
import { Presence, PresenceFlood } from './presence.ts'
import { Rounds, TOO_SLOW_BYTES } from './rounds.ts'
import type { Entry, SaveQueue, Saver } from './save-queue.ts'
import { SavedText } from './saved-text.ts'
import type { Session } from './session.ts'

/** The Y.Doc is brought up to date this long after an edit, off its road; a batch costs little more than one update. */
const CATCH_UP_MS = 1000
const CATCH_UP_AFTER = 256
const MAX_GAPS = 5
/** What a struct counts for beside its bytes, to be looked at: of a hundred thousand, as much as five megabytes. */
const STRUCT_COSTS = 50
/** What a session sends that may not write counts so many times more: a few keys, and no flood. */
const VAIN_COSTS = 15
/** Typed and not yet on disk, before the room stops reading from its sockets. */
const MAX_UNSAVED_BYTES = 4 * 1024 * 1024
const SIGN_OF_LIFE_MS = 20_000
/** Whose line answers a ping has been heard within this. */
const ON_LINE_MS = 35_000
const DEAD_AFTER_MS = 75_000
const SILENT_MS = 30_000
const UPDATE_WAIT_MS = 15_000

/** Whose the server's own edits are, among the owners of Yjs clients. */
const SERVER = 'server'
const NOBODY: readonly never[] = []
const KNOWN: Verdict = { kind: 'known' }

export class Room implements Saver {
  readonly sessions = new Set<Session>()
  /** Reads and edits under way: the room may not close. */
  holds = 0
  private readonly text: SavedText
  private readonly inspector: Inspector
  private readonly presence = new Presence()
  private readonly owners = new Map<number, string>()
  /** Under which Yjs client the server's own edits of this story are, whomever they are for. Null: there were none. */
  private ownClient: number | null = null

  /** The last update that was accepted. */
  private seq = 0
  private readonly unsaved: Uint8Array[] = []
  private unsavedBytes = 0
  private paused = false
  private isStalled = false
  /** Its Y.Doc can no longer be trusted; the disk can. */
  isBroken = false
  private cancelCatchUp: (() => void) | null = null

  private readonly rounds: Rounds

  factsTakenAt = 0
  /** The last one by a person, if there was any. */
  private lastEdit: { at: number; by: string | null } | null = null
  private editTaken: { at: number; by: string | null } | null = null

  private constructor(
    readonly storyId: string,
    db: Db,
    private readonly queue: SaveQueue,
    private readonly clock: Clock,
    private readonly log: Logger,
    /** Told once a moment that the desk's row of this story is out of date. */
    private readonly edited: (room: Room) => void,
  ) {
    this.text = new SavedText(storyId, db, clock, log)
    this.inspector = new Inspector(this.text.ydoc)
    this.rounds = new Rounds(this, this.presence, queue, clock)
  }

  /**
   * Loads a story. Null: there is none.
   * @throws Damaged when its saved copy cannot be read whole, or is of a newer Copydesk
   */
  static async open(
    storyId: string,
    db: Db,
    queue: SaveQueue,
    clock: Clock,
    log: Logger,
    edited: (room: Room) => void,
  ): Promise<Room | null> {
    const saved = await savedStory(db, storyId)
    if (!saved) return null
    const room = new Room(storyId, db, queue, clock, log, edited)
    try {
      room.load(saved)
    } catch (error) {
      room.text.close()
      throw error
    }
    return room
  }

  private load(saved: SavedStory): void {
    this.text.load(saved)
    this.seq = this.text.seq
    for (const { client, person_id } of saved.writers) {
      this.owners.set(client, person_id)
      if (person_id === SERVER) this.ownClient = client
    }
  }

  // People come and go

  join(session: Session): void {
    this.sessions.add(session)
    if (this.paused) session.wire.pause()
    const frames = [stateFrame(this.inspector.stateVector())]
    if (this.isStalled) frames.push(stalledFrame(true))
    if (!session.mayWrite) frames.push(readOnlyFrame('You may read this story, not change it.'))
    frames.push(noticeFrame({ rights: session.rights }))
    session.write(this.clock.now(), ...frames)
  }

  leave(session: Session): void {
    if (!this.sessions.delete(session)) return
    session.closed = true
    this.rounds.left(session)
    this.presence.leave(session, this.clock.now())
    this.rounds.plan()
  }

  /** Closes one session with a reason; the others never notice. */
  drop(session: Session, code: number, reason: string): void {
    if (session.closed) return
    this.log.warn({ storyId: this.storyId, personId: session.person.id, code, reason }, 'session closed')
    this.leave(session)
    session.wire.close(code, reason)
  }

  dropSlow(session: Session): void {
    this.drop(session, CLOSE.goingAway, 'The connection is too slow for this story.')
  }

  /** Takes or gives rights while the story is open. */
  setRights(session: Session, rights: OnStory): void {
    const wrote = session.mayWrite
    const changed = JSON.stringify(session.rights) !== JSON.stringify(rights)
    session.rights = rights
    if (wrote && !session.mayWrite) session.write(this.clock.now(), readOnlyFrame('You may now read this story, not change it.'))
    if (changed) session.write(this.clock.now(), noticeFrame({ rights }))
    // What it sent while it might not write was dropped: it starts again.
    if (!wrote && session.mayWrite) this.drop(session, CLOSE.goingAway, 'Your role has changed.')
  }

  /** Tells sessions what has changed beside the text, each what its person may see; null: nothing. */
  tell(what: (session: Session) => StoryNotice | null): void {
    for (const session of this.sessions) {
      const notice = what(session)
      if (notice !== null) session.write(this.clock.now(), noticeFrame(notice))
    }
  }

  here(): PersonHere[] {
    const people = new Map<string, PersonHere>()
    for (const { person } of this.sessions) people.set(person.id, { id: person.id, name: person.name, hue: person.hue })
    return [...people.values()]
  }

  /** Signs of life to silent sessions, an end to dead ones. */
  look(now: number): void {
    for (const session of this.sessions) {
      if (session.wire.buffered > TOO_SLOW_BYTES) {
        this.dropSlow(session)
        continue
      }
      // Whom nobody listens to is not silent.
      if (now - session.lastHeard > DEAD_AFTER_MS && !this.paused) {
        this.drop(session, CLOSE.goingAway, 'Nothing was heard from this session.')
        continue
      }
      if (now - session.lastHeard > SIGN_OF_LIFE_MS) session.wire.ping()
      if (now - session.lastWritten >= SIGN_OF_LIFE_MS) session.write(now, STILL_HERE)
    }
    this.presence.sayAgain(now, ({ lastHeard }) => now - lastHeard <= ON_LINE_MS)
    if (this.presence.changed) this.rounds.plan()
  }

  // What sessions send

  receive(session: Session, message: Uint8Array): void {
    if (session.closed) return
    const now = this.clock.now()
    if (!session.heard(message.length, now)) return this.drop(session, CLOSE.tooMany, 'Too many messages.')
    // One that asks and does not read what it is answered.
    if (session.wire.buffered > TOO_SLOW_BYTES) return this.dropSlow(session)
    if (message.length > MAX_MESSAGE_BYTES) return this.drop(session, CLOSE.tooLarge, 'This change is too large to send at once.')
    try {
      const decoder = decoding.createDecoder(message)
      const type = decoding.readVarUint(decoder)
      if (type === MESSAGE_SYNC) this.receiveSync(session, decoding.readVarUint(decoder), decoding.readVarUint8Array(decoder))
      else if (type === MESSAGE_AWARENESS) this.receivePresence(session, decoding.readVarUint8Array(decoder), now)
      else if (type === MESSAGE_QUERY_AWARENESS) this.answerPresence(session)
      else return this.drop(session, CLOSE.badMessage, 'A message of an unknown type.')
    } catch (error) {
      if (error instanceof PresenceFlood) return this.drop(session, CLOSE.tooMany, error.message)
      this.log.warn({ storyId: this.storyId, err: error }, 'a message that could not be read')
      return this.drop(session, CLOSE.badMessage, 'A message that could not be read.')
    }
    if (this.presence.changed) this.rounds.plan()
  }

  private receiveSync(session: Session, step: number, bytes: Uint8Array): void {
    if (step === SYNC_STEP_1) return this.answerState(session, bytes)
    if (step !== SYNC_STEP_2 && step !== SYNC_UPDATE)
      return this.drop(session, CLOSE.badMessage, 'A sync message of an unknown type.')
    session.received += 1
    const whole = step === SYNC_STEP_2
    if (whole) this.catchUp()
    const { mayWrite } = session
    const verdict = this.inspector.inspect(bytes, (client) => mayWrite && this.mayWriteUnder(session.person.id, client))
    session.costs(this.inspector.structs * STRUCT_COSTS)
    if (!mayWrite && verdict.kind !== 'known') {
      session.gapped = true
      session.costs(bytes.length * VAIN_COSTS)
      return session.write(this.clock.now(), readOnlyFrame('You may read this story, not change it.'))
    }
    if (verdict.kind === 'refused') return this.drop(session, CLOSE.badMessage, verdict.reason)
    if (verdict.kind === 'gap') return this.askAgain(session, whole)
    if (whole && session.mayWrite) session.gapped = session.asked = false
    if (verdict.kind === 'known') return this.push(null, session)
    // A story that is full may still be made shorter.
    const most = verdict.notes.byClient.size > 0 ? MAX_STORY_BYTES : 2 * MAX_STORY_BYTES
    if (this.text.bytes + this.unsavedBytes + bytes.length > most)
      return this.drop(session, CLOSE.tooLarge, 'The story would be longer than Copydesk takes.')
    this.accept(verdict, bytes, session.person.id, session)
    const text = { ydoc: this.text.ydoc, recent: this.inspector.recent, catchUp: () => this.catchUp() }
    if (this.ownClient !== null && concernsOwn(text, this.ownClient, verdict)) this.bringOwn(bytes, whole)
  }

  private receivePresence(session: Session, bytes: Uint8Array, now: number): void {
    this.presence.receive(session, bytes, now, (client) => this.mayWriteUnder(session.person.id, client))
    const { client } = session
    if (client === null || this.owners.has(client)) return
    // Seen by all from now on, so kept: nobody else may write under it, also after a restart.
    this.owners.set(client, session.person.id)
    this.push(null, null, [{ story_id: this.storyId, client, person_id: session.person.id }])
  }

  /** Something on the way was lost: the session is asked for all that the story lacks. */
  private askAgain(session: Session, whole: boolean): void {
    session.gapped = true
    if (session.asked && !whole) return
    session.asked = true
    session.gaps += 1
    if (session.gaps > MAX_GAPS)
      return this.drop(session, CLOSE.badMessage, 'Updates are missing, and asking for them did not help.')
    session.write(this.clock.now(), stateFrame(this.inspector.stateVector()))
  }

  private mayWriteUnder(personId: string, client: number): boolean {
    const owner = this.owners.get(client)
    return owner === undefined ? this.inspector.stateOf(client) === 0 : owner === personId
  }

  private accept(
    verdict: Verdict & { kind: 'new' },
    bytes: Uint8Array,
    personId: string | null,
    session: Session | null,
    also: Also | null = null,
  ): void {
    this.seq += 1
    this.inspector.accept(verdict, this.seq)
    this.unsaved.push(bytes)
    this.unsavedBytes += bytes.length
    const writers = []
    const owner = session === null ? SERVER : personId
    for (const client of verdict.notes.byClient.keys()) {
      if (session === null) this.ownClient = client
      if (owner !== null && !this.owners.has(client)) {
        this.owners.set(client, owner)
        writers.push({ story_id: this.storyId, client, person_id: owner })
      }
    }
    this.push({ story_id: this.storyId, seq: this.seq, at: this.clock.now(), person_id: personId, bytes }, session, writers, also)
    if (this.unsavedBytes > MAX_UNSAVED_BYTES && !this.paused) {
      this.paused = true
      for (const one of this.sessions) one.wire.pause()
    }
  }

  private push(row: Entry['row'], session: Session | null, writers: Entry['writers'] = NOBODY, also: Also | null = null): void {
    this.queue.push({ saver: this, row, also, writers, session, count: session && !session.gapped ? session.received : 0 })
  }

  // What the disk says

  saved(entries: readonly Entry[]): void {
    let isNew = false
    for (const { row, session, count } of entries) {
      if (row) {
        this.unsaved.shift()
        this.unsavedBytes -= row.bytes.length
        this.text.add(row.seq, row.bytes)
        this.rounds.text(session, row.bytes)
        isNew = true
        if (row.person_id !== null || this.lastEdit === null) this.lastEdit = { at: row.at, by: row.person_id }
        if (session) session.gaps = 0
      }
      if (session && count > session.saved) {
        session.saved = count
        this.rounds.saved(session)
      }
    }
    if (this.paused && this.unsavedBytes === 0) {
      this.paused = false
      for (const one of this.sessions) one.wire.resume()
    }
    if (isNew) this.edited(this)
    if (this.text.behind >= CATCH_UP_AFTER) this.catchUp()
    else if (this.text.behind > 0) this.cancelCatchUp ??= this.clock.after(CATCH_UP_MS, () => this.catchUp())
    this.rounds.plan()
  }

  stalled(): void {
    this.isStalled = true
    for (const session of this.sessions) session.write(this.clock.now(), stalledFrame(true))
  }

  resumed(): void {
    this.isStalled = false
    for (const session of this.sessions) session.write(this.clock.now(), stalledFrame(false))
  }

  broken(error: unknown): void {
    this.log.error({ storyId: this.storyId, err: error }, 'a room is broken')
    this.isBroken = true
    // Everybody comes back to a room that is loaded anew from disk.
    for (const session of this.sessions) this.drop(session, CLOSE.notLoaded, 'The story has to be loaded again.')
  }

  /** Brings the Y.Doc up to what is on disk; never further. */
  private catchUp(): void {
    this.cancelCatchUp?.()
    this.cancelCatchUp = null
    if (this.text.behind === 0) return
    try {
      this.text.catchUp()
    } catch (error) {
      return this.broken(error)
    }
    this.inspector.caughtUp(this.text.appliedSeq)
  }

  /** @throws when the Y.Doc cannot be brought up to date; the story is loaded anew for whoever asks next */
  private mustBeWhole(): void {
    this.catchUp()
    if (this.isBroken) throw new Refusal('not-saved', 503, 'The story has to be loaded again. Nothing was changed; try again.')
  }

  // What sessions are sent

  private answerState(session: Session, vector: Uint8Array): void {
    this.catchUp()
    const frames = [this.text.frameSince(vector)]
    if (!session.synced) {
      session.synced = true
      const everybody = this.presence.everybody(session)
      if (everybody.length > 0) frames.push(presenceFrame(everybody))
    }
    session.answer(this.clock.now(), ...frames)
  }

  private answerPresence(session: Session): void {
    session.answer(this.clock.now(), presenceFrame(this.presence.everybody(session)))
  }

  // What the server itself does with a story

  /**
   * The story as it is on disk. The Y.Doc is the room's: look, do not change, do not keep.
   * @param look is also told the number of the last update that is in it
   */
  read<T>(look: (ydoc: Y.Doc, seq: number) => T): T {
    this.mustBeWhole()
    return look(this.text.ydoc, this.text.appliedSeq)
  }

  /**
   * An edit by the server on a person's behalf, as an ordinary update of the room. Resolves when it is on disk.
   * @param change is also told the number of the last update before it; its own is the next
   * @param also what goes to disk with it, or not at all; also when there is nothing to change
   * @throws Refusal when it does not fit the story or cannot be saved now
   */
  async edit(personId: string | null, change: (ydoc: Y.Doc, seq: number) => void, also: Also | null = null): Promise<void> {
    if (this.queue.stalled)
      throw new Refusal('not-saved', 503, 'The server cannot save just now, so nothing was changed. Try again in a moment.')
    const update = this.changed(change)
    const verdict = update ? this.inspector.inspect(update, () => true, Infinity) : KNOWN
    if (verdict.kind === 'refused' || verdict.kind === 'gap')
      throw new Refusal('does-not-fit', 422, verdict.kind === 'gap' ? 'The change does not fit the story.' : verdict.reason)
    if (update && this.text.bytes + this.unsavedBytes + update.length > MAX_STORY_BYTES)
      throw new Refusal('too-large', 413, 'The story would be longer than Copydesk takes. Nothing was changed.')
    if (update && verdict.kind === 'new') this.accept(verdict, update, personId, null, also)
    else if (also) this.push(null, null, NOBODY, also)
    else return
    await this.onDisk(this.seq)
  }

  private changed(change: (ydoc: Y.Doc, seq: number) => void): Uint8Array | null {
    this.mustBeWhole()
    const copy = this.text.copy(this.unsaved, this.ownClient)
    try {
      return updateOf(copy, (ydoc) => change(ydoc, this.seq))
    } finally {
      copy.destroy()
    }
  }

  /** What the server wrote follows the words around it, which an update that was just accepted has moved. */
  private bringOwn(update: Uint8Array, whole: boolean): void {
    this.catchUp()
    if (this.isBroken) return
    const copy = this.text.copy(this.unsaved.slice(0, -1), this.ownClient)
    let brought: Uint8Array | null
    try {
      brought = broughtAlong(copy, update, whole)
    } finally {
      copy.destroy()
    }
    if (brought === null) return
    const verdict = this.inspector.inspect(brought, () => true, Infinity)
    if (verdict.kind === 'new') this.accept(verdict, brought, null, null)
    else if (verdict.kind !== 'known') this.log.error({ storyId: this.storyId, verdict }, 'words could not follow')
  }

  private async onDisk(seq: number): Promise<void> {
    let cancel: (() => void) | null = null
    const late = new Promise<'late'>((resolve) => {
      cancel = this.clock.after(UPDATE_WAIT_MS, () => resolve('late'))
    })
    const first = await Promise.race([this.queue.settled(), late])
    cancel!()
    if (first !== 'late' && (this.text.seq < seq || this.isBroken))
      throw new Refusal('not-saved', 503, 'The change could not be saved. Nothing was changed.')
    if (first === 'late')
      throw new Refusal(
        'not-saved',
        503,
        'The change is not on disk yet: saving has stalled. It will be saved as soon as it works again.',
      )
  }

  /**
   * Whether somebody is here, and what they have typed is here too: everybody has heard all and sent all. What the
   * server then writes meets no words that are still on their way from a window that was away.
   */
  get isTogether(): boolean {
    if (this.paused) return false
    const since = this.clock.now() - SILENT_MS
    // A line that died without a word is no window that is still on its way in.
    const here = [...this.sessions].filter(({ lastHeard }) => lastHeard > since)
    return here.length > 0 && here.every(({ synced, received, gapped }) => synced && received > 0 && !gapped)
  }

  /** What the desk lists; null: not edited since it was last asked. */
  takeFacts(): StoryFacts | null {
    if (!this.lastEdit || this.isBroken) return null
    const { at, by } = (this.editTaken = this.lastEdit)
    this.lastEdit = null
    this.factsTakenAt = this.clock.now()
    this.catchUp()
    if (this.isBroken) return null
    return { ...this.text.facts(), edited_by: by, edited_at: at }
  }

  /** What `takeFacts` gave could not be written down: it gives it again. */
  factsAreStale(): void {
    this.lastEdit ??= this.editTaken
    this.edited(this)
  }

  get idle(): boolean {
    return this.isBroken || (this.sessions.size === 0 && this.holds === 0 && this.unsaved.length === 0)
  }

  /** Only when idle: lets go of the Y.Doc, after a checkpoint if it is worth one. */
  async close(): Promise<void> {
    this.rounds.stop()
    this.cancelCatchUp?.()
    if (!this.isBroken) this.catchUp()
    if (!this.isBroken) await this.text.keepForNextTime()
    this.text.close()
  }
}
