/** What a colleague did, as the editor is told of it: the least change, and the very nodes that the binding knows. */
import { Fragment, Slice, type Node } from 'prosemirror-model'
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { ySyncPluginKey } from 'y-prosemirror'
import { expect, test } from 'vitest'
import { cameAnew, narrowed } from '../../client/editor/came.ts'
import { schema } from '../../shared/schema.ts'
import { Random } from '../random.ts'

const line = (id: string, text: string, attrs: object = {}, marks: string[] = []): Node =>
  schema.node(
    'paragraph',
    { id, ...attrs },
    text === ''
      ? []
      : [
          schema.text(
            text,
            marks.map((mark) => schema.mark(mark)),
          ),
        ],
  )
const story = (...blocks: Node[]): EditorState => EditorState.create({ doc: schema.node('doc', null, blocks) })

/** As y-prosemirror tells of it: all of the document for all of the document. */
function comes(state: EditorState, blocks: readonly Node[], caret = 1): Transaction {
  const all = new Slice(Fragment.from([...blocks]), 0, 0)
  const tr = state.tr.setMeta('addToHistory', false).replace(0, state.doc.content.size, all)
  return tr.setSelection(TextSelection.create(tr.doc, caret)).setMeta(ySyncPluginKey, { isChangeOrigin: true })
}

/** Where something before, in and behind the words of the second block is afterwards. */
const moved = ({ mapping }: Transaction, ...places: number[]): number[] => places.map((pos) => mapping.map(pos, 1))

test('letters that a colleague types or takes out in one block push what stands behind them, and nothing else', () => {
  const [first, second, third] = [line('a', 'one'), line('b', 'two four'), line('c', 'five')]
  const state = story(first, second, third)
  const types = narrowed(comes(state, [first, line('b', 'two three four'), third], 3), state)
  expect(types.doc.textContent).toBe('onetwo three fourfive')
  expect(moved(types, 1, 9, 11, 17)).toEqual([1, 9, 17, 23])
  expect(types.selection.head).toBe(3)
  expect(cameAnew(types)).toBe(false)
  const takes = narrowed(comes(state, [first, line('b', 'two'), third]), state)
  expect(moved(takes, 1, 9, 17)).toEqual([1, 9, 12])
  expect(cameAnew(takes)).toBe(false)
  const begins = narrowed(comes(story(line('a', '')), [line('a', 'x')]), story(line('a', '')))
  expect(begins.doc.textContent).toBe('x')
})

test('looks, kinds, and blocks that come, go or move are told as more than typing', () => {
  const [first, second, third] = [line('a', 'one'), line('b', 'two'), line('c', 'three')]
  const state = story(first, second, third)
  for (const now of [
    [first, line('b', 'two', {}, ['strong']), third],
    [first, line('b', 'two', { role: 'question' }), third],
    [first, line('n', 'new'), second, third],
    [first, third],
    [second, first, third],
    [first, line('b', 'four'), third],
    [
      first,
      schema.node('paragraph', { id: 'b' }, [schema.text('two '), schema.text('more', [schema.mark('comment', { id: 't' })])]),
      third,
    ],
    [],
  ]) {
    const tr = narrowed(comes(state, now.length === 0 ? [line('z', '')] : now), state)
    expect(cameAnew(tr)).toBe(true)
    // What is before it stays.
    if (now[0] === first) expect(moved(tr, 2)).toEqual([2])
  }
})

test('one’s own edits are no colleague’s, and an edit that changes nothing here is none', () => {
  const state = story(line('a', 'one'))
  const own = state.tr.insertText('x', 1)
  expect(narrowed(own, state)).toBe(own)
  expect(cameAnew(own)).toBe(false)
  const same = narrowed(comes(state, state.doc.children), state)
  expect(same.docChanged).toBe(false)
  expect(same.getMeta(ySyncPluginKey)).toEqual({ isChangeOrigin: true })
})

test('whatever comes in, the document is the very same nodes, and every letter that stayed is where it went', () => {
  const random = new Random(11)
  for (let round = 0; round < 300; round++) {
    let letter = 0x4e00
    const word = (): string => Array.from({ length: random.below(6) }, () => String.fromCharCode(letter++)).join('')
    const kinds = ['body', 'question']
    const blocks = Array.from({ length: 1 + random.below(6) }, (_, i) => line(`b${i}`, word()))
    const state = story(...blocks)
    const now = [...blocks]
    for (let times = 1 + random.below(3); times > 0; times--) {
      const at = random.below(now.length)
      const { textContent: text, attrs } = now[at]!
      const cut = random.below(text.length + 1)
      const put = random.chance(50) ? word() : ''
      const act = random.below(5)
      if (act < 3)
        now[at] = line(String(attrs.id), text.slice(0, cut) + put + text.slice(cut + random.below(2)), { role: attrs.role })
      else if (act === 3) now.splice(at, random.below(2), line(`n${round}${times}`, word(), { role: random.pick(kinds) }))
      else now[at] = line(String(attrs.id), text, { role: random.pick(kinds) })
    }
    if (now.length === 0) now.push(line('z', ''))
    const tr = narrowed(comes(state, now), state)
    expect(tr.doc.children.every((node, i) => node === now[i])).toBe(true)
    expect(tr.doc.children.map((node) => node.toJSON() as unknown)).toEqual(now.map((node) => node.toJSON() as unknown))
    if (cameAnew(tr)) continue
    const letters = (doc: Node): Map<string, number> => {
      const found = new Map<string, number>()
      doc.descendants((node, pos) => {
        if (node.isText) [...node.text!].forEach((one, i) => found.set(one, pos + i))
      })
      return found
    }
    const after = letters(tr.doc)
    for (const [one, pos] of letters(state.doc)) if (after.has(one)) expect(tr.mapping.map(pos, 1)).toBe(after.get(one))
  }
})
