/**
 * What a fork would change in its story, as hunks a person can decide on one by one: words, looks, whole blocks, splits
 * and joins, moves, and what else a block says of itself. Of any choice of hunks it can say what the story would be:
 * with all of them it is the fork, with none the story.
 */
import type { Mark } from 'prosemirror-model'
import type { Hunk } from '../review.ts'
import { FIELDS, type Field, type StoryText } from '../story.ts'
import {
  blocksOf,
  containersIn,
  fieldOfBlock,
  holdsBlocks,
  idFrom,
  isFixed,
  nodesOf,
  sameStart,
  sameValue,
  speakerOfBlock,
  storyOf,
  type Block,
} from './blocks.ts'
import { grouped, moved, type Group } from './groups.ts'
import { editsIn, match, tokensOf, type Edit, type Token } from './match.ts'
import { sameRow, type Clash } from './port.ts'
import { calledAll, quoted, saysLooks, saysMove, saysStart, saysWords } from './says.ts'
import { apart, blocksFrom, withNotes, type Piece } from './settle.ts'
import { contentOf, noted, sameLooks, withNotesOf, type Word } from './words.ts'

/** A place in a version of the story: so many letters into a block or a field. No block: before the first. */
export type Spot = { field: Field | null; block: string | null; at: number }
export type Range = { from: Spot; to: Spot }

/** A hunk as far as the texts alone say it; whose it is, since when, and Yjs's places are the server's to add. */
export type PlainHunk = Omit<Hunk, 'suggestion' | 'by' | 'at' | 'from' | 'to'> & {
  /** Where it is in the story, and in the fork. */
  story: Range
  view: Range
}

export type Review = {
  hunks: PlainHunk[]
  /** The story with these hunks in it, and all that must be decided with them. */
  taking(ids: Iterable<string>): StoryText
  /** The fork without them. */
  without(ids: Iterable<string>): StoryText
  /** Of the clashes, those that some hunk is still about. */
  clashes: Clash[]
}

type Part =
  | { of: 'edit'; group: string; edit: Edit }
  | { of: 'looks'; group: string; from: number; to: number }
  | { of: 'start'; group: string; at: number }
  | { of: 'move'; keys: string[] }
type Found = { hunk: PlainHunk; parts: Part[] }

type Laid = { group: Group; a: Token[]; b: Token[]; to: Int32Array; edits: Edit[] }

export function compare(story: StoryText, view: StoryText, clashes: readonly Clash[] = []): Review {
  return new Comparison(story, view, clashes)
}

class Comparison implements Review {
  readonly hunks: PlainHunk[]
  readonly clashes: Clash[]
  private readonly found: Found[]
  private readonly laid = new Map<string, Laid>()
  private readonly s: readonly Block[]
  private readonly v: readonly Block[]
  private readonly grouped: ReturnType<typeof grouped>

  constructor(
    private readonly story: StoryText,
    private readonly view: StoryText,
    clashes: readonly Clash[],
  ) {
    this.s = blocksOf(story)
    this.v = blocksOf(view)
    this.grouped = grouped(this.s, [this.v])
    for (const [key, group] of this.grouped.groups) {
      if (sameRow(group.base, group.others[0]!)) continue
      const [a, b] = [tokensOf(group.base), tokensOf(group.others[0]!)]
      const to = match(a, b)
      this.laid.set(key, { group, a, b, to, edits: simple(a, b, editsIn(to, a.length)) })
    }
    this.found = [...this.edits(), ...this.looks(), ...this.starts(), ...this.moves()]
    this.name()
    this.inOrder()
    this.link()
    this.hunks = this.found.map(({ hunk }) => hunk)
    this.clashes = this.flag(clashes)
  }

  // Finding them

