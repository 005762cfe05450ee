/** The interview read out of the body: turns, labels, counts, guesses. */
import { describe, expect, test } from 'vitest'
import { schema } from '../../shared/schema.ts'
import { nextUnsure, readInterview, speakerAt } from '../../client/editor/turns.ts'
import { SPEAKERS, a, body, h, list, notice, p, q } from './words.ts'

const labels = (...blocks: Parameters<typeof body>): (string | null)[] =>
  readInterview(body(...blocks), SPEAKERS).places.map(({ label }) => label)

describe('the gutter', () => {
  test('names a turn once, however many paragraphs it has', () => {
    expect(labels(p('Lede.'), q('Where?'), a('Here.'), a('And there.'), q('When?'), a('Now.'))).toEqual(['Q', 'A', 'Q', 'A'])
  })

  test('names it again where a turn was cut on purpose, and after a heading', () => {
    expect(labels(a('One.'), a('Two.', { turnStart: true }))).toEqual(['A', 'A'])
    expect(labels(a('One.'), h('Part two'), a('Two.'))).toEqual(['A', 'A'])
  })

  test('goes on through a list or a picture inside an answer', () => {
    expect(labels(a('Three things:'), list('rope', 'boat'), schema.node('image'), a('That is all.'))).toEqual(['A'])
  })

  test('shows initials as soon as two people answer', () => {
    const speakers = { ...SPEAKERS, jo: { name: 'Jo Ek', initials: 'JE', kind: 'subject' as const } }
    const { places } = readInterview(body(q('Who?'), a('I.'), a('And I.', { speaker: 'jo' })), speakers)
    expect(places.map(({ label }) => label)).toEqual(['Q', 'ML', 'JE'])
  })

  test('says what a notice is', () => {
    expect(labels(notice(p('Free today.')), p('Lede.'))).toEqual(['Note'])
  })

  test('marks a guess with a question mark, also inside a turn', () => {
    expect(labels(q('Where', { roleState: 'guess' }), a('Here.'), a('There', { roleState: 'guess' }))).toEqual(['Q ?', 'A', '?'])
  })
})

test('turns, paragraphs and guesses are counted', () => {
  const read = readInterview(body(p('Lede.'), q('Where?'), a('Here.'), a('There.', { roleState: 'guess' }), q('When?')), SPEAKERS)
  expect(read).toMatchObject({ questions: 2, answers: 1, paragraphs: 4 })
  expect(read.unsure).toHaveLength(1)
})

test('who speaks is who spoke last in that role, else the next, else the only one it can be', () => {
  const doc = body(q('One?', { speaker: 'x' }), a('Two.', { speaker: 'y' }), q('Three?', { speaker: 'z' }))
  expect(speakerAt(doc, doc.content.size, 'question', SPEAKERS)).toBe('z')
  expect(speakerAt(doc, 3, 'question', SPEAKERS)).toBe('x')
  expect(speakerAt(doc, 0, 'answer', SPEAKERS)).toBe('y')
  expect(speakerAt(body(p('')), 0, 'answer', SPEAKERS)).toBe('ml')
  expect(speakerAt(body(p('')), 0, 'answer', {})).toBeNull()
})

test('the next guess is found around the end', () => {
  expect(nextUnsure([10, 20], 10, 1)).toBe(20)
  expect(nextUnsure([10, 20], 20, 1)).toBe(10)
  expect(nextUnsure([10, 20], 10, -1)).toBe(20)
  expect(nextUnsure([], 5, 1)).toBeNull()
})
