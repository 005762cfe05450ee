/** When a delivery is tried again. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const WAITS = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
const LONGEST = 2 * HOUR
/** So long after its time it is given up, and not before it was tried so often: a server may have been off for days. */
const PATIENCE = 24 * HOUR
const LEAST_TRIES = 12

/**
 * @param tries how often it was tried, since somebody last asked for it
 * @param due when it was to be out
 * @param chance 0 to 1: not all that failed together come again together
 * @returns null: it is given up
 */
export function nextTry(tries: number, due: number, now: number, chance: number): number | null {
  if (now - due >= PATIENCE && tries >= LEAST_TRIES) return null
  const wait = WAITS[Math.max(0, tries - 1)] ?? LONGEST
  return now + wait + Math.floor((wait / 10) * chance)
}
