/** To a block of the copy, as from the outline. */
import { Selection, type Command } from 'prosemirror-state'

/** Puts the caret into a block at the top of the body, and the block at the top of the window. */
export function toBlock(pos: number): Command {
  return (state, dispatch, view) => {
    if (pos >= state.doc.content.size) return false
    dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve(pos + 1))).scrollIntoView())
    const block = dispatch && view?.nodeDOM(pos)
    if (block instanceof HTMLElement) block.scrollIntoView({ block: 'start' })
    return true
  }
}
