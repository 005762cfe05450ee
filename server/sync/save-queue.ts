/**
 * The one road to disk for everything typed. Updates of all stories wait here while the last write runs and go down
 * together in one commit; on a busy server those of one story gather until its turn. Nothing leaves the queue before it is
 * on disk: when saving fails the queue keeps everything, tells the rooms it has stalled, and tries again until it works.
 */
import type { Logger } from 'pino'
import { isConflict, type Db } from '../../db/open.ts'
import type { UpdatesTable, WritersTable } from '../../db/schema.ts'
import { append, type Also } from '../../db/updates.ts'
import type { Clock } from '../clock.ts'
import type { Session } from './session.ts'

/** Whoever put updates in: a room. */
export type Saver = {
  /** These of its entries are on disk, in the order it put them in. */
  saved(entries: readonly Entry[]): void
  /** Saving has stopped working. */
  stalled(): void
  /** It works again. */
  resumed(): void
  /** It could not take what was saved: a bug of ours, and no reason for the other rooms to stop. */
  broken(error: unknown): void
}

export type Entry = {
  saver: Saver
  /** Null: nothing to write, only its place in the order matters. */
  row: UpdatesTable | null
  /** What goes down with it, or not at all. */
  also: Also | null
  /** Client ids that this entry is the first to use. */
  writers: readonly WritersTable[]
  /** Who sent it; null: the server itself. */
  session: Session | null
  /** When it is on disk, so are the session's first `count` sync updates; 0: that cannot be said. */
  count: number
}

const RETRY_FIRST_MS = 200
const RETRY_MOST_MS = 5000
/**
 * When much is typed, commits are this far apart, and farther on a slow disk: the event loop stands still
 * while the disk works. After a pause there is no wait at all.
 */
const WINDOW_MS = 12
const WINDOW_MOST_MS = 60
const WINDOW_FOR_COST = 5
/** From so many updates a second the server counts as busy. */
const BUSY_A_SECOND = 400
/**
 * On a busy server a story's updates are worth waiting for company, before the disk and not after it: they then lie
 * side by side, and are shown in one round as soon as they are saved. All stories together make no more than these.
 */
const TURNS_A_SECOND = 1100

export class SaveQueue {
  /** What the next write takes. */
  private waiting: Entry[] = []
  /** What gathers until its saver's turn. */
  private readonly gathering = new Map<Saver, { until: number; entries: Entry[] }>()
  private readonly lastTurn = new WeakMap<Saver, number>()
  private writing = false
  private planned: { at: number; cancel: () => void } | null = null
  private failures = 0
  private lastCommit = 0
  private window = WINDOW_MS
  private countedSince = 0
  private counted = 0
  /** Updates a second, as last counted. */
  private rate = 0
  /** Stories in which something was typed since `countedSince`, and how many those were in the second before. */
  private readonly typedIn = new Set<string>()
  private stories = 0
  private readonly told = new Set<Saver>()
  private whenEmpty: (() => void)[] = []
  private wakeUp: (() => void) | null = null

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Much is typed in all rooms together: what can wait should. */
  get busy(): boolean {
    return this.rate >= BUSY_A_SECOND && this.clock.now() - this.countedSince < 2000
  }

  /** How far apart, in milliseconds, one saver's turns are. */
  get spacing(): number {
    return this.busy ? (this.stories * 1000) / TURNS_A_SECOND : 0
  }

  get stalled(): boolean {
    return this.failures > 0
  }

  push(entry: Entry): void {
    if (this.failures > 0) {
      this.waiting.push(entry)
      return this.tell(entry.saver)
    }
    const { saver } = entry
    // What a saver puts in later never goes down first.
    const before = this.gathering.get(saver)
    if (before) return void before.entries.push(entry)
    const { spacing } = this
    const wait = spacing === 0 ? 0 : (this.lastTurn.get(saver) ?? 0) + spacing - this.clock.now()
    if (wait > 0) this.gathering.set(saver, { until: this.clock.now() + Math.min(wait, spacing), entries: [entry] })
    else this.waiting.push(entry)
    this.plan()
  }

  /** Resolves when everything put in so far is on disk; does not wait for company. */
  async settled(): Promise<void> {
    if (this.waiting.length === 0 && this.gathering.size === 0 && !this.writing) return
    const empty = new Promise<void>((resolve) => this.whenEmpty.push(resolve))
    if (!this.writing) void this.write()
    await empty
  }

  /** The server stops, and the disk takes nothing: nobody was told that these are saved, and their writers have them. */
  giveUp(): void {
    this.takeAll()
    if (this.waiting.length === 0) return
    this.log.error({ waiting: this.waiting.length }, 'stopping with updates that could not be saved')
    this.waiting = []
    this.wakeUp?.()
  }

