/**
 * What a fork would change in its story, as hunks a person can decide on one by one: words, looks, whole blocks, splits
 * and joins, moves, and what else a block says of itself. Of any choice of hunks it can say what the story would be:
 * with all of them it is the fork, with none the story.
 */
import type { StoryText } from '../story.ts'
import { containersIn, fieldOfBlock, storyOf, wordsIn, type Block } from './blocks.ts'
import { moved } from './groups.ts'
import { found, type Found, type PlainHunk } from './hunks.ts'
import { lay, wordsAmong, type Laid, type Lay, type Range } from './lay.ts'
import { link, together } from './links.ts'
import { tokensOf, type Edit, type Token } from './match.ts'
import type { Clash } from './port.ts'
import { apart, blocksFrom, withNotes, type Piece } from './settle.ts'
import { noted, withNotesOf, type Word } from './words.ts'

export type { PlainHunk } from './hunks.ts'
export type { Range, Spot } from './lay.ts'

export type Review = {
  /** In the order of the story. */
  hunks: PlainHunk[]
  /** The story with these hunks in it, and all that must be decided with them. */
  taking(ids: Iterable<string>): StoryText
  /** The fork without them. */
  without(ids: Iterable<string>): StoryText
  /** Of the clashes, those that some hunk is still about. */
  clashes: Clash[]
}

/** @param clashes of all ports of this fork so far: hunks about them are stale */
export function compare(story: StoryText, view: StoryText, clashes: readonly Clash[] = []): Review {
  return new Comparison(story, view, clashes)
}

/** What stands before the first block of the body. */
const FIRST = 'body'

class Comparison implements Review {
  readonly hunks: PlainHunk[]
  readonly clashes: Clash[]
  private readonly lay: Lay
  private readonly found: readonly Found[]

  constructor(story: StoryText, view: StoryText, clashes: readonly Clash[]) {
    this.lay = lay(story, view)
    this.found = found(this.lay)
    link(this.found, this.lay)
    this.hunks = this.found.map(({ hunk }) => hunk)
    this.clashes = this.flag(clashes)
  }

  private flag(clashes: readonly Clash[]): Clash[] {
    if (clashes.length === 0) return []
    const [inStory, inView] = [this.lay.s, this.lay.v].map(
      (row) => new Map(row.map((block, i) => [fieldOfBlock(block) ?? block.key, i])),
    ) as [Map<string, number>, Map<string, number>]
    const isIn = (block: string, { from, to }: Range, places: ReadonlyMap<string, number>): boolean => {
      const [first, at, last] = [from.field ?? from.block, block, to.field ?? to.block].map((name) => places.get(name ?? FIRST))
      return at !== undefined && first !== undefined && last !== undefined && first <= at && at <= last
    }
    const homes = homesOf(this.lay.s)
    return clashes.filter(({ block, words }) => {
      const about = this.hunks.filter(
        ({ story, view, was, now, kind }) =>
          ((isIn(block, story, inStory) || isIn(block, view, inView)) &&
            (words.length === 0 ? kind !== 'words' : words.some((word) => was.includes(word) || now.includes(word)))) ||
          words.some((word) => was.includes(word) && homes.has(word) && isIn(homes.get(word)!, story, inStory)),
      )
      for (const hunk of about) hunk.stale = true
      return about.length > 0
    })
  }

  taking(ids: Iterable<string>): StoryText {
    return this.with(together(this.hunks, ids))
  }

  without(ids: Iterable<string>): StoryText {
    const not = together(this.hunks, ids)
    return this.with(new Set(this.hunks.flatMap(({ id }) => (not.has(id) ? [] : [id]))))
  }

  private with(ids: ReadonlySet<string>): StoryText {
    const edits = new Set<Edit>()
    const looks = new Map<string, Set<number>>()
    const starts = new Map<string, Set<number>>()
    const moving = new Set<string>()
    const note = (map: Map<string, Set<number>>, group: string, at: number): void =>
      void (map.get(group) ?? map.set(group, new Set()).get(group)!).add(at)
    for (const { hunk, parts } of this.found) {
      if (!ids.has(hunk.id)) continue
      for (const part of parts)
        if (part.of === 'edit') edits.add(part.edit)
        else if (part.of === 'move') for (const key of part.keys) moving.add(key)
        else if (part.of === 'start') note(starts, part.group, part.at)
        else for (let j = part.from; j < part.to; j++) note(looks, part.group, j)
    }
    const { groups, order, orders, movers } = this.lay.grouped
    const keys = moved(order, orders[0]!, moving, movers[0])
    const pieces = new Map<string, Piece[]>()
    for (const [key, laid] of this.lay.laid) pieces.set(key, apart(chosen(laid, edits, looks.get(key), starts.get(key))))
    const kept = this.notesOf(pieces)
    const used = new Set<string>()
    for (const key of keys) for (const { key: name } of pieces.has(key) ? [] : groups.get(key)!.base) used.add(name)
    const rows = new Map<string, Block[]>()
    for (const key of keys) {
      const own = pieces.get(key)
      const put =
        own &&
        withNotes(
          own,
          ({ one }) => one < 0,
          (id) => kept.has(id),
        )
      rows.set(
        key,
        put
          ? blocksFrom(
              put.map(({ token }) => token),
              used,
            )
          : groups.get(key)!.base,
      )
    }
    this.putBack(rows, moving)
    const blocks = keys.flatMap((key) => rows.get(key)!)
    return this.withSpeakers(storyOf(blocks, containersIn(this.lay.v, this.lay.s)))
  }

