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
