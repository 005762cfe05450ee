/** Decides about suggestions and says what came of it, with the way back. */
import { isSignedOut, sentence } from '../api.ts'
import { toast } from '../ui/toast-list.ts'
import type { StorySuggestions } from './story-suggestions.ts'
import { decidedWords, type Suggestion } from './suggestion.ts'

export async function decide(
  suggestions: StorySuggestions,
  decision: 'accept' | 'reject',
  which: readonly Suggestion[],
): Promise<void> {
  if (which.length === 0) return
  const me = suggestions.live.person.id
  try {
    const outcome = await suggestions.decide(decision, which)
    if (outcome === null) return
    const { done, gone, act } = outcome
    const mine = which.every(({ by }) => by.id === me)
    toast(
      decidedWords(decision, done, gone, mine),
      act === null ? null : { label: 'Undo', run: () => void takeBack(suggestions, act) },
    )
  } catch (error) {
    toast(isSignedOut(error) ? 'You are signed out: nothing was decided.' : sentence(error))
  }
}

async function takeBack(suggestions: StorySuggestions, act: string): Promise<void> {
  try {
    await suggestions.takeBack(act)
    toast('Taken back: the suggestions are as they were.')
  } catch (error) {
    toast(sentence(error))
  }
}
