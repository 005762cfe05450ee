/** Pictures in what is pasted: what is taken out to follow, and what of an address stays. */
import { Fragment, Slice } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { isOnlyPicture, takeOut } from '../../client/editor/image-paste.ts'
import { schema } from '../../shared/schema.ts'

const image = (attrs: Record<string, unknown>) => schema.node('image', attrs)
const text = schema.node('paragraph', null, [schema.text('words')])
const ID = 'abcdefghijkl'

test('a picture that came along or is another story’s follows; one of this story stays; no address but the web’s is kept', () => {
  const here = 'hereherehere-60x40'
  const there = 'therethere12-60x40'
  const file = new Blob(['bytes'])
  const given = new Slice(
    Fragment.fromArray([
      text,
      image({ id: ID, asset: here, alt: 'Mine', source: 'https://old.example/x.jpg' }),
      image({ id: ID, asset: there, alt: 'Yours' }),
      image({ id: ID, source: 'picture:1', alt: 'With it', caption: 'c' }),
      image({ source: 'picture:2' }),
      image({ source: '//cdn.example/a.jpg' }),
      image({ source: 'javascript:alert(1)' }),
      image({ source: 'file:///C:/boat.png' }),
      text,
    ]),
    1,
    1,
  )
  const { slice, taken } = takeOut(given, new Map([['picture:1', file]]), (asset) => asset === here)
  expect([slice.openStart, slice.openEnd]).toEqual([1, 1])
  const blocks = slice.content.content
  expect(blocks.map(({ type, attrs }) => (type.name === 'image' ? [attrs.alt, attrs.asset, attrs.source] : type.name))).toEqual([
    'paragraph',
    ['Mine', here, 'https://old.example/x.jpg'],
    ['Yours', null, ''],
    ['With it', null, ''],
    ['', null, ''],
    ['', null, 'https://cdn.example/a.jpg'],
    ['', null, ''],
    ['', null, ''],
    'paragraph',
  ])
  expect(taken).toEqual([
    { id: blocks[2]!.attrs.id, asset: there },
    { id: blocks[3]!.attrs.id, file },
  ])
  expect(new Set([ID, ...taken.map(({ id }) => id)]).size).toBe(3)
})

test('a clipboard that is one picture is told from words with a picture of them beside', () => {
  expect(isOnlyPicture('<meta charset="utf-8"><!--StartFragment--><img src="https://x.example/a.png" alt="A &lt;b>"/>')).toBe(
    true,
  )
  expect(isOnlyPicture('<style>p {}</style><p>&nbsp;<img src="x"> </p>')).toBe(true)
  expect(isOnlyPicture('<p>Words</p><img src="x">')).toBe(false)
  expect(isOnlyPicture('<img src="x"><img src="y">')).toBe(false)
  expect(isOnlyPicture('<p></p>')).toBe(false)
})
