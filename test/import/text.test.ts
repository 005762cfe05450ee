/** Plain text comes in character for character; only line ends are structure. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readText } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { paragraphsOf, present, score, STORY, storyParagraphs } from './truth.ts'

const read = (text: string) => readText(text, counter())
const texts = (text: string) => paragraphsOf(read(text)).map((one) => one.text)

describe.skipIf(!present)('the interview the design came with', () => {
  const source = present ? readFileSync(STORY, 'utf8') : ''

  test('all 48 paragraphs come in, character for character', () => {
    const told = paragraphsOf(read(source))
    expect(told.map((one) => one.text)).toEqual(storyParagraphs().map((one) => one.text))
    expect(told).toHaveLength(48)
  })

  test('each of the 15 turns of the interviewer is a question or asked about, and nothing is silently wrong', () => {
    const reading = read(source)
    const { wrong, asked, why } = score(
      paragraphsOf(reading),
      storyParagraphs().map((one) => one.role),
    )
    expect([wrong, ...why]).toEqual([0])
    expect(asked / reading.turns).toBeLessThan(0.3)
    expect(reading.unsure).toBe(asked)
    for (const [i, one] of storyParagraphs().entries()) {
      const told = paragraphsOf(reading)[i]
      if (one.role === 'Q') expect(told?.role === 'Q' || told?.guess, one.text).toBe(true)
    }
  })

  test('its first paragraph is a note to readers, its last a disclosure, and the lede and the call to follow are story', () => {
    const { body } = read(source)
    const kinds = body.children.map((node) => String(node.attrs.kind ?? node.attrs.role))
    expect(kinds[0]).toBe('reader-note')
    expect(kinds.slice(1, 7)).toEqual(Array.from({ length: 6 }, () => 'body'))
    expect(kinds.at(-2)).toBe('body')
    expect(kinds.at(-1)).toBe('disclosure')
  })

  test('Windows line ends, a byte order mark and a missing last line end change nothing', () => {
    const plain = texts(source)
    expect(texts(`\ufeff${source.replaceAll('\n', '\r\n')}`)).toEqual(plain)
    expect(texts(`${source.trimEnd()}\n\n\n`)).toEqual(plain)
  })
})

test('every character is kept: hard spaces, quotes, emoji, combining marks, right-to-left words', () => {
  const lines = [
    'Un café\u00a0: «\u202foui\u202f»',
    'cafe\u0301 ‘22 “x” — … 👩‍👩‍👧‍👧 🇳🇴',
    'שלום עולם‏!',
    ' two  blanks\tand a tab ',
    'ทดสอบไทยล้วน',
  ]
  expect(texts(lines.join('\n\n'))).toEqual(lines)
})

test('a file without blank lines has a paragraph a line', () => {
  expect(texts('One line.\nAnother line.\nA third.')).toEqual(['One line.', 'Another line.', 'A third.'])
})

test('a single line end inside a paragraph stays a break, a line of blanks ends it', () => {
  expect(texts('Roses are red,\nviolets are blue.\n \t \nNext.')).toEqual(['Roses are red,\nviolets are blue.', 'Next.'])
})

test('control characters and torn surrogates are left out, and it is said', () => {
  const reading = read('a\u0000b\u0007c\ud83d d\n\nfine')
  expect(paragraphsOf(reading).map((one) => one.text)).toEqual(['abc d', 'fine'])
  expect(reading.lost).toEqual(['3 control characters'])
})

test('an empty file is one empty paragraph', () => {
  for (const empty of ['', '\n\n', '\ufeff', ' \n ']) {
    const { body, turns } = read(empty)
    expect([body.childCount, body.firstChild?.type.name, body.textContent, turns]).toEqual([1, 'paragraph', '', 0])
  }
})

test('every block has an id of its own', () => {
  const seen: unknown[] = []
  read('Note to readers: hi.\n\nQ: One?\n\nA: Two.\n\nQ: Three?\n\nA: Four.').body.descendants((node) => {
    if (node.isBlock) seen.push(node.attrs.id)
  })
  expect(seen.every((id) => typeof id === 'string')).toBe(true)
  expect(new Set(seen).size).toBe(seen.length)
})

test('a megabyte in one paragraph is read; a file of more paragraphs than any story is refused with a reason', () => {
  expect(texts('word '.repeat(200_000))).toHaveLength(1)
  expect(texts(`${'A: '.repeat(50_000)}\n\nQ: ${'Why? '.repeat(1000)}`)).toHaveLength(2)
  expect(() => read('A line.\n'.repeat(30_000))).toThrow(/30000 paragraphs/)
})

test.each([
  ['Reader’s note: this talk was cut by half.', 'reader-note'],
  ['Readers’ note: this talk was cut by half.', 'reader-note'],
  ["Reader's note – the names are changed.", 'reader-note'],
  ['Editor’s note: the bakery has moved since.', 'editors-note'],
])('“%s” before an interview is a notice', (note, kind) => {
  const { body } = read(`${note}\n\nPaul: What do you bake?\n\nAda: Rye, on most days.\n\nPaul: And on Sundays?\n\nAda: I sleep.`)
  expect(body.firstChild!.attrs.kind).toBe(kind)
})
