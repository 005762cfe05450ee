/** The speakers of a story: their order, what they are called, and who it is that asks. */
import type { Speaker } from '../../shared/story.ts'
import { initials } from '../ui/initials.ts'

export const KINDS: Record<Speaker['kind'], string> = { interviewer: 'asks', subject: 'answers', other: 'also speaks' }

/** Who asks comes first, as in the interview itself; then in the order they came in. */
export function inOrder(speakers: Readonly<Record<string, Speaker>>): [string, Speaker][] {
  const order: Speaker['kind'][] = ['interviewer', 'subject', 'other']
  return Object.entries(speakers).toSorted(([, a], [, b]) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

/** Whom the byline names, while nobody is known to ask: who wrote the story will have asked the questions. */
export function interviewerFrom(byline: string, speakers: Readonly<Record<string, Speaker>>): Speaker | null {
  const name = byline
    .replace(/^\s*(?:by|interview by)\s+/iu, '')
    .split(/,|\band\b|&|·|\|/u)[0]!
    .trim()
  if (name === '' || name.length > 80 || Object.values(speakers).some(({ kind }) => kind === 'interviewer')) return null
  return { name, initials: initials(name), kind: 'interviewer' }
}
