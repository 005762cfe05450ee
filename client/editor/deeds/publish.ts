/** From the desk to readers. */
import { opens, type Deed } from '../deed.ts'

export const publishDeeds = {
  publish: {
    says: 'Publish',
    menu: 'publish',
    keys: ['Mod-Alt-Shift-p'],
    also: 'check preview schedule update correction readers site kill withdraw editions',
    reading: true,
    ...opens('publish'),
  },
} satisfies Record<string, Deed>
