/** The others: who is here, and what they want of one. */
import { opens, type Deed } from '../deed.ts'

export const colleagueDeeds = {
  follow: {
    says: 'Follow a colleague',
    menu: 'view',
    reading: true,
    ...opens('follow'),
  },
  inbox: {
    says: 'Inbox',
    menu: 'view',
    reading: true,
    ...opens('inbox'),
  },
} satisfies Record<string, Deed>
