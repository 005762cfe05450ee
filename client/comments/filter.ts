/** Which threads the margin shows. Pure. */
import type { Thread } from '../../shared/review.ts'
import { mentioned } from './mentions.ts'

export const FILTERS = ['open', 'unread', 'mine', 'must-fix', 'fact', 'quote', 'legal', 'resolved'] as const
export type Filter = (typeof FILTERS)[number]

export const FILTER_NAMES: Record<Filter, string> = {
  open: 'Open',
  unread: 'Unread',
  mine: 'For me',
  'must-fix': 'Must fix',
  fact: 'Facts',
  quote: 'Quotes',
  legal: 'Legal',
  resolved: 'Resolved',
}

/** @param me the id of who looks */
export function fits(thread: Thread, filter: Filter, me: string): boolean {
  if (filter === 'resolved') return thread.resolved !== null
  if (thread.resolved !== null) return false
  if (filter === 'open') return true
  if (filter === 'unread') return thread.unread
  if (filter === 'mine') return isFor(thread, me)
  return thread.kind === filter
}

/** Assigned to this person, or somebody speaks to them. */
const isFor = (thread: Thread, me: string): boolean =>
  thread.assignedTo === null ? thread.comments.some(({ text }) => mentioned(text).includes(me)) : thread.assignedTo.id === me
