/** How threads are called on the page and to who hears it. Pure. */
import type { Thread, ThreadKind } from '../../shared/review.ts'
import { KIND_NAMES } from '../../shared/thread-kinds.ts'
import { readable } from './mentions.ts'

export const KIND_HINTS: Record<ThreadKind, string> = {
  remark: 'Something to consider',
  fact: 'To be checked or sourced',
  quote: 'Somebody’s words are in question',
  legal: 'Seen only by those with that right',
  'must-fix': 'Stops publishing while it is open',
}

/** A quote that fits on a line; whole characters. */
export function shortly(quote: string, most = 60): string {
  const line = quote.replaceAll(/\s+/g, ' ').replaceAll('\ufffc', '').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  return `${cut.replace(/\s+\S*$/, '') || cut}…`
}

/** On which words, or what else. */
export function whereOf({ place, quote }: Pick<Thread, 'quote'> & { place: { of: string } }): string {
  if (place.of === 'story') return 'on the whole story'
  if (place.of === 'field' && 'field' in place) return `on the ${String(place.field)}`
  if (shortly(quote) === '') return place.of === 'block' ? 'on a whole block' : 'in the text'
  return `on “${shortly(quote)}”`
}

/** Whose it is, on which words, and what it says. */
export function says(thread: Thread, nameOf: (id: string) => string | null, draft = false): string {
  const [first, ...replies] = thread.comments
  const kind = thread.kind === 'remark' ? '' : `${KIND_NAMES[thread.kind]}. `
  const told = first === undefined || first.removedAt !== null ? 'taken back' : readable(first.text, nameOf)
  const more =
    replies.length === 0
      ? ''
      : ` ${replies.length === 1 ? '1 reply' : `${replies.length} replies`}, the last by ${replies.at(-1)!.by.name}.`
  const done = thread.resolved === null ? '' : ' Resolved.'
  return `${draft ? 'Your unfinished comment' : `Comment by ${first?.by.name ?? 'somebody'}`} ${whereOf(thread)}: ${kind}${told}${/[.!?…]$/.test(told) ? '' : '.'}${more}${done}`
}
