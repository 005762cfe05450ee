/** Time that stands still until a test turns it. */
import type { Clock } from '../server/clock.ts'

export class TurnedClock implements Clock {
  private time: number
  private readonly due: { at: number; act: () => void }[] = []

  constructor(start = Date.UTC(2026, 5, 1, 14, 2)) {
    this.time = start
  }

  now(): number {
    return this.time
  }

  after(ms: number, act: () => void): () => void {
    const one = { at: this.time + Math.max(0, ms), act }
    this.due.push(one)
    return () => {
      const at = this.due.indexOf(one)
      if (at >= 0) this.due.splice(at, 1)
    }
  }

  /** The clock is put forward or back: no time goes by, and timers count on. */
  jump(ms: number): void {
    this.time += ms
    for (const one of this.due) one.at += ms
  }

  /** Lets time go by; what falls due happens in its order. */
  pass(ms: number): void {
    const until = this.time + ms
    for (;;) {
      const next = this.due.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.due.splice(this.due.indexOf(next), 1)
      this.time = Math.max(this.time, next.at)
      next.act()
    }
    this.time = until
  }
}
