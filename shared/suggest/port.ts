/**
 * Carries a person's fork of a story along while the story goes on: what others did to the story since, and what the
 * fork's author did, in one text. Word by word: what does not touch is both; what both did is done once; what the
 * story took out stays out; where both changed the same words the fork has its own, and it is said.
 */
import type { Attrs } from 'prosemirror-model'
import type { StoryText } from '../story.ts'
import { merged } from '../merge.ts'
import {
  blocksOf,
  containersIn,
  fieldOfBlock,
  sameAttrs,
  sameStart,
  sameValue,
  storyOf,
  sureSameWords,
  type Block,
} from './blocks.ts'
import { grouped, moved, type Group } from './groups.ts'
import { editsIn, match, sameToken, tokensOf, type Edit, type Token } from './match.ts'
import { once } from './once.ts'
import { apart, blocksFrom, withNotes, type Piece } from './settle.ts'
import { mergedLooks } from './words.ts'

/** Both changed the same: the words it is about, and the block or field they stand in. */
export type Clash = { block: string; words: string[] }
export type Ported = { text: StoryText; clashes: Clash[] }

/**
 * @param base what the story was when the fork was last brought up to date
 * @param story what it is now
 * @param fork what its author made of the base
 * @param keepBoth of words that both put in the same place, neither goes: for a draft that is brought in
 */
export function port(base: StoryText, story: StoryText, fork: StoryText, keepBoth = false): Ported {
  if (base === story) return { text: fork, clashes: [] }
  const [m, f] = [blocksOf(story), blocksOf(fork)]
  const o = withShared(blocksOf(base), m, f)
  const { groups, orders, movers } = grouped(o, [m, f])
  const clashes: Clash[] = []
  const order = moved(orders[0]!, orders[1]!, movers[1]!)
  const used = new Set<string>()
  const fromFork = new Set<readonly Block[] | Piece[]>()
  const merged = order.map((key): readonly Block[] | Piece[] => {
    const group = groups.get(key)!
    const [one, other] = group.others as [Block[], Block[]]
    if (sameRow(group.base, one)) {
      if (!sameRow(group.base, other)) fromFork.add(other)
      return other
    }
    if (sameRow(group.base, other) || sameRow(one, other)) return one
    return mergeGroup(group, keepBoth, clashes)
  })
  const parts = once(merged, fromFork, [o, m, f])
  for (const part of parts) for (const one of part) if ('key' in one) used.add(one.key)
  const kept = new Set<string>()
  const isPutIn = ({ one }: Piece): boolean => one < 0
  for (const part of parts)
    for (const one of part)
      if ('token' in one && !isPutIn(one))
        for (const { notes } of one.token.word?.runs ?? []) for (const id of notes) kept.add(id)
  const blocks = parts.flatMap((part) =>
    part.length > 0 && 'token' in part[0]!
      ? blocksFrom(
          withNotes(apart(part as Piece[]), isPutIn, (id) => kept.has(id)).map(({ token }) => token),
          used,
        )
      : (part as Block[]),
  )
  return { text: storyOf(blocks, containersIn(o, f, m)), clashes }
}

/**
 * Blocks that the story and the fork both have and the base has not: known to both, with the words that both have. What
 * only one of them has, that one put in: whoever lacks it may never have had it, so nobody took it out.
 */
function withShared(base: readonly Block[], story: readonly Block[], fork: readonly Block[]): readonly Block[] {
  const known = new Set(base.map(({ key }) => key))
  const inFork = new Map(fork.map((block) => [block.key, block]))
  if (!story.some(({ key }) => !known.has(key) && inFork.has(key))) return base
  const all = [...base]
  let before: string | null = null
  for (const block of story) {
    if (known.has(block.key)) {
      before = block.key
      continue
    }
    const other = inFork.get(block.key)
    if (other === undefined) continue
    all.splice(all.findIndex(({ key }) => key === before) + 1, 0, common(block, other))
    before = block.key
  }
  return all
}

function common(block: Block, other: Block): Block {
  const tokens = tokensOf([block])
  const both = new Set(match(tokens, tokensOf([other])))
  if (tokens.every((_token, i) => both.has(i))) return block
  return { ...block, node: null, made: tokens.flatMap(({ word }, i) => (word !== null && both.has(i) ? [word] : [])) }
}

export const sameRow = (a: readonly Block[], b: readonly Block[]): boolean =>
  a.length === b.length &&
  a.every((block, i) => block === b[i] || (block.key === b[i]!.key && sameStart(block, b[i]!) && sureSameWords(block, b[i]!)))

/** What one side put in at a place: before what stands there, or in the place of what it took out. */
type Put = Edit & { tokens: Token[] }
type Side = {
  tokens: readonly Token[]
  at: Int32Array
  puts: Map<number, { pure: Put | null; instead: Put | null }>
  runs: Put[]
}

