/**
 * Ends guest links when their time has come: at that very moment, for who has a story open, and before it is
 * looked at who asks, for everybody else.
 */
import { endDueLinks, nextLinkEnd } from '../db/guest-links.ts'
import type { Desk } from './context.ts'

/** Timers hold no more than 24 days. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000
const TRY_AGAIN_MS = 1000

export class LinkEnds {
  private next: number | null = null
  private ending: Promise<void> | null = null
  private cancel: (() => void) | null = null
  private closed = false

  constructor(private readonly desk: Pick<Desk, 'db' | 'clock' | 'log' | 'rooms' | 'feed'>) {}

  /** Call at the start, and after a link was made or changed. */
  async look(): Promise<void> {
    const { db, clock, rooms, feed } = this.desk
    const ended = await endDueLinks(db, clock.now())
    this.next = await nextLinkEnd(db)
    this.plan(this.next === null ? null : this.next - clock.now())
    if (ended > 0) await Promise.all([rooms.rightsChanged(), feed.rightsChanged()])
  }

  /** Nobody is asked by a link whose time is over. */
  async upToDate(): Promise<void> {
    if (this.next === null || this.next > this.desk.clock.now()) return
    this.ending ??= this.look().finally(() => (this.ending = null))
    await this.ending
  }

  close(): void {
    this.closed = true
    this.cancel?.()
  }

  private plan(ms: number | null): void {
    this.cancel?.()
    this.cancel = null
    if (this.closed || ms === null) return
    this.cancel = this.desk.clock.after(Math.min(Math.max(ms, 0), LONGEST_WAIT_MS), () => {
      this.look().catch((error: unknown) => {
        this.desk.log.warn({ err: error }, 'guest links that are over could not be ended')
        this.plan(TRY_AGAIN_MS)
      })
    })
  }
}
