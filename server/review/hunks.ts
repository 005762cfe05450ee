/** Shows the changes of a fork to others: under ids that name the fork, too, and at places of the story's Y.Doc. */
import type * as Y from 'yjs'
import type { PersonHere } from '../../shared/api.ts'
import { forkId, type Hunk } from '../../shared/review.ts'
import type { PlainHunk } from '../../shared/suggest/compare.ts'
import { elementsOf, relativeRange } from '../../shared/suggest/places.ts'
import type { Known } from './fork.ts'

/** Two people may suggest the very same; so an id begins with the fork's. */
export const nameIn = (forkId: string, hunkId: string): string => `${forkId.slice(forkId.indexOf('-') + 1)}.${hunkId}`

/** The fork that a name made here is of; of any other words, none that there is. */
export const forkNamedIn = (name: string): string => forkId(name.split('.')[0] ?? '')

/** The ids that a fork's own changes have, among those that somebody names. */
export function ownNames(forkId: string, ids: Iterable<string>): Set<string> {
  const begins = nameIn(forkId, '')
  return new Set([...ids].flatMap((id) => (id.startsWith(begins) ? [id.slice(begins.length)] : [])))
}

/**
 * @param known of every hunk, which suggestion it is
 * @param ydoc the story that the hunks were worked out on
 */
export function shown(
  hunks: readonly PlainHunk[],
  known: readonly Known[],
  { id: forkId, by }: { id: string; by: PersonHere },
  ydoc: Y.Doc,
  elements: ReturnType<typeof elementsOf>,
): Hunk[] {
  const knownAs = new Map(known.map((one) => [one.id, one]))
  return hunks.map(({ story, view: _view, ...hunk }): Hunk => {
    const { suggestion, at } = knownAs.get(hunk.id)!
    return {
      ...hunk,
      id: nameIn(forkId, hunk.id),
      with: hunk.with.map((id) => nameIn(forkId, id)),
      suggestion: nameIn(forkId, suggestion),
      by,
      at,
      ...(relativeRange(ydoc, story, elements) ?? { from: null, to: null }),
    }
  })
}
