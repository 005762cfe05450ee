/**
 * One live story. Everything that changes a story, whoever it comes from, goes through here: looked at,
 * put in the save queue, and only when it is on disk shown to the others. Nobody is told of a word, and
 * nothing is called saved, before that.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import * as decoding from 'lib0/decoding'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import type { Db } from '../../db/open.ts'
import { keepCheckpoint, savedStory, type Also, type SavedStory, type StoryFacts } from '../../db/updates.ts'
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
import { SCHEMA } from '../../shared/schema.ts'
import { bodyOf, fieldOf, nameParts, wordsOf } from '../../shared/story.ts'
import { KeepWords } from '../../shared/write/keep-words.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../secrets.ts'
import {
  STILL_HERE,
  noticeFrame,
  presenceFrame,
  readOnlyFrame,
  savedFrame,
  stalledFrame,
  stateFrame,
  syncFrame,
} from './frames.ts'
import { Inspector, type Verdict } from './inspect.ts'
import { Presence, PresenceFlood } from './presence.ts'
import type { Entry, SaveQueue, Saver } from './save-queue.ts'
import { Session } from './session.ts'

/** A story whose saved copy cannot be read. It is never replaced by an empty one. */
export class Damaged extends Error {}

/** Updates between two checkpoints of a story. */
const CHECKPOINT_EVERY = 500
/** On closing, a shorter tail is worth a checkpoint too: the next opening is quicker. */
const CHECKPOINT_ON_CLOSE = 60
/** The Y.Doc is brought up to date this long after an edit, off its road. */
const CATCH_UP_MS = 250
const CATCH_UP_AFTER = 256
/** Saved counts and carets may wait for text that goes the same way: this long, and on a busy server longer. */
const PATIENT_MS = 40
const PATIENT_BUSY_MS = 250
const PATIENT_MOST_MS = 250
/** On a busy server carets do not even go with every text. */
const CARETS_BUSY_MS = 150
const MAX_GAPS = 5
/** Typed and not yet on disk, before the room stops reading from its sockets. */
const MAX_UNSAVED_BYTES = 4 * 1024 * 1024
/** Not taken by a session's network: carets are left out; then it is closed and may come back. */
const SLOW_BYTES = 1024 * 1024
const TOO_SLOW_BYTES = 32 * 1024 * 1024
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

const saysMoves = ({ notes }: Verdict & { kind: 'new' }): boolean => {
  for (const list of notes.byClient.values()) if (list.some(({ place }) => place === 'moves')) return true
  return false
}

type Out = { from: Session | null; frame: Buffer }

export class Room implements Saver {
  readonly sessions = new Set<Session>()
  /** Reads and edits under way: the room may not close. */
  holds = 0
  private readonly ydoc = new Y.Doc()
  private readonly inspector = new Inspector(this.ydoc)
  private readonly presence = new Presence()
  private readonly owners = new Map<number, string>()
  /** Under which Yjs client the server's own edits of this story are, whomever they are for. Null: there were none. */
  private ownClient: number | null = null

  /** Update numbers: accepted, on disk, in the Y.Doc, in the checkpoint. */
  private seq = 0
  private savedSeq = 0
  private appliedSeq = 0
  private checkpointSeq = 0
  private bytes = 0

  private readonly unsaved: Uint8Array[] = []
  private unsavedBytes = 0
  private paused = false
  private isStalled = false
  /** Its Y.Doc can no longer be trusted; the disk can. */
  isBroken = false
  private toApply: Uint8Array[] = []
  private cancelCatchUp: (() => void) | null = null
  private whole: { seq: number; frame: Buffer } | null = null

  private out: Out[] = []
  private readonly toTell = new Set<Session>()
  private lastText = 0
  private lastPatient = 0
  private flushAt = Infinity
  private cancelFlush: (() => void) | null = null

  factsTakenAt = 0
  /** The last one by a person, if there was any. */
  private lastEdit: { at: number; by: string | null } | null = null
  private editTaken: { at: number; by: string | null } | null = null

