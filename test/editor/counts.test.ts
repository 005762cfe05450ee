/** What the foot of the story page counts, and the outline beside it. */
import type { Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import { readInterview } from '../../client/editor/turns.ts'
import { countsOf, minutesFor, toTarget } from '../../client/story/counts.ts'
import { outlineOf, partAt } from '../../client/story/outline.ts'
import { schema } from '../../shared/schema.ts'
import { SPEAKERS, a, at, body, h, list, notice, p, q } from './words.ts'

const STORY = body(
  notice(p('Free today.')),
  p('The harbour was quiet.'),
  p('So was she.'),
  h('The rope'),
  q('Where were you?'),
  a('On the pier, mostly.'),
  list('Twice at night', 'once by day'),
  a('And then I left.'),
  q('Why?'),
  a('No plan — none at all.', { roleState: 'guess' }),
)
const nothing = { from: 1, to: 1 }

describe('counting', () => {
  test('the story, what is asked and what is answered, lists in an answer included', () => {
    expect(countsOf(STORY, nothing)).toEqual({
      story: 2 + 4 + 3 + 2 + 3 + 4 + 6 + 4 + 1 + 5,
      questions: 4,
      answers: 19,
      selection: null,
    })
  })

  test('what is selected, from the middle of one word to the middle of another', () => {
    const selection = (from: string, to: string) => ({ from: at(STORY, from, 'before'), to: at(STORY, to) })
    expect(countsOf(STORY, selection('harbour', 'So wa')).selection).toBe(5)
    expect(countsOf(STORY, { from: 0, to: STORY.content.size }).selection).toBe(34)
    // A dash is no word.
    expect(countsOf(STORY, selection(' — ', ' — ')).selection).toBe(0)
  })

  test('reading time, and the way to the target', () => {
    expect([minutesFor(10), minutesFor(238 * 2), minutesFor(2_130)]).toEqual([1, 2, 9])
    expect([toTarget(1_880, 2_000), toTarget(2_000, 2_000), toTarget(3_080, 2_000)]).toEqual([
      '120 to go',
      'on target',
      '1,080 over',
    ])
  })
})

describe('the outline', () => {
  const told = (story: Node) =>
    outlineOf(story, readInterview(story, SPEAKERS)).map(
      ({ label, kind, text, words, unsure }) => `${label || kind}: ${text} (${words}${unsure > 0 ? `, ${unsure} unsure` : ''})`,
    )

  test('has every turn once, with its words, and what stands between them', () => {
    expect(told(STORY)).toEqual([
      'Note: Free today. (2)',
      'copy: The harbour was quiet. (7)',
      'heading: The rope (2)',
      'Q: Where were you? (3)',
      'A: On the pier, mostly. (14)',
      'Q: Why? (1)',
      'A ?: No plan — none at all. (5, 1 unsure)',
    ])
  })

  test('says who speaks where several do, and where the free part ends', () => {
    const story = body(a('One.', { speaker: 'ml' }), a('Two.', { speaker: 'cs' }), schema.node('paywall'), p(''), q('', {}))
    expect(told(story)).toEqual(['ML: One. (1)', 'CS: Two. (1)', 'paywall:  (0)', 'Q:  (0)'])
  })

  test('knows which part the caret is in', () => {
    const parts = outlineOf(STORY, readInterview(STORY, SPEAKERS))
    expect(parts[partAt(parts, at(STORY, 'once by day'))]?.text).toBe('On the pier, mostly.')
    expect(parts[partAt(parts, at(STORY, 'So was'))]?.text).toBe('The harbour was quiet.')
    expect(partAt(parts, 0)).toBe(0)
    expect(partAt([], 5)).toBe(-1)
  })
})
