/**
 * Smart typing: a key is typed as it is and then made what the language writes for it, as a step of its own,
 * so that one undo gives back exactly what was typed.
 */
import type { ResolvedPos } from 'prosemirror-model'
import { Plugin, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { smart } from '../../shared/typography.ts'

/** ProseMirror reads a finished composition up to 50 ms after its end. */
const AFTER_END = 80

type Wishes = {
  /** The story's language, BCP 47, or ''. */
  lang: () => string
  isOn: () => boolean
  /** Makes a change a step of its own to undo. */
  alone: (command: Command) => Command
}

const before = ($pos: ResolvedPos): string => $pos.parent.textBetween(0, $pos.parentOffset, undefined, '\n')

/** What the character before the caret becomes, once it is typed. */
export function smartened(state: EditorState, typed: string, lang: string): Transaction | null {
  const { $from, empty } = state.selection
  const text = before($from)
  if (!empty || !$from.parent.inlineContent || !text.endsWith(typed)) return null
  const change = smart(text.slice(0, -typed.length), typed, lang)
  if (change === null) return null
  const tr = state.tr.insertText(change.insert, $from.start() + change.from, $from.start() + change.to)
  // A change behind the caret's back leaves the caret behind what was typed last.
  tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map($from.pos, 1)))
  return state.storedMarks === null ? tr : tr.setStoredMarks(state.storedMarks)
}

export function smartTyping({ lang, isOn, alone }: Wishes): Plugin {
  const smarten = (view: EditorView, typed: string): void => {
    alone((state, dispatch) => {
      const tr = smartened(state, typed, lang())
      if (tr !== null) dispatch?.(tr)
      return tr !== null
    })(view.state, view.dispatch, view)
  }
  return new Plugin({
    props: {
      handleTextInput(view, from, _to, text, asTyped) {
        if (!isOn() || view.composing || text.length !== 1) return false
        if (smart(before(view.state.doc.resolve(from)), text, lang()) === null) return false
        view.dispatch(asTyped())
        smarten(view, text)
        return true
      },
      handleDOMEvents: {
        // Many keyboards compose a quotation mark: ' and a blank.
        compositionend(view, { data }) {
          if (isOn() && /^["']$/.test(data))
            setTimeout(() => !view.isDestroyed && !view.composing && smarten(view, data), AFTER_END)
          return false
        },
      },
    },
  })
}

const KEY = 'copydesk.smart-typing'
/** For a browser that keeps nothing for us. */
let said: boolean | null = null

/** Whether this person wants it in this browser; until they say no, they do. */
export function wantsSmartTyping(): boolean {
  if (said !== null) return said
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function wantSmartTyping(on: boolean): void {
  said = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // It then holds until the page is closed.
  }
}
