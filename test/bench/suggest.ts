/**
 * `npx tsx test/bench/suggest.ts`: what suggestions cost: finding the hunks of a copy, carrying it along while the
 * story goes on, and reading both from the live stories first; at 3,000 and 30,000 words, the story with one more
 * word in it each time, the copy with 200 suggestions.
 */
import * as Y from 'yjs'
import { nameParts, readStory, seedStory, type StoryText } from '../../shared/story.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { port } from '../../shared/suggest/port.ts'
import { writeStory } from '../../shared/write/write-story.ts'
import { long, reworded } from './stories.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function times(rounds: number, act: (n: number) => void): string {
  const all: number[] = []
  for (let n = 0; n < rounds; n++) {
    const start = performance.now()
    act(n)
    all.push(performance.now() - start)
  }
  const sorted = all.toSorted((x, y) => x - y)
  return `${sorted[0]!.toFixed(1)} ms at best, ${sorted[sorted.length >> 1]!.toFixed(1)} as a rule, ${all[0]!.toFixed(1)} at first`
}

const live = (text: StoryText): Y.Doc => {
  const ydoc = new Y.Doc()
  nameParts(ydoc)
  Y.applyUpdate(ydoc, seedStory(text, 'first'))
  return ydoc
}

for (const words of [3000, 6000, 30_000]) {
  const base = long(words)
  const fork = reworded(base, 'mine', 200, 0)
  const [story, copy] = [live(base), live(fork)]
  const stories = Array.from({ length: 25 }, (_, n) => reworded(base, `now${n}`, 1, n * 7))
  say(`${words} words, ${base.body.childCount} blocks, ${compare(base, fork).hunks.length} hunks`)
  say(`  reading a live story          ${times(25, () => void readStory(story))}`)
  say(`  hunks, as they are kept       ${times(25, (n) => void compare(stories[n]!, fork))}`)
  say(`  hunks, both read anew         ${times(25, () => void compare(readStory(story), readStory(copy)))}`)
  say(`  one carried along             ${times(25, (n) => void port(base, stories[n]!, fork))}`)
  say(
    `  one accepted                  ${times(25, (n) => {
      const review = compare(stories[n]!, fork)
      review.taking([review.hunks[n]!.id])
    })}`,
  )
  const review = compare(base, fork)
  const target = review.taking([review.hunks[5]!.id])
  say(`  written into a live story     ${times(25, (n) => writeStory(story, n % 2 === 0 ? target : base))}`)
}
