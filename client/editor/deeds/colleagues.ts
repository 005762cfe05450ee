/** The others: who is here, and what they want of one. */
import { opens, type Deed } from '../deed.ts'

export const colleagueDeeds = {
  follow: {
    says: 'Follow a colleague',
    menu: 'view',
    also: 'caret cursor who is here watch',
    reading: true,
    ...opens('follow'),
  },
  inbox: {
    says: 'Inbox',
    menu: 'view',
    also: 'mentions replies assigned bell mail',
    reading: true,
    ...opens('inbox'),
  },
} satisfies Record<string, Deed>
