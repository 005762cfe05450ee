/** What the publish panel and its button say: pure, because an editor goes by these words. */
import type { Before } from '../../shared/publish/kinds.ts'
import type { Delivery, Edition, Standing } from '../../shared/publishing.ts'
import type { EditionKind, NoteLabel } from '../../shared/publish/workflow.ts'

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

type ButtonWords = {
  says: string
  /** For a narrow window. */
  short: string
  /** `done`: there is nothing to do. */
  tone: 'ready' | 'done' | 'trouble'
  title: string
}

const LOOK = 'What keeps it from going out, and what readers will get'

/** What the one button of the story page says. @param standing null: not known yet */
export function buttonWords(standing: Standing | null, time: (at: number, zone: string) => string): ButtonWords {
  if (standing === null) return { says: 'Publish', short: 'Publish', tone: 'ready', title: LOOK }
  const { mayPublish, waiting, live, alarms } = standing
  const words = (says: string, tone: 'ready' | 'done', title: string, short = says): ButtonWords => ({
    says,
    short,
    tone: alarms.length > 0 ? 'trouble' : tone,
    title: alarms[0] ?? title,
  })
  if (!mayPublish) return words('Check', 'ready', 'What keeps the story from going out')
  if (waiting !== null) {
    const at = time(waiting.at, waiting.zone)
    const title = waiting.behind
      ? 'The story has changed since: what goes out is the text that was scheduled'
      : 'It goes out by itself'
    return words(`Scheduled for ${at}`, 'done', title, at)
  }
  if (live === null) return words('Publish', 'ready', LOOK)
  if (live.killed) return words('Withdrawn', 'done', 'Readers are told that it was withdrawn')
  if (live.behind) return words('Update', 'ready', 'Readers have an older text than the desk')
  return words('Published', 'done', 'Readers have what the desk has')
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

/** By name, because browsers put their commas differently. */
function partsOf(at: number, zone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).formatToParts(at)
  return (type) => parts.find((part) => part.type === type)?.value ?? ''
}

/** A moment as the clocks say it somewhere: `Thursday 3 December 2026, 06:00`. */
export function wallWords(at: number, zone: string): string {
  const part = partsOf(at, zone)
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')}`
}

/** Short, for a button: `Thu 06:00` within a week, else `3 Dec 06:00`. */
export function shortWall(at: number, zone: string, now: number): string {
  const part = partsOf(at, zone)
  const isNear = Math.abs(at - now) < 6 * 24 * 60 * 60_000
  const day = isNear ? part('weekday').slice(0, 3) : `${part('day')} ${part('month').slice(0, 3)}`
  return `${day} ${part('hour')}:${part('minute')}`
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
