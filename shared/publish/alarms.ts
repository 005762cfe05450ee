/** What went wrong on the way to readers, in sentences for the desk: nothing that is due ever fails silently. */
import type { DELIVERY_STATES } from '../shapes/editions.ts'
import { spoken } from './wall-time.ts'

/** So long after its time something that is not out raises the alarm, also when it is still being tried. */
export const LATE_MS = 5 * 60_000

type State = (typeof DELIVERY_STATES)[number]
export type Watched = {
  number: number
  /** What became of the edition, and why. */
  state: 'waiting' | 'out' | 'cancelled' | 'stopped'
  endedSays: string | null
  at: number
  zone: string
  /** Who published it. */
  by: string
  deliveries: readonly { target: string; name: string; state: State; due: number; says: string | null }[]
}

/** One alarm; its key names what went wrong, so that nobody is told twice. */
export type Alarm = { key: string; number: number; target: string | null; says: string; by: string }

/** @param editions all of a story, the first first */
export function alarmsOf(editions: readonly Watched[], now: number): Alarm[] {
  const alarms: Alarm[] = []
  const last = editions.at(-1)
  if (last?.state === 'stopped')
    alarms.push({
      key: 'stopped',
      number: last.number,
      by: last.by,
      target: null,
      says: `${due(last)} did not go out: ${last.endedSays ?? ''}`,
    })
  if (last?.state === 'waiting' && now >= last.at + LATE_MS)
    alarms.push({ key: 'late', number: last.number, by: last.by, target: null, says: `${due(last)} has not gone out yet.` })
  for (const [target, { edition, delivery }] of newest(editions)) {
    const found = troubleWith(edition, delivery, now)
    if (found !== null) alarms.push({ ...found, number: edition.number, by: edition.by, target })
  }
  return alarms
}

/** What each target was to get last: an alarm about an earlier edition is over when a later one is on its way. */
function newest(editions: readonly Watched[]): Map<string, { edition: Watched; delivery: Watched['deliveries'][number] }> {
  const found = new Map<string, { edition: Watched; delivery: Watched['deliveries'][number] }>()
  for (const edition of editions)
    if (edition.state === 'out') for (const delivery of edition.deliveries) found.set(delivery.target, { edition, delivery })
  return found
}

function troubleWith(
  { number, zone }: Watched,
  { name, state, due: dueAt, says }: Watched['deliveries'][number],
  now: number,
): { key: string; says: string } | null {
  const why = says === null || says === '' ? '' : ` ${says}`
  if (state === 'given up') return { key: 'given up', says: `Edition ${number} is not on ${name}, and is not tried again.${why}` }
  if (state === 'clash') return { key: 'clash', says: `${name} was changed there since: decide whose text stays.` }
  const isLate = now >= dueAt + LATE_MS && state !== 'out' && state !== 'cancelled'
  return isLate
    ? { key: 'late', says: `Edition ${number} was to be on ${name} at ${spoken(dueAt, zone)}, and is not yet.${why}` }
    : null
}

const due = ({ number, at, zone }: Watched): string => `Edition ${number}, due at ${spoken(at, zone)} (${zone}),`
