/** What deeds do that need not be done before the story shows: they come beside it (`later.ts`). */
import type { Command } from 'prosemirror-state'
import { blockAt } from './block-commands.ts'
import { cardAt, linkLineAt } from './card-commands.ts'
import { currentItem } from './comment-marks.ts'
import type { Page } from './deed.ts'
import { foundIn, step } from './finding.ts'
import { spokenHere } from './speaker-commands.ts'
import { changeIssue } from './style-changes.ts'
import { currentOf } from './style-marks.ts'
import { suggestedAt } from './suggestion-marks.ts'

export { insertDivider, insertPaywall, removeBlock, setNotice } from './block-commands.ts'
export { lineBelow } from './card-commands.ts'
export { move } from './move.ts'
export { takeQuote, updateQuote } from './quote-commands.ts'
export { newTurn } from './speaker-commands.ts'
export { letStand } from './style-changes.ts'
export { toNext } from './walk.ts'

// Whether the caret is at one: they change nothing.
export const isAtBlock: Command = (state) => blockAt(state) !== null
export const isAtCard: Command = (state) => cardAt(state) !== null
export const isAtLinkLine: Command = (state) => linkLineAt(state) !== null
export const isAtItem: Command = (state) => currentItem(state) !== null
export const isAtThread: Command = (state) => currentItem(state)?.kind === 'thread'
export const isAtSuggestion: Command = (state) => suggestedAt(state).length > 0
export const isSpoken: Command = (state) => spokenHere(state).length > 0

/** To another hit; with nothing looked for yet, first to where one says what. */
export const again =
  (way: 1 | -1, page: Page): Command =>
  (state, dispatch, view) => {
    if (foundIn(state) !== null) return step(way)(state, dispatch, view)
    if (dispatch) page.ask('find')
    return true
  }

/** Spoken words are changed by the button that says so, never by a key alone. */
export const changeAsProposed: Command = (state, dispatch, view) =>
  changeIssue(currentOf(state)?.finding.marksOnly ? 'all' : 'not spoken')(state, dispatch, view)
