/** A place of the copy by its block, for finding it again in another text that has the same blocks. */
import { TextSelection, type Command, type EditorState } from 'prosemirror-state'

export type BlockPlace = { block: string; at: number }

export function caretOf({ selection: { $head } }: EditorState): BlockPlace | null {
  for (let depth = $head.depth; depth > 0; depth--) {
    const { id } = $head.node(depth).attrs
    if (typeof id === 'string' && id !== '') return { block: id, at: $head.pos - $head.start(depth) }
  }
  return null
}

/** Puts the caret where it was, or at the nearest place to that. */
export const caretTo =
  ({ block, at }: BlockPlace): Command =>
  (state, dispatch) => {
    let found: number | null = null
    state.doc.descendants((node, pos) => {
      if (found === null && node.attrs.id === block) found = pos + 1 + Math.min(at, Math.max(0, node.content.size))
      return found === null && !node.isTextblock
    })
    if (found === null) return false
    dispatch?.(
      state.tr.setSelection(TextSelection.near(state.doc.resolve(Math.min(found, state.doc.content.size)))).scrollIntoView(),
    )
    return true
  }

/** Nothing selected: a caret where the selection began. */
export const toCaret: Command = ({ tr, selection }, dispatch) => {
  if (selection.empty) return false
  dispatch?.(tr.setSelection(TextSelection.near(selection.$from)))
  return true
}

/** The ids of the outer blocks that the selection touches. */
export function blocksSelected({ doc, selection: { from, to } }: EditorState): string[] {
  const ids: string[] = []
  doc.nodesBetween(from, Math.max(to, Math.min(from + 1, doc.content.size)), (node, _pos, parent) => {
    const { id } = node.attrs
    if (parent === doc && typeof id === 'string' && id !== '') ids.push(id)
    return false
  })
  return ids
}
