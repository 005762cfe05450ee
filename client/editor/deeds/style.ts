/** Walking through all that is marked in the text, and deciding about what the checks found. */
import { opens, type Deed } from '../deed.ts'
import { later } from '../later.ts'

export const styleDeeds = {
  nextIssue: {
    says: 'Next issue or comment',
    menu: 'story',
    keys: ['F8'],
    reading: true,
    run: (page) => later(({ toNext }) => toNext(1, page.toField)),
  },
  lastIssue: {
    says: 'Previous issue or comment',
    menu: 'story',
    keys: ['Shift-F8'],
    reading: true,
    run: (page) => later(({ toNext }) => toNext(-1, page.toField)),
  },
  changeIssue: {
    says: 'Change as proposed',
    menu: 'story',
    keys: ['Mod-.'],
    run: (page) => later(({ changeAsProposed }) => page.alone(changeAsProposed)),
  },
  letStand: {
    says: 'Let it stand (stet)',
    menu: 'story',
    keys: ['Mod-Shift-.'],
    run: () => later(({ letStand }) => letStand),
  },
  checks: {
    says: 'List of checks',
    menu: 'story',
    keys: ['Mod-Alt-k'],
    reading: true,
    ...opens('checks'),
  },
} satisfies Record<string, Deed>
