/** From the desk to readers. */
import { opens, type Deed } from '../deed.ts'

export const publishDeeds = {
  publish: {
    says: 'Publish',
    menu: 'publish',
    keys: ['Mod-Alt-Shift-p'],
    reading: true,
    ...opens('publish'),
  },
} satisfies Record<string, Deed>
