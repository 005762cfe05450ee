/** Does something when the keys pause; and while they do not, because somebody else is always typing, now and then. */
export class Pause {
  private timer: ReturnType<typeof setTimeout> | undefined
  private since = 0

  /**
   * @param after milliseconds without a key
   * @param atLast milliseconds after the first of them
   */
  constructor(
    private readonly run: () => void,
    private readonly after: number,
    private readonly atLast: number,
  ) {}

  /** A key. */
  stir(): void {
    const now = performance.now()
    if (this.timer === undefined) this.since = now
    clearTimeout(this.timer)
    this.timer = setTimeout(
      () => {
        this.timer = undefined
        this.run()
      },
      Math.max(0, Math.min(this.after, this.since + this.atLast - now)),
    )
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}
