/**
 * Marks on words all over the body, as ProseMirror's `DecorationSet.create` makes a set of them. That looks through all of
 * the marks for each block, and a long story has a thousand of both; here each mark is put into its block in one walk.
 */
import type { Node } from 'prosemirror-model'
import { DecorationSet, type Decoration } from 'prosemirror-view'

/** What ProseMirror keeps to itself. */
type Movable = { copy: (from: number, to: number) => Decoration }
type Inner = { local: readonly Decoration[] }
const OfProseMirror = DecorationSet as unknown as new (
  local: readonly Decoration[],
  children: readonly unknown[],
) => DecorationSet

/** @param marks in any order; it is not changed */
export function marksIn(doc: Node, marks: readonly Decoration[]): DecorationSet {
  const sorted = marks.toSorted((a, b) => a.from - b.from)
  const children: unknown[] = []
  const across: Decoration[] = []
  let at = 0
  doc.forEach((block, pos) => {
    const end = pos + block.nodeSize
    const inside: Decoration[] = []
    for (; at < sorted.length && sorted[at]!.from < end; at++) {
      const mark = sorted[at]!
      if (block.isLeaf || mark.from <= pos || mark.to >= end) across.push(mark)
      else inside.push((mark as unknown as Movable).copy(mark.from - pos - 1, mark.to - pos - 1))
    }
    const set = DecorationSet.create(block, inside)
    if (set !== DecorationSet.empty) children.push(pos, end, set)
  })
  const { local } = DecorationSet.create(doc, [...across, ...sorted.slice(at)]) as unknown as Inner
  return local.length === 0 && children.length === 0 ? DecorationSet.empty : new OfProseMirror(local, children)
}
