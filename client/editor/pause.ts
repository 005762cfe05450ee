/** Does something when the keys pause; and while they do not, because somebody else is always typing, now and then. */

/** Those that have something to do. They wait for the same keys: one clock rings for all of them. */
const waiting = new Set<Pause>()
let clock: ReturnType<typeof setTimeout> | undefined
let rings = Infinity

function wind(): void {
  const next = Math.min(...[...waiting].map(({ due }) => due))
  if (next >= rings) return
  clearTimeout(clock)
  rings = next
  clock = setTimeout(ring, Math.ceil(next - performance.now()))
}

function ring(): void {
  rings = Infinity
  const now = performance.now()
  for (const one of waiting) {
    if (one.due > now) continue
    one.stop()
    queueMicrotask(one.run)
  }
  wind()
}

export class Pause {
  private since = 0
  private last = 0

  /**
   * @param after milliseconds without a key
   * @param atLast milliseconds after the first of them
   */
  constructor(
    readonly run: () => void,
    private readonly after: number,
    private readonly atLast: number,
  ) {}

  get due(): number {
    return Math.min(this.last + this.after, this.since + this.atLast)
  }

  /** A key: it sets no clock anew, because there are many; whether they paused is seen when the clock rings. */
  stir(): void {
    this.last = performance.now()
    if (waiting.has(this)) return
    this.since = this.last
    waiting.add(this)
    wind()
  }

  stop(): void {
    waiting.delete(this)
  }
}
