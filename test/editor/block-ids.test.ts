/** Every block has an id of its own; only one's own changes give one. */
import { splitBlock } from 'prosemirror-commands'
import { Slice } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { ySyncPluginKey } from 'y-prosemirror'
import { blockIds } from '../../client/editor/block-ids.ts'
import { freshId, isId } from '../../client/editor/fresh-id.ts'
import { a, at, body, doing, list, p, stateOf } from './words.ts'

const withIds = (doc: Parameters<typeof stateOf>[0], caret: number) => stateOf(doc, caret, caret, [blockIds()])

test('a fresh id is twelve letters and digits, and never the same', () => {
  const ids = Array.from({ length: 500 }, () => freshId())
  expect(ids.every(isId)).toBe(true)
  expect(new Set(ids).size).toBe(500)
})

test('a split leaves the id with the first half', () => {
  const doc = body(a('Here and there.'))
  const after = doing(withIds(doc, at(doc, 'Here')), splitBlock)!
  const [first, second] = [after.doc.child(0).attrs.id, after.doc.child(1).attrs.id]
  expect(first).toBe(doc.firstChild!.attrs.id)
  expect(isId(second)).toBe(true)
  expect(second).not.toBe(first)
})

test('a copy pasted above the original gets the new id, not the original', () => {
  const doc = body(p('One'), p('Two'))
  const state = withIds(doc, 1)
  const after = state.apply(state.tr.replace(0, 0, new Slice(doc.content, 0, 0)))
  expect([after.doc.child(2).attrs.id, after.doc.child(3).attrs.id]).toEqual([doc.child(0).attrs.id, doc.child(1).attrs.id])
  expect(isId(after.doc.child(0).attrs.id)).toBe(true)
  expect(new Set([0, 1, 2, 3].map((i) => after.doc.child(i).attrs.id)).size).toBe(4)
})

test('what is cut and pasted elsewhere keeps its id', () => {
  const doc = body(p('One'), p('Two'))
  const state = withIds(doc, 1)
  const cut = state.apply(state.tr.delete(0, 5))
  const after = cut.apply(cut.tr.insert(cut.doc.content.size, doc.firstChild!))
  expect(after.doc.lastChild!.attrs.id).toBe(doc.firstChild!.attrs.id)
})

test('blocks inside a list get theirs too', () => {
  const doc = body(p('x'))
  const state = withIds(doc, 1)
  const bare = list('one', 'two').toJSON() as { attrs: object; content: { attrs: object }[] }
  bare.attrs = { ...bare.attrs, id: null }
  for (const item of bare.content) item.attrs = { ...item.attrs, id: null }
  const after = state.apply(state.tr.insert(0, doc.type.schema.nodeFromJSON(bare)))
  const given = after.doc.firstChild!
  expect([given, given.child(0), given.child(1)].every((node) => isId(node.attrs.id))).toBe(true)
})

test('[P2] what a colleague sent is left as it came, or two pages would mend it against each other', () => {
  const doc = body(p('One'), p('Two', { id: null }))
  const state = withIds(doc, 1)
  const after = state.apply(state.tr.insertText('x', 1).setMeta(ySyncPluginKey, { isChangeOrigin: true }))
  expect(after.doc.child(1).attrs.id).toBeNull()
})

test('typing looks no further than its paragraph; what came without an id meanwhile is given one all the same', () => {
  const doc = body(p('One'), p('Two'))
  const types = (state: EditorState) => state.apply(state.tr.insertText('x', 1))
  const known = types(types(withIds(doc, 1)))
  expect(known.doc.children.map(({ attrs }) => attrs.id as unknown)).toEqual(doc.children.map(({ attrs }) => attrs.id as unknown))
  const comes = known.tr
    .insert(known.doc.content.size, p('Three', { id: null }))
    .setMeta(ySyncPluginKey, { isChangeOrigin: true })
  const come = known.apply(comes)
  expect(come.doc.lastChild!.attrs.id).toBeNull()
  const typed = come.apply(come.tr.insertText('x', 1).setMeta(ySyncPluginKey, { isChangeOrigin: true }))
  expect(typed.doc.lastChild!.attrs.id).toBeNull()
  expect(isId(types(typed).doc.lastChild!.attrs.id)).toBe(true)
})

test('a moved selection changes nothing', () => {
  const doc = body(p('One', { id: null }))
  const state = withIds(doc, 1)
  expect(state.apply(state.tr.setMeta('anything', true)).doc).toBe(doc)
})
