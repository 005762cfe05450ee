/** Marks on whole blocks: the same marks as ProseMirror's own set has, without looking for them in the blocks. */
import { Decoration, DecorationSet } from 'prosemirror-view'
import { expect, test } from 'vitest'
import { blockMarks } from '../../client/editor/block-marks.ts'
import { sameMarks } from '../../client/editor/same-marks.ts'
import { schema } from '../../shared/schema.ts'

test('a set of marks on blocks has what ProseMirror’s own would have, at the top and in every block', () => {
  const doc = schema.node(
    'doc',
    null,
    ['a', 'b', 'c'].map((id) => schema.node('paragraph', { id }, [schema.text(`the words of ${id}`)])),
  )
  const marks = (): Decoration[] => {
    const all: Decoration[] = []
    doc.forEach((node, pos, i) => {
      if (i !== 1) all.push(Decoration.node(pos, pos + node.nodeSize, { class: `is-${i}` }))
    })
    return all
  }
  const [own, theirs] = [blockMarks(marks()), DecorationSet.create(doc, marks())]
  const seen = (set: DecorationSet) => set.find().map(({ from, to }) => [from, to])
  expect(seen(own)).toEqual(seen(theirs))
  expect(sameMarks(own, blockMarks(marks()))).toBe(true)
  expect(sameMarks(own, blockMarks(marks().slice(1)))).toBe(false)
  doc.forEach((node, pos) => {
    expect(theirs.forChild(pos, node)).toBe(DecorationSet.empty)
    expect(own.forChild(pos, node)).toBe(DecorationSet.empty)
  })
  expect(blockMarks([])).toBe(DecorationSet.empty)
})
