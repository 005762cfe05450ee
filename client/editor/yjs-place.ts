/**
 * Where a place of the copy is in the Y.Doc. y-prosemirror walks there from the top of the story, block by block, and asks
 * for it several times at every key; in words at the top of the body the number of their block says it at once.
 */
import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { absolutePositionToRelativePosition, type ProsemirrorBinding, type getRelativeSelection } from 'y-prosemirror'
import * as Y from 'yjs'

type Bound = Pick<ProsemirrorBinding, 'type' | 'mapping'>
export type YjsSelection = ReturnType<typeof getRelativeSelection>

export function yjsPlace({ type, mapping }: Bound, doc: Node, pos: number): Y.RelativePosition {
  const $pos = doc.resolve(pos)
  const block = $pos.depth === 1 ? type.get($pos.index(0)) : null
  // Where the copy is ahead of the Y.Doc, or more than words stand in the block, all must be walked.
  if (block instanceof Y.XmlElement && mapping.get(block) === $pos.parent && block.length === 1) {
    const text: unknown = block.get(0)
    if (text instanceof Y.XmlText && text.length === $pos.parent.content.size)
      return Y.createRelativePositionFromTypeIndex(text, $pos.parentOffset)
  }
  return absolutePositionToRelativePosition(pos, type, mapping) as Y.RelativePosition
}

/** As y-prosemirror has it. */
export function yjsSelection(bound: Bound, { doc, selection }: EditorState): YjsSelection {
  const anchor = yjsPlace(bound, doc, selection.anchor)
  const head = selection.empty ? anchor : yjsPlace(bound, doc, selection.head)
  return { type: (selection as unknown as { jsonID: string }).jsonID, anchor, head }
}
