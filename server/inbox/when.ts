/** When mail is due: pure, in the clock of the person it is for. */
import type { Wish } from '../../db/inbox.ts'

/** Who reads it at the desk meanwhile gets no mail, and what happens meanwhile comes in the same one. */
export const AT_ONCE_MS = 60_000

/** Null: not at all. */
export function mailDue(wish: Wish, now: number): number | null {
  if (wish.mail === 'off') return null
  return wish.mail === 'daily' ? nextDaily(wish, now) : now + AT_ONCE_MS
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The next time that it is this time of day in this zone; on the day a clock skips it, the moment after. */
export function nextDaily({ dailyAt, zone }: Pick<Wish, 'dailyAt' | 'zone'>, now: number): number {
  const today = wallOf(zone, now)
  for (let day = 0; ; day++) {
    const wanted = Math.floor(today / DAY) * DAY + day * DAY + dailyAt * MINUTE
    const at = fromWall(zone, wanted)
    if (at > now) return at
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** What the clock on the wall of a zone shows, as if it were UTC. */
function wallOf(zone: string, at: number): number {
  let format = formats.get(zone)
  if (format === undefined) {
    const numeric = 'numeric'
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
    formats.set(zone, format)
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second'])
}

function fromWall(zone: string, wall: number): number {
  const guess = wall - (wallOf(zone, wall) - wall)
  const mended = guess - (wallOf(zone, guess) - wall)
  // A time that the clock skips is none: what is found is an hour off, before or behind. The later one.
  return wallOf(zone, mended) === wall ? mended : Math.max(guess, mended)
}

const FIRST_WAIT = MINUTE
const LONGEST_WAIT = 2 * 60 * MINUTE
/** About a day and a half of trying. */
const MOST_TRIES = 24

/** @param chance 0 to 1: spreads those that wait. @returns null: it has been tried often enough */
export function tryAgainIn(tries: number, chance: number): number | null {
  if (tries >= MOST_TRIES) return null
  return Math.round(Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1)) * (1 + chance / 4))
}

/** Whoever came by a link alone has no address, or one that leads nowhere. */
export const isMailable = (email: string | null): boolean => email !== null && /@/.test(email) && !/\.invalid$/i.test(email)
