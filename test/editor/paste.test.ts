/** What comes in by paste: never too much to save, never a breach of the page's policy, never a foreign id. */
import { Fragment, Slice, type Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import { cleanSlice, readable, sliceTooMuch, tooMuch } from '../../client/editor/paste.ts'
import { schema } from '../../shared/schema.ts'
import { a, p } from './words.ts'

const slice = (...blocks: Node[]): Slice => new Slice(Fragment.from(blocks), 0, 0)
const blocksOf = (given: Slice): Node[] => Array.from({ length: given.content.childCount }, (_none, i) => given.content.child(i))

describe('DOS-12 a paste too large to be saved is refused whole', () => {
  test('by its bytes, not its letters', () => {
    expect(tooMuch('a'.repeat(1_000_000), '')).toBe(false)
    expect(tooMuch('a'.repeat(1_000_001), '')).toBe(true)
    expect(tooMuch('漢'.repeat(400_000), '')).toBe(true)
    expect(tooMuch('a', 'b'.repeat(12_000_001))).toBe(true)
  })

  test('and by its paragraphs, each of which costs more than its words', () => {
    expect(sliceTooMuch(slice(...Array.from({ length: 5_001 }, () => p('x'))))).toBe(true)
    expect(sliceTooMuch(slice(p('a'.repeat(1_000_001))))).toBe(true)
    expect(sliceTooMuch(slice(p('A whole interview.')))).toBe(false)
  })
})

describe('markup is made readable under the strict policy before it is parsed', () => {
  test('styles are kept as data, whatever quotes they have', () => {
    expect(readable('<b style="font-weight:normal" id=x>a</b>')).toBe('<b data-style="font-weight:normal" id=x>a</b>')
    expect(readable('<span STYLE=\'font-family:"A"; font-weight:700\'>b</span>')).toBe(
      '<span data-style="font-family:&quot;A&quot;; font-weight:700">b</span>',
    )
    expect(readable('<i style=color:red>c</i>')).toBe('<i data-style="color:red">c</i>')
  })

  test('style sheets and handlers are dropped, words that look like them stay', () => {
    expect(readable('<style>p{color:red}</style><p onclick="x()" ONLOAD=y>on style=1 onclick=2</p>')).toBe(
      '<p>on style=1 onclick=2</p>',
    )
  })
})

describe('a copy is not the thing', () => {
  test('an id that is none of ours is dropped, one of ours stays for a move', () => {
    const [bad, good] = blocksOf(cleanSlice(slice(p('x', { id: '"><script>' }), p('y', { id: 'Ab3Ab3Ab3Ab3' })), null))
    expect([bad!.attrs.id, good!.attrs.id]).toEqual([null, 'Ab3Ab3Ab3Ab3'])
  })

  test('COM-08 carries no comment along', () => {
    const marked = schema.node(
      'paragraph',
      null,
      schema.text('said', [schema.mark('comment', { id: 'c1' }), schema.mark('strong')]),
    )
    const [copy] = blocksOf(cleanSlice(slice(marked), null))
    expect(copy!.firstChild!.marks.map((mark) => mark.type.name)).toEqual(['strong'])
  })

  test('plain paragraphs pasted into an answer are that answer', () => {
    const [first, second] = blocksOf(cleanSlice(slice(p('x'), a('y', { speaker: 'other' })), a('Here.')))
    expect(first!.attrs).toMatchObject({ role: 'answer', speaker: 'ml' })
    expect(second!.attrs.speaker).toBe('other')
  })
})
