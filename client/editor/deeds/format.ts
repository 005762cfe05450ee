/** How words look, and taking back. */
import * as commands from '../commands.ts'
import { opens, type Deed } from '../deed.ts'
import * as marks from '../mark-commands.ts'

export const formatDeeds = {
  heading: {
    says: 'Heading',
    menu: 'format',
    keys: ['Mod-Alt-2'],
    run: (page) => page.alone(commands.setHeading(2)),
    on: ({ kind, level }) => kind === 'heading' && level !== 3,
  },
  smallHeading: {
    says: 'Small heading',
    menu: 'format',
    keys: ['Mod-Alt-3'],
    run: (page) => page.alone(commands.setHeading(3)),
    on: ({ kind, level }) => kind === 'heading' && level === 3,
  },
  strong: {
    says: 'Bold',
    menu: 'format',
    apart: true,
    keys: ['Mod-b'],
    run: () => marks.bold,
    on: (looks) => looks.marks.includes('strong'),
  },
  em: {
    says: 'Italic',
    menu: 'format',
    keys: ['Mod-i'],
    run: () => marks.italic,
    on: (looks) => looks.marks.includes('em'),
  },
  link: {
    says: 'Link',
    menu: 'format',
    keys: ['Mod-k'],
    ...opens('link', (state) => state.selection.$from.parent.inlineContent),
    on: (looks) => looks.marks.includes('link'),
  },
  strike: {
    says: 'Struck through',
    menu: 'format',
    keys: ['Mod-Shift-x'],
    run: () => marks.struck,
    on: (looks) => looks.marks.includes('strike'),
  },
  bracketed: {
    says: '[Insertion] in somebody’s words',
    menu: 'format',
    apart: true,
    keys: ['Mod-Alt-b'],
    run: (page) => page.alone(marks.bracket),
    on: (looks) => looks.marks.includes('bracketed'),
  },
  workTitle: {
    says: 'Title of a work',
    menu: 'format',
    keys: ['Mod-Alt-t'],
    run: () => marks.title,
    on: (looks) => looks.marks.includes('workTitle'),
  },
  lang: {
    says: 'In another language',
    menu: 'format',
    keys: ['Mod-Alt-l'],
    ...opens('lang', (state) => marks.langAt(state) !== null),
    on: (looks) => looks.marks.includes('lang'),
  },
  clear: {
    says: 'Clear formatting',
    menu: 'format',
    keys: ['Mod-\\'],
    run: (page) => page.alone(marks.clear),
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
    run: (page) => page.undo,
    off: ({ canUndo }) => !canUndo,
  },
  redo: {
    says: 'Redo',
    menu: 'format',
    keys: ['Mod-y', 'Mod-Shift-z'],
    run: (page) => page.redo,
    off: ({ canRedo }) => !canRedo,
  },
} satisfies Record<string, Deed>