  private constructor(
    readonly storyId: string,
    private readonly db: Db,
    private readonly queue: SaveQueue,
    private readonly clock: Clock,
    private readonly log: Logger,
    /** Told once a moment that the desk's row of this story is out of date. */
    private readonly edited: (room: Room) => void,
  ) {
    // Named types, so that what the log brings lands in them.
    nameParts(this.ydoc)
    // Yjs deletes formatting that it finds superfluous, in the name of whoever hears of it. The server has no
    // name to edit in: such a deletion would be in its Y.Doc and not on disk. Browsers do it, and say so.
    this.ydoc.on('afterTransaction', (transaction) => {
      transaction._needFormattingCleanup = false
    })
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
      room.ydoc.destroy()
      throw error
    }
    return room
  }

  private load(saved: SavedStory): void {
    if (saved.schema > SCHEMA) throw new Damaged('It was written with a newer Copydesk. Update this one.')
    if (!saved.checkpoint && saved.updates.length === 0) throw new Damaged('Its first update is missing.')
    this.seq = saved.checkpoint?.seq ?? 0
    this.ydoc.transact(() => {
      if (saved.checkpoint) this.apply(`checkpoint ${saved.checkpoint.seq}`, () => gunzipSync(saved.checkpoint!.state))
      for (const { seq, bytes } of saved.updates) {
        if (seq !== this.seq + 1) throw new Damaged(`Update ${this.seq + 1} is missing.`)
        this.apply(`update ${seq}`, () => bytes)
        this.seq = seq
      }
    })
    if (this.isIncomplete()) throw new Damaged('Some of its updates build on words that are missing.')
    this.savedSeq = this.appliedSeq = this.seq
    this.checkpointSeq = saved.checkpoint?.seq ?? 0
    for (const { client, person_id } of saved.writers) {
      this.owners.set(client, person_id)
      if (person_id === SERVER) this.ownClient = client
    }
  }

  private apply(what: string, bytes: () => Uint8Array): void {
    try {
      const update = bytes()
      this.bytes += update.length
      Y.applyUpdate(this.ydoc, update)
    } catch (error) {
      throw new Damaged(`Its ${what} is damaged.`, { cause: error })
    }
  }

  private isIncomplete(): boolean {
    return this.ydoc.store.pendingStructs !== null || this.ydoc.store.pendingDs !== null
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
    this.toTell.delete(session)
    this.presence.leave(session, this.clock.now())
    this.plan()
  }

  /** Closes one session with a reason; the others never notice. */
  drop(session: Session, code: number, reason: string): void {
    if (session.closed) return
    this.log.warn({ storyId: this.storyId, personId: session.person.id, code, reason }, 'session closed')
    this.leave(session)
    session.wire.close(code, reason)
  }

  private dropSlow(session: Session): void {
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
    if (this.presence.changed) this.plan()
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
    if (this.presence.changed) this.plan()
  }

  private receiveSync(session: Session, step: number, bytes: Uint8Array): void {
    if (step === SYNC_STEP_1) return this.answerState(session, bytes)
    if (step !== SYNC_STEP_2 && step !== SYNC_UPDATE)
      return this.drop(session, CLOSE.badMessage, 'A sync message of an unknown type.')
    session.received += 1
    const whole = step === SYNC_STEP_2
    if (whole) this.catchUp()
    const verdict = this.inspector.inspect(bytes, (client) => this.mayWriteUnder(session.person.id, client))
    if (verdict.kind === 'refused') return this.drop(session, CLOSE.badMessage, verdict.reason)
    if (!session.mayWrite && verdict.kind !== 'known') {
      session.gapped = true
      return session.write(this.clock.now(), readOnlyFrame('You may read this story, not change it.'))
    }
    if (verdict.kind === 'gap') return this.askAgain(session, whole)
    if (whole && session.mayWrite) session.gapped = session.asked = false
    if (verdict.kind === 'known') return this.push(null, session)
    // A story that is full may still be made shorter.
    const most = verdict.notes.byClient.size > 0 ? MAX_STORY_BYTES : 2 * MAX_STORY_BYTES
    if (this.bytes + this.unsavedBytes + bytes.length > most)
      return this.drop(session, CLOSE.tooLarge, 'The story would be longer than Copydesk takes.')
    this.accept(verdict, bytes, session.person.id, session)
    if (this.ownClient !== null && saysMoves(verdict)) this.bringOwn(bytes, whole)
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
    for (const { row, session, count } of entries) {
      if (row) {
        this.savedSeq = row.seq
        this.unsaved.shift()
        this.unsavedBytes -= row.bytes.length
        this.bytes += row.bytes.length
        this.toApply.push(row.bytes)
        this.out.push({ from: session, frame: syncFrame(SYNC_UPDATE, row.bytes) })
        if (row.person_id !== null || this.lastEdit === null) this.lastEdit = { at: row.at, by: row.person_id }
        if (session) session.gaps = 0
      }
      if (session && count > session.saved) {
        session.saved = count
        if (!session.closed) this.toTell.add(session)
      }
    }
    if (this.paused && this.unsavedBytes === 0) {
      this.paused = false
      for (const one of this.sessions) one.wire.resume()
    }
    if (this.out.length > 0) this.edited(this)
    if (this.toApply.length >= CATCH_UP_AFTER) this.catchUp()
    else if (this.toApply.length > 0) this.cancelCatchUp ??= this.clock.after(CATCH_UP_MS, () => this.catchUp())
    this.plan()
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
    if (this.toApply.length === 0) return
    const updates = this.toApply
    this.toApply = []
    try {
      this.ydoc.transact(() => {
        for (const update of updates) Y.applyUpdate(this.ydoc, update)
      })
    } catch (error) {
      return this.broken(error)
    }
    this.appliedSeq = this.savedSeq
    this.inspector.caughtUp(this.appliedSeq)
    if (this.isIncomplete())
      this.log.error({ storyId: this.storyId, seq: this.appliedSeq }, 'accepted updates do not fit together')
    if (this.appliedSeq - this.checkpointSeq >= CHECKPOINT_EVERY) void this.checkpoint()
  }

  /** @throws when the Y.Doc cannot be brought up to date; the story is loaded anew for whoever asks next */
  private mustBeWhole(): void {
    this.catchUp()
    if (this.isBroken) throw new Refusal('not-saved', 503, 'The story has to be loaded again. Nothing was changed; try again.')
  }

  private async checkpoint(): Promise<void> {
    const seq = this.appliedSeq
    this.checkpointSeq = seq
    const state = Y.encodeStateAsUpdate(this.ydoc)
    this.bytes = state.length
    try {
      await keepCheckpoint(this.db, this.storyId, seq, gzipSync(state, { level: 1 }), this.clock.now())
    } catch (error) {
      // The log has everything; the next checkpoint will do.
      this.log.warn({ storyId: this.storyId, err: error }, 'a checkpoint could not be kept')
    }
  }

  // What sessions are sent

  private answerState(session: Session, vector: Uint8Array): void {
    this.catchUp()
    const frames = [
      vector.length === 1 && vector[0] === 0
        ? this.wholeFrame()
        : syncFrame(SYNC_STEP_2, Y.encodeStateAsUpdate(this.ydoc, vector)),
    ]
    if (!session.synced) {
      session.synced = true
      const everybody = this.presence.everybody(session)
      if (everybody) frames.push(presenceFrame(everybody))
    }
    session.answer(this.clock.now(), ...frames)
  }

  /** The whole story in one frame, made once however many join. */
  private wholeFrame(): Buffer {
    if (this.whole?.seq !== this.appliedSeq)
      this.whole = { seq: this.appliedSeq, frame: syncFrame(SYNC_STEP_2, Y.encodeStateAsUpdate(this.ydoc)) }
    return this.whole.frame
  }

  private answerPresence(session: Session): void {
    const everybody = this.presence.everybody(session)
    session.answer(this.clock.now(), everybody ? presenceFrame(everybody) : STILL_HERE)
  }

  /** Text goes out at once when the room is quiet; in a crowd, a few times its frames share one write. */
  private plan(): void {
    const now = this.clock.now()
    const crowd = this.sessions.size
    let due = Infinity
    if (this.out.length > 0) due = this.lastText + Math.max(this.queue.spacing, crowd <= 4 ? 0 : Math.min(33, crowd / 2))
    if (this.presence.changed || this.toTell.size > 0) due = Math.min(due, this.lastPatient + this.patience())
    if (due <= now) return this.flush(now)
    if (due >= this.flushAt) return
    this.cancelFlush?.()
    this.flushAt = due
    this.cancelFlush = this.clock.after(due - now, () => this.flush(this.clock.now()))
  }

  private flush(now: number): void {
    this.cancelFlush?.()
    this.cancelFlush = null
    this.flushAt = Infinity
    const { out, presence } = this
    this.out = []
    const waited = now - this.lastPatient
    const patienceIsOver = waited >= this.patience()
    const withCarets = presence.changed && (patienceIsOver || (out.length > 0 && waited >= this.caretsWait()))
    const authors = new Set<Session | null>()
    for (const { from } of out) authors.add(from)
    const text = Buffer.concat(out.map(({ frame }) => frame))
    const news = withCarets ? presence.news(null) : null
    const forAll = news ? Buffer.concat([text, presenceFrame(news)]) : text
    for (const session of this.sessions) {
      const { buffered } = session.wire
      if (buffered > TOO_SLOW_BYTES) {
        this.dropSlow(session)
        continue
      }
      const tell = this.toTell.has(session)
      const ownNews = news !== null && (presence.isNews(session) || buffered > SLOW_BYTES)
      if (session.synced && !tell && !ownNews && !authors.has(session)) {
        if (forAll.length > 0) session.write(now, forAll)
        continue
      }
      const frames: Uint8Array[] = []
      if (session.synced) {
        for (const { from, frame } of out) if (from !== session) frames.push(frame)
        const carets = news === null || buffered > SLOW_BYTES ? null : ownNews ? presence.news(session) : news
        if (carets) frames.push(presenceFrame(carets))
      }
      if (tell && (patienceIsOver || frames.length > 0)) {
        this.toTell.delete(session)
        frames.push(savedFrame((session.told = session.saved)))
      }
      session.write(now, ...frames)
    }
    if (out.length > 0) this.lastText = now
    if (withCarets || patienceIsOver) this.lastPatient = now
    if (withCarets) presence.sent()
    if (presence.changed || this.toTell.size > 0) this.plan()
  }

  /** How long carets and saved counts may wait for company. */
  private patience(): number {
    return this.queue.busy ? PATIENT_BUSY_MS : Math.max(PATIENT_MS, Math.min(PATIENT_MOST_MS, this.sessions.size * 4))
  }

  /** How far apart carets go out that have company. */
  private caretsWait(): number {
    return this.queue.busy ? CARETS_BUSY_MS : Math.min(PATIENT_MOST_MS, this.sessions.size * 4)
  }

  // What the server itself does with a story

  /**
   * The story as it is on disk. The Y.Doc is the room's: look, do not change, do not keep.
   * @param look is also told the number of the last update that is in it
   */
  read<T>(look: (ydoc: Y.Doc, seq: number) => T): T {
    this.mustBeWhole()
    return look(this.ydoc, this.appliedSeq)
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
    if (update && this.bytes + this.unsavedBytes + update.length > MAX_STORY_BYTES)
      throw new Refusal('too-large', 413, 'The story would be longer than Copydesk takes. Nothing was changed.')
    if (update && verdict.kind === 'new') this.accept(verdict, update, personId, null, also)
    else if (also) this.push(null, null, NOBODY, also)
    else return
    await this.onDisk(this.seq)
  }

  /** The update that a change would be, worked out on a copy: the room's own Y.Doc only ever holds what is on disk. */
  private changed(change: (ydoc: Y.Doc, seq: number) => void): Uint8Array | null {
    this.mustBeWhole()
    const copy = this.copied(this.unsaved)
    try {
      const updates: Uint8Array[] = []
      copy.on('update', (update: Uint8Array) => updates.push(update))
      copy.transact(() => change(copy, this.seq))
      return updates.length === 0 ? null : Y.mergeUpdates(updates)
    } finally {
      copy.destroy()
    }
  }

  /** The story with what is still to be saved, as the server's own to edit. */
  private copied(unsaved: readonly Uint8Array[]): Y.Doc {
    const copy = new Y.Doc()
    nameParts(copy)
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(this.ydoc))
    for (const update of unsaved) Y.applyUpdate(copy, update)
    // Only now: Yjs takes another id when it hears of its own.
    copy.clientID = this.ownClient ?? copy.clientID
    return copy
  }

  /**
   * Words that the server put in (a suggestion that was accepted, say) follow the paragraph that somebody who had not
   * seen them has moved meanwhile: as everybody's page does with what was typed there (shared/write/keep-words.ts).
   */
  private bringOwn(update: Uint8Array, whole: boolean): void {
    this.catchUp()
    if (this.isBroken) return
    const copy = this.copied(this.unsaved.slice(0, -1))
    const updates: Uint8Array[] = []
    try {
      const keep = new KeepWords(copy, bodyOf(copy), this, newId)
      copy.on('afterTransaction', (transaction) => {
        transaction._needFormattingCleanup = false
      })
      copy.on('update', (bytes: Uint8Array, origin: unknown) => {
        if (origin === this) updates.push(bytes)
      })
      keep.hears(update, whole)
      Y.applyUpdate(copy, update)
      keep.stop()
    } finally {
      copy.destroy()
    }
    if (updates.length === 0) return
    const brought = Y.mergeUpdates(updates)
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
    if (first !== 'late' && (this.savedSeq < seq || this.isBroken))
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
    const field = (name: 'headline' | 'dek' | 'byline') => fieldOf(this.ydoc, name).toString()
    return {
      id: this.storyId,
      headline: field('headline'),
      dek: field('dek'),
      byline: field('byline'),
      words: wordsOf(this.ydoc),
      schema: SCHEMA,
      edited_by: by,
      edited_at: at,
    }
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
    this.cancelFlush?.()
    this.cancelCatchUp?.()
    if (!this.isBroken) this.catchUp()
    if (!this.isBroken && this.appliedSeq - this.checkpointSeq >= CHECKPOINT_ON_CLOSE) await this.checkpoint()
    this.ydoc.destroy()
  }
}
