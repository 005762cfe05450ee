/**
 * `npx tsx test/import/measure.ts [files]`: how well questions and answers are told apart. For every
 * interview whose truth is known it prints the paragraphs read right, asked about, and wrong without
 * asking: as they come, and with labels, bold and headings taken away. Other files are shown as read.
 */
import { readFileSync } from 'node:fs'
import { readHtml, readMarkdown, readText, type Reading } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { HANDS, truthOf } from './hands.ts'
import { TALKS } from './talks.ts'
import { LEARNT } from './talks-learnt.ts'
import { UNSEEN } from './talks-unseen.ts'
import {
  FOLDER,
  paragraphsOf,
  present,
  readFile,
  score,
  SPOKEN,
  spelled,
  STORY,
  storyParagraphs,
  TRUTH,
  unmarked,
} from './truth.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const files = process.argv.slice(2)

const row = (name: string, cells: (string | number)[]): void =>
  say(name.padEnd(46) + cells.map((cell) => String(cell).padStart(8)).join(''))

const totals = { right: 0, asked: 0, wrong: 0, total: 0 }

function report(name: string, reading: Reading, truth: string[]): void {
  const { right, asked, wrong, total, why } = score(paragraphsOf(reading), truth)
  row(name, [right, asked, wrong, `${Math.round((100 * asked) / Math.max(total, 1))} %`, Object.keys(reading.speakers).length])
  for (const line of why.slice(0, 8)) say(`    ${line}`)
  totals.right += right
  totals.asked += asked
  totals.wrong += wrong
  totals.total += total
}

if (files.length > 0) {
  for (const file of files) {
    const reading = readFile(file, readFileSync(file, 'utf8'))
    say(
      `\n${file}: ${reading.turns} paragraphs read as Q&A, ${reading.unsure} unsure. ${Object.values(reading.speakers)
        .map((one) => `${one.name} (${one.initials}, ${one.kind})`)
        .join('; ')}`,
    )
    for (const line of reading.lost) say(`  not kept: ${line}`)
    for (const { role, guess, speaker, text } of paragraphsOf(reading))
      say(`  ${role}${guess ? '?' : ' '} ${(speaker ?? '').slice(0, 16).padEnd(17)}${text.slice(0, 90).replaceAll('\n', ' / ')}`)
  }
} else {
  row('paragraphs', ['right', 'asked', 'wrong', 'asked %', 'voices'])
  if (present) {
    say('\nAs they come')
    for (const [name, truth] of Object.entries(TRUTH))
      report(name, readFile(name, readFileSync(`${FOLDER}/${name}`, 'utf8')), spelled(truth))
    const story = storyParagraphs()
    const truth = story.map(({ role }) => role)
    const bold = ({ text, role }: (typeof story)[number], open: string, close: string) =>
      role === 'Q' ? open + text + close : text
    report(
      'interview.txt, questions bold, Markdown',
      readMarkdown(story.map((one) => bold(one, '**', '**').replace(/^“/, '“')).join('\n\n'), counter()),
      truth,
    )
    report(
      'interview.txt, questions bold, HTML',
      readHtml(story.map((one) => `<p>${bold(one, '<b>', '</b>')}</p>`).join('\n'), counter()),
      truth,
    )
    say('\nWords alone')
    report('interview.txt', readText(readFileSync(STORY, 'utf8'), counter()), truth)
    for (const [name, known] of Object.entries(TRUTH)) if (!SPOKEN.test(name)) report(name, unmarked(name), spelled(known))
    say('\nTalk on the air without its labels: nobody could tell, and it is not counted')
    const before = { ...totals }
    for (const [name, known] of Object.entries(TRUTH)) if (SPOKEN.test(name)) report(name, unmarked(name), spelled(known))
    Object.assign(totals, before)
  } else say('The interviews of the design are not here; only our own are measured.')
  for (const [heading, talks] of [
    ['Words alone, our own, fitted to', LEARNT],
    ['Words alone, our own, never fitted to', [...TALKS, ...UNSEEN]],
  ] as const) {
    say(`\n${heading}`)
    for (const talk of talks)
      report(talk.name, readText(talk.paragraphs.map(([, text]) => text).join('\n\n'), counter()), truthOf(talk))
  }
  say('\nOur own as other hands would write them down, all talks together')
  for (const { name, read } of HANDS) {
    const scores = TALKS.map((talk) => score(paragraphsOf(read(talk.paragraphs)), truthOf(talk)))
    const sum = (key: 'right' | 'asked' | 'wrong' | 'total') => scores.reduce((all, one) => all + one[key], 0)
    row(name, [sum('right'), sum('asked'), sum('wrong'), `${Math.round((100 * sum('asked')) / sum('total'))} %`])
    for (const key of ['right', 'asked', 'wrong', 'total'] as const) totals[key] += sum(key)
  }
  row('\nin all', [totals.right, totals.asked, totals.wrong, `${Math.round((100 * totals.asked) / totals.total)} %`])
}
