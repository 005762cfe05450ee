/**
 * A word that the story and the fork have both carried elsewhere is one word still: it stays where the story has it. One
 * that the fork carried and the story took out stays out.
 */
import { wordsIn, type Block } from './blocks.ts'
import type { Piece } from './settle.ts'
import type { Word } from './words.ts'

type Part = readonly Block[] | Piece[]

/** Too short to be told from another of the same letters. */
const SHORT = 3

const isPieces = (part: Part): part is Piece[] => part.length > 0 && 'token' in part[0]!

/**
 * @param fromFork of the parts, those that are the fork's alone
 * @param versions the base, the story and the fork
 */
export function once(
  parts: readonly Part[],
  fromFork: ReadonlySet<Part>,
  versions: readonly (readonly Block[])[],
): readonly Part[] {
  const put = new Map<string, Piece | Word>()
  const note = (one: Piece | Word, word: Word | null): void => {
    if (word?.is === 'word' && word.text.length >= SHORT) put.set(word.text, one)
  }
  for (const part of parts)
    if (isPieces(part)) {
      for (const piece of part) if (piece.one < 0) note(piece, piece.token.word)
    } else if (fromFork.has(part)) for (const block of part) for (const word of wordsIn(block)) note(word, word)
  if (put.size === 0) return parts

  const timesIn = (blocks: readonly Block[]): Map<string, number> =>
    counted(put, (count) => {
      for (const block of blocks) for (const { text } of wordsIn(block)) count(text)
    })
  const [base, story, fork] = versions.map(timesIn) as [Map<string, number>, Map<string, number>, Map<string, number>]
  const times = counted(put, (count) => {
    for (const part of parts)
      if (isPieces(part)) for (const { token } of part) count(token.word?.text ?? '')
      else for (const block of part) for (const { text } of wordsIn(block)) count(text)
  })
  for (const text of put.keys()) {
    const wasCarried = base.get(text) === 1 && fork.get(text) === 1
    // Where the story has it; and if the story took it out, nowhere.
    const isTooMany = times.get(text) === (story.get(text) ?? 0) + 1 && (story.get(text) ?? 0) < 2
    if (!wasCarried || !isTooMany) put.delete(text)
  }
  if (put.size === 0) return parts

  const second = new Set<unknown>(put.values())
  return parts.map((part): Part => {
    if (isPieces(part)) return part.filter((piece) => !second.has(piece))
    return fromFork.has(part) ? part.map((block) => without(block, second)) : part
  })
}

/** Without these words, and of the blanks around each only one. */
function without(block: Block, second: ReadonlySet<unknown>): Block {
  const words = wordsIn(block)
  if (!words.some((word) => second.has(word))) return block
  const made: Word[] = []
  words.forEach((word, i) => {
    if (second.has(word)) return
    const afterOne = i > 0 && second.has(words[i - 1])
    if (afterOne && word.is === 'blank' && (made.length === 0 || made.at(-1)!.is === 'blank')) return
    made.push(word)
  })
  return { ...block, node: null, made }
}

function counted(which: ReadonlyMap<string, unknown>, all: (count: (text: string) => void) => void): Map<string, number> {
  const times = new Map<string, number>()
  all((text) => {
    if (which.has(text)) times.set(text, (times.get(text) ?? 0) + 1)
  })
  return times
}
