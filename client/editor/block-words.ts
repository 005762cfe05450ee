/** Brings words of a block into sight and selects them, for whatever names them from beside the copy. */
import type { Command, EditorState } from 'prosemirror-state'
import { goToSpot } from './comment-marks.ts'
import type { MarginSpot } from './margin.ts'

/** @param words '': the block as a whole */
export const toWords =
  (block: string, words: string): Command =>
  (state, dispatch, view) => {
    const spot = spotOf(state, block, words)
    if (spot !== null && dispatch !== undefined) goToSpot(spot, state, dispatch, view)
    return spot !== null
  }

/** Where words of a block stand in the body; the whole block when they are not in it. */
export function spotOf({ doc }: EditorState, block: string, words: string): MarginSpot | null {
  let spot: MarginSpot | null = null
  doc.descendants((node, pos) => {
    if (spot !== null || node.attrs.id !== block) return spot === null
    spot = { field: null, from: pos, to: pos + node.nodeSize }
    if (words === '') return false
    const inside = (text: typeof node, at: number): boolean => {
      if (!text.isTextblock) return false
      // What is no letter counts as one, so that a place in the text is a place in the body.
      const found = text.textBetween(0, text.content.size, '\n', '\n').indexOf(words)
      if (found < 0) return false
      spot = { field: null, from: at + 1 + found, to: at + 1 + found + words.length }
      return true
    }
    if (!inside(node, pos)) {
      let isFound = false
      node.descendants((child, at) => {
        isFound ||= inside(child, pos + 1 + at)
        return !isFound
      })
    }
    return false
  })
  return spot
}
