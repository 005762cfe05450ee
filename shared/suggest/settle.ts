/** Makes blocks of tokens that were put together from several versions. */
import { holdsWords, idFrom, wordsIn, type Block } from './blocks.ts'
import type { Token } from './match.ts'
import { noted, wouldRunTogether, type Word } from './words.ts'

/** A token, and where it stands in the two versions it was taken from; -1: not there. */
export type Piece = { token: Token; one: number; other: number }

const besideIn = (a: Piece, b: Piece): boolean => (a.one >= 0 && b.one === a.one + 1) || (a.other >= 0 && b.other === a.other + 1)

const BLANK = ' '

/** Words that nobody wrote as one stay two; and between two of them, one blank is enough. */
export function apart(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const before = all.at(-1)
    const [a, b] = [before?.token, piece.token]
    if (before && a && a.word !== null && b.word !== null && !besideIn(before, piece)) {
      if (wouldRunTogether(a.word, b.word)) {
        const word: Word = { is: 'blank', text: BLANK, runs: [{ ...a.word.runs.at(-1)!, length: 1 }] }
        all.push({ token: { start: null, word, home: a.home }, one: -1, other: -1 })
      } else if (a.word.text === BLANK && b.word.text === BLANK) continue
    }
    all.push(piece)
  }
  return all
}

/**
 * The blocks that a group's tokens are. Words that have lost their block to somebody else's change get it back.
 * @param used keys that stand in the story already
 */
export function blocksFrom(tokens: readonly Token[], used: Set<string>): Block[] {
  const blocks: Block[] = []
  let [start, words]: [Block | null, Word[]] = [null, []]
  const close = (): void => {
    if (start === null) return
    const old = wordsIn(start)
    const same = old.length === words.length && old.every((word, i) => word === words[i])
    blocks.push(same ? start : { ...start, node: null, made: words })
  }
  const open = (block: Block): void => {
    close()
    used.add(block.key)
    ;[start, words] = [block, []]
  }
  for (const token of tokens) {
    if (token.start !== null) open(token.start)
    else {
      if (start === null || !holdsWords(start)) open(homeFor(token.home, used))
      words.push(token.word)
    }
  }
  close()
  return blocks
}

function homeFor(home: Block, used: ReadonlySet<string>): Block {
  const inBody = home.type !== 'field'
  if (inBody && !used.has(home.key)) return home
  const id = idFrom('home', home.key, String(used.size))
  return { key: id, type: 'paragraph', attrs: inBody ? { ...home.attrs, id } : { id }, wrap: null, node: null, made: [] }
}

/**
 * Comments on words that were put in: those that stand on both sides; and those that came with the words, as
 * long as they stand nowhere else.
 * @param elsewhere threads that stand on words which were there before
 */
export function withNotes(
  pieces: readonly Piece[],
  isPutIn: (piece: Piece) => boolean,
  elsewhere: (id: string) => boolean,
): Piece[] {
  const all = [...pieces]
  const notesAt = (i: number, side: 'first' | 'last'): readonly string[] => {
    const word = all[i]?.token.word
    return word ? word.runs[side === 'first' ? 0 : word.runs.length - 1]!.notes : []
  }
  for (let i = 0; i < all.length; i++) {
    if (!isPutIn(all[i]!) || all[i]!.token.word === null) continue
    let end = i
    while (end < all.length && isPutIn(all[end]!) && all[end]!.token.word !== null) end++
    const after = new Set(notesAt(end, 'first'))
    const around = i === 0 ? [] : notesAt(i - 1, 'last').filter((id) => after.has(id))
    for (; i < end; i++) {
      const { token } = all[i]!
      if (token.word === null) continue
      const own = token.word.runs.flatMap(({ notes }) => notes)
      if (own.length === 0 && around.length === 0) continue
      const notes = [...new Set([...around, ...own.filter((id) => !elsewhere(id))])].toSorted()
      all[i] = { ...all[i]!, token: { ...token, word: noted(token.word, notes) } }
    }
  }
  return all
}
