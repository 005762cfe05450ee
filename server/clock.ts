/** Time handed in, so that tests can turn it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Does it once, later; the answer takes it back. */
  after(ms: number, act: () => void): () => void
}

export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
