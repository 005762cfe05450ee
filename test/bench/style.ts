/**
 * `npx tsx test/bench/style.ts`: what checking costs, off the typing path or not: a whole story of 3,000 and of
 * 30,000 words, the first time, again, and after one letter in one paragraph; without house rules and with fifty.
 */
import { makeChecker } from '../../shared/style/checker.ts'
import { blocksOf, fieldBlocks, type Block, type StyledStory } from '../../shared/style/passages.ts'
import type { HouseRule } from '../../shared/style/house.ts'
import { sample } from '../../shared/sample.ts'
import { countWords } from '../../shared/count-words.ts'
import { counter } from '../body/stories.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const story = sample(counter())

/** The sample again and again, each time with other words here and there, up to so many words. */
function long(words: number): StyledStory {
  const blocks: Block[] = fieldBlocks(story)
  let count = 0
  for (let round = 0; count < words; round++)
    for (const block of blocksOf(story.body, (_node, index) => round * 1000 + index)) {
      const passages = block.passages.map((passage) => ({
        ...passage,
        text: passage.text.replaceAll('Holm', `Holm${'abcdefghij'[round % 10]}`),
      }))
      count += passages.reduce((sum, { text }) => sum + countWords(text), 0)
      blocks.push({ ...block, id: `${round}-${block.id}`, passages })
      if (count >= words) break
    }
  return { blocks, lang: 'en', speakers: Object.values(story.speakers).map(({ name }) => name) }
}

const rule = (id: string, kind: HouseRule['kind'], find: string): HouseRule => ({
  id,
  kind,
  find,
  matchCase: false,
  message: 'A rule.',
  replacement: '',
  scope: 'all',
  severity: 'wrong',
  lang: '',
  good: [],
  bad: [],
})
const common = 'harbour ferry winter reading lamp board curve notebook cupboard sensor number water rung storm'.split(' ')
const FIFTY = [
  ...Array.from({ length: 40 }, (_, i) =>
    rule(`w${i}`, 'words', `${common[i % common.length]}ist\n${common[(i * 3) % common.length]} of the\nword${i}`),
  ),
  ...Array.from({ length: 10 }, (_, i) =>
    rule(`p${i}`, 'pattern', `\\b(?:${common[i]}|${common[i + 2]})s? (?:of|in) \\w+ing\\b`),
  ),
]

/** The paragraph that is typed in, with one letter more. */
const typed = (story: StyledStory, letter: number): StyledStory => ({
  ...story,
  blocks: story.blocks.map((block, i) =>
    i === 40
      ? { ...block, passages: block.passages.map((passage) => ({ ...passage, text: passage.text + 'x'.repeat(letter) })) }
      : block,
  ),
})

const ms = (run: () => unknown): number => {
  const began = performance.now()
  run()
  return performance.now() - began
}
const middle = (times: number[]): string => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!.toFixed(1)

say(''.padEnd(34) + ['first', 'whole', 'worst', 'one letter', 'worst'].map((head) => head.padStart(12)).join(''))
for (const [rules, name] of [
  [[], 'built-in checks'],
  [FIFTY, 'and 50 house rules'],
] as const)
  for (const words of [3_000, 30_000]) {
    const asked = long(words)
    const first = ms(() => makeChecker(rules, [])(asked))
    const running = makeChecker(rules, [])
    // New objects: nothing of them is remembered.
    const afresh = (): StyledStory => ({ ...asked, blocks: asked.blocks.map((block) => ({ ...block })) })
    const whole = Array.from({ length: 15 }, () => ms(() => running(afresh())))
    running(asked)
    const letters = Array.from({ length: 60 }, (_, i) => {
      const next = typed(asked, i + 1)
      return ms(() => running(next))
    })
    const worst = (times: number[]): string => Math.max(...times).toFixed(1)
    say(
      `${name}, ${words.toLocaleString('en')} words`.padEnd(34) +
        [first.toFixed(1), middle(whole), worst(whole), middle(letters), worst(letters)]
          .map((cell) => cell.padStart(12))
          .join(''),
    )
  }
say('Milliseconds, median and worst. `first` is a cold start: compiling the code and the patterns is in it.')
