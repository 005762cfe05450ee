/** Going over a story together: comments on its words. */
import { opens, type Deed } from '../deed.ts'
import { later } from '../later.ts'

export const reviewDeeds = {
  comment: {
    says: 'Comment',
    menu: 'review',
    keys: ['Mod-Alt-m'],
    also: 'remark note annotate thread fact quote legal ask',
    reading: true,
    ...opens('comment'),
  },
  intoCard: {
    says: 'Into the comment or suggestion at the caret',
    menu: 'review',
    keys: ['Mod-Alt-Enter'],
    also: 'reply answer thread margin card',
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
    also: 'done close thread reopen',
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
    also: 'list margin threads filter resolved unread detached',
    reading: true,
    ...opens('margin'),
  },
} satisfies Record<string, Deed>
