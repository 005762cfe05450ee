/** What is in sight, and bringing a block into it with what stands around it. */
import { NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Room kept free around the caret when it is brought into view: the bars stick to the window's edges. */
export const CLEAR_OF_BARS = { top: 120, right: 8, bottom: 56, left: 8 }

/** As at most keys: then there is nothing to do, where ProseMirror would try to scroll every element that it stands in. */
export function isCaretInSight(view: EditorView): boolean {
  const { selection } = view.state
  if (selection instanceof NodeSelection) return false
  const { top, right, bottom, left } = view.coordsAtPos(selection.head, 1)
  const { width, height } = visualViewport ?? { width: innerWidth, height: innerHeight }
  const { top: above, right: behind, bottom: below, left: before } = CLEAR_OF_BARS
  return top >= above && bottom <= height - below && left >= before && right <= width - behind
}

/** A guess is judged by what stands before and after it: not at the window's very edge. */
export function showAround(block: globalThis.Node | null): void {
  if (!(block instanceof HTMLElement)) return
  const { top, bottom, height } = block.getBoundingClientRect()
  const room = innerHeight / 4
  if (top >= room && bottom <= innerHeight - room) return
  block.scrollIntoView({ block: height > innerHeight / 2 ? 'start' : 'center' })
}
