/** Which key does what in the body, and how a key is printed. */
import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { keydownHandler, keymap } from 'prosemirror-keymap'
import type { Command, Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { isMac } from '../ui/mac.ts'
import * as commands from './commands.ts'
import type { Page } from './deed.ts'
import { backspaceInList } from './list-commands.ts'
import { DEEDS, DEED_NAMES, type DeedName } from './deeds.ts'

/** Tab is not here: it always leads out of the copy. */
export function keys(page: Page): Plugin[] {
  const ours: Record<string, Command> = {}
  for (const name of DEED_NAMES) for (const key of DEEDS[name].keys ?? []) ours[key] = DEEDS[name].run(page)
  ours.Enter = (state, dispatch, view) => commands.enter(page.speakers())(state, dispatch, view)
  ours.Backspace = chainCommands(commands.backspaceEmoji, backspaceInList)
  // The stock Escape selects the paragraph, which the next letter then replaces; here it closes what is open.
  return [keymap(ours), keymap({ ...baseKeymap, 'Mod-Enter': chainCommands(() => true), Escape: () => false })]
}

/** The keys that work anywhere on the page, and for who only reads. @returns whether the key was one of them */
export function readingKeys(run: (name: DeedName) => void): (view: EditorView, event: KeyboardEvent) => boolean {
  const bound: Record<string, Command> = {}
  for (const name of DEED_NAMES) {
    if (!DEEDS[name].reading) continue
    for (const key of DEEDS[name].keys ?? [])
      bound[key] = () => {
        run(name)
        return true
      }
  }
  return keydownHandler(bound)
}

const SIGNS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const MAC_SIGNS: Record<string, string> = { Alt: '⌥', Shift: '⇧', Mod: '⌘', Enter: '↩', Backspace: '⌫' }

/** A key as it is printed on this keyboard: `Ctrl+Alt+Q`, or `⌥⌘Q` on a Mac. */
export function keyName(key: string, mac: boolean): string {
  const parts = key.split('-')
  const last = parts.pop()!
  const named = SIGNS[last] ?? (last === '' ? '-' : last.length === 1 ? last.toUpperCase() : last)
  if (!mac) return [...parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)), named].join('+')
  const signs = ['Alt', 'Shift', 'Mod'].filter((part) => parts.includes(part)).map((part) => MAC_SIGNS[part])
  return signs.join('') + (MAC_SIGNS[named] ?? named)
}

/** The key of a deed for `aria-keyshortcuts`. */
export function shortcutOf(name: DeedName): string | null {
  const key = DEEDS[name].keys?.[0]
  if (key === undefined) return null
  return key.replaceAll('Mod', isMac() ? 'Meta' : 'Control').replaceAll(/-(?=.)/g, '+')
}

/** The first key of a deed as it is printed, or null when it has none. */
export function keyOf(name: DeedName): string | null {
  const key = DEEDS[name].keys?.[0]
  return key === undefined ? null : keyName(key, isMac())
}

/** Every key of a deed as it is printed. */
export const keysOf = (name: DeedName): string[] => (DEEDS[name].keys ?? []).map((key) => keyName(key, isMac()))
