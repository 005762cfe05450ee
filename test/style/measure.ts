/**
 * `npx tsx test/style/measure.ts [files]`: what the checks say of a story, in the order of its text, and how
 * many of each there are. Without files: the interview that the design was made from, and our own sample.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readHtml, readMarkdown, readText } from '../../shared/import/read.ts'
import { sample } from '../../shared/sample.ts'
import { CHECK_NAMES, checkOf } from '../../shared/style/checks.ts'
import { makeChecker } from '../../shared/style/checker.ts'
import { blocksOf, fieldBlocks, type StyledStory } from '../../shared/style/passages.ts'
import type { StoryText } from '../../shared/story.ts'
import { counter } from '../body/stories.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const INTERVIEW = join(resolve(import.meta.dirname, '../..'), '../shared/stories/interview.txt')

export function styled(story: Pick<StoryText, 'headline' | 'dek' | 'byline' | 'body' | 'speakers'>, lang = ''): StyledStory {
  return {
    blocks: [...fieldBlocks(story), ...blocksOf(story.body, (_block, index) => index)],
    lang,
    speakers: Object.values(story.speakers).map(({ name }) => name),
  }
}

function report(name: string, story: StyledStory): void {
  say(`\n${name}`)
  const findings = makeChecker([], [])(story)
  const index = new Map(story.blocks.map((block, i) => [block.number, i - 2]))
  for (const { check, severity, message, places } of findings) {
    const [first] = places
    const where = `§${index.get(first!.block)}`.padStart(5)
    const change = typeof first!.change === 'string' && places.length === 1 ? `  → ${first!.change}` : ''
    const more = places.length > 1 ? `  (${places.length} places)` : ''
    say(`${where} ${severity.padEnd(6)}${check.padEnd(16)} ${message}${change}${first!.spoken ? '  [spoken]' : ''}${more}`)
  }
  for (const one of CHECK_NAMES) {
    const count = findings.filter(({ check }) => check === one).length
    if (count > 0) say(`      ${String(count).padStart(4)}  ${checkOf(one).title}`)
  }
  say(`      ${String(findings.length).padStart(4)}  in all`)
}

if (process.argv[1]?.endsWith('measure.ts')) {
  const files = process.argv.slice(2)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const read = /\.html?$/.test(file) ? readHtml : /\.(md|markdown)$/.test(file) ? readMarkdown : readText
    const { headline, dek, byline, body, speakers } = read(text, counter())
    report(file, styled({ headline: headline ?? '', dek: dek ?? '', byline: byline ?? '', body, speakers }))
  }
  if (files.length === 0) {
    if (existsSync(INTERVIEW)) {
      const { body, speakers } = readText(readFileSync(INTERVIEW, 'utf8'), counter())
      report('interview.txt', styled({ headline: '', dek: '', byline: '', body, speakers }))
    } else say('The interview of the design is not here; only our own is read.')
    report('the sample', styled(sample(counter())))
  }
}
