/**
 * What somebody has written for the margin and is not on the server yet: half-written comments, and those that wait
 * for the network. Kept in the browser at every key, so that neither a reload nor a crash loses a word.
 */
import type { NewPlace, ThreadKind } from '../../shared/review.ts'

/** A comment on new words, half-written. Its id is the thread's, so that sending it twice makes one. */
export type Draft = {
  id: string
  commentId: string
  kind: ThreadKind
  place: NewPlace
  quote: string
  text: string
  assignTo: string | null
  /** Why it was not taken, if it was sent. */
  trouble?: string
}

/** On its way, oldest first. */
export type Sending =
  | { what: 'thread'; draft: Draft; at: number }
  | { what: 'reply'; thread: string; id: string; text: string; at: number }
  | { what: 'edit'; thread: string; id: string; text: string; at: number }

export type Kept = {
  drafts: Draft[]
  /** Half-written replies by their thread, changed comments by their own id. */
  texts: Record<string, string>
  sending: Sending[]
}

const nothing = (): Kept => ({ drafts: [], texts: {}, sending: [] })
const nameOf = (storyId: string, personId: string): string => `copydesk.margin.${personId}.${storyId}`

export function readKept(storyId: string, personId: string): Kept {
  try {
    const kept = localStorage.getItem(nameOf(storyId, personId))
    return kept === null ? nothing() : { ...nothing(), ...(JSON.parse(kept) as Kept) }
  } catch {
    // A browser that keeps nothing: the words are in this page alone.
    return nothing()
  }
}

/** @returns whether the browser has them now */
export function keep(storyId: string, personId: string, kept: Kept): boolean {
  const isEmpty = kept.drafts.length + kept.sending.length + Object.keys(kept.texts).length === 0
  try {
    if (isEmpty) localStorage.removeItem(nameOf(storyId, personId))
    else localStorage.setItem(nameOf(storyId, personId), JSON.stringify(kept))
    return true
  } catch {
    return isEmpty
  }
}