  private *edits(): Generator<Found> {
    for (const [key, { group, a, b, edits }] of this.laid)
      for (const edit of edits) {
        const [gone, come] = [a.slice(edit.from, edit.to), b.slice(edit.begin, edit.end)]
        const [was, now] = [textOf(gone), textOf(come)]
        const goes = gone.flatMap(({ start }) => (start === null ? [] : [start]))
        const comes = come.flatMap(({ start }) => (start === null ? [] : [start]))
        const isWhole = atBlock(a, edit.to) && (gone[0] ?? come[0])!.start !== null && (come[0] ?? gone[0])!.start !== null
        const home = blockAt(a, edit.from)
        const field = fieldOfBlock(home)
        const kind: Hunk['kind'] =
          field !== null && goes.length + comes.length === 0
            ? 'field'
            : [...goes, ...comes].some((block) => speakerOfBlock(block) !== null)
              ? 'speaker'
              : isWhole
                ? 'block'
                : goes.length === 0 && comes.length === 1
                  ? 'split'
                  : comes.length === 0 && goes.length === 1 && gone.length === 1
                    ? 'join'
                    : 'words'
        const from = kind === 'block' && gone.length > 0 ? spot(gone[0]!.start!, 0) : spotAt(a, edit.from)
        const touched = [home, ...goes, ...comes]
        const hasWords = [...gone, ...come].some(({ word }) => word?.is === 'word')
        yield {
          parts: [{ of: 'edit', group: key, edit }],
          hunk: {
            id: signed(['edit', key, contextOf(a, edit), contentsOf(gone), contentsOf(come)]),
            kind,
            field,
            block: from.block,
            story: { from, to: gone.length === 0 ? from : spotAt(a, edit.to) },
            view: {
              from: isWhole && come.length > 0 ? spot(come[0]!.start!, 0) : spotAt(b, edit.begin),
              to: spotAt(b, edit.end),
            },
            was,
            now,
            slice: sliceOf(come, group.others[0]!, isWhole),
            says: this.saysEdit(kind, { was, now, field, goes, comes, next: a[edit.to] ?? null, after: a.slice(edit.to) }),
            quote: hasWords && (isWhole ? touched.slice(1) : touched).some(isQuote),
            stale: false,
            with: [],
          },
        }
      }
  }

  private saysEdit(
    kind: Hunk['kind'],
    {
      was,
      now,
      field,
      goes,
      comes,
      after,
    }: {
      was: string
      now: string
      field: Field | null
      goes: Block[]
      comes: Block[]
      next: Token | null
      after: readonly Token[]
    },
  ): string {
    if (kind === 'speaker') {
      const [one] = [...comes, ...goes]
      return `${comes.length > 0 ? 'Add' : 'Remove'} the speaker ${quoted(String(one!.attrs.name))}`
    }
    if (kind === 'block') {
      if (goes.length === 0) return `Add ${calledAll(comes, 'a')}`
      if (comes.length === 0) return `Remove ${calledAll(goes, 'the')}`
      return `Replace ${calledAll(goes, 'the')} with ${calledAll(comes, 'a')}`
    }
    const rest = textOf(after.slice(0, 20)).split('\n')[0]!
    if (kind === 'split' && now.trim() === '' && was.trim() === '') return `Begin a new paragraph at ${quoted(rest)}`
    if (kind === 'join') return `Join ${quoted(rest)} to the paragraph before`
    return saysWords(was, now, field)
  }

  private *looks(): Generator<Found> {
    for (const [key, { a, b, to }] of this.laid)
      for (let j = 0; j < b.length; j++) {
        const first = lookChange(a, b, to, j)
        if (first === null) continue
        const from = j
        while (j + 1 < b.length && to[j + 1] === to[j]! + 1 && lookChange(a, b, to, j + 1)?.name === first.name) j++
        const [begin, end] = [to[from]!, to[j]! + 1]
        const words = textOf(a.slice(begin, end))
        const home = blockAt(a, begin)
        yield {
          parts: [{ of: 'looks', group: key, from, to: j + 1 }],
          hunk: {
            id: signed(['looks', key, contextOf(a, { from: begin, to: end }), words, first.name]),
            kind: 'looks',
            field: fieldOfBlock(home),
            block: blockName(home),
            story: { from: spotAt(a, begin), to: spotAt(a, end) },
            view: { from: spotAt(b, from), to: spotAt(b, j + 1) },
            was: words,
            now: words,
            slice: { content: contentOf(wordsAmong(b.slice(from, j + 1))).toJSON() as unknown, openStart: 0, openEnd: 0 },
            says: saysLooks(words, first.gone, first.come),
            quote: false,
            stale: false,
            with: [],
          },
        }
      }
  }

