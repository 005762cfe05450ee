/** Says when something happened, as a colleague would: by how long ago, then by the day. Pure. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short' })

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

/** A past moment. One a little ahead of this machine's clock counts as now. */
export function when(then: number, now: number): string {
  const ago = now - then
  if (ago < MINUTE) return 'just now'
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`
  // Rounded, because a day with a clock change is not 24 hours long.
  const days = Math.round((midnight(now) - midnight(then)) / DAY)
  if (days === 0) return `${Math.floor(ago / HOUR)} h ago`
  if (days === 1) return `yesterday ${clock.format(then)}`
  if (days < 7) return `${weekday.format(then)} ${clock.format(then)}`
  return (new Date(then).getFullYear() === new Date(now).getFullYear() ? day : dayAndYear).format(then)
}

/** How long something still holds: `in 3 days`. */
export function until(then: number, now: number): string {
  const left = then - now
  if (left <= 0) return 'ended'
  if (left < HOUR) return `in ${Math.max(1, Math.round(left / MINUTE))} min`
  if (left < 2 * DAY) return `in ${Math.round(left / HOUR)} h`
  return `in ${Math.round(left / DAY)} days`
}

export const wholeDate = (time: number): string => whole.format(time)
