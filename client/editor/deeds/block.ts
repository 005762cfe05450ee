/** What is done to a whole block: moving, taking out, stepping in and out of a list. */
import { removeBlock } from '../block-commands.ts'
import type { Deed } from '../deed.ts'
import { indent } from '../list-commands.ts'
import { move } from '../move.ts'

export const blockDeeds = {
  moveUp: {
    says: 'Move up',
    menu: 'block',
    keys: ['Alt-ArrowUp'],
    also: 'paragraph before above',
    run: (page) => page.alone(move(-1, page.awareness)),
  },
  moveDown: {
    says: 'Move down',
    menu: 'block',
    keys: ['Alt-ArrowDown'],
    also: 'paragraph after below',
    run: (page) => page.alone(move(1, page.awareness)),
  },
  remove: {
    says: 'Take out',
    menu: 'block',
    keys: ['Mod-Alt-Backspace'],
    also: 'delete remove paragraph',
    run: (page) => page.alone(removeBlock),
  },
  indent: {
    says: 'List item one step in',
    menu: 'block',
    apart: true,
    keys: ['Mod-]'],
    also: 'indent deeper',
    run: (page) => page.alone(indent(1)),
  },
  outdent: {
    says: 'List item one step out',
    menu: 'block',
    keys: ['Mod-['],
    also: 'outdent',
    run: (page) => page.alone(indent(-1)),
  },
} satisfies Record<string, Deed>
