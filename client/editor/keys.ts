/** Which key does what in the body: the one list that binds the keys, fills the help and labels the buttons. */
import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import type { Command, Plugin } from 'prosemirror-state'
import type { Speaker } from '../../shared/story.ts'
import * as commands from './commands.ts'

export type Deeds = {
  speakers: () => Readonly<Record<string, Speaker>>
  undo: Command
  redo: Command
  /** Makes the deed a step of its own to undo, apart from the typing before and after it. */
  alone: (command: Command) => Command
  editLink: () => void
  showKeys: () => void
}

type Bound = { keys: string[]; says: string; run: (deeds: Deeds) => Command }

const withSpeakers =
  (make: (speakers: Readonly<Record<string, Speaker>>) => Command) =>
  (deeds: Deeds): Command =>
    deeds.alone((state, dispatch, view) => make(deeds.speakers())(state, dispatch, view))

const LIST = {
  flip: { keys: ['F2'], says: 'Question to answer, and back', run: withSpeakers(commands.flip) },
  question: { keys: ['Mod-Alt-q'], says: 'Question', run: withSpeakers((speakers) => commands.setRole('question', speakers)) },
  answer: { keys: ['Mod-Alt-a'], says: 'Answer', run: withSpeakers((speakers) => commands.setRole('answer', speakers)) },
  paragraph: { keys: ['Mod-Alt-0'], says: 'Paragraph', run: withSpeakers((speakers) => commands.setRole('body', speakers)) },
  heading: { keys: ['Mod-Alt-2'], says: 'Heading', run: (deeds) => deeds.alone(commands.setHeading(2)) },
  smallHeading: { keys: ['Mod-Alt-3'], says: 'Small heading', run: (deeds) => deeds.alone(commands.setHeading(3)) },
  strong: { keys: ['Mod-b'], says: 'Bold', run: () => commands.bold },
  em: { keys: ['Mod-i'], says: 'Italic', run: () => commands.italic },
  link: {
    keys: ['Mod-k'],
    says: 'Link',
    run: (deeds) => (state, dispatch) => {
      if (!state.selection.$from.parent.inlineContent) return false
      if (dispatch) deeds.editLink()
      return true
    },
  },
  lineBreak: { keys: ['Shift-Enter'], says: 'New line, same paragraph', run: () => commands.lineBreak },
  undo: { keys: ['Mod-z'], says: 'Undo what I did', run: (deeds) => deeds.undo },
  redo: { keys: ['Mod-y', 'Mod-Shift-z'], says: 'Redo', run: (deeds) => deeds.redo },
  nextUnsure: { keys: ['F8'], says: 'Next unsure paragraph', run: () => commands.toUnsure(1) },
  lastUnsure: { keys: ['Shift-F8'], says: 'Previous unsure paragraph', run: () => commands.toUnsure(-1) },
  accept: { keys: ['Mod-Enter'], says: 'Looks right (unsure paragraph)', run: (deeds) => deeds.alone(commands.accept) },
  keys: {
    keys: ['Mod-/'],
    says: 'This list',
    run: (deeds) => (_state, dispatch) => {
      if (dispatch) deeds.showKeys()
      return true
    },
  },
} satisfies Record<string, Bound>

export type Deed = keyof typeof LIST

export const command = (deed: Deed, deeds: Deeds): Command => LIST[deed].run(deeds)

/** Tab is not here: it always leads out of the copy. */
export function keys(deeds: Deeds): Plugin[] {
  const ours: Record<string, Command> = {}
  for (const bound of Object.values(LIST)) for (const key of bound.keys) ours[key] = bound.run(deeds)
  ours.Enter = (state, dispatch, view) => commands.enter(deeds.speakers())(state, dispatch, view)
  ours.Backspace = commands.backspaceEmoji
  return [keymap(ours), keymap({ ...baseKeymap, 'Mod-Enter': chainCommands(() => true) })]
}

const isMac = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** A key as it is printed on this keyboard: `Ctrl+Alt+Q`, or `⌥⌘Q` on a Mac. */
export function keyName(key: string, mac: boolean): string {
  const parts = key.split('-')
  const last = parts.pop()!
  const named = last === '' ? '-' : last.length === 1 ? last.toUpperCase() : last
  if (!mac) return [...parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)), named].join('+')
  const signs: Record<string, string> = { Alt: '⌥', Shift: '⇧', Mod: '⌘' }
  return (
    ['Alt', 'Shift', 'Mod']
      .filter((part) => parts.includes(part))
      .map((part) => signs[part])
      .join('') + named.replace('Enter', '↩')
  )
}

export const keyOf = (deed: Deed): string => keyName(LIST[deed].keys[0]!, isMac())

/** Every key with its words, for the list a person can ask for. */
export function keyList(): { says: string; keys: string[] }[] {
  const mac = isMac()
  return [
    { says: 'After a question: its answer. After an answer: another paragraph of it', keys: ['Enter'] },
    { says: 'On an empty answer: the next question', keys: ['Enter'] },
    ...Object.values(LIST).map(({ says, keys }) => ({ says, keys: keys.map((key) => keyName(key, mac)) })),
  ]
}
