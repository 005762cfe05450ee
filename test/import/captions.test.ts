/** Captions come in as the talk they are. */
import { expect, test } from 'vitest'
import { readText, type Reading } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { paragraphsOf } from './truth.ts'

const script = (reading: Reading): string[] =>
  paragraphsOf(reading).map(({ role, speaker, text }) => `${role} ${speaker ?? '-'}: ${text}`)
const EXPECTED = [
  'Q Ada: Where do you live, and is it cold there?',
  'A Vey: In a boat & I like it.',
  'Q Ada: Why?',
  'A Vey: It moves.',
]
const time = (n: number): string => `00:00:0${n}.000 --> 00:00:0${n + 1}.000`

test('WebVTT with voices, notes, marks and cues that roll up', () => {
  const vtt = `WEBVTT - a talk\n\nNOTE by hand\n\nfirst\n${time(0)} align:start\n<v Ada>Where do you <i>live</i>,\n\n${time(1)}\nWhere do you live,\nand is it cold there?\n\n${time(2)}\n<v Vey>In a boat &amp; I like it.\n\n${time(3)}\n<v Ada>Why?\n\n${time(4)}\n<v Vey>It moves.`
  const reading = readText(vtt.replace('\nWhere do you live,\n', '\n<v Ada>Where do you live,\n'), counter())
  expect(script(reading)).toEqual(EXPECTED)
  expect(reading.lost).toEqual([
    'A note in the captions',
    '5 time codes of the captions; what they parted is joined to paragraphs',
  ])
})

test('SubRip with labels', () => {
  const cues = ['Ada: Where do you live,', 'and is it cold there?', 'Vey: In a boat & I like it.', 'Ada: Why?', 'Vey: It moves.']
  const srt = cues.map((words, i) => `${i + 1}\n${time(i).replaceAll('.', ',')}\n${words}`).join('\n\n')
  expect(script(readText(srt, counter()))).toEqual(EXPECTED)
})

test('captions without voices are sentences; a text with one time in it is a text', () => {
  const srt = ['It was early,', 'and it was cold.', 'Nobody came.']
    .map((words, i) => `${i + 1}\n${time(i)}\n${words}`)
    .join('\n\n')
  expect(script(readText(srt, counter()))).toEqual(['B -: It was early, and it was cold.', 'B -: Nobody came.'])
  expect(readText(`Cut at\n${time(1)}\n\nWords.\n\nMore words.`, counter()).body.textContent).toContain('-->')
})
