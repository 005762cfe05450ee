/** Suggesting, and deciding about what is suggested. */
import { opens, type Deed } from '../deed.ts'
import { later } from '../later.ts'

/** At a suggestion, or with some selected. */
const isAtOne = later(({ isAtSuggestion }) => isAtSuggestion)

export const suggestDeeds = {
  editing: {
    says: 'Edit the story itself',
    menu: 'review',
    apart: true,
    keys: ['Mod-Alt-Shift-z'],
    reading: true,
    ...opens('editing'),
  },
  suggesting: {
    says: 'Suggest changes',
    menu: 'review',
    keys: ['Mod-Alt-Shift-x'],
    reading: true,
    ...opens('suggesting'),
  },
  privately: {
    says: 'Write privately',
    menu: 'review',
    reading: true,
    ...opens('privately'),
  },
  passagePrivately: {
    says: 'Write on this passage privately',
    menu: 'review',
    reading: true,
    ...opens('passage privately'),
  },
  acceptSuggestion: {
    says: 'Accept the suggestion',
    menu: 'review',
    apart: true,
    keys: ['Mod-Alt-.'],
    reading: true,
    ...opens('accept', isAtOne),
  },
  rejectSuggestion: {
    says: 'Reject the suggestion',
    menu: 'review',
    keys: ['Mod-Alt-Shift-.'],
    reading: true,
    ...opens('reject', isAtOne),
  },
} satisfies Record<string, Deed>
