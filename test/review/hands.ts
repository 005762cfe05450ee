/** What hands do in the copy, as commands of the editor. */
import type { Slice } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { mayComeBack } from '../../client/editor/anchor-pastes.ts'
import { cleanSlice } from '../../client/editor/paste.ts'

export const deleted: Command = (state, dispatch) => {
  dispatch?.(state.tr.deleteSelection())
  return true
}

export const typed =
  (text: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(text))
    return true
  }

/** A clipboard: what is pasted passes what the editor's own paste passes. */
export function clipboard() {
  let held: Slice | null = null
  const copies: Command = (state) => {
    held = state.selection.content()
    return true
  }
  const cuts: Command = (state, dispatch) => copies(state) && deleted(state, dispatch)
  const pastes: Command = (state, dispatch) => {
    dispatch?.(state.tr.replaceSelection(cleanSlice(held!, null, mayComeBack(state))))
    return true
  }
  return { copies, cuts, pastes }
}

/** The block the caret is in, one up or down. */
export const moved =
  (way: -1 | 1): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    const [from, to] = [$from.before(1), $from.after(1)]
    const beside = way < 0 ? state.doc.resolve(from).nodeBefore : state.doc.resolve(to).nodeAfter
    if (beside === null) return false
    dispatch?.(state.tr.delete(from, to).insert(way < 0 ? from - beside.nodeSize : from + beside.nodeSize, $from.node(1)))
    return true
  }
