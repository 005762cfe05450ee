/** Clears away, at the start and once a day, what was read half a year ago, and what became of mails by then. */
import { clearOldMails, clearReadItems } from '../../db/inbox.ts'
import type { Desk } from '../context.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_MS = 180 * DAY_MS

export class ClearOld {
  private cancel: (() => void) | null = null
  private running: Promise<void> = Promise.resolve()

  constructor(private readonly desk: Pick<Desk, 'db' | 'clock' | 'log'>) {}

  begin(): void {
    this.cancel = this.desk.clock.after(DAY_MS, () => this.begin())
    this.running = this.clear()
  }

  /** Resolves when nothing is being cleared away. */
  settled(): Promise<void> {
    return this.running
  }

  async close(): Promise<void> {
    this.cancel?.()
    await this.running
  }

  private async clear(): Promise<void> {
    const { db, clock, log } = this.desk
    const before = clock.now() - KEPT_MS
    try {
      await clearReadItems(db, before)
      await clearOldMails(db, before)
    } catch (error) {
      log.warn({ err: error }, 'what is old in the inboxes could not be cleared away; tried again tomorrow')
    }
  }
}
