import { expect, test } from 'vitest'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { issuesIn, smallestChange, type Found } from '../../client/editor/issues.ts'
import { nextStop, stopsIn } from '../../client/editor/walk.ts'
import { makeChecker } from '../../shared/style/checker.ts'
import { Random } from '../random.ts'
import { a, at, body, list, p, picture, q } from '../editor/words.ts'
import { styled } from './reading.ts'

/** What the checks found in a body, as the editor holds it. */
function foundIn(checked: Node, fields = { headline: '', dek: '', byline: '' }): Found & { now: typeof fields } {
  const numbers = new Map<Node, number>()
  checked.forEach((node, _pos, index) => numbers.set(node, index))
  const now = { ...fields }
  return {
    now,
    findings: makeChecker([], [])(styled(checked, fields)),
    checked,
    hidden: new Set(),
    isStet: () => false,
    numberOf: (node) => numbers.get(node),
    fieldChecked: (field) => fields[field],
    fieldNow: (field) => now[field],
  }
}
const wordsAt = (doc: Node, { from, to }: { from: number; to: number }) => doc.textBetween(from, to, '\n', '\n')
const told = (doc: Node, found: Found) => issuesIn(doc, found).flatMap(({ spots }) => spots.map((spot) => wordsAt(doc, spot)))

const STORY = body(
  p('The the boats cost 30% more.'),
  q('And TK?'),
  a('It was the the ferry, in ‘22.'),
  list('and and', 'the end'),
)

test('typing before, after and between what was found moves it along; typing in it takes it away until it is read again', () => {
  const found = foundIn(STORY)
  const all = ['The the', '30%', 'TK', 'the the', '‘22', 'and and']
  expect(told(STORY, found)).toEqual(all)
  const typed = (words: string, where: number): string[] => {
    const state = EditorState.create({ doc: STORY })
    const { doc } = state.apply(state.tr.insertText(words, where))
    return told(doc, found)
  }
  expect(typed('So ', at(STORY, 'The the', 'before'))).toEqual(all)
  expect(typed('many ', at(STORY, 'boats', 'before'))).toEqual(all)
  expect(typed('x', at(STORY, 'TK'))).toEqual(all)
  expect(typed('x', at(STORY, 'The'))).toEqual(all.slice(1))
  expect(typed('x', at(STORY, 'and'))).toEqual(all.slice(0, -1))
})

test('after any edits of several hands every mark still stands on the words it was made for', () => {
  const random = new Random(11)
  for (let round = 0; round < 150; round++) {
    const found = foundIn(STORY)
    let state = EditorState.create({ doc: STORY })
    for (let step = 0; step < 4; step++) {
      const blocks: number[] = []
      state.doc.descendants((node, pos) => {
        if (node.isTextblock) blocks.push(pos)
        return !node.isTextblock
      })
      const pos = random.pick(blocks)
      const size = state.doc.nodeAt(pos)!.content.size
      const from = pos + 1 + random.below(size + 1)
      const to = Math.min(pos + 1 + size, from + random.below(4))
      const tr = state.tr
      if (random.chance(20)) tr.split(from)
      else tr.insertText(random.pick(['', 'the', ' TK ', 'e', 'the the']), from, to)
      state = state.apply(tr)
    }
    const words = issuesIn(state.doc, found).flatMap(({ spots }) =>
      spots.map((spot) => [wordsAt(state.doc, spot), spot.place.words]),
    )
    for (const [now, then] of words) expect(now).toBe(then)
  }
})

test('what was found in a field and beside a picture moves with what is typed there, and is gone where it is typed in', () => {
  const boat = picture({ caption: 'The boats boats of Holm', alt: 'TK', credit: 'Ana  Berg' })
  const found = foundIn(body(p('One.'), boat), { headline: '', dek: '', byline: 'By by Ana' })
  const told = (doc: Node): string[] =>
    issuesIn(doc, found).flatMap(({ spots }) =>
      spots.map(({ field, from, letters, place: { attribute } }) => {
        if (field !== null) return `${field}: ${found.now[field]}`
        const words = String(doc.nodeAt(from)!.attrs[attribute!])
        return `${attribute}: ${words.slice(letters!.from, letters!.to)}`
      }),
    )
  const all = ['byline: By by Ana', 'caption: boats boats', 'credit:   ', 'alt: TK']
  expect(told(found.checked!)).toEqual(all)

  // A colleague writes beside the picture, and above it.
  const more = boat.type.create({ ...boat.attrs, caption: 'Here: The boats boats of Holm', credit: 'Ana  Berg / Holm' })
  expect(told(body(p('One.'), p('Two.'), more))).toEqual(all)
  const other = boat.type.create({ ...boat.attrs, caption: 'The boats and boats of Holm', alt: '' })
  expect(told(body(p('One.'), other))).toEqual(['byline: By by Ana', 'credit:   '])
  found.now.byline = 'By Ana'
  expect(told(body(other))).toEqual(['credit:   '])
})

test('what somebody lets stand, and what one does not want to see, is not shown', () => {
  const found = foundIn(STORY)
  const stands = { ...found, isStet: (key: string) => key.startsWith('to-come') }
  expect(told(STORY, stands)).not.toContain('TK')
  expect(told(STORY, { ...found, hidden: new Set(['check'] as const) })).not.toContain('30%')
})

test('the walk goes through findings and unsure paragraphs in the order of the text, and around the end', () => {
  const found = foundIn(STORY)
  const unsure = [STORY.child(0).nodeSize]
  const stops = stopsIn(issuesIn(STORY, found), unsure)
  const names = stops.map(({ issue }) => issue?.finding.message ?? 'unsure')
  expect(names).toEqual(['“The the”', '30%', 'unsure', 'TK', '“the the”', '‘22', '“and and”'])
  const [first, second] = stops
  expect(nextStop(stops, first!.at, 1, true)).toBe(second)
  // A caret that was put at its beginning goes to it first.
  expect(nextStop(stops, first!.at, 1, false)).toBe(first)
  expect(nextStop(stops, stops.at(-1)!.at, 1, true)).toBe(first)
  expect(nextStop(stops, first!.at, -1, true)).toBe(stops.at(-1))
  expect(nextStop([], 5, 1, true)).toBeNull()
})

test('the smallest change makes one text of another, and never cuts an emoji in two', () => {
  const change = (old: string, next: string): string => {
    const { from, to, text } = smallestChange(old, next)
    expect(old.slice(0, from) + text + old.slice(to)).toBe(next)
    return `${from}-${to} ${text}`
  }
  expect(change('The the', 'The')).toBe('3-7 ')
  expect(change('‘22', '’22')).toBe('0-1 ’')
  expect(change('advisor', 'adviser')).toBe('5-6 e')
  expect(change('same', 'same')).toBe('4-4 ')
  expect(change('🐈 a', '🐉 a')).toBe('0-2 🐉')
  expect(change('a🐈', 'a')).toBe('1-3 ')
})
