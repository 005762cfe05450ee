/** Time handed in, so that tests can turn it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Does it once, later; the answer takes it back. */
  after(ms: number, act: () => void): () => void
}

const JUMP_MS = 1000

/** The system's time, but that it never goes back while the server runs: every wait is counted from it. */
let started = Date.now() - performance.now()

export const wallClock: Clock = {
  now() {
    const ticks = performance.now()
    const wall = Date.now()
    // The machine slept, or its clock was put forward.
    if (wall > started + ticks + JUMP_MS) started = wall - ticks
    return Math.floor(started + ticks)
  },
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
