/** Finding a command and its key. */
import { opens, type Deed } from '../deed.ts'

export const helpDeeds = {
  palette: {
    says: 'Search all commands',
    menu: 'view',
    keys: ['Mod-Shift-p', 'F1'],
    reading: true,
    ...opens('palette'),
  },
  keys: {
    says: 'List of keys',
    menu: 'view',
    keys: ['Mod-/'],
    reading: true,
    ...opens('keys'),
  },
} satisfies Record<string, Deed>
