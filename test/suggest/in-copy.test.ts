/** Where suggestions are drawn: relative positions of the story's Y.Doc, and the same places in a fork of it. */
import { expect, test } from 'vitest'
import { prosemirrorToYXmlFragment } from 'y-prosemirror'
import * as Y from 'yjs'
import type { Node } from 'prosemirror-model'
import { fromStory } from '../../client/suggest/from-story.ts'
import { inStory } from '../../client/suggest/in-story.ts'
import { absolute, Carry, encode, Places } from '../../client/suggest/places.ts'
import { decidedWords, suggestionsOf } from '../../client/suggest/suggestion.ts'
import { runsOf } from '../../client/suggest/field-runs.ts'
import type { Hunk } from '../../shared/review.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf, fieldOf } from '../../shared/story.ts'

const para = (id: string, words: string): Node => schema.node('paragraph', { id }, words === '' ? [] : [schema.text(words)])
const body = (...nodes: Node[]): Node => schema.node('doc', null, nodes)
const list = (id: string, ...items: [string, string][]): Node =>
  schema.node(
    'list',
    { id },
    items.map(([name, words]) => schema.node('listItem', { id: name }, [schema.text(words)])),
  )

function ydocOf(doc: Node): Y.Doc {
  const ydoc = new Y.Doc()
  prosemirrorToYXmlFragment(doc, bodyOf(ydoc))
  return ydoc
}

/** The words between two places. */
const words = (doc: Node, from: number, to: number): string => doc.textBetween(from, to, '\n')

/** Where words stand in a document. */
function find(doc: Node, text: string): { from: number; to: number } {
  let at = -1
  doc.descendants((node, pos) => {
    const i = node.isTextblock && at < 0 ? node.textContent.indexOf(text) : -1
    if (i >= 0) at = pos + 1 + i
    return at < 0
  })
  return { from: at, to: at + text.length }
}

test('relative positions are found in paragraphs and in lists, and made there', () => {
  const doc = body(para('a', 'One two three.'), list('l', ['i', 'Four five.'], ['j', 'Six.']), para('b', 'Seven eight.'))
  const ydoc = ydocOf(doc)
  const places = new Places(ydoc, bodyOf(ydoc), doc)
  for (const text of ['two', 'five', 'Six', 'eight']) {
    const { from, to } = find(doc, text)
    const [a, b] = [places.relative(from, 0), places.relative(to, -1)]
    expect(words(doc, places.at(a)!, places.at(b)!)).toBe(text)
  }
  expect(places.block('j')?.node.textContent).toBe('Six.')
  expect(places.at(null)).toBe(null)
  expect(places.at('no position')).toBe(null)
})

test('a place goes from one text to another by its block, past what differs before it', () => {
  const story = body(para('a', 'One two three.'), para('b', 'Four five six.'), para('c', 'Seven.'))
  const fork = body(para('n', 'New.'), para('a', 'One 2 two three.'), para('b', 'Four six.'))
  const carry = new Carry(story, fork)
  const carried = (text: string): string => {
    const { from, to } = find(story, text)
    const [a, b] = [carry.at(from, 1), carry.at(to, -1)]
    return a === null || b === null ? 'gone' : words(fork, a, Math.max(a, b))
  }
  expect(['One', 'three', 'Four', 'six', 'five', 'Seven'].map(carried)).toEqual(['One', 'three', 'Four', 'six', '', 'gone'])
})

test('a comment made in a fork is put on the story’s words, and on the block where its words are only suggested', () => {
  const story = body(para('a', 'One two three.'), para('b', 'Four.'))
  const fork = body(para('a', 'One brand new two three.'), para('x', 'Mine alone.'), para('b', 'Four.'))
  const [mine, theirs] = [ydocOf(fork), ydocOf(story)]
  const from = new Places(mine, bodyOf(mine), fork)
  const to = new Places(theirs, bodyOf(theirs), story)
  const chosen = (text: string) => {
    const at = find(fork, text)
    return inStory(
      { of: 'words', from: from.relative(at.from, 0)!, to: from.relative(at.to, -1)! },
      { ydoc: mine, doc: fork },
      { ydoc: theirs, doc: story },
    )
  }
  const there = chosen('three')
  expect(there.of === 'words' && words(story, to.at(there.from)!, to.at(there.to)!)).toBe('three')
  expect(chosen('brand new')).toEqual({ of: 'block', block: 'a' })
  expect(chosen('alone')).toEqual({ of: 'story' })
})

