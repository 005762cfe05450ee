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

const TALK = ['Where do you live, and is it cold there?', 'In a boat & I like it.', 'Why?', 'It moves.']
const WHO = (i: number): string => (i % 2 === 0 ? 'Ada' : 'Vey')

test('transcripts of meetings: the time under the name, spelled out, after a dash, or in a line that a machine heard', () => {
  const shapes: ((words: string, i: number) => string)[] = [
    (words, i) => `${WHO(i)}\n0:0${i}\n${words}`,
    (words, i) => `${WHO(i)}\n${i} minutes 2 seconds\n${i}:02\n${WHO(i)} ${i} minutes 2 seconds\n${words}`,
    (words, i) => `${WHO(i)} - 00:0${i}\n${words}`,
    (words, i) => `[00:0${i}.000 --> 00:0${i}.900]  ${WHO(i)}: ${words}`,
  ]
  for (const shape of shapes) {
    const reading = readText(TALK.map(shape).join('\n'), counter())
    expect(script(reading)).toEqual(EXPECTED)
    expect(reading.lost).toHaveLength(1)
  }
  expect(script(readText(TALK.map((words, i) => `[SPEAKER_0${i % 2}]: ${words}`).join('\n'), counter()))).toEqual(
    TALK.map((words, i) => `${'QA'.charAt(i % 2)} SPEAKER_0${i % 2}: ${words}`),
  )
})

test('what a player shows beside a film is joined to sentences; the hours of a day stay', () => {
  const shown = ['It was early,', 'and it was cold.', 'Nobody came', 'but the cat.']
  expect(script(readText(shown.map((words, i) => `0:0${i}\n${words}`).join('\n'), counter()))).toEqual([
    'B -: It was early, and it was cold.',
    'B -: Nobody came but the cat.',
  ])
  const day = shown.map((words, i) => `1${i}:00\n${words}`).join('\n')
  expect(readText(day, counter()).body.textContent).toContain('13:00')
})

test('what machines and mail programs add is nobody\u2019s answer', () => {
  const talk = TALK.map((words, i) => `${WHO(i)}: ${words}`).join('\n\n')
  const told = script(readText(`${talk}\n\nTranscription ended after 00:30:30`, counter()))
  expect(told).toEqual([...EXPECTED, 'B -: Transcription ended after 00:30:30'])
  const mail = TALK.map((words, i) => (i % 2 === 0 ? `> On Monday, 2 March, Ada wrote:\n>\n\n> ${words}\n>` : words)).join('\n\n')
  expect(
    script(readText(`${mail}\n\n-- \nVey`, counter()))
      .map((line) => line.charAt(0))
      .join(''),
  ).toBe('BQABQAB')
})

test('initials that stand in the heads of mails speak where a time stands beside them', () => {
  const reading = readText(TALK.map((words, i) => `${i % 2 === 0 ? 'NV' : 'RE'} [0:0${i}:01]: ${words}`).join('\n\n'), counter())
  expect(script(reading)).toEqual(TALK.map((words, i) => (i % 2 === 0 ? `Q NV: ${words}` : `A RE: ${words}`)))
  expect(readText('RE: Where?\n\nThere.\n\nRE: When?\n\nThen.', counter()).speakers).toEqual({})
})
