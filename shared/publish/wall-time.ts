/**
 * Times as a clock on a wall shows them, in a zone: which instant one is, and what becomes of one that the clocks
 * leave out or show twice. The zones' own rules are the platform's (Intl).
 */
import type { WallTime } from '../shapes/editions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Further apart no two offsets of one zone are: a whole day was left out when the date line moved. */
const REACH = 30 * HOUR

/** `says`: null when there is exactly one such moment. */
export type Resolved = { at: number; says: string | null }

const formats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError when there is no such zone */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    if (formats.size < 1000) formats.set(zone, format)
  }
  return format
}

export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined
  } catch {
    return false
  }
}

/** What the wall shows, as if it were UTC. */
function wallAt(at: number, zone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value)
  return Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!)
}

const offsetAt = (at: number, zone: string): number => wallAt(at, zone) - Math.floor(at / 1000) * 1000

/** Such as `2026-12-03T06:00`. @throws RangeError when there is no such zone */
export const wallTime = (at: number, zone: string): string => new Date(wallAt(at, zone)).toISOString().slice(0, 16)

/** Such as `GMT+1`. @throws RangeError when there is no such zone */
export function offsetName(at: number, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' })
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** @returns null when there is no such day, or no such zone */
export function instantOf({ local, zone, fold }: WallTime): Resolved | null {
  const wall = Date.parse(`${local}:00Z`)
  // Date.parse takes the 30th of February for the 2nd of March.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 16) !== local || !isZone(zone)) return null
  const offsets = new Set<number>()
  for (let at = wall - REACH; at <= wall + REACH; at += 6 * HOUR) offsets.add(offsetAt(at, zone))
  const found = [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => wallAt(at, zone) === wall)
    .toSorted((a, b) => a - b)
  if (found.length === 1) return { at: found[0]!, says: null }
  return found.length === 0 ? afterGap(wall, zone) : oneOfTwo(found, zone, fold ?? 'earlier')
}

/** The first moment after the hours that the clocks leave out. */
function afterGap(wall: number, zone: string): Resolved {
  // Before it the wall is behind, from it on ahead.
  let before = wall - REACH
  let after = wall + REACH
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (wallAt(middle, zone) < wall) before = middle
    else after = middle
  }
  const shown = spoken(after, zone)
  return {
    at: after,
    says: `${spokenWall(wall)} does not exist in ${zone}, where the clocks are put forward: it goes out at ${shown}, the first moment after.`,
  }
}

function oneOfTwo(found: readonly number[], zone: string, fold: 'earlier' | 'later'): Resolved {
  const at = fold === 'later' ? found.at(-1)! : found[0]!
  const other = fold === 'later' ? found[0]! : found.at(-1)!
  return {
    at,
    says: `${spoken(at, zone)} comes twice in ${zone}, where the clocks are put back: it goes out at the ${fold} of both (${offsetName(at, zone)}, not ${offsetName(other, zone)}).`,
  }
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

function spokenWall(wall: number): string {
  const [date, clock] = new Date(wall).toISOString().split('T') as [string, string]
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return `${clock.slice(0, 5)} on ${day} ${MONTHS[month - 1]} ${year}`
}

/** Such as `06:00 on 3 December 2026`. @throws RangeError when there is no such zone */
export const spoken = (at: number, zone: string): string => spokenWall(wallAt(at, zone))