test('a comment made in a fork on words of a field is on those words, and is shown on them in the fork', () => {
  const [mine, theirs] = [new Y.Doc(), new Y.Doc()]
  const [ours, story] = [fieldOf(mine, 'headline'), fieldOf(theirs, 'headline')]
  ours.insert(0, 'Look: the old boats of Gull Point')
  story.insert(0, 'The boats of Gull Bay')
  const none = body(para('a', ''))
  const [fork, home] = [
    { ydoc: mine, doc: none },
    { ydoc: theirs, doc: none },
  ]
  const at = (ytext: Y.Text, words: string) => {
    const from = ytext.toString().indexOf(words)
    const end = Y.createRelativePositionFromTypeIndex(ytext, from + words.length, -1)
    const place = { from: encode(Y.createRelativePositionFromTypeIndex(ytext, from)), to: encode(end) }
    return { of: 'words', field: 'headline', ...place } as const
  }
  const chosen = (words: string): string => {
    const place = inStory(at(ours, words), fork, home)
    if (place.of !== 'words') return place.of
    return story.toString().slice(absolute(theirs, place.from)!.index, absolute(theirs, place.to)!.index)
  }
  expect(['boats', 'boats of Gull', 'old boats', 'Look'].map(chosen)).toEqual(['boats', 'boats of Gull', 'boats', 'field'])
  const { between } = fromStory(home, fork, { block: () => null })
  const shown = (words: string): string => {
    const { from, to } = at(story, words)
    const spot = between(from, to, 'headline')
    return spot === null ? 'nowhere' : ours.toString().slice(spot.from, spot.to)
  }
  // Words that the fork has replaced: on what it has in their place.
  expect(['boats', 'Gull', 'Bay'].map(shown)).toEqual(['boats', 'Gull', 'Point'])
})

test('words of the story are shown in a fork where they are, or beside what they stood in', () => {
  const story = body(para('a', 'One two three. Four.'), list('l', ['i', 'Five six.'], ['j', 'Seven.']))
  const fork = body(para('a', 'No. One two or three.'), list('l', ['i', 'Five and six.'], ['j', 'No seven.']))
  const [mine, theirs] = [ydocOf(fork), ydocOf(story)]
  const places = new Places(theirs, bodyOf(theirs), story)
  const { between } = fromStory(
    { ydoc: theirs, doc: story },
    { ydoc: mine, doc: fork },
    { block: (id) => (id === 'a' ? { field: null, from: 0, to: 3 } : null) },
  )
  const shown = (text: string) => {
    const { from, to } = find(story, text)
    const spot = between(places.relative(from, 0)!, places.relative(to, -1)!, null)
    return spot === null ? null : words(fork, spot.from, spot.to)
  }
  expect(['One', 'two', 'six'].map(shown)).toEqual(['One', 'two', 'six'])
  expect(shown('Four.')).toBe(words(fork, 0, 3))
})

const by = { id: 'ben', name: 'Ben', hue: 2 }
const hunk = (id: string, more: Partial<Hunk> = {}): Hunk => ({
  id,
  suggestion: `s${id}`,
  by,
  kind: 'words',
  field: null,
  block: 'a',
  from: null,
  to: null,
  was: 'x',
  now: 'y',
  slice: null,
  says: `Replace ${id}`,
  quote: false,
  stale: false,
  with: [],
  at: 1,
  ...more,
})

test('changes that are decided together are one suggestion, with the warnings of all of them', () => {
  const all = suggestionsOf([
    hunk('1', { with: ['3'] }),
    hunk('2', { at: 5 }),
    hunk('3', { with: ['1'], quote: true, stale: true, at: 9 }),
  ])
  expect(all.map(({ name, hunks, quote, stale, at }) => [name, hunks.map(({ id }) => id), quote, stale, at])).toEqual([
    ['s1', ['1', '3'], true, true, 9],
    ['s2', ['2'], false, false, 5],
  ])
  // Of very many only the first names all.
  const many = [hunk('1', { with: ['2', '3'] }), hunk('2', { with: ['1'] }), hunk('3', { with: ['1'] })]
  expect(suggestionsOf(many).map(({ hunks }) => hunks.map(({ id }) => id))).toEqual([['1', '2', '3']])
  // Its author has gone on before it.
  expect(suggestionsOf([hunk('0', { with: ['1'], at: 7 }), hunk('1', { with: ['0'] })])).toMatchObject([{ name: 's1', at: 7 }])
})

test('what a decision did is said, and what had changed meanwhile', () => {
  expect(decidedWords('accept', 1, 0, false)).toBe('1 suggestion accepted.')
  expect(decidedWords('reject', 2, 0, true)).toBe('2 suggestions taken back.')
  expect(decidedWords('reject', 2, 1, false)).toBe('2 suggestions rejected. 1 other had just changed: look at it again.')
  expect(decidedWords('accept', 0, 1, false)).toMatch(/^That suggestion has just changed or is gone/)
})

test('a field reads as it would with all that one person suggests for it', () => {
  const ydoc = new Y.Doc()
  const headline = fieldOf(ydoc, 'headline')
  headline.insert(0, 'The red door stands open')
  const at = (index: number, side: -1 | 0): string => encode(Y.createRelativePositionFromTypeIndex(headline, index, side))
  const change = (from: number, to: number, now: string) => ({
    hunk: { from: at(from, from === to ? -1 : 0), to: at(to, -1), was: '', now },
    ydoc,
  })
  const changes = [change(24, 24, ' wide'), change(4, 7, 'blue')]
  // A colleague writes before it: the places go along.
  headline.insert(0, 'Look: ')
  expect(runsOf(headline.toString(), changes)).toEqual([
    { text: 'Look: The ', is: 'same' },
    { text: 'red', is: 'out' },
    { text: 'blue', is: 'in' },
    { text: ' door stands open', is: 'same' },
    { text: ' wide', is: 'in' },
  ])
})
