/** What versions are called on the screen. Pure. */
import type { Change, Version } from '../../shared/shapes/versions.ts'

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const calledBy = ({ name, says }: Pick<Version, 'name' | 'says'>): string => name ?? capital(says)

/** Beside a name: what happened then, where the name does not say it. */
export const beside = ({ name, says }: Version): string => (name === null ? '' : capital(says))

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export const clockOf = (time: number): string => clock.format(time)

export function dayOf(then: number, now: number): string {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
  // Rounded, because a day with a clock change is not 24 hours long.
  const days = Math.round((midnight(now) - midnight(then)) / (24 * 60 * 60_000))
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return (new Date(then).getFullYear() === new Date(now).getFullYear() ? day : dayAndYear).format(then)
}

/** In a sentence: `today at 14:02`. */
export function momentOf(then: number, now: number): string {
  const name = dayOf(then, now)
  return `${name === 'Today' || name === 'Yesterday' ? name.toLowerCase() : `on ${name}`} at ${clockOf(then)}`
}

/** Day by day, as they come. */
export function byDay(versions: readonly Version[], now: number): { day: string; versions: Version[] }[] {
  const days: { day: string; versions: Version[] }[] = []
  for (const version of versions) {
    const name = dayOf(version.at, now)
    if (days.at(-1)?.day === name) days.at(-1)!.versions.push(version)
    else days.push({ day: name, versions: [version] })
  }
  return days
}

export const countOf = (changes: readonly Change[]): string =>
  changes.length === 0 ? 'No changes' : changes.length === 1 ? '1 change' : `${changes.length.toLocaleString('en-GB')} changes`
