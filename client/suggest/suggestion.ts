/** A suggestion as one decides about it: one change, or several that only make sense together. */
import type { PersonHere } from '../../shared/api.ts'
import type { Hunk } from '../../shared/review.ts'

export type Suggestion = {
  /** Stays while its author works on it; what a discussion of it is put on. */
  name: string
  /** All that its discussions may be put on: which of its hunks is the first may change. */
  names: ReadonlySet<string>
  by: PersonHere
  hunks: readonly Hunk[]
  /** It changes words that somebody said. */
  quote: boolean
  stale: boolean
  at: number
}

/** Hunks in the order of the text, as suggestions in the order of their first hunks. */
export function suggestionsOf(hunks: readonly Hunk[]): Suggestion[] {
  const byId = new Map(hunks.map((hunk) => [hunk.id, hunk]))
  const places = new Map(hunks.map((hunk, i) => [hunk, i]))
  const taken = new Set<string>()
  return hunks.flatMap((first): Suggestion[] => {
    if (taken.has(first.id)) return []
    const together: Hunk[] = []
    const waiting = [first]
    for (let hunk = waiting.pop(); hunk; hunk = waiting.pop()) {
      if (taken.has(hunk.id)) continue
      taken.add(hunk.id)
      together.push(hunk)
      for (const id of hunk.with) if (byId.has(id)) waiting.push(byId.get(id)!)
    }
    const order = together.toSorted((a, b) => places.get(a)! - places.get(b)!)
    return [
      {
        // The one that was there first: its author may go on before it.
        name: order.reduce((oldest, hunk) => (hunk.at < oldest.at ? hunk : oldest)).suggestion,
        names: new Set(order.map(({ suggestion }) => suggestion)),
        by: first.by,
        hunks: order,
        quote: order.some(({ quote }) => quote),
        stale: order.some(({ stale }) => stale),
        at: Math.max(...order.map(({ at }) => at)),
      },
    ]
  })
}

export const idsOf = (suggestions: readonly Suggestion[]): string[] =>
  suggestions.flatMap(({ hunks }) => hunks.map(({ id }) => id))

const count = (n: number, word: string): string => `${n} ${n === 1 ? word : `${word}s`}`

/** What a decision did, in a sentence. */
export function decidedWords(decision: 'accept' | 'reject', done: number, gone: number, mine: boolean): string {
  const verb = decision === 'accept' ? 'accepted' : mine ? 'taken back' : 'rejected'
  if (done === 0)
    return gone === 1
      ? 'That suggestion has just changed or is gone. Look at it as it is now.'
      : 'Those suggestions have just changed or are gone. Look at them as they are now.'
  const said = `${count(done, 'suggestion')} ${verb}.`
  return gone === 0 ? said : `${said} ${count(gone, 'other')} had just changed: look at ${gone === 1 ? 'it' : 'them'} again.`
}
