/** What the desk's list shows, and where. */
import { expect, test } from 'vitest'
import { byEdit, fold, keepOrder, nameOf, sections } from '../../client/desk/list.ts'
import type { Story } from '../../shared/api.ts'

const ana = { id: 'ana', name: 'Ana Reis', hue: 0 }
const lucja = { id: 'lu', name: 'Łucja Nowak', hue: 5 }

function story(id: string, more: Partial<Story> = {}): Story {
  return {
    id,
    slug: id,
    headline: '',
    dek: '',
    byline: '',
    stage: 'writing',
    words: 0,
    createdAt: 0,
    editedAt: 0,
    editedBy: null,
    here: [],
    trouble: null,
    standing: null,
    ...more,
  }
}

const found = (stories: Story[], query: string) =>
  sections(stories, byEdit(stories), query).flatMap(({ stories }) => stories.map(({ id }) => id))

test('what waits for an editor stands above what is being written, and what is live below', () => {
  const stories = [
    story('lamps', { stage: 'live' }),
    story('tide'),
    story('ferry', { stage: 'editing' }),
    story('pier', { stage: 'filed' }),
  ]
  expect(sections(stories, byEdit(stories), '').map(({ stage }) => stage)).toEqual(['editing', 'filed', 'writing', 'live'])
})

test('nothing moves while colleagues type: only a new story comes on top', () => {
  const before = [story('a', { editedAt: 3 }), story('b', { editedAt: 2 }), story('c', { editedAt: 1 })]
  const order = byEdit(before)
  expect(order).toEqual(['a', 'b', 'c'])
  const after = [story('a', { editedAt: 3 }), story('c', { editedAt: 9 }), story('new', { editedAt: 10 })]
  expect(keepOrder(order, after)).toEqual(['new', 'a', 'c'])
  expect(byEdit(after)).toEqual(['new', 'c', 'a'])
})

test('a story is found by any of its words, without accents, case or typographer’s quotes', () => {
  const stories = [
    story('kajen', { headline: 'Ærlighed på kajen', editedBy: lucja }),
    story('map', { headline: '“I sold the only map”' }),
    story('hall', { headline: 'The owner’s strike', here: [ana] }),
  ]
  expect(found(stories, 'AERLIGHED pa')).toEqual(['kajen'])
  expect(found(stories, 'lucja')).toEqual(['kajen'])
  expect(found(stories, '"i sold')).toEqual(['map'])
  expect(found(stories, "owner's")).toEqual(['hall'])
  expect(found(stories, 'reis')).toEqual(['hall'])
  expect(found(stories, 'owner map')).toEqual([])
  expect(found(stories, '')).toHaveLength(3)
})

test('folding leaves other scripts alone', () => {
  expect(fold('Ελλάδα')).toBe('ελλαδα')
  expect(fold('東京 Straße')).toBe('東京 strasse')
})

test('a story without a headline is called by its slug', () => {
  expect(nameOf(story('union-hall'))).toBe('union-hall')
  expect(nameOf(story('x', { headline: '  ', slug: '' }))).toBe('Untitled')
})