  private plan(): void {
    if (this.writing) return
    const now = this.clock.now()
    const since = now - this.lastCommit
    let at = since < 0 ? now : this.lastCommit + this.window
    if (this.waiting.length === 0) {
      let first = Infinity
      for (const { until } of this.gathering.values()) if (until < first) first = until
      if (first === Infinity) return
      at = Math.max(at, first)
    }
    if (this.planned && this.planned.at <= at) return
    this.planned?.cancel()
    if (at <= now) {
      // The end of this turn of the event loop: everything that arrived in it shares one commit.
      const turn = setImmediate(() => void this.write())
      this.planned = { at, cancel: () => clearImmediate(turn) }
    } else this.planned = { at, cancel: this.clock.after(at - now, () => void this.write()) }
  }

  /** Those whose turn has come. */
  private takeDue(now: number): void {
    for (const [saver, { until, entries }] of this.gathering)
      if (until <= now) {
        this.gathering.delete(saver)
        this.waiting.push(...entries)
      }
  }

  private takeAll(): void {
    this.takeDue(Infinity)
  }

  private async write(): Promise<void> {
    this.planned?.cancel()
    this.planned = null
    if (this.writing) return
    this.writing = true
    for (;;) {
      this.takeDue(this.whenEmpty.length > 0 ? Infinity : this.clock.now())
      if (this.waiting.length === 0) break
      // A copy: what arrives during the await must still be there after it.
      const batch = this.waiting.slice()
      let onDisk: readonly Entry[] = batch
      const started = this.clock.now()
      try {
        await this.append(batch)
      } catch (error) {
        if (!isConflict(error)) {
          await this.stall(error)
          continue
        }
        onDisk = await this.withoutConflicts(batch)
      }
      this.waiting = this.waiting.slice(batch.length)
      this.lastCommit = this.clock.now()
      const cost = Math.max(0, this.lastCommit - started)
      this.window += (Math.min(WINDOW_MOST_MS, Math.max(WINDOW_MS, cost * WINDOW_FOR_COST)) - this.window) / 8
      this.count(batch)
      this.resume()
      this.deliver(onDisk)
      if (this.whenEmpty.length === 0) break
    }
    this.writing = false
    if (this.waiting.length > 0 || this.gathering.size > 0) this.plan()
    if (this.waiting.length > 0) return
    const done = this.whenEmpty
    this.whenEmpty = []
    for (const resolve of done) resolve()
  }

  private count(batch: readonly Entry[]): void {
    const elapsed = this.lastCommit - this.countedSince
    this.counted += batch.length
    for (const { row } of batch) if (row) this.typedIn.add(row.story_id)
    if (elapsed < 1000) return
    this.rate = (this.counted * 1000) / elapsed
    this.stories = this.typedIn.size
    this.typedIn.clear()
    this.counted = 0
    this.countedSince = this.lastCommit
  }

  private append(batch: readonly Entry[]): Promise<void> {
    return append(
      this.db,
      batch.flatMap((entry) => entry.row ?? []),
      batch.flatMap((entry) => entry.writers),
      batch.flatMap((entry) => entry.also ?? []),
    )
  }

  /**
   * One story's log is not as its room believes: another hand has been in the database. Its entries are
   * given up, unacknowledged, so that the room is loaded anew and their writers send them again; the
   * other stories go on.
   */
  private async withoutConflicts(batch: readonly Entry[]): Promise<Entry[]> {
    const onDisk: Entry[] = []
    for (const [saver, entries] of bySaver(batch))
      try {
        await this.append(entries)
        onDisk.push(...entries)
      } catch (error) {
        saver.broken(error)
      }
    return onDisk
  }

  private async stall(error: unknown): Promise<void> {
    this.failures += 1
    if (this.failures === 1 || this.failures % 20 === 0)
      this.log.error({ err: error, waiting: this.waiting.length }, 'saving has stalled')
    this.takeAll()
    for (const entry of this.waiting) this.tell(entry.saver)
    const pause = Math.min(RETRY_FIRST_MS * 2 ** (this.failures - 1), RETRY_MOST_MS)
    await new Promise<void>((resolve) => {
      const cancel = this.clock.after(pause, resolve)
      this.wakeUp = () => {
        cancel()
        resolve()
      }
    })
    this.wakeUp = null
  }

  private deliver(batch: readonly Entry[]): void {
    for (const [saver, entries] of bySaver(batch)) {
      this.lastTurn.set(saver, this.lastCommit)
      try {
        saver.saved(entries)
      } catch (error) {
        saver.broken(error)
      }
    }
  }

  private tell(saver: Saver): void {
    if (this.told.has(saver)) return
    this.told.add(saver)
    saver.stalled()
  }

  private resume(): void {
    if (this.failures === 0) return
    this.log.info({ failures: this.failures }, 'saving works again')
    this.failures = 0
    const told = [...this.told]
    this.told.clear()
    for (const saver of told) saver.resumed()
  }
}

function bySaver(batch: readonly Entry[]): Map<Saver, Entry[]> {
  const groups = new Map<Saver, Entry[]>()
  for (const entry of batch) {
    const list = groups.get(entry.saver)
    if (list) list.push(entry)
    else groups.set(entry.saver, [entry])
  }
  return groups
}
