/** One act of deciding: what is taken of which forks, and what taking it back needs. */
import type { Person } from '../../shared/api.ts'
import type { PlainHunk } from '../../shared/suggest/compare.ts'
import { suggestionsOf } from '../../shared/suggest/follow.ts'
import { together } from '../../shared/suggest/links.ts'
import type { Gone } from '../../shared/write/again.ts'
import type { Told } from '../inbox/notify.ts'
import type { Fork, Known, Stand } from './fork.ts'
import { nameIn, ownNames } from './hunks.ts'
import type { ToPutBack } from './put-back.ts'

/** What is taken of one fork in an act, and what that fork stands on afterwards. */
export type Taken = {
  fork: Fork
  hunks: PlainHunk[]
  /** The suggestion that each change of the fork is; and what each that is decided was called by who decided. */
  names: ReadonlyMap<string, string>
  asked: ReadonlyMap<string, string>
  stand: Stand
}
/** Texts as `packStory` makes them. */
type Change = { before: string; after: string }
/** What taking an act back needs: the story, or the forks, before it and after it; of what several suggested, also what each did. */
export type Undo = {
  story: Change | null
  forks: Record<string, Change>
  /** What each fork called its changes, so that discussions find them again. Acts of old say nothing of it, nor of threads, nor of letters. */
  known?: Record<string, Known[]>
  threads?: ToPutBack
  /** What the story lost by it. */
  gone?: Gone[]
}
export type Act = {
  id: string
  storyId: string
  person: Person
  decision: 'accept' | 'reject'
  at: number
  taken: Taken[]
  undo: Undo
  told: Told
}
/** One change of an act, as it is kept. */
export type Entry = { id: string; fork: string; by: string; says: string }

/** What each accepted change is called in discussions of it. */
export function suggestionsIn(taken: readonly Taken[]): Map<string, PlainHunk> {
  return new Map(
    taken.flatMap(({ fork, hunks, names }) => hunks.map((hunk) => [nameIn(fork.id, names.get(hunk.id)!), hunk] as const)),
  )
}

/** What each fork called what is taken of it. */
export const knownOf = (taken: readonly Taken[]): Record<string, Known[]> =>
  Object.fromEntries(
    taken.map(({ fork, hunks, names }) => {
      const decided = new Set(hunks.map(({ id }) => names.get(id)))
      return [fork.id, fork.known.filter(({ suggestion }) => decided.has(suggestion))]
    }),
  )

/** What an undo took out of the story, of all that is taken again. */
export const takenBack = (taken: readonly Taken[]): Gone[] => [
  ...new Map(taken.flatMap(({ fork }) => fork.takenBack.map((gone) => [String(gone.ids), gone] as const))).values(),
]

/** Of these changes of a fork those that are meant, and those that are decided with them. */
export function meant(fork: Fork, hunks: readonly PlainHunk[], ids: readonly string[]): Omit<Taken, 'stand'> {
  const names = suggestionsOf(fork.known, hunks)
  const asked = fork.meant(hunks, names, ownNames(fork.id, ids))
  const all = together(hunks, asked.keys())
  return { fork, hunks: hunks.filter(({ id }) => all.has(id)), names, asked }
}
