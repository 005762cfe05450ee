/** What a command of the story page is: a name, words, keys, a menu to be found in, and the deed itself. */
import type { Command } from 'prosemirror-state'
import type { Awareness } from 'y-protocols/awareness'
import type { Moves } from '../../shared/write/moves.ts'
import type { Settings, Speaker } from '../../shared/story.ts'
import type { EditorLooks } from './looks.ts'
import type { MarginSpot } from './margin.ts'

/** The menus of the tool bar, in its order. A deed stands in one of them, and so in the search for commands. */
export const MENUS = {
  interview: 'Interview',
  format: 'Format',
  insert: 'Insert',
  block: 'Block',
  review: 'Review',
  publish: 'Publish',
  story: 'Story',
  view: 'View',
} as const
export type Menu = keyof typeof MENUS

/** What the page around the editor can show; `story-page.ts` says how. */
export type Asked =
  | FormName
  | 'picture'
  | 'pictureWords'
  | 'speaker'
  | 'speakers'
  | 'keys'
  | 'palette'
  | 'find'
  | 'checks'
  | 'outline'
  | 'counts'
  | 'language'
  | 'calm'
  | 'smart typing'
  | 'import'
  | 'comment'
  | 'card in margin'
  | 'resolve'
  | 'margin'
  | 'editing'
  | 'suggesting'
  | 'privately'
  | 'passage privately'
  | 'accept'
  | 'reject'
  | 'follow'
  | 'inbox'
  | 'standing'
  | 'stage'
  | 'file it'
  | 'pass gate'
  | 'hold'
  | 'publish'
  | 'versions'
  | 'keep version'
  | TakenOut
/** Small forms of the editor. */
export type FormName = 'link' | 'lang' | 'embed' | 'linkCard' | 'card' | 'card of line'
/** Ways out of the newsroom. */
export type TakenOut = 'copySubstack' | 'copyPlain' | 'docx' | 'html' | 'markdown' | 'text'

/** What a deed works with, besides ProseMirror's state. */
export type Page = {
  speakers: () => Readonly<Record<string, Speaker>>
  settings: () => Settings
  undo: Command
  redo: Command
  /** Says where colleagues are at work. */
  awareness: () => Awareness
  /** Where it is said which words went where. */
  moves: () => Moves | null
  /** Makes the deed a step of its own to undo, apart from the typing before and after it. */
  alone: (command: Command) => Command
  ask: (what: Asked) => void
  /** Shows a stretch of a field above the body. */
  toField: (spot: MarginSpot) => void
}

export type Deed = {
  /** What it is called in menus, in the list of keys and where one looks for a command. */
  says: string
  menu: Menu
  /** Names as prosemirror-keymap has them: `Mod` is Ctrl, or ⌘ on a Mac. */
  keys?: readonly string[]
  /** Begins a new part of its menu. */
  apart?: true
  /** Changes no word: for who only reads too, and from anywhere on the page. */
  reading?: true
  /** Opens something that takes the focus. */
  opens?: true
  /** Without `dispatch` it only answers whether it applies here, as every ProseMirror command. */
  run: (page: Page) => Command
  /** Its switch is the page's, wherever the caret is. */
  everywhere?: true
  /** Whether it is so already where the caret is; without it the deed is no switch. */
  on?: (looks: EditorLooks) => boolean
  /** Whether it can do nothing, where `run` cannot say so. */
  off?: (looks: EditorLooks) => boolean
}

/** The doing of a deed that opens something on the page: the focus stays, so that it can come back. */
export const opens = (what: Asked, where: Command = () => true): Pick<Deed, 'opens' | 'run'> => ({
  opens: true,
  run: (page) => (state, dispatch, view) => {
    if (!where(state, undefined, view)) return false
    if (dispatch) page.ask(what)
    return true
  },
})
