/** Times as one types them into a field: a clock on a wall in a zone, and the moment it stands for. Pure but for the browser's zone. */
import { instantOf, wallTime } from '../../shared/publish/wall-time.ts'

/** Nobody sets a time before; a year half typed is one. */
const FIRST_YEAR = 2000

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** As `datetime-local` has it. */
export const localTime = (at: number, zone: string): string => wallTime(at, zone)

/** @returns null when it is no whole time, or there is no such zone; `exact`: whether there is just one such moment */
export function momentOf(local: string, zone: string): { at: number; exact: boolean } | null {
  const typed = /^(\d{4})-\d\d-\d\dT\d\d:\d\d/.exec(local)
  if (typed === null || Number(typed[1]) < FIRST_YEAR) return null
  const found = instantOf({ local: local.slice(0, 16), zone })
  return found === null ? null : { at: found.at, exact: found.says === null }
}

/** Every zone the browser knows, where it tells. */
export const zones = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')]