function sideOf(base: readonly Token[], blocks: readonly Block[]): Side {
  const tokens = tokensOf(blocks)
  const to = match(base, tokens)
  const at = new Int32Array(base.length).fill(-1)
  to.forEach((i, j) => {
    if (i >= 0) at[i] = j
  })
  const runs = editsIn(to, base.length).map((edit) => ({ ...edit, tokens: tokens.slice(edit.begin, edit.end) }))
  const puts: Side['puts'] = new Map()
  for (const run of runs) {
    const here = puts.get(run.from) ?? { pure: null, instead: null }
    puts.set(run.from, run.to > run.from ? { ...here, instead: run } : { ...here, pure: run })
  }
  return { tokens, at, puts, runs }
}

const textsOf = (tokens: readonly Token[]): string[] =>
  tokens.map(({ start, word }) => (start === null ? word.text : `\u0000${start.type}`))
const isPart = (a: readonly string[], b: readonly string[]): boolean =>
  a.length <= b.length && (a.every((text, i) => text === b[i]) || a.every((text, i) => text === b[b.length - a.length + i]))

function mergeGroup(group: Group, keepBoth: boolean, clashes: Clash[]): Piece[] {
  const base = tokensOf(group.base)
  const [m, f] = group.others.map((blocks) => sideOf(base, blocks)) as [Side, Side]
  const homes: number[] = []
  let home = 0
  base.forEach((token, i) => {
    if (token.start !== null) home = i
    homes.push(home)
  })
  const said = (start: Block, words: readonly string[]): void => {
    const name = fieldOfBlock(start) ?? start.key
    const isSaid = clashes.some((one) => one.block === name && words.every((text) => one.words.includes(text)))
    if (!isSaid || words.length === 0) clashes.push({ block: name, words: [...new Set(words)] })
  }
  const clash = (at: number, ...words: readonly (readonly Token[])[]): void => {
    const block = base[homes[Math.max(0, at)]!]!.start!
    const texts = words.flat().flatMap(({ word }) => (word?.is === 'word' ? [word.text] : []))
    said(block, texts)
  }
  /** Whether a side took a whole block out, every word of it. */
  const isGone = (side: Side, start: number): boolean => {
    for (let i = start; i < base.length && homes[i] === start; i++) if (side.at[i]! >= 0) return false
    return true
  }
  /** Words that the story put in and that are nowhere now: the fork has taken out what they stood in. */
  const sayDropped = (): void => {
    const there = new Set(pieces.flatMap(({ one }) => (one >= 0 ? [one] : [])))
    let start = m.tokens[0]!.start!
    const texts = new Map<Block, string[]>()
    const fresh = new Set(m.runs.flatMap(({ begin, end }) => Array.from({ length: end - begin }, (_none, i) => begin + i)))
    m.tokens.forEach((token, j) => {
      if (token.start !== null) start = token.start
      else if (fresh.has(j) && !there.has(j) && !covered.has(token) && token.word.is !== 'blank')
        texts.set(start, [...(texts.get(start) ?? []), token.word.text])
    })
    for (const [block, words] of texts) said(block, words)
  }
  /** The fork has put in the same. */
  const covered = new Set<Token>()
  const pieces: Piece[] = []
  const restored = new Set<number>()
  /** The fork's words in a block the story took out (or, where both are kept, the other way round) bring their block back. */
  const bringHome = (at: number, own: Side, others: Side): void => {
    const start = homes[at - 1]!
    if (own.at[start]! < 0 || restored.has(start) || !isGone(others, start)) return
    restored.add(start)
    const j = own.at[start]!
    pieces.push({ token: own.tokens[j]!, one: own === m ? j : -1, other: own === f ? j : -1 })
  }
  const put = (side: Side, { from, begin, tokens }: Put): void => {
    if (tokens[0]?.start === null) bringHome(from, side, side === m ? f : m)
    tokens.forEach((token, i) => pieces.push({ token, one: side === m ? begin + i : -1, other: side === f ? begin + i : -1 }))
  }
  const both = (one: Put | null, other: Put | null): void => {
    const left = one && storysLeft(one)
    if (left === null || left.tokens.length === 0) {
      if (other !== null && other.tokens.length > 0) put(f, other)
      return
    }
    if (other === null || other.tokens.length === 0) return put(m, left)
    const [a, b] = [textsOf(left.tokens), textsOf(other.tokens)]
    if (isPart(b, a)) put(m, left)
    else if (isPart(a, b)) {
      for (const token of left.tokens) covered.add(token)
      put(f, other)
    } else {
      put(m, left)
      put(f, withoutShared(other, left))
    }
  }
  /** Of what the story put in, what stays beside what the fork did to the same words. */
  const storysLeft = (one: Put): Put | null => {
    if (one.tokens.length === 0) return null
    const over = f.runs.find(
      (run) =>
        run.to > run.from &&
        (one.to > one.from ? run.from <= one.from && one.to <= run.to : run.from < one.from && one.from < run.to),
    )
    if (over === undefined) return one
    if (one.from === over.from && one.to === over.to && isPart(textsOf(one.tokens), textsOf(over.tokens))) return one
    clash(over.from, one.tokens, over.tokens, base.slice(over.from, over.to))
    if (keepBoth) return one
    // Whole blocks that were put between blocks are not in what was taken out.
    const between = one.to === one.from && (one.from === base.length || base[one.from]!.start !== null)
    const first = between ? one.tokens.findIndex(({ start }) => start !== null) : -1
    return first < 0 ? null : { ...one, begin: one.begin + first, tokens: one.tokens.slice(first) }
  }

  for (let i = 0; i <= base.length; i++) {
    const [one, other] = [m.puts.get(i), f.puts.get(i)]
    if (one !== undefined || other !== undefined) {
      both(one?.pure ?? null, other?.pure ?? null)
      both(one?.instead ?? null, other?.instead ?? null)
    }
    if (i === base.length) break
    const [j, k] = [m.at[i]!, f.at[i]!]
    // A block that is to go says something else now: a caption, who speaks.
    if (j >= 0 && k < 0 && base[i]!.start !== null && !sameToken(base[i]!, m.tokens[j]!)) clash(i)
    if (j < 0 || k < 0) continue
    pieces.push({ token: mergedToken(base[i]!, m.tokens[j]!, f.tokens[k]!, (words) => clash(i, words)), one: j, other: k })
  }
  sayDropped()
  for (const run of f.runs) {
    if (run.tokens.length === 0) continue
    const beside = m.runs.find((one) => one.to > one.from && one.from < Math.max(run.to, run.from + 1) && run.from < one.to)
    const same = beside && beside.from === run.from && beside.to === run.to && isPart(textsOf(run.tokens), textsOf(beside.tokens))
    if (beside && !same) clash(run.from, run.tokens, beside.tokens)
  }
  return pieces
}

