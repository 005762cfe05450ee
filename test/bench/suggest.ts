/**
 * `npx tsx test/bench/suggest.ts`: what suggestions cost: finding the hunks of a copy, carrying it along while the
 * story goes on, and reading both from the live stories first; at 3,000 and 30,000 words, the story with one more
 * word in it each time, the copy with 200 suggestions.
 */
import type { Node } from 'prosemirror-model'
import * as Y from 'yjs'
import { sample } from '../../shared/sample.ts'
import { schema } from '../../shared/schema.ts'
import { countWords, nameParts, readStory, seedStory, type StoryText } from '../../shared/story.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { port } from '../../shared/suggest/port.ts'
import { writeStory } from '../../shared/write/write-story.ts'
import { counter } from '../body/stories.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const first = sample(counter())

/** The sample again and again, with ids of its own each time. */
function long(words: number): StoryText {
  const blocks: Node[] = []
  let count = 0
  const renamed = (node: Node, round: number): Node =>
    node.isText
      ? node
      : node.type.create(
          'id' in node.attrs ? { ...node.attrs, id: `${round}x${String(node.attrs.id)}` } : node.attrs,
          node.children.map((child) => renamed(child, round)),
          node.marks,
        )
  for (let round = 0; count < words; round++)
    for (const block of first.body.children) {
      if (count >= words) break
      blocks.push(renamed(block, round))
      count += countWords(block.textContent)
    }
  return { ...first, body: schema.node('doc', null, blocks) }
}

/** With a word put into each of so many paragraphs, the `nth` of them. */
function reworded(text: StoryText, word: string, many: number, nth: number): StoryText {
  const blocks = [...text.body.children]
  const at = blocks.flatMap((block, i) => (block.isTextblock && block.content.size > 40 ? [i] : []))
  const times = Math.max(1, Math.ceil(many / at.length))
  for (const i of at
    .filter((_, n) => n % Math.max(1, Math.floor(at.length / many)) === nth % Math.max(1, Math.floor(at.length / many)))
    .slice(0, many)) {
    let block = blocks[i]!
    for (let n = 0; n < times; n++) {
      const gaps = [...block.textContent.matchAll(/ (?=\p{L})/gu)].map(({ index }) => index + 1)
      const gap = gaps[Math.floor(((n + 0.5) / times) * gaps.length)]!
      const put = schema.node('paragraph', null, [schema.text(`${word}${n} `)]).content
      block = block.copy(block.content.cut(0, gap).append(put).append(block.content.cut(gap)))
    }
    blocks[i] = block
  }
  return { ...text, body: schema.node('doc', null, blocks) }
}

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
