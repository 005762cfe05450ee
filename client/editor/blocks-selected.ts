/** Which blocks are selected, and selecting none. */
import { TextSelection, type Command, type EditorState } from 'prosemirror-state'

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
