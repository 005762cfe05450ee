/** Bringing a text into the story from elsewhere. */
import { opens, type Deed } from '../deed.ts'

export const bringDeeds = {
  importFile: {
    says: 'Import a file into this story',
    menu: 'story',
    apart: true,
    ...opens('import'),
  },
} satisfies Record<string, Deed>
