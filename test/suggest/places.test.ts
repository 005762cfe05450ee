/** Where hunks are: in a live story, so that they stay at their words, and in the editor's document. */
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import { schema } from '../../shared/schema.ts'
import { bodyOf, fieldOf, readStory, type StoryText } from '../../shared/story.ts'
import { compare, type PlainHunk } from '../../shared/suggest/compare.ts'
import { posOf, positionsOf, relativeRange } from '../../shared/suggest/places.ts'
import { live } from './live.ts'
import { a, item, list, p, plain, story, withBody } from './text.ts'

/** The letters of a live text between two relative positions. */
function wordsBetween(ydoc: Y.Doc, range: { from: string; to: string } | null): string | null {
  const [from, to] = [range?.from, range?.to].map((place) =>
    Y.createAbsolutePositionFromRelativePosition(
      Y.decodeRelativePosition(Uint8Array.from(atob(place ?? ''), (letter) => letter.charCodeAt(0))),
      ydoc,
    ),
  )
  if (!from || !to || from.type !== to.type) return null
  return from.type.toString().slice(from.index, to.index)
}

const hunksOf = (was: StoryText, now: StoryText): PlainHunk[] => compare(was, now).hunks

test('the words a hunk takes out are found in the live story, also when others write before and in them', () => {
  const was = story([a('a1', 'The colour of the harbour was grey.'), list('l1', item('i1', 'one boat'))], {
    headline: 'The sea is asking',
  })
  const hunks = hunksOf(was, {
    ...withBody(was, [a('a1', 'The colour of the sea was grey.'), list('l1', item('i1', 'one ship'))]),
    headline: 'The sea keeps asking',
  })
  const ydoc = live(was, 5)
  const ranges = hunks.map((hunk) => relativeRange(ydoc, hunk.story))
  expect(ranges.map((range) => wordsBetween(ydoc, range))).toEqual(['is', 'harbour', 'boat'])
  fieldOf(ydoc, 'headline').insert(0, 'Now ')
  const text = (bodyOf(ydoc).get(0) as Y.XmlElement).get(0) as Y.XmlText
  text.insert(21, '-')
  text.insert(0, 'Yes. ')
  expect(ranges.map((range) => wordsBetween(ydoc, range))).toEqual(['is', 'har-bour', 'boat'])
})

test('behind a line break, in an empty paragraph and before the first block a place is found as well', () => {
  const broken = [plain('one'), schema.nodes.hardBreak.create(), plain('two three')]
  const was = story([p('p1', broken), p('p2', '')])
  const now = withBody(was, [p('n1', 'New.'), p('p1', [...broken.slice(0, 2), plain('two four')]), p('p2', 'words')])
  const hunks = hunksOf(was, now)
  expect(hunks.map(({ says }) => says)).toEqual(['Add a paragraph “New.”', 'Replace “three” with “four”', 'Add “words”'])
  const ydoc = live(was, 5)
  expect(relativeRange(ydoc, hunks[0]!.story)).toBeNull()
  expect(wordsBetween(ydoc, relativeRange(ydoc, hunks[1]!.story))).toBe('three')
  expect(wordsBetween(ydoc, relativeRange(ydoc, hunks[2]!.story))).toBe('')
})

test('the editor’s document has the same words at a hunk’s places, in the story and in the copy', () => {
  const was = story([p('p1', 'x'), list('l1', item('i1', 'one boat'), item('i2', 'two boats'))])
  const now = withBody(was, [p('p1', 'x'), list('l1', item('i1', 'one boat'), item('i2', 'two red ships'))])
  const [hunk] = hunksOf(was, now)
  const between = ({ body }: StoryText, { from, to }: PlainHunk['story']): string => {
    const blocks = positionsOf(body)
    return body.textBetween(posOf(from, blocks)!, posOf(to, blocks)!)
  }
  expect([between(readStory(live(was, 5)), hunk!.story), between(now, hunk!.view)]).toEqual(['boats', 'red ships'])
})
