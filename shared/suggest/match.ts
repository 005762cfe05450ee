/** Lays two rows of tokens beside each other: which of the one is which of the other. */
import { sameStart, wordsIn, type Block } from './blocks.ts'
import { sameLooks, type Word } from './words.ts'

/** Where a block starts, or one word of it. `home`: the block it stood in. */
export type Token =
  | { readonly start: Block; readonly word: null }
  | { readonly start: null; readonly word: Word; readonly home: Block }

const cached = new WeakMap<Block, readonly Token[]>()

function tokensIn(block: Block): readonly Token[] {
  const known = cached.get(block)
  if (known) return known
  const tokens: Token[] = [{ start: block, word: null }]
  for (const word of wordsIn(block)) tokens.push({ start: null, word, home: block })
  cached.set(block, tokens)
  return tokens
}

export const tokensOf = (blocks: readonly Block[]): readonly Token[] =>
  blocks.length === 1 ? tokensIn(blocks[0]!) : blocks.flatMap((block) => tokensIn(block))

/** What is compared: a block is known by its key, a word by its letters. */
const nameOf = (token: Token): string => (token.start === null ? token.word.text : `\u0000${token.start.key}`)

const MOST_CELLS = 400_000

/** For each of `b`, which of `a` it is, or -1. Blocks that both have must stand in the same order. */
export function match(a: readonly Token[], b: readonly Token[]): Int32Array {
  const names = new Map<string, number>()
  const number = (token: Token): number => {
    const name = nameOf(token)
    let n = names.get(name)
    if (n === undefined) names.set(name, (n = names.size))
    return n
  }
  const to = new Int32Array(b.length).fill(-1)
  const [left, right] = [Int32Array.from(a, number), Int32Array.from(b, number)]
  const isStart = new Uint8Array(names.size)
  for (const token of a) if (token.start !== null) isStart[names.get(nameOf(token))!] = 1
  for (const token of b) if (token.start !== null) isStart[names.get(nameOf(token))!] = 1
  const worth = (at: number): number => {
    const token = a[at]!
    return token.start !== null
      ? 50
      : token.word.is === 'word'
        ? 4 + Math.min(token.word.text.length, 8)
        : token.word.is === 'blank'
          ? 1
          : 2
  }
  // Each of them stands once in a row.
  const starts = new Map<number, number>()
  for (let k = 0; k < a.length; k++) if (a[k]!.start !== null) starts.set(left[k]!, k)
  // Between blocks that both have.
  let [i, j] = [0, 0]
  for (let k = 0; k <= b.length; k++) {
    if (k < b.length && b[k]!.start === null) continue
    const at = k === b.length ? a.length : (starts.get(right[k]!) ?? -1)
    if (at < i) continue
    between(left, right, i, at, j, k, to, worth, isStart)
    if (k < b.length) to[k] = at
    ;[i, j] = [at + 1, k + 1]
  }
  return to
}

type Numbers = Int32Array

function between(
  a: Numbers,
  b: Numbers,
  aFrom: number,
  aTo: number,
  bFrom: number,
  bTo: number,
  to: Int32Array,
  worth: (at: number) => number,
  isStart: Uint8Array,
): void {
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) to[bFrom++] = aFrom++
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) to[--bTo] = --aTo
  if (aFrom === aTo || bFrom === bTo) return
  const anchors = (aTo - aFrom) * (bTo - bFrom) > 2_000 ? onlyOnce(a, b, aFrom, aTo, bFrom, bTo, isStart) : []
  if (anchors.length > 0) {
    for (const [at, bt] of [...anchors, [aTo, bTo] as const]) {
      between(a, b, aFrom, at, bFrom, bt, to, worth, isStart)
      if (bt < bTo) to[bt] = at
      aFrom = at + 1
      bFrom = bt + 1
    }
    return
  }
  const [rows, columns] = [aTo - aFrom, bTo - bFrom]
  if (rows * columns > MOST_CELLS) return
  // The most valuable common row from each pair of places on.
  const width = columns + 1
  const best = new Uint32Array((rows + 1) * width)
  const worths = Int32Array.from({ length: rows }, (_, i) => worth(aFrom + i))
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--) {
      const skip = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!)
      const take = a[aFrom + i] === b[bFrom + j] ? best[(i + 1) * width + j + 1]! + worths[i]! : 0
      best[i * width + j] = Math.max(skip, take)
    }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    const here = best[i * width + j]!
    if (a[aFrom + i] === b[bFrom + j] && here === best[(i + 1) * width + j + 1]! + worths[i]!) to[bFrom + j++] = aFrom + i++
    else if (here === best[(i + 1) * width + j]!) i++
    else j++
  }
}

/** Tokens that stand once in each, in the same order in both. */
function onlyOnce(
  a: Numbers,
  b: Numbers,
  aFrom: number,
  aTo: number,
  bFrom: number,
  bTo: number,
  isStart: Uint8Array,
): (readonly [number, number])[] {
  const [inA, inB] = [new Map<number, number>(), new Map<number, number>()]
  for (let i = aFrom; i < aTo; i++) inA.set(a[i]!, inA.has(a[i]!) ? -1 : i)
  for (let j = bFrom; j < bTo; j++) inB.set(b[j]!, inB.has(b[j]!) ? -1 : j)
  const pairs: [number, number][] = []
  for (let j = bFrom; j < bTo; j++) {
    const at = inA.get(b[j]!)
    if (at !== undefined && at >= 0 && inB.get(b[j]!) === j && isStart[b[j]!] === 0) pairs.push([at, j])
  }
  return rising(pairs, ([at]) => at)
}

/** The longest part of a list that rises. */
export function rising<T>(list: readonly T[], place: (one: T) => number): T[] {
  const ends: number[] = []
  const before = new Int32Array(list.length).fill(-1)
  for (let i = 0; i < list.length; i++) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (place(list[ends[middle]!]!) < place(list[i]!)) low = middle + 1
      else high = middle
    }
    if (low > 0) before[i] = ends[low - 1]!
    ends[low] = i
  }
  const all: T[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) all.push(list[at]!)
  return all.reverse()
}

/** Takes out [from, to) of `a` and puts in [begin, end) of `b`. */
export type Edit = { from: number; to: number; begin: number; end: number }

export function editsIn(toA: Int32Array, length: number): Edit[] {
  const edits: Edit[] = []
  let [at, begin] = [0, 0]
  for (let j = 0; j <= toA.length; j++) {
    const to = j === toA.length ? length : toA[j]!
    if (to < 0) continue
    if (to > at || j > begin) edits.push({ from: at, to, begin, end: j })
    ;[at, begin] = [to + 1, j + 1]
  }
  return edits
}

/** The same block or word, whatever comments stand on it. */
export const sameToken = (a: Token, b: Token): boolean =>
  a.start !== null && b.start !== null
    ? sameStart(a.start, b.start)
    : a.word !== null && b.word !== null && a.word.text === b.word.text && sameLooks(a.word, b.word)
