/** What stands beside the copy, as somebody writes: the same as if all of it were read anew at every key. */
import { expect, test } from 'vitest'
import { EditorState } from 'prosemirror-state'
import type { DecorationSet } from 'prosemirror-view'
import { gutter, interviewOf } from '../../client/editor/gutter.ts'
import { sameMarks } from '../../client/editor/same-marks.ts'
import { readInterview } from '../../client/editor/turns.ts'
import { schema } from '../../shared/schema.ts'
import { Random } from '../random.ts'
import { SPEAKERS, a, body, h, list, notice, p, q } from './words.ts'

const beside = gutter(
  () => SPEAKERS,
  () => 'full',
  () => {},
)
const marksOf = (state: EditorState): DecorationSet => beside.props.decorations!.call(beside, state) as DecorationSet
const open = (doc: EditorState['doc']): EditorState => EditorState.create({ doc, plugins: [beside] })

function isAsRead(state: EditorState): void {
  expect(interviewOf(state)).toEqual(readInterview(state.doc, SPEAKERS, 'full'))
  expect(sameMarks(marksOf(state), marksOf(open(state.doc)))).toBe(true)
}

test('typing in a paragraph moves what stands below it, and nothing that stands above', () => {
  const before = open(body(q('Where?'), a('Here.'), p('So.'), q('When?', { roleState: 'guess' })))
  const after = before.apply(before.tr.insertText(' and there', 13))
  expect(interviewOf(after).places.map(({ pos, label }) => [pos, label])).toEqual([
    [0, 'Cora Stein'],
    [8, 'Mika Lund'],
    [30, 'Cora Stein ?'],
  ])
  isAsRead(after)
})

test('an only paragraph says that there is nothing yet as long as that is so', () => {
  const empty = open(body(p('')))
  const begun = empty.apply(empty.tr.insertText('x', 1))
  expect([marksOf(empty).find().length, marksOf(begun).find().length]).toEqual([1, 0])
  const emptied = begun.apply(begun.tr.delete(1, 2))
  expect(marksOf(emptied).find()).toHaveLength(1)
})

test('whatever is done, what stands beside the copy is what one would read in it', () => {
  const random = new Random(7)
  const paywall = () => schema.node('paywall')
  for (let round = 0; round < 60; round++) {
    const kinds = [
      q,
      a,
      a,
      p,
      (text: string) => h(text),
      (text: string) => list(text),
      (text: string) => notice(p(text)),
      paywall,
    ]
    const block = () => random.pick(kinds)('and so on', random.chance(30) ? { roleState: 'guess' } : {})
    let state = open(body(p('First.'), ...Array.from({ length: 1 + random.below(9) }, block)))
    for (let times = 12; times > 0; times--) {
      const { doc } = state
      const at = random.below(doc.childCount)
      let pos = 0
      for (let i = 0; i < at; i++) pos += doc.child(i).nodeSize
      const node = doc.child(at)
      const { tr } = state
      const act = random.below(8)
      if (act < 5 && node.isTextblock) {
        if (random.chance(70)) tr.insertText('x'.repeat(1 + random.below(3)), pos + 1 + random.below(node.content.size + 1))
        else tr.delete(pos + 1, pos + 1 + random.below(node.content.size + 1))
      } else if (act === 5 && node.type === schema.nodes.paragraph)
        tr.setNodeAttribute(pos, 'role', random.pick(['body', 'question', 'answer']))
      else if (act === 6) tr.insert(pos, block())
      else if (doc.childCount > 1) tr.delete(pos, pos + node.nodeSize)
      state = state.apply(tr)
      isAsRead(state)
    }
  }
})
