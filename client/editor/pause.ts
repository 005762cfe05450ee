/** Does something when the keys pause; and while they do not, because somebody else is always typing, now and then. */
export class Pause {
  private timer: ReturnType<typeof setTimeout> | undefined
  private since = 0
  private last = 0

  /**
   * @param after milliseconds without a key
   * @param atLast milliseconds after the first of them
   */
  constructor(
    private readonly run: () => void,
    private readonly after: number,
    private readonly atLast: number,
  ) {}

  /** A key: it sets no clock anew, because there are many; whether they paused is seen when the clock rings. */
  stir(): void {
    this.last = performance.now()
    if (this.timer !== undefined) return
    this.since = this.last
    this.wait(this.after)
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => {
      const left = Math.min(this.last + this.after, this.since + this.atLast) - performance.now()
      if (left > 0) return this.wait(left)
      this.timer = undefined
      this.run()
    }, ms)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
