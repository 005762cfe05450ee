/** Going over a story together: comments on its words. */
import { opens, type Deed } from '../deed.ts'
import { later } from '../later.ts'

export const reviewDeeds = {
  comment: {
    says: 'Comment',
    menu: 'review',
    keys: ['Mod-Alt-m'],
    reading: true,
    ...opens('comment'),
  },
  intoCard: {
    says: 'Into the comment or suggestion at the caret',
    menu: 'review',
    keys: ['Mod-Alt-Enter'],
    reading: true,
    ...opens(
      'card in margin',
      later(({ isAtItem }) => isAtItem),
    ),
  },
  resolveThread: {
    says: 'Resolve the comment at the caret',
    menu: 'review',
    keys: ['Mod-Alt-r'],
    reading: true,
    ...opens(
      'resolve',
      later(({ isAtThread }) => isAtThread),
    ),
  },
  margin: {
    says: 'Comments',
    menu: 'review',
    apart: true,
    keys: ['Mod-Alt-c'],
    reading: true,
    ...opens('margin'),
  },
} satisfies Record<string, Deed>
