/** What changed from one text of a story to another, told in the right direction. */
import { describe, expect, test } from 'vitest'
import { schema } from '../../shared/schema.ts'
import { changesBetween, changesOfContent } from '../../shared/versions/changes.ts'
import { contentOf, PARTICULARS } from '../../shared/publish/content.ts'
import { told } from '../../shared/versions/told.ts'
import { a, h, noted, p, picture, plain, q, story, strong, withBody } from '../suggest/text.ts'

const short = (list: ReturnType<typeof changesBetween>) => list.map(({ kind, says, block }) => [kind, says, block])

describe('what changed', () => {
  test('HIS-03 what the later text has more is added, and the other way round removed', () => {
    const [one, two] = [story([p('p1', 'a')]), story([p('p1', 'a b')])]
    expect(changesBetween(one, two)).toEqual([{ kind: 'added', block: 'p1', was: '', now: ' b', says: 'Added “b”', by: [] }])
    expect(changesBetween(two, one)).toEqual([{ kind: 'removed', block: 'p1', was: ' b', now: '', says: 'Removed “b”', by: [] }])
    expect(changesBetween(one, one)).toEqual([])
  })

  test('words, whole blocks, questions, looks, order, fields and pictures are told apart', () => {
    const one = story([
      q('q1', 'How are you?'),
      a('a1', 'Very well.'),
      p('p1', 'The first.'),
      h('h1', 'A head'),
      p('p2', 'The last one.'),
    ])
    const now = (...blocks: Parameters<typeof withBody>[1]) => short(changesBetween(one, withBody(one, blocks)))
    const [q1, a1, p1, h1, p2] = one.body.children as [never, never, never, never, never]
    expect(now(q1, a1, p('p1', 'The second.'), h1, p2)).toEqual([['changed', 'Replaced “first” with “second”', 'p1']])
    expect(now(q1, a1, p1, p('new', 'A new one.'), h1, p2)).toEqual([['added', 'Added a paragraph “A new one.”', 'new']])
    expect(now(q1, a1, h1, p2)).toEqual([['removed', 'Removed the paragraph “The first.”', 'p1']])
    expect(now(q1, a1, p('p1', 'The first.', { role: 'question' }), h1, p2)).toEqual([
      ['flipped', 'Made the paragraph “The first.” a question', 'p1'],
    ])
    expect(now(q1, a1, p('p1', [plain('The '), strong('first'), plain('.')]), h1, p2)).toEqual([
      ['formatted', 'Made “first” bold', 'p1'],
    ])
    expect(now(p2, q1, a1, p1, h1)).toEqual([['moved', 'Moved the paragraph “The last one.” to the top', 'p2']])
    expect(now(q1, a1, p1, h1, p2, picture('i1', ''))).toEqual([['picture', 'Added a picture', 'i1']])
    expect(short(changesBetween(one, { ...one, headline: 'A better headline' }))).toEqual([
      ['field', 'Added “better” in the headline', null],
    ])
    expect(short(changesBetween(withBody(one, [picture('i1', 'Old')]), withBody(one, [picture('i1', 'New')])))).toEqual([
      ['picture', 'Changed the caption of the picture from “Old” to “New”', 'i1'],
    ])
    expect(short(changesBetween(one, { ...one, settings: { ...one.settings, lang: 'de' } }))).toEqual([
      ['particulars', 'Gave the story the language “de”', null],
    ])
  })

  test('[P8] a comment is no change', () => {
    const one = story([p('p1', 'The first.')])
    expect(changesBetween(one, withBody(one, [p('p1', [noted('t1', 'The first.')])]))).toEqual([])
  })

  test('what a story says beside its text is compared with it', () => {
    const text = story([p('p1', 'Words.')])
    const one = contentOf(text, { ...PARTICULARS, path: 'a-path', topics: ['Music'] })
    const two = contentOf(text, { ...PARTICULARS, path: 'another-path', topics: [], kicker: 'Interview' })
    expect(short(changesOfContent(one, two))).toEqual([
      ['particulars', 'Changed the path from “a-path” to “another-path”', null],
      ['particulars', 'Set the kicker to “Interview”', null],
      ['particulars', 'Removed the topics “Music”', null],
    ])
    expect(changesOfContent(one, one)).toEqual([])
  })

  test('[P6] what readers see changed in who speaks, a link, a label is never no change', () => {
    const one = story([q('q1', 'How?'), a('a1', 'So.')])
    const link = schema.text('So.', [schema.marks.link.create({ href: 'https://example.org/' })])
    for (const two of [
      { ...one, speakers: { ...one.speakers, ml: { ...one.speakers.ml!, name: 'Mika Berg' } } },
      { ...one, settings: { ...one.settings, labelStyle: 'q-a' as const } },
      withBody(one, [q('q1', 'How?'), p('a1', [link], { role: 'answer', speaker: 'ml' })]),
      withBody(one, [q('q1', 'How?'), p('a1', 'So.', { role: 'answer', speaker: 'cs' })]),
    ])
      expect(changesBetween(one, two)).toHaveLength(1)
  })

  test('a request is told as a deed, and words in quotes stay as they are', () => {
    expect(told('Make “a, make b” bold, take the link off “x”')).toBe('Made “a, make b” bold, took the link off “x”')
    expect(told('Replace “Add” with “Remove, change”')).toBe('Replaced “Add” with “Remove, change”')
  })
})
