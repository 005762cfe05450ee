/**
 * What the sessions of a room are sent: text that is on disk, carets, and how much of their own is saved. It goes out
 * in rounds, so that one write to a socket carries many of them; nobody gets back what they sent.
 */
import { SYNC_UPDATE } from '../../shared/protocol.ts'
import type { Clock } from '../clock.ts'
import { presenceFrame, savedFrame, syncFrame } from './frames.ts'
import type { Presence } from './presence.ts'
import type { SaveQueue } from './save-queue.ts'
import type { Session } from './session.ts'

/** Saved counts and carets may wait for text that goes the same way: this long, and on a busy server longer. */
const PATIENT_MS = 40
const PATIENT_BUSY_MS = 250
/** The text of a busy server comes in turns; so long after one is due it may still be on its way to the disk. */
const AFTER_TURN_MS = 60
const PATIENT_MOST_MS = 250
/** On a busy server carets do not even go with every text. */
const CARETS_BUSY_MS = 150
/** Not taken by a session's network: carets are left out; then it is closed and may come back. */
const SLOW_BYTES = 1024 * 1024
export const TOO_SLOW_BYTES = 32 * 1024 * 1024

/** The room they are made for. */
export type Audience = {
  readonly sessions: ReadonlySet<Session>
  /** Its network takes far less than it is sent. */
  dropSlow(session: Session): void
}

type Text = { from: Session | null; frame: Buffer }

export class Rounds {
  private texts: Text[] = []
  private readonly toTell = new Set<Session>()
  private lastText = 0
  private lastPatient = 0
  private due = Infinity
  private cancel: (() => void) | null = null

  constructor(
    private readonly room: Audience,
    private readonly presence: Presence,
    private readonly queue: Pick<SaveQueue, 'busy' | 'spacing'>,
    private readonly clock: Clock,
  ) {}

  /** An update that is on disk, for all but who sent it. Call `plan` after it. */
  text(from: Session | null, update: Uint8Array): void {
    this.texts.push({ from, frame: syncFrame(SYNC_UPDATE, update) })
  }

  /** More of what the session sent is on disk than it was told. Call `plan` after it. */
  saved(session: Session): void {
    if (!session.closed) this.toTell.add(session)
  }

  left(session: Session): void {
    this.toTell.delete(session)
  }

  stop(): void {
    this.cancel?.()
  }

  /** Text goes out at once when the room is quiet; in a crowd, a few times its frames share one write. */
  plan(): void {
    const now = this.clock.now()
    const crowd = this.room.sessions.size
    let due = Infinity
    if (this.texts.length > 0) due = this.lastText + (crowd <= 4 ? 0 : Math.min(33, crowd / 2))
    if (this.presence.changed || this.toTell.size > 0) due = Math.min(due, this.lastPatient + this.patience())
    if (due <= now) return this.go(now)
    if (due >= this.due) return
    this.cancel?.()
    this.due = due
    this.cancel = this.clock.after(due - now, () => this.go(this.clock.now()))
  }

  private go(now: number): void {
    this.cancel?.()
    this.cancel = null
    this.due = Infinity
    const { texts, presence } = this
    this.texts = []
    const waited = now - this.lastPatient
    const patienceIsOver = waited >= this.patience()
    const withCarets = presence.changed && (patienceIsOver || (texts.length > 0 && waited >= this.caretsWait()))
    const authors = new Set<Session | null>()
    for (const { from } of texts) authors.add(from)
    const text = Buffer.concat(texts.map(({ frame }) => frame))
    const news = withCarets ? presenceFrame(presence.news(null)) : null
    const forAll = news ? Buffer.concat([text, news]) : text
    for (const session of this.room.sessions) {
      const { buffered } = session.wire
      if (buffered > TOO_SLOW_BYTES) {
        this.room.dropSlow(session)
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
        for (const { from, frame } of texts) if (from !== session) frames.push(frame)
        if (news !== null && buffered <= SLOW_BYTES) frames.push(...(ownNews ? caretsFor(session, presence) : [news]))
      }
      if (tell && (patienceIsOver || frames.length > 0)) {
        this.toTell.delete(session)
        frames.push(savedFrame((session.told = session.saved)))
      }
      session.write(now, ...frames)
    }
    if (texts.length > 0) this.lastText = now
    if (withCarets || patienceIsOver) this.lastPatient = now
    if (withCarets) presence.sent()
    if (presence.changed || this.toTell.size > 0) this.plan()
  }

  /** How long carets and saved counts may wait for company. */
  private patience(): number {
    if (this.queue.busy) return Math.max(PATIENT_BUSY_MS, this.queue.spacing + AFTER_TURN_MS)
    return Math.max(PATIENT_MS, Math.min(PATIENT_MOST_MS, this.room.sessions.size * 4))
  }

  /** How far apart carets go out that have company. */
  private caretsWait(): number {
    return this.queue.busy ? CARETS_BUSY_MS : Math.min(PATIENT_MOST_MS, this.room.sessions.size * 4)
  }
}

function caretsFor(session: Session, presence: Presence): Uint8Array[] {
  const news = presence.news(session)
  return news.length > 0 ? [presenceFrame(news)] : []
}
