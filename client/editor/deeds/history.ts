/** What the story said before: its kept versions. */
import { opens, type Deed } from '../deed.ts'

const kept = { menu: 'story', reading: true } as const

export const historyDeeds = {
  keepVersion: {
    says: 'Keep this version …',
    also: 'save name snapshot checkpoint history',
    apart: true,
    ...kept,
    ...opens('keep version'),
  },
  versions: {
    says: 'Versions',
    also: 'history older earlier compare changes revisions restore put back',
    ...kept,
    ...opens('versions'),
  },
} satisfies Record<string, Deed>