  private *starts(): Generator<Found> {
    const places = new Map(this.s.map(({ key }, i) => [key, i]))
    type Alike = { name: string; was: Block[]; now: Block[]; parts: Part[] }
    let run = null as Alike | null
    const all: Alike[] = []
    for (const key of this.grouped.order) {
      const laid = this.laid.get(key)
      if (!laid) {
        run = null
        continue
      }
      const { a, b, to } = laid
      for (let j = 0; j < b.length; j++) {
        const now = b[j]!.start
        if (now === null || to[j]! < 0) continue
        const was = a[to[j]!]!.start!
        if (sameStart(was, now)) {
          run = null
          continue
        }
        const name = startChange(was, now)
        const part: Part = { of: 'start', group: key, at: j }
        if (run && run.name === name && places.get(run.was.at(-1)!.key)! + 1 === places.get(was.key)) {
          run.was.push(was)
          run.now.push(now)
          run.parts.push(part)
        } else all.push((run = { name, was: [was], now: [now], parts: [part] }))
      }
    }
    for (const { name, was, now, parts } of all) {
      const [first, last] = [was[0]!, was.at(-1)!]
      const [to, here] = [now.at(-1)!, now[0]!]
      const onlySpeaker = name.startsWith('[["speaker"') && !name.includes('"],["')
      yield {
        parts,
        hunk: {
          id: signed(['start', was.map(({ key }) => key), name]),
          kind: onlySpeaker || speakerOfBlock(first) !== null ? 'speaker' : 'details',
          field: null,
          block: blockName(first),
          story: { from: spot(first, 0), to: spot(last, sizeOf(last)) },
          view: { from: spot(here, 0), to: spot(to, sizeOf(to)) },
          was: '',
          now: '',
          slice: null,
          says: saysStart(first, here, { ...this.story.speakers, ...this.view.speakers }, was.length),
          quote: false,
          stale: false,
          with: [],
        },
      }
    }
  }

  private *moves(): Generator<Found> {
    const { groups, order, orders, movers } = this.grouped
    const [there, which] = [orders[0]!, movers[0]!]
    const places = new Map(order.map((key, i) => [key, i]))
    for (let i = 0; i < there.length; i++) {
      if (!which.has(there[i]!)) continue
      const keys = [there[i]!]
      while (i + 1 < there.length && which.has(there[i + 1]!) && places.get(there[i + 1]!) === places.get(there[i]!)! + 1)
        keys.push(there[(i += 1)]!)
      const blocks = keys.map((key) => groups.get(key)!.base[0]!)
      const last = keys.at(-1)!
      const before = there[i - keys.length]
      const behind = before === undefined ? null : groups.get(before)!.base[0]!
      const inView = new Map(keys.map((key) => [key, groups.get(key)!.others[0]![0]!]))
      yield {
        parts: [{ of: 'move', keys }],
        hunk: {
          id: signed(['move', keys, before ?? null]),
          kind: 'move',
          field: null,
          block: blockName(blocks[0]!),
          story: { from: spot(blocks[0]!, 0), to: spot(blocks.at(-1)!, sizeOf(blocks.at(-1)!)) },
          view: { from: spot(inView.get(keys[0]!)!, 0), to: spot(inView.get(last)!, sizeOf(inView.get(last)!)) },
          was: '',
          now: '',
          slice: null,
          says: saysMove(blocks, behind),
          quote: false,
          stale: false,
          with: [],
        },
      }
    }
  }

  /** Two that say the same have different names, in their order. */
  private name(): void {
    const seen = new Map<string, number>()
    for (const { hunk } of this.found) {
      const n = seen.get(hunk.id) ?? 0
      seen.set(hunk.id, n + 1)
      if (n > 0) hunk.id = idFrom(hunk.id, String(n))
    }
  }

  /** In the order of the story. */
  private inOrder(): void {
    const places = new Map(this.s.map((block, i) => [block.type === 'field' ? fieldOfBlock(block)! : block.key, i]))
    const place = ({ hunk: { story } }: Found): number => places.get(story.from.field ?? story.from.block ?? '') ?? FIELDS.length
    this.found.sort((a, b) => place(a) - place(b) || a.hunk.story.from.at - b.hunk.story.from.at)
  }

  // What is decided together

  private link(): void {
    const links = new Map<Found, Found>()
    const rootOf = (one: Found): Found => {
      let at = one
      for (let next = links.get(at); next; next = links.get(at)) at = next
      return at
    }
    const join = (one: Found | undefined, other: Found | undefined): void => {
      if (!one || !other) return
      const [a, b] = [rootOf(one), rootOf(other)]
      if (a !== b) links.set(a, b)
    }
    this.linkCarried(join)
    this.linkHolders(join)
    const sets = new Map<Found, Found[]>()
    for (const one of this.found) sets.set(rootOf(one), [...(sets.get(rootOf(one)) ?? []), one])
    for (const set of sets.values())
      for (const one of set) one.hunk.with = set.flatMap(({ hunk }) => (hunk === one.hunk ? [] : [hunk.id]))
  }

