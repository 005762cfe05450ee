/** Counting the copy: words and minutes. Paragraphs that have not changed are not counted again. */
import type { Node } from 'prosemirror-model'
import { countWords } from '../../shared/story.ts'

const WORDS_A_MINUTE = 238
const known = new WeakMap<Node, number>()

export function wordsIn(body: Node): number {
  let words = 0
  body.forEach((block) => {
    let here = known.get(block)
    if (here === undefined) {
      here = block.isTextblock ? countWords(block.textBetween(0, block.content.size, ' ', ' ')) : wordsIn(block)
      known.set(block, here)
    }
    words += here
  })
  return words
}

export const minutesFor = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE))
