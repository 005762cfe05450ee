/**
 * Marks on whole blocks of the body. ProseMirror looks through all marks at the top of a document for each of its
 * blocks, in case words in it are marked by them: in a story of a thousand blocks that is a million looks for each key.
 */
import { DecorationSet, type Decoration } from 'prosemirror-view'

/** ProseMirror says this of its marks only to itself. */
type Movable = { copy: (from: number, to: number) => Decoration }

/** As ProseMirror makes its own. */
const OfProseMirror = DecorationSet as unknown as new (
  local: readonly Decoration[],
  children: readonly unknown[],
) => DecorationSet

class BlockMarks extends OfProseMirror {
  constructor(private readonly marks: readonly Decoration[]) {
    super(marks, [])
  }

  /** Nothing of it is about what is in a block. */
  override forChild(): DecorationSet {
    return DecorationSet.empty
  }

  pushed(pos: number, by: number): DecorationSet {
    const push = (mark: Decoration): Decoration =>
      mark.to <= pos ? mark : (mark as unknown as Movable).copy(mark.from > pos ? mark.from + by : mark.from, mark.to + by)
    return new BlockMarks(this.marks.map(push))
  }
}

/** @param marks in the order of the text, each on one whole block at the top of the body */
export const blockMarks = (marks: readonly Decoration[]): DecorationSet =>
  marks.length === 0 ? DecorationSet.empty : new BlockMarks(marks)

/** The same marks, when the block at `pos` has become longer or shorter. */
export const pushedMarks = (marks: DecorationSet, pos: number, by: number): DecorationSet =>
  marks instanceof BlockMarks && by !== 0 ? marks.pushed(pos, by) : marks
