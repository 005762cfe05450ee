/** What helps while one writes and edits: looking for words, seeing the whole, counting, printing. */
import { isMac } from '../../ui/mac.ts'
import { opens, type Deed } from '../deed.ts'
import { later } from '../later.ts'
import { wantsSmartTyping, wantSmartTyping } from '../smart-typing.ts'

export const aidDeeds = {
  find: {
    says: 'Find and replace',
    menu: 'story',
    // On a Mac ⌘H hides the browser.
    keys: isMac() ? ['Mod-Shift-h'] : ['Mod-h', 'Mod-Shift-h'],
    reading: true,
    ...opens('find'),
  },
  findNext: {
    says: 'Find next',
    menu: 'story',
    keys: ['Mod-g'],
    reading: true,
    run: (page) => later(({ again }) => again(1, page)),
  },
  findLast: {
    says: 'Find previous',
    menu: 'story',
    keys: ['Mod-Shift-g'],
    reading: true,
    run: (page) => later(({ again }) => again(-1, page)),
  },
  counts: {
    says: 'Word count and target',
    menu: 'story',
    apart: true,
    keys: ['Mod-Shift-c'],
    reading: true,
    ...opens('counts'),
  },
  language: {
    says: 'Language of the story',
    menu: 'story',
    ...opens('language'),
  },
  smartTyping: {
    says: 'Smart typing',
    menu: 'story',
    opens: true,
    run: (page) => (_state, dispatch) => {
      if (dispatch) {
        wantSmartTyping(!wantsSmartTyping())
        page.ask('smart typing')
      }
      return true
    },
    everywhere: true,
    on: wantsSmartTyping,
  },
  print: {
    says: 'Print',
    menu: 'story',
    apart: true,
    keys: ['Mod-p'],
    reading: true,
    opens: true,
    run: () => (_state, dispatch) => {
      if (dispatch) print()
      return true
    },
  },
  outline: {
    says: 'Outline',
    menu: 'view',
    keys: ['Mod-Alt-o'],
    reading: true,
    ...opens('outline'),
  },
  calm: {
    says: 'Only the copy',
    menu: 'view',
    keys: ['Mod-Alt-f'],
    reading: true,
    ...opens('calm'),
  },
} satisfies Record<string, Deed>
