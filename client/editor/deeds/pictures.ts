/** Pictures: adding one, and the words beside it. */
import { NodeSelection } from 'prosemirror-state'
import { schema } from '../../../shared/schema.ts'
import { opens, type Deed } from '../deed.ts'

export const pictureDeeds = {
  picture: {
    says: 'Picture …',
    menu: 'insert',
    keys: ['Mod-Alt-g'],
    ...opens('picture'),
  },
  pictureWords: {
    says: 'Alt text, caption and credit of the picture',
    menu: 'block',
    reading: true,
    ...opens('pictureWords', ({ selection }) => selection instanceof NodeSelection && selection.node.type === schema.nodes.image),
  },
} satisfies Record<string, Deed>
