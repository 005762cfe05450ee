/** A place that something beside the copy names by its block and its words. */
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { spotOf, toWords } from '../../client/editor/block-words.ts'
import { schema } from '../../shared/schema.ts'

const { nodes } = schema
const paragraph = (id: string, text: string) => nodes.paragraph!.create({ id }, text === '' ? null : schema.text(text))
const state = EditorState.create({
  doc: nodes.doc!.create(null, [paragraph('a', 'The TK of the TK.'), paragraph('b', ''), paragraph('c', 'No TK here.')]),
})

test('its words are selected, in that block and no other', () => {
  const { from, to } = spotOf(state, 'c', 'TK')!
  expect(state.doc.textBetween(from, to)).toBe('TK')
  let now = state
  expect(toWords('c', 'TK')(state, (tr) => (now = now.apply(tr)))).toBe(true)
  expect(now.selection.content().content.textBetween(0, now.selection.content().content.size)).toBe('TK')
  expect(now.selection.$from.parent.attrs.id).toBe('c')
})

test('without words, or when they are gone, it is the block; a block that is gone is nowhere', () => {
  expect(spotOf(state, 'b', '')).toMatchObject({ field: null })
  const { from, to } = spotOf(state, 'a', 'not in it')!
  expect(state.doc.nodeAt(from)!.nodeSize).toBe(to - from)
  expect(spotOf(state, 'gone', 'TK')).toBeNull()
  expect(toWords('gone', '')(state)).toBe(false)
})
