/** Marks all over the body: the very set that ProseMirror makes of them, found in one walk. */
import { expect, test } from 'vitest'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { marksIn } from '../../client/editor/marks-in.ts'
import { sameMarks } from '../../client/editor/same-marks.ts'
import { schema } from '../../shared/schema.ts'
import { Random } from '../random.ts'
import { a, body, list, notice, p, q } from './words.ts'

test('wherever marks stand, in words, on blocks, between and across them, the set is ProseMirror’s own', () => {
  const random = new Random(5)
  for (let round = 0; round < 200; round++) {
    const block = () => random.pick([q, a, p, (text: string) => list(text, text), (text: string) => notice(p(text), p(text))])
    const doc = body(...Array.from({ length: 1 + random.below(6) }, () => block()('some words')), schema.node('divider'))
    const marks = Array.from({ length: random.below(14) }, (): Decoration => {
      const [one, other] = [random.below(doc.content.size + 1), random.below(doc.content.size + 1)]
      const near = Math.min(doc.content.size, one + random.below(6))
      const from = Math.min(one, random.chance(70) ? near : other)
      const kind = random.below(3)
      if (kind === 0) return Decoration.widget(one, () => document.createElement('i'), { key: `w${random.below(9)}` })
      const to = from + Math.max(1, Math.abs(near - one))
      if (kind === 1) return Decoration.inline(from, to, { class: `is-${random.below(3)}` })
      const node = doc.resolve(from).nodeAfter
      return Decoration.node(from, from + (node?.nodeSize ?? 1), { class: 'whole' })
    })
    const [own, theirs] = [marksIn(doc, marks), DecorationSet.create(doc, [...marks])]
    expect(sameMarks(own, theirs)).toBe(true)
    expect(sameMarks(theirs, own)).toBe(true)
    doc.forEach((node, pos) =>
      expect(sameMarks(own.forChild(pos, node) as DecorationSet, theirs.forChild(pos, node) as DecorationSet)).toBe(true),
    )
  }
})
