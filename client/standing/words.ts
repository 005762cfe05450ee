/** How stages, moves, gates and due times are called on the screens. Pure. */
import type { Gate, GateState } from '../../shared/publish/workflow.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import type { Stage } from '../../shared/story.ts'
import { wholeDate } from '../ui/when.ts'
import { STAGE_NAMES } from './stage-names.ts'

export const GATE_NAMES: Record<Gate, string> = { edit: 'Edit', quotes: 'Quotes', facts: 'Facts', copy: 'Copy', legal: 'Legal' }

/** What whoever passes it has looked at. */
export const GATE_HINTS: Record<Gate, string> = {
  edit: 'The story is whole, fair and in order.',
  quotes: 'Every quote is what was said.',
  facts: 'Names, numbers and claims are checked.',
  copy: 'Spelling, style and headline are right.',
  legal: 'It may be published as it is.',
}

export const GATE_STATE_NAMES: Record<GateState, string> = {
  'not needed': 'not needed',
  wanted: 'to be passed',
  passed: 'passed',
  stale: 'changed since it was passed',
}

/** A form each, so that no colour is needed to tell them apart. */
export const GATE_SIGNS: Record<GateState, string> = { 'not needed': '–', wanted: '○', passed: '●', stale: '◐' }

type MoveWords = { label: string; done: string; reason?: string }

/** @param before where a spiked story was */
export function moveWords(from: Stage, to: Stage): MoveWords {
  if (from === 'spiked' && to === 'live') return { label: 'Bring back', done: 'Back on the desk. Readers do not have it.' }
  if (from === 'spiked') return { label: 'Bring back', done: `Back to ${STAGE_NAMES[to].toLowerCase()}.` }
  if (to === 'filed') return { label: 'File it', done: 'Filed. The desk has it now.' }
  if (to === 'ready') return { label: 'Ready', done: 'Ready to go out.' }
  if (to === 'spiked') return { label: 'Spike …', done: 'Spiked. It is kept.', reason: 'Why it is spiked' }
  if (to === 'writing') return { label: 'Send back …', done: 'Sent back to be written.', reason: 'What is to be done' }
  if (to === 'editing' && from === 'ready') return { label: 'Back to editing', done: 'Back in editing.' }
  if (to === 'editing') return { label: 'Take it up', done: 'In editing.' }
  return { label: `To ${STAGE_NAMES[to].toLowerCase()}`, done: `Now ${STAGE_NAMES[to].toLowerCase()}.` }
}

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** A due time so close that one looks at it. */
const SOON = 3 * HOUR

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)

/** A moment ahead or behind, as short as it can be told from others: `18:00`, `Thu`, `9 Dec`. */
export function shortly(at: number, now: number): string {
  const days = Math.round((midnight(at) - midnight(now)) / DAY)
  if (days === 0) return clock.format(at)
  if (days > 0 && days < 7) return weekday.format(at)
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : dayAndYear).format(at)
}

/** With its clock: `18:00`, `tomorrow 09:00`, `Thu 09:00`, `9 Dec 09:00`. */
export function exactly(at: number, now: number): string {
  const days = Math.round((midnight(at) - midnight(now)) / DAY)
  if (days === 0) return clock.format(at)
  if (days === 1) return `tomorrow ${clock.format(at)}`
  if (days === -1) return `yesterday ${clock.format(at)}`
  return `${Math.abs(days) < 7 ? weekday.format(at) : shortly(at, now)} ${clock.format(at)}`
}

export type Due = 'later' | 'soon' | 'over'
export const dueNow = (due: number, now: number): Due => (due <= now ? 'over' : due - now <= SOON ? 'soon' : 'later')

/** Whole, for screen readers and where one points. */
export function dueSays(due: number, now: number): string {
  const when = wholeDate(due)
  return { over: `Overdue: was due ${when}`, soon: `Due soon: ${when}`, later: `Due ${when}` }[dueNow(due, now)]
}

/** What was taken from readers is live no more, though it stands where live stories do. */
export const stageNow = (now: Pick<Standing, 'stage' | 'live'>): string =>
  isWithdrawn(now) ? 'Withdrawn' : STAGE_NAMES[now.stage]

const isWithdrawn = ({ stage, live }: Pick<Standing, 'stage' | 'live'>): boolean => stage === 'live' && live?.killed === true

/** What brought it there; null: nobody has moved it yet. */
export function broughtThere(
  now: Pick<Standing, 'stage' | 'live' | 'moved'>,
): { who: string; at: number | null; reason: string } | null {
  const { live, moved } = now
  if (live !== null && isWithdrawn(now)) return { who: `with edition ${live.edition}`, at: null, reason: '' }
  return moved && { who: moved.by.name, at: moved.at, reason: moved.reason }
}