  /** What the story has behind a block that stays, after all, where it stands. */
  private putBack(rows: Map<string, Block[]>, moving: ReadonlySet<string>): void {
    for (const [mover, keys] of this.lay.grouped.behind) {
      if (moving.has(mover)) continue
      const back: Block[] = []
      for (const [key, row] of rows) {
        if (!row.some((block) => keys.includes(block.key))) continue
        back.push(...row.filter((block) => keys.includes(block.key)))
        rows.set(
          key,
          row.filter((block) => !keys.includes(block.key)),
        )
      }
      rows.set(mover, [...rows.get(mover)!, ...back])
    }
  }

  /** Threads on words that stand where they stood. */
  private notesOf(pieces: ReadonlyMap<string, readonly Piece[]>): Set<string> {
    const kept = new Set<string>()
    const note = (words: readonly Word[]): void => {
      for (const { runs } of words) for (const { notes } of runs) for (const id of notes) kept.add(id)
    }
    for (const [key, { base }] of this.lay.grouped.groups)
      if (!pieces.has(key)) note(wordsAmong(tokensOf(base)))
      else note(wordsAmong(pieces.get(key)!.flatMap(({ one, token }) => (one >= 0 ? [token] : []))))
    return kept
  }

  /** Whoever speaks in it is among its speakers. */
  private withSpeakers(text: StoryText): StoryText {
    const missing = new Set<string>()
    text.body.descendants((node) => {
      const id: unknown = node.attrs.speaker
      if (typeof id === 'string' && !(id in text.speakers)) missing.add(id)
      return !node.isTextblock
    })
    const speakers = { ...text.speakers }
    for (const id of missing) {
      const speaker = this.lay.view.speakers[id] ?? this.lay.story.speakers[id]
      if (speaker) speakers[id] = speaker
    }
    return { ...text, speakers }
  }
}

/** Where words stand that stand once: also those that were split off, joined or carried to another block since. */
function homesOf(row: readonly Block[]): Map<string, string> {
  const [homes, again] = [new Map<string, string>(), new Set<string>()]
  for (const block of row)
    for (const { is, text } of wordsIn(block))
      if (is === 'word' && homes.has(text)) again.add(text)
      else if (is === 'word') homes.set(text, fieldOfBlock(block) ?? block.key)
  for (const text of again) homes.delete(text)
  return homes
}

/** A group with the chosen changes in it. */
function chosen(
  { a, b, to, edits }: Laid,
  take: ReadonlySet<Edit>,
  looks: Set<number> | undefined,
  starts: Set<number> | undefined,
): Piece[] {
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  const keep = (until: number): void => {
    for (; i < until; i++, j++) {
      const [was, now] = [a[i]!, b[j]!]
      if (was.start !== null) pieces.push({ token: starts?.has(j) ? now : was, one: i, other: j })
      else if (!looks?.has(j)) pieces.push({ token: was, one: i, other: j })
      else {
        const word: Word = { ...was.word, runs: withNotesOf(now.word!, was.word) }
        pieces.push({ token: { ...was, word }, one: i, other: j })
      }
    }
  }
  for (const edit of edits) {
    keep(edit.from)
    if (take.has(edit))
      for (let n = edit.begin; n < edit.end; n++)
        pieces.push({ token: renoted(b[n]!, a, edit), one: to[n]! >= 0 ? to[n]! : -1, other: n })
    else for (let n = edit.from; n < edit.to; n++) pieces.push({ token: a[n]!, one: n, other: -1 })
    ;[i, j] = [edit.to, edit.end]
  }
  keep(a.length)
  return pieces
}

/** Threads that stood on every word of what is replaced stand on what replaces it. */
function renoted(token: Token, a: readonly Token[], { from, to }: Edit): Token {
  if (token.word === null) return token
  let shared: readonly string[] | null = null
  for (let i = from; i < to; i++) {
    const { word } = a[i]!
    if (word?.is === 'word')
      for (const { notes } of word.runs) shared = shared === null ? notes : shared.filter((id) => notes.includes(id))
  }
  return shared === null || shared.length === 0 ? token : { ...token, word: noted(token.word, shared) }
}
