/** What the publish panel says: pure, because an editor goes by these words. */
import type { Before } from '../../shared/publish/kinds.ts'
import type { Delivery, Edition } from '../../shared/shapes/editions.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import type { EditionKind, NoteLabel } from '../../shared/publish/workflow.ts'
import { partsOf } from './button-words.ts'

export const KIND_NAMES: Record<EditionKind, string> = {
  first: 'First edition',
  update: 'Update',
  correction: 'Correction',
  kill: 'Withdrawn',
  return: 'Returned',
}

export const LABEL_NAMES: Record<NoteLabel, string> = {
  correction: 'Correction',
  clarification: 'Clarification',
  update: 'Update',
  'editors-note': 'Editor’s note',
  retraction: 'Retraction',
}

export const beforeOf = (live: Standing['live']): Before => (live === null ? 'nothing' : live.killed ? 'killed' : 'live')

/** How a note to readers of such an edition may be labelled; the likeliest first. */
export const LABELS_FOR: Record<EditionKind, readonly NoteLabel[]> = {
  first: ['editors-note'],
  update: ['update', 'clarification', 'editors-note'],
  correction: ['correction'],
  kill: ['retraction', 'editors-note'],
  return: ['editors-note', 'clarification'],
}

type StateWords = { says: string; tone: 'ok' | 'busy' | 'trouble' | 'quiet' }

/** How it stands with one delivery. @param at a time of day, or a day and a time */
export function deliveryWords(
  { state, outAt, due, nextTry }: Delivery,
  kind: EditionKind,
  now: number,
  at: (time: number) => string,
): StateWords {
  switch (state) {
    case 'out':
      return { says: `${kind === 'kill' ? 'Withdrawn' : 'Out'} since ${at(outAt ?? due)}`, tone: 'ok' }
    case 'waiting':
      return due > now ? { says: `Goes out ${at(due)}`, tone: 'quiet' } : { says: 'On its way', tone: 'busy' }
    case 'sending':
      return { says: 'On its way', tone: 'busy' }
    case 'trouble':
      return { says: nextTry === null ? 'Not out' : `Not out yet. The next try is ${at(nextTry)}`, tone: 'trouble' }
    case 'clash':
      return { says: 'Not out: it was changed there meanwhile', tone: 'trouble' }
    case 'given up':
      return { says: 'Not out, and not tried any more', tone: 'trouble' }
    case 'cancelled':
      return { says: 'Cancelled', tone: 'quiet' }
  }
}

/** Whether something is still to come of it. */
export const isUnderWay = ({ state }: Delivery): boolean => state === 'waiting' || state === 'sending' || state === 'trouble'

/** What is with each target now: of several editions the newest that was not called off. */
export function newestOfEach(editions: readonly Edition[]): { edition: Edition; delivery: Delivery }[] {
  const newest = new Map<string, { edition: Edition; delivery: Delivery }>()
  for (const edition of editions)
    for (const delivery of edition.deliveries)
      if (delivery.state !== 'cancelled' && !newest.has(delivery.target)) newest.set(delivery.target, { edition, delivery })
  return [...newest.values()]
}

/** An edition that waits for its time: nothing of it is out. */
export const waits = ({ deliveries, at }: Edition, now: number): boolean =>
  at > now && deliveries.length > 0 && deliveries.every(({ state }) => state === 'waiting')

/** A moment as the clocks say it somewhere: `Thursday 3 December 2026, 06:00`. */
export function wallWords(at: number, zone: string): string {
  const part = partsOf(at, zone)
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')}`
}

/** `Europe/Berlin` → `Berlin`. */
export const zoneName = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ')

/** `in 14 hours`, `in 3 days`. */
export function howLong(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 90) return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `in ${hours} hours`
  return `in ${Math.round(hours / 24)} days`
}

/** What was just done. */
export function doneWords({ kind, at, zone, deliveries }: Edition, now: number): string {
  if (deliveries.some(({ state }) => state === 'waiting') && at > now)
    return `Scheduled for ${wallWords(at, zone)} in ${zoneName(zone)}, ${howLong(at - now)}`
  return {
    first: 'Published',
    update: 'Update published',
    correction: 'Correction published',
    kill: 'Withdrawn',
    return: 'Published again',
  }[kind]
}
