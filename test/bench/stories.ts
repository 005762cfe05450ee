/** Long stories for the bench: the sample again and again, and the same with words put in. */
import type { Node } from 'prosemirror-model'
import { sample } from '../../shared/sample.ts'
import { schema } from '../../shared/schema.ts'
import { countWords } from '../../shared/count-words.ts'
import { type StoryText } from '../../shared/story.ts'
import { counter } from '../body/stories.ts'

/** The sample again and again, with ids of its own each time. */
export function long(words: number): StoryText {
  const first = sample(counter())
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
export function reworded(text: StoryText, word: string, many: number, nth: number): StoryText {
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