/** Of what the fork put in, what the story did not put in as well: both carried the same words to the same place. */
function withoutShared(put: Put, story: Put): Put {
  const shared = new Set<number>()
  match(story.tokens, put.tokens).forEach((i, j) => {
    if (i >= 0 && put.tokens[j]!.word?.is === 'word') shared.add(j)
  })
  const words = put.tokens.filter(({ word }) => word?.is === 'word').length
  if (shared.size < 3 || shared.size * 2 < words) return put
  const tokens = put.tokens.filter(
    ({ word }, j) => word === null || (!shared.has(j) && !(word.is === 'blank' && shared.has(j - 1))),
  )
  // Not where they stood side by side.
  return { ...put, begin: -put.tokens.length, tokens }
}

function mergedToken(base: Token, story: Token, fork: Token, clash: (words: readonly Token[]) => void): Token {
  if (base.start === null || story.start === null || fork.start === null) {
    const { runs, clash: both } = mergedLooks(base.word!, story.word!, fork.word!)
    if (both) clash([story])
    if (runs === story.word!.runs) return story
    return { start: null, word: { ...story.word!, runs }, home: (story as Token & { start: null }).home }
  }
  if (sameToken(base, fork) || sameToken(story, fork)) return story
  if (sameToken(base, story)) return fork
  const [b, s, f] = [base.start, story.start, fork.start]
  const pick = <T>(was: T, one: T, other: T): T => {
    if (sameValue(was, other) || sameValue(one, other)) return one
    if (!sameValue(was, one)) clash([])
    return other
  }
  const [type, wrap] = [pick(b.type, s.type, f.type), pick(b.wrap, s.wrap, f.wrap)]
  const like = type === f.type ? f : s
  const attrs: Record<string, unknown> = {}
  for (const key of Object.keys(like.attrs))
    attrs[key] = bothWords(key, [b, s, f])
      ? merged(String(b.attrs[key]), String(s.attrs[key]), String(f.attrs[key]))
      : picked(key)
  function picked(key: string): unknown {
    const has = (block: Block): boolean => key in block.attrs
    if (!has(s)) return f.attrs[key]
    if (!has(f)) return s.attrs[key]
    return pick(b.attrs[key], s.attrs[key], f.attrs[key])
  }
  return { start: { ...like, type, wrap, attrs: sameAttrs(attrs, like.attrs) ? like.attrs : attrs }, word: null }
}

const WORDS = new Set(['caption', 'alt', 'credit', 'title', 'fallbackText'])
/** Single values that hold words: both people's are kept, word by word. */
const bothWords = (key: string, versions: readonly { attrs: Attrs }[]): boolean =>
  WORDS.has(key) && versions.every(({ attrs }) => typeof attrs[key] === 'string')