  /** Words that stand once in the story and once in the fork, but not in the same place, were carried there. */
  private linkCarried(join: (one: Found, other: Found) => void): void {
    const [gone, come] = [new Map<string, Found | null>(), new Map<string, Found | null>()]
    for (const one of this.found)
      for (const part of one.parts) {
        if (part.of !== 'edit') continue
        const { a, b } = this.laid.get(part.group)!
        const note = (tokens: readonly Token[], from: number, to: number, into: Map<string, Found | null>): void => {
          for (let i = from; i < to; i++) {
            const { word } = tokens[i]!
            if (word?.is === 'word' && word.text.length > 2) into.set(word.text, into.has(word.text) ? null : one)
          }
        }
        note(a, part.edit.from, part.edit.to, gone)
        note(b, part.edit.begin, part.edit.end, come)
      }
    for (const [text, from] of gone) {
      const to = come.get(text)
      if (from && to && from !== to && this.standsOnce(text)) join(from, to)
    }
  }

  private standsOnce(text: string): boolean {
    for (const { a, to } of this.laid.values()) {
      const kept = new Set(to)
      if (a.some(({ word }, i) => word?.text === text && kept.has(i))) return false
    }
    const other = this.grouped.order.some((key) => {
      if (this.laid.has(key)) return false
      return tokensOf(this.grouped.groups.get(key)!.base).some(({ word }) => word?.text === text)
    })
    return !other
  }

  /** What goes into a list or a notice, or out of it, with the list or the notice; and where it then stands. */
  private linkHolders(join: (one: Found | undefined, other: Found | undefined) => void): void {
    const [made, moving] = [new Map<string, Found>(), new Map<string, Found>()]
    for (const one of this.found)
      for (const part of one.parts)
        if (part.of === 'move') for (const key of part.keys) moving.set(key, one)
        else if (part.of === 'edit') {
          const { a, b } = this.laid.get(part.group)!
          for (const { start } of [...a.slice(part.edit.from, part.edit.to), ...b.slice(part.edit.begin, part.edit.end)])
            if (start !== null && holdsBlocks(start.type)) made.set(start.key, one)
        }
    for (const one of this.found)
      for (const part of one.parts) {
        if (part.of === 'start') {
          const { a, b, to } = this.laid.get(part.group)!
          const [now, was] = [b[part.at]!.start!, a[to[part.at]!]!.start!]
          if (now.wrap === was.wrap) continue
          for (const wrap of [now.wrap, was.wrap]) if (wrap !== null) join(one, made.get(wrap))
          join(one, moving.get(now.key))
        } else if (part.of === 'edit') {
          const { a, b } = this.laid.get(part.group)!
          for (const { start } of [...a.slice(part.edit.from, part.edit.to), ...b.slice(part.edit.begin, part.edit.end)])
            if (start !== null && start.wrap !== null) join(one, made.get(start.wrap))
        }
      }
    for (const block of this.v)
      if (block.wrap !== null && moving.has(block.key)) join(moving.get(block.key), moving.get(block.wrap))
  }

  private flag(clashes: readonly Clash[]): Clash[] {
    return clashes.filter(({ block, words }) => {
      const about = this.hunks.filter(
        ({ story, view, was, now, kind }) =>
          [story.from, story.to, view.from, view.to].some((one) => (one.field ?? one.block) === block) &&
          (words.length === 0 ? kind !== 'words' : words.some((word) => was.includes(word) || now.includes(word))),
      )
      for (const hunk of about) hunk.stale = true
      return about.length > 0
    })
  }

  // Deciding

  taking(ids: Iterable<string>): StoryText {
    return this.with(this.closed(ids))
  }

  without(ids: Iterable<string>): StoryText {
    const not = this.closed(ids)
    return this.with(new Set(this.hunks.flatMap(({ id }) => (not.has(id) ? [] : [id]))))
  }

  private closed(ids: Iterable<string>): Set<string> {
    const all = new Set(ids)
    for (const hunk of this.hunks) if (all.has(hunk.id)) for (const id of hunk.with) all.add(id)
    return all
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
    const { groups, order, orders, movers } = this.grouped
    const keys = moved(order, orders[0]!, moving, movers[0])
    const pieces = new Map<string, Piece[]>()
    for (const [key, laid] of this.laid) pieces.set(key, apart(chosen(laid, edits, looks.get(key), starts.get(key))))
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
    return this.withSpeakers(storyOf(blocks, containersIn(this.v, this.s)))
  }

