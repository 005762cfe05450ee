/** What the tool bar shows of the place under the caret: told when it is another, and not at every key. */
import { toggleMark } from 'prosemirror-commands'
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { LooksNow, type Around } from '../../client/editor/looks.ts'
import { schema } from '../../shared/schema.ts'

const AROUND: Around = { canUndo: false, canRedo: false, entered: true, paragraphs: 1, unsure: 0, questions: 1, answers: 0 }
const paragraph = (role: string, words: string) => schema.node('paragraph', { role }, schema.text(words))

test('a key that changes none of it is not told; a mark, another block, a selection, an undo and the right to write are', () => {
  const doc = schema.node('doc', null, [
    paragraph('question', 'Who mends the clocks?'),
    schema.node('heading', { level: 2 }, schema.text('Time')),
  ])
  let state = EditorState.create({ schema, doc, selection: TextSelection.create(doc, 5) })
  let [around, writable] = [AROUND, true]
  const looks = new LooksNow()
  /** Also: what it has kept is what it would say if it looked for the first time. */
  const isTold = (): boolean => {
    const at = { state, writable, around }
    const may = () => (writable ? (['strong'] as const).slice() : [])
    const told = looks.read(at, may)
    const fresh = new LooksNow()
    fresh.read(at, may)
    expect(looks.now).toEqual(fresh.now)
    return told
  }
  const does = (change: (tr: Transaction) => Transaction): boolean => {
    state = state.apply(change(state.tr))
    return isTold()
  }
  const to = (from: number, end = from) => does((tr) => tr.setSelection(TextSelection.create(tr.doc, from, end)))

  expect(isTold()).toBe(true)
  expect(looks.now).toMatchObject({ kind: 'question', marks: [], may: ['strong'] })
  expect(does((tr) => tr.insertText('e'))).toBe(false)
  expect(to(8)).toBe(false)
  // The mark of the next letter; then the caret stands in marked words.
  toggleMark(schema.marks.strong)(state, (tr) => (state = state.apply(tr)))
  expect(isTold()).toBe(true)
  expect(looks.now?.marks).toEqual(['strong'])
  expect(does((tr) => tr.insertText('b'))).toBe(false)
  expect(to(3)).toBe(true)
  expect(looks.now?.marks).toEqual([])
  expect(to(4, 10)).toBe(true)
  expect(to(4)).toBe(true)
  expect(to(state.doc.content.size - 2)).toBe(true)
  expect(looks.now).toMatchObject({ kind: 'heading', level: 2 })
  expect(does((tr) => tr.setNodeAttribute(tr.selection.$from.before(), 'level', 3))).toBe(true)
  expect(looks.now?.level).toBe(3)
  around = { ...AROUND, canUndo: true }
  expect(isTold()).toBe(true)
  writable = false
  expect(isTold()).toBe(true)
  expect(looks.now?.may).toEqual([])
  expect(isTold()).toBe(false)
  expect(looks.read(null, () => [])).toBe(true)
  expect(looks.now).toBe(null)
})
