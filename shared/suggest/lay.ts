/** A story and a fork of it laid beside each other, and ways to say where something is in them. */
import type { Field, StoryText } from '../story.ts'
import { blocksOf, fieldOfBlock, isFixed, speakerOfBlock, textIn, type Block } from './blocks.ts'
import { grouped, type Group, type Grouped } from './groups.ts'
import { editsIn, match, tokensOf, type Edit, type Token } from './match.ts'
import { sameRow } from './port.ts'
import type { Word } from './words.ts'

/** A place in a version of the story: so many letters into a block or a field. No block: before the first. */
export type Spot = { field: Field | null; block: string | null; at: number }
export type Range = { from: Spot; to: Spot }

/** A group that is not the same in both. `to`: which token of `a` each of `b` is, or -1. */
export type Laid = { group: Group; a: readonly Token[]; b: readonly Token[]; to: Int32Array; edits: Edit[] }
export type Lay = {
  story: StoryText
  view: StoryText
  s: readonly Block[]
  v: readonly Block[]
  grouped: Grouped
  laid: ReadonlyMap<string, Laid>
}

export function lay(story: StoryText, view: StoryText): Lay {
  const [s, v] = [blocksOf(story), blocksOf(view)]
  const groups = grouped(s, [v])
  const laid = new Map<string, Laid>()
  for (const [key, group] of groups.groups) {
    if (sameRow(group.base, group.others[0]!)) continue
    const [a, b] = [tokensOf(group.base), tokensOf(group.others[0]!)]
    const to = match(a, b)
    laid.set(key, { group, a, b, to, edits: simple(a, b, editsIn(to, a.length)) })
  }
  return { story, view, s, v, grouped: groups, laid }
}

/** One decision for what was done at once, two for what only stands side by side. */
function simple(a: readonly Token[], b: readonly Token[], edits: readonly Edit[]): Edit[] {
  const all: Edit[] = []
  for (const edit of edits) {
    const last = all.at(-1)
    const both = (one: Edit): boolean => one.to > one.from && one.end > one.begin
    const hasStart = ({ from, to, begin, end }: Edit): boolean =>
      a.slice(from, to).some(({ start }) => start !== null) || b.slice(begin, end).some(({ start }) => start !== null)
    if (
      last &&
      edit.from === last.to + 1 &&
      a[last.to]!.word?.is === 'blank' &&
      both(last) &&
      both(edit) &&
      !hasStart(last) &&
      !hasStart(edit)
    )
      all[all.length - 1] = { from: last.from, to: edit.to, begin: last.begin, end: edit.end }
    else all.push(edit)
  }
  return all.flatMap((edit) => {
    if (!atBlock(a, edit.to)) return [edit]
    const first = (tokens: readonly Token[], from: number, to: number): number => {
      for (let i = from; i < to; i++) if (tokens[i]!.start !== null) return i
      return to
    }
    const [middle, between] = [first(a, edit.from, edit.to), first(b, edit.begin, edit.end)]
    const parts = [
      { from: edit.from, to: middle, begin: edit.begin, end: between },
      { from: middle, to: edit.to, begin: between, end: edit.end },
    ]
    return parts.filter(({ from, to, begin, end }) => to > from || end > begin)
  })
}

export const atBlock = (tokens: readonly Token[], i: number): boolean => i === tokens.length || tokens[i]!.start !== null
export const wordsAmong = (tokens: readonly Token[]): Word[] => tokens.flatMap(({ word }) => (word === null ? [] : [word]))

export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ start, word }, i) =>
      word !== null ? (word.is === 'break' ? '\n' : word.text) : i === 0 || start === null ? '' : '\n',
    )
    .join('')
}

export const blockAt = (tokens: readonly Token[], i: number): Block => {
  const before = tokens[Math.max(0, i - 1)]!
  return before.start ?? before.home
}

export const blockName = (block: Block): string | null => (isFixed(block) || speakerOfBlock(block) !== null ? null : block.key)
export const spot = (block: Block, at: number): Spot => ({ field: fieldOfBlock(block), block: blockName(block), at })
export const sizeOf = (block: Block): number => block.node?.content.size ?? textIn(block).length

/** Behind so many tokens. */
export function spotAt(tokens: readonly Token[], i: number): Spot {
  let at = 0
  let n = i - 1
  for (; n > 0 && tokens[n]!.start === null; n--) at += tokens[n]!.word!.text.length
  return spot(blockAt(tokens, i), at)
}
