/** Where a place of the copy is in the Y.Doc: what y-prosemirror says, without its walk. */
import { expect, test } from 'vitest'
import { EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { absolutePositionToRelativePosition, initProseMirrorDoc } from 'y-prosemirror'
import * as Y from 'yjs'
import { yjsPlace, yjsSelection } from '../../client/editor/yjs-place.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf } from '../../shared/story.ts'
import { Moves } from '../../shared/write/moves.ts'
import { writeBody } from '../../shared/write/write-body.ts'
import { a, body, h, list, notice, p, q } from './words.ts'

test('at every place of a body it is the one that y-prosemirror finds', () => {
  const ydoc = new Y.Doc()
  const bound = { type: bodyOf(ydoc), ...initProseMirrorDoc(bodyOf(ydoc), schema).meta }
  const strong = schema.text('loud', [schema.mark('strong')])
  const broken = schema.node('paragraph', { id: 'broken' }, [schema.text('one'), schema.node('hardBreak'), schema.text('two')])
  const mixed = schema.node('paragraph', { id: 'mixed' }, [schema.text('not '), strong, schema.text(' at all')])
  const doc = body(
    p('Lede.'),
    p(''),
    q('Where?'),
    mixed,
    list('rope', 'boat'),
    notice(p('Free.')),
    broken,
    schema.node('divider'),
    h('Then'),
    a('x'),
  )
  writeBody(ydoc, bound.type, doc, bound, new Moves(ydoc), null)
  // Letters that were taken out are still there to Yjs.
  bound.type.delete(0, 1)
  const state = EditorState.create({ doc: body(...doc.children.slice(1)) })
  for (let pos = 0; pos <= state.doc.content.size; pos++)
    expect([pos, yjsPlace(bound, state.doc, pos)]).toEqual([
      pos,
      absolutePositionToRelativePosition(pos, bound.type, bound.mapping),
    ])
  const typed = state.apply(state.tr.insertText('right here', 5))
  // Nothing is known yet of what is only in the copy.
  expect(yjsPlace(bound, typed.doc, 12)).toEqual(absolutePositionToRelativePosition(12, bound.type, bound.mapping))
})

test('a selection is told by its kind and both of its ends', () => {
  const ydoc = new Y.Doc()
  const bound = { type: bodyOf(ydoc), ...initProseMirrorDoc(bodyOf(ydoc), schema).meta }
  const doc = body(p('Lede.'), schema.node('divider'), p('So.'))
  writeBody(ydoc, bound.type, doc, bound, new Moves(ydoc), null)
  const at = (pos: number): unknown => absolutePositionToRelativePosition(pos, bound.type, bound.mapping)
  const words = EditorState.create({ doc, selection: TextSelection.create(doc, 4, 2) })
  expect(yjsSelection(bound, words)).toEqual({ type: 'text', anchor: at(4), head: at(2) })
  const block = EditorState.create({ doc, selection: NodeSelection.create(doc, 7) })
  expect(yjsSelection(bound, block)).toEqual({ type: 'node', anchor: at(7), head: at(8) })
})
