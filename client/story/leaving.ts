/** Asks before a story is left with words that are on no disk of the server's. */
import type { SavedState } from '../sync/saved.ts'
import { confirmed } from '../ui/dialog.ts'
import { savedWords } from './saved-words.ts'

export function askToLeave(saved: SavedState): Promise<boolean> {
  const { text, stranded } = savedWords(saved, true)
  const then = stranded
    ? 'They are only in this window: copy the text before you go.'
    : 'Only this browser has them. It sends them when you next open the story here; if its data are cleared first, they are lost.'
  return confirmed({
    title: 'Leave with words that are not saved?',
    text: `${text}. ${then}`,
    yes: 'Leave',
    danger: true,
  })
}
