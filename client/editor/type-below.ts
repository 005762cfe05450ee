/** Typing beside a picture or a break makes a line below it: the block is never typed away. */
import { NodeSelection, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { schema } from '../../shared/schema.ts'

/** @returns null: words go where the caret is */
export function typeBelow(state: EditorState, text: string): Transaction | null {
  const { selection } = state
  if (!(selection instanceof NodeSelection) || selection.$from.depth > 0 || !selection.node.isAtom) return null
  const at = selection.to
  const tr = state.tr.insert(at, schema.nodes.paragraph.create(null, text === '' ? [] : [schema.text(text)]))
  return tr.setSelection(TextSelection.create(tr.doc, at + 1 + text.length)).scrollIntoView()
}