  /** What the story has behind a block that stays, after all, where it stands. */
  private putBack(rows: Map<string, Block[]>, moving: ReadonlySet<string>): void {
    for (const [mover, keys] of this.grouped.behind) {
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
    for (const [key, { base }] of this.grouped.groups)
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
      const speaker = this.view.speakers[id] ?? this.story.speakers[id]
      if (speaker) speakers[id] = speaker
    }
    return { ...text, speakers }
  }
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

const atBlock = (tokens: readonly Token[], i: number): boolean => i === tokens.length || tokens[i]!.start !== null
const wordsAmong = (tokens: readonly Token[]): Word[] => tokens.flatMap(({ word }) => (word === null ? [] : [word]))

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ start, word }, i) =>
      word !== null ? (word.is === 'break' ? '\n' : word.text) : i === 0 || start === null ? '' : '\n',
    )
    .join('')
}

const blockAt = (tokens: readonly Token[], i: number): Block => {
  const before = tokens[Math.max(0, i - 1)]!
  return before.start ?? before.home
}

const blockName = (block: Block): string | null => (isFixed(block) || speakerOfBlock(block) !== null ? null : block.key)
const spot = (block: Block, at: number): Spot => ({ field: fieldOfBlock(block), block: blockName(block), at })
const sizeOf = (block: Block): number => tokensOf([block]).reduce((size, { word }) => size + (word?.text.length ?? 0), 0)

/** Behind so many tokens. */
function spotAt(tokens: readonly Token[], i: number): Spot {
  let at = 0
  let n = i - 1
  for (; n > 0 && tokens[n]!.start === null; n--) at += tokens[n]!.word!.text.length
  return spot(blockAt(tokens, i), at)
}

const isQuote = ({ type, attrs }: Block): boolean => (type === 'paragraph' && attrs.role === 'answer') || type === 'pullQuote'

const looksName = (word: Word): unknown =>
  word.runs.map(({ length, marks }) => [length, marks.map((mark) => mark.toJSON() as unknown)])
const contentsOf = (tokens: readonly Token[]): unknown =>
  tokens.map(({ start, word }) =>
    word !== null
      ? word.runs.length === 1 && word.runs[0]!.marks.length === 0
        ? word.text
        : [word.text, looksName(word)]
      : [start.key, start.type, start.attrs],
  )
const contextOf = (tokens: readonly Token[], { from, to }: { from: number; to: number }): string =>
  `${textOf(tokens.slice(Math.max(0, from - 3), from))}|${textOf(tokens.slice(to, to + 3))}`
const signed = (what: unknown): string => idFrom(JSON.stringify(what))

function sliceOf(tokens: readonly Token[], row: readonly Block[], isWhole: boolean): unknown {
  if (tokens.length === 0) return null
  const words = wordsAmong(tokens)
  if (words.length === tokens.length) return { content: contentOf(words).toJSON() as unknown, openStart: 0, openEnd: 0 }
  const blocks = blocksFrom(tokens, new Set())
  const nodes = nodesOf(
    blocks.filter(({ type }) => type !== 'speaker'),
    containersIn(row),
  )
  return {
    content: nodes.map((node) => node.toJSON() as unknown),
    openStart: tokens[0]!.start === null ? 1 : 0,
    openEnd: isWhole ? 0 : 1,
  }
}

function lookChange(
  a: readonly Token[],
  b: readonly Token[],
  to: Int32Array,
  j: number,
): { name: string; gone: Mark[]; come: Mark[] } | null {
  const now = b[j]!.word
  if (now === null || to[j]! < 0) return null
  const was = a[to[j]!]!.word!
  if (sameLooks(was, now)) return null
  const [before, after] = [was.runs.flatMap(({ marks }) => marks), now.runs.flatMap(({ marks }) => marks)]
  const gone = before.filter((mark) => !mark.isInSet(after))
  const come = after.filter((mark) => !mark.isInSet(before))
  return { name: JSON.stringify([gone, come, was.runs.length + now.runs.length > 2 ? looksName(now) : null]), gone, come }
}

function startChange(was: Block, now: Block): string {
  const changes: unknown[] = []
  for (const key of new Set([...Object.keys(was.attrs), ...Object.keys(now.attrs)]))
    if (key !== 'id' && !sameValue(was.attrs[key], now.attrs[key]))
      changes.push([key, was.attrs[key] ?? null, now.attrs[key] ?? null])
  if (was.type !== now.type) changes.push(['', was.type, now.type])
  if (was.wrap !== now.wrap) changes.push(['in', was.wrap, now.wrap])
  return JSON.stringify(changes)
}
