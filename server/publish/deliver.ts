/**
 * Brings editions to readers: at its time an edition goes out, and what is due anywhere is sent, each row claimed on disk
 * first. A row that was claimed when the server died may have reached its target: it is sent again, and says so. Targets
 * do not wait for each other; at one target a story's editions follow their order.
 */
import { randomInt } from 'node:crypto'
import { dueEditions, nextDueAt } from '../../db/editions.ts'
import { dueComparisons, dueDeliveries, nextDeliveryAt, wakeDeliveries, type DeliveryRow } from '../../db/outbox.ts'
import type { Desk } from '../context.ts'
import { siteChanged } from '../site/live-site.ts'
import { compareOne } from './compare.ts'
import { raiseAlarms } from './late.ts'
import { standingChanged } from './standing.ts'
import { release } from './release.ts'
import { itsTurn, sendOne } from './send.ts'

/** The longest sleep: a machine that slept, or whose clock was put forward, is not found out by a timer. */
const LOOK_MS = 20_000
const TROUBLE_MS = 5000
const NOT_KNOWN = 'It was being sent when the server ended: it is looked for there, and sent again if need be.'
/** How long a stop waits for what is being sent. */
const CLOSE_WAIT_MS = 5000

export class Deliveries {
  private cancel: (() => void) | null = null
  private running: Promise<void> | null = null
  private again = false
  private closed = false
  /** Targets that something is being sent to, or that are being asked. */
  private readonly busy = new Map<string, Promise<void>>()

  constructor(private readonly desk: Desk) {}

  async begin(): Promise<void> {
    const { db, clock, log } = this.desk
    const woken = await wakeDeliveries(db, [], clock.now(), NOT_KNOWN)
    if (woken > 0) log.warn({ deliveries: woken }, 'deliveries were on their way when the server ended')
    this.poke()
  }

  /** Something may be due, now or earlier than was known. */
  poke(): void {
    if (this.closed) return
    if (this.running !== null) {
      this.again = true
      return
    }
    this.cancel?.()
    this.cancel = null
    this.running = this.rounds()
  }

  /** Resolves when all that is due has been tried. */
  async settled(): Promise<void> {
    while (this.running !== null || this.busy.size > 0) {
      await this.running
      await Promise.all(this.busy.values())
    }
  }

  /** Nothing more is begun; what is being sent is waited for, a little. */
  async close(): Promise<void> {
    this.closed = true
    this.cancel?.()
    let cancel: (() => void) | null = null
    const late = new Promise<void>((resolve) => (cancel = this.desk.clock.after(CLOSE_WAIT_MS, resolve)))
    await Promise.race([this.settled(), late])
    cancel!()
  }

  private async rounds(): Promise<void> {
    let wait = 0
    do {
      this.again = false
      wait = await this.round()
    } while (this.again && !this.closed)
    this.running = null
    if (!this.closed) this.cancel = this.desk.clock.after(wait, () => this.poke())
  }

  /** @returns how long nothing is due */
  private async round(): Promise<number> {
    const { db, clock, log } = this.desk
    // One moment for all of the round: what falls due while it runs is next.
    const now = clock.now()
    try {
      const isWell = await this.releaseDue(now)
      // What was being sent and could not be written down: it may have reached its target.
      await wakeDeliveries(db, [...this.busy.keys()], now, NOT_KNOWN)
      for (const row of await dueDeliveries(db, now)) await this.take(row, () => sendOne(this.desk, row, randomInt(1000) / 1000))
      for (const row of await dueComparisons(db, now)) await this.take(row, () => compareOne(this.desk, row))
      await raiseAlarms(this.desk)
      const times = [await nextDueAt(db, now), await nextDeliveryAt(db, now)].filter((at) => at !== null)
      return Math.min(isWell ? LOOK_MS : TROUBLE_MS, Math.max(0, Math.min(...times) - clock.now()))
    } catch (error) {
      log.warn({ err: error }, 'deliveries could not be looked after')
      return TROUBLE_MS
    }
  }

  /** False: something that is due could not go out, and is due still. */
  private async releaseDue(now: number): Promise<boolean> {
    const { log, inbox, db } = this.desk
    let isWell = true
    for (const edition of await dueEditions(db, now)) {
      if (this.closed) return true
      try {
        inbox.tell(await release(this.desk, edition))
      } catch (error) {
        // Others do not wait for it.
        isWell = false
        log.error({ err: error, edition: edition.id }, 'an edition could not go out')
        continue
      }
      siteChanged(this.desk, edition.story_id)
      standingChanged(this.desk, edition.story_id)
    }
    return isWell
  }

  /** One at a time for each target. */
  private async take(row: DeliveryRow, act: () => Promise<unknown>): Promise<void> {
    if (this.closed || this.busy.has(row.target_id) || (row.state !== 'out' && !(await itsTurn(this.desk, row)))) return
    const doing = this.act(row, act).finally(() => {
      this.busy.delete(row.target_id)
      this.poke()
    })
    this.busy.set(row.target_id, doing)
  }

  private async act(row: DeliveryRow, act: () => Promise<unknown>): Promise<void> {
    try {
      await act()
      standingChanged(this.desk, row.story_id)
    } catch (error) {
      this.desk.log.error({ err: error, delivery: row.id }, 'what became of a delivery could not be written down')
    }
  }
}
