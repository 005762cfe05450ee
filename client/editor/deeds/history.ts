/** What the story said before: its kept versions. */
import { opens, type Deed } from '../deed.ts'

const kept = { menu: 'story', reading: true } as const

export const historyDeeds = {
  keepVersion: {
    says: 'Keep this version …',
    apart: true,
    ...kept,
    ...opens('keep version'),
  },
  versions: {
    says: 'Versions',
    ...kept,
    ...opens('versions'),
  },
} satisfies Record<string, Deed>
