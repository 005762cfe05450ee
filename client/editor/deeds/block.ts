/** What is done to a whole block: moving, taking out, stepping in and out of a list. */
import { opens, type Deed } from '../deed.ts'
import { later } from '../later.ts'
import { indent } from '../list-commands.ts'

export const blockDeeds = {
  edit: {
    says: 'Change this card …',
    menu: 'block',
    keys: ['Mod-Alt-e'],
    ...opens(
      'card',
      later(({ isAtCard }) => isAtCard),
    ),
  },
  updateQuote: {
    says: 'Update the pull quote from its source',
    menu: 'block',
    keys: ['Mod-Alt-u'],
    run: (page) => later(({ updateQuote }) => page.alone(updateQuote)),
  },
  lineBelow: {
    says: 'New line below this block',
    menu: 'block',
    run: () => later(({ lineBelow }) => lineBelow),
  },
  moveUp: {
    says: 'Move up',
    menu: 'block',
    keys: ['Alt-ArrowUp'],
    run: (page) => later(({ move }) => page.alone(move(-1, page.awareness, page.moves))),
  },
  moveDown: {
    says: 'Move down',
    menu: 'block',
    keys: ['Alt-ArrowDown'],
    run: (page) => later(({ move }) => page.alone(move(1, page.awareness, page.moves))),
  },
  remove: {
    says: 'Take out',
    menu: 'block',
    keys: ['Mod-Alt-Backspace'],
    run: (page) => later(({ removeBlock }) => page.alone(removeBlock)),
  },
  indent: {
    says: 'List item one step in',
    menu: 'block',
    apart: true,
    keys: ['Mod-]'],
    run: (page) => page.alone(indent(1)),
  },
  outdent: {
    says: 'List item one step out',
    menu: 'block',
    keys: ['Mod-['],
    run: (page) => page.alone(indent(-1)),
  },
} satisfies Record<string, Deed>
