/** Counting the copy: words, minutes, and how far it is to the target. Paragraphs that have not changed are not counted again. */
import type { Node } from 'prosemirror-model'
import { countWords } from '../../shared/count-words.ts'
import { INSIDE_A_TURN } from '../editor/turns.ts'

const WORDS_A_MINUTE = 238

export type Counts = {
  story: number
  /** Words of questions and of answers, with the lists and quotes inside them. */
  questions: number
  answers: number
  /** Words of what is selected; null when nothing is. */
  selection: number | null
}

const known = new WeakMap<Node, number>()

/** The words of a block, or of a whole body. */
export function wordsIn(node: Node): number {
  let words = known.get(node)
  if (words !== undefined) return words
  words = 0
  if (node.isTextblock) words = countWords(node.textBetween(0, node.content.size, ' ', ' '))
  else node.forEach((child) => (words! += wordsIn(child)))
  known.set(node, words)
  return words
}

/** @param selection ProseMirror positions in the body; nothing is selected where they are equal */
export function countsOf(body: Node, selection: { from: number; to: number }): Counts {
  const counts: Counts = { story: wordsIn(body), questions: 0, answers: 0, selection: null }
  let turn: 'questions' | 'answers' | null = null
  body.forEach((block) => {
    if (!INSIDE_A_TURN.has(block.type.name)) turn = turnOf(block)
    if (turn !== null) counts[turn] += wordsIn(block)
  })
  if (selection.from < selection.to) counts.selection = wordsBetween(body, selection.from, selection.to)
  return counts
}

function turnOf({ attrs }: Node): 'questions' | 'answers' | null {
  if (attrs.role === 'question') return 'questions'
  return attrs.role === 'answer' ? 'answers' : null
}

function wordsBetween(body: Node, from: number, to: number): number {
  let words = 0
  body.nodesBetween(from, to, (node, pos) => {
    if (!node.isTextblock) return true
    const [start, end] = [Math.max(from - pos - 1, 0), Math.min(to - pos - 1, node.content.size)]
    if (start === 0 && end === node.content.size) words += wordsIn(node)
    else if (start < end) words += countWords(node.textBetween(start, end, ' ', ' '))
    return false
  })
  return words
}

export const minutesFor = (words: number): number => Math.max(1, Math.round(words / WORDS_A_MINUTE))

/** How a story stands to the words that are asked for: `120 to go`, `on target`, `80 over`. */
export function toTarget(words: number, target: number): string {
  const left = target - words
  if (left === 0) return 'on target'
  const n = Math.abs(left).toLocaleString('en-GB')
  return left > 0 ? `${n} to go` : `${n} over`
}
