/**
 * Marks on whole blocks of the body. ProseMirror looks through all marks at the top of a document for each of its
 * blocks, in case words in it are marked by them: in a story of a thousand blocks that is a million looks for each key.
 */
import { DecorationSet, type Decoration } from 'prosemirror-view'

/** As ProseMirror makes its own. */
const OfProseMirror = DecorationSet as unknown as new (
  local: readonly Decoration[],
  children: readonly unknown[],
) => DecorationSet

class BlockMarks extends OfProseMirror {
  constructor(marks: readonly Decoration[]) {
    super(marks, [])
  }

  /** Nothing of it is about what is in a block. */
  override forChild(): DecorationSet {
    return DecorationSet.empty
  }
}

/** @param marks in the order of the text, each on one whole block at the top of the body */
export const blockMarks = (marks: readonly Decoration[]): DecorationSet =>
  marks.length === 0 ? DecorationSet.empty : new BlockMarks(marks)
