/** The caret stays with its words when a colleague's edit re-makes the paragraph it stands in. */
import type { Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import { betterCaret } from '../../client/editor/own-caret.ts'
import { schema } from '../../shared/schema.ts'
import { a, at, body, h, p } from './words.ts'

/** The caret as one can read it. */
const shown = (doc: Node, pos: number): string => {
  const { parent, parentOffset } = doc.resolve(pos)
  return `${parent.type.name}: ${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`
}
const same = (node: Node, text = node.textContent): Node =>
  schema.node(node.type, node.attrs, text === '' ? [] : [schema.text(text)])

const one = p('Line one.')
const two = p('She tied up the last ferry.')
const three = p('Line three.')
const was = body(one, two, three)

test('AWA-06 a paragraph that becomes a heading keeps the caret at its end', () => {
  const now = body(one, h('She tied up the last ferry.', { id: two.attrs.id }), three)
  const lost = at(now, 'Line three.', 'before')
  expect(shown(now, betterCaret(was, at(was, 'ferry.'), now, lost))).toBe('heading: She tied up the last ferry.|')
})

describe('a paragraph split by a colleague', () => {
  const now = body(one, same(two, 'She tied up'), p(' the last ferry.'), three)
  const lost = at(now, 'tied up')

  test('takes the caret along with the second half', () => {
    expect(shown(now, betterCaret(was, at(was, 'the last'), now, lost))).toBe('paragraph:  the last| ferry.')
    expect(shown(now, betterCaret(was, at(was, 'ferry.'), now, lost))).toBe('paragraph:  the last ferry.|')
  })

  test('leaves it in the first half', () => {
    expect(shown(now, betterCaret(was, at(was, 'She'), now, at(now, 'She')))).toBe('paragraph: She| tied up')
  })
})

test('two paragraphs joined by a colleague keep the caret in the second one’s words', () => {
  const now = body(one, same(two, 'She tied up the last ferry.Line three.'))
  expect(shown(now, betterCaret(was, at(was, 'Line th'), now, now.content.size - 1))).toBe(
    'paragraph: She tied up the last ferry.Line th|ree.',
  )
})

test('a flip with a few more letters typed at the same moment', () => {
  const now = body(one, a('Yes: She tied up the last ferry.', { id: two.attrs.id }), three)
  expect(shown(now, betterCaret(was, at(was, 'tied'), now, at(now, 'Line three.', 'before')))).toBe(
    'paragraph: Yes: She tied| up the last ferry.',
  )
})

test('plain typing elsewhere in the paragraph is left to Yjs, which knows better', () => {
  const now = body(one, same(two, 'Oh, She tied up the last ferry.'), three)
  const right = at(now, 'tied')
  expect(betterCaret(was, at(was, 'tied'), now, right)).toBe(right)
})

test('words that were deleted leave the caret where Yjs puts it', () => {
  const now = body(one, three)
  const put = at(now, 'Line one.')
  expect(betterCaret(was, at(was, 'tied'), now, put)).toBe(put)
})
