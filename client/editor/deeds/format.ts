/** How words look, and taking back. */
import * as commands from '../commands.ts'
import { opens, type Deed } from '../deed.ts'

export const formatDeeds = {
  heading: {
    says: 'Heading',
    menu: 'format',
    keys: ['Mod-Alt-2'],
    also: 'title crosshead',
    run: (page) => page.alone(commands.setHeading(2)),
    on: ({ kind, level }) => kind === 'heading' && level !== 3,
  },
  smallHeading: {
    says: 'Small heading',
    menu: 'format',
    keys: ['Mod-Alt-3'],
    also: 'title subheading',
    run: (page) => page.alone(commands.setHeading(3)),
    on: ({ kind, level }) => kind === 'heading' && level === 3,
  },
  strong: {
    says: 'Bold',
    menu: 'format',
    apart: true,
    keys: ['Mod-b'],
    also: 'strong',
    run: () => commands.bold,
    on: ({ marks }) => marks.includes('strong'),
  },
  em: {
    says: 'Italic',
    menu: 'format',
    keys: ['Mod-i'],
    also: 'emphasis',
    run: () => commands.italic,
    on: ({ marks }) => marks.includes('em'),
  },
  link: {
    says: 'Link',
    menu: 'format',
    keys: ['Mod-k'],
    also: 'address url',
    ...opens('link', (state) => state.selection.$from.parent.inlineContent),
    on: ({ marks }) => marks.includes('link'),
  },
  lineBreak: {
    says: 'New line, same paragraph',
    menu: 'format',
    apart: true,
    keys: ['Shift-Enter'],
    run: () => commands.lineBreak,
  },
  undo: {
    says: 'Undo what I did',
    menu: 'format',
    apart: true,
    keys: ['Mod-z'],
    also: 'take back',
    run: (page) => page.undo,
    off: ({ canUndo }) => !canUndo,
  },
  redo: {
    says: 'Redo',
    menu: 'format',
    keys: ['Mod-y', 'Mod-Shift-z'],
    also: 'again',
    run: (page) => page.redo,
    off: ({ canRedo }) => !canRedo,
  },
} satisfies Record<string, Deed>
