/** Finds what a fork would change in its story. */
import type { Mark } from 'prosemirror-model'
import type { Hunk } from '../review.ts'
import { FIELDS, type Field } from '../story.ts'
import { containersIn, fieldOfBlock, idFrom, nodesOf, sameStart, sameValue, speakerOfBlock, type Block } from './blocks.ts'
import { atBlock, blockAt, blockName, sizeOf, spot, spotAt, textOf, wordsAmong, type Lay, type Range } from './lay.ts'
import type { Edit, Token } from './match.ts'
import { calledAll, quoted, saysLooks, saysMove, saysStart, saysWords } from './says.ts'
import { blocksFrom } from './settle.ts'
import { contentOf, sameLooks, type Word } from './words.ts'

/** A hunk as far as the texts alone say it; whose it is, since when, and Yjs's places are the server's to add. */
export type PlainHunk = Omit<Hunk, 'suggestion' | 'by' | 'at' | 'from' | 'to'> & {
  /** Where it is in the story, and in the fork. */
  story: Range
  view: Range
}

/** What a hunk is made of, in the tokens of a group: its place is only good for these two versions. */
export type Part =
  | { of: 'edit'; group: string; edit: Edit }
  | { of: 'looks'; group: string; from: number; to: number }
  | { of: 'start'; group: string; at: number }
  | { of: 'move'; keys: string[] }
export type Found = { hunk: PlainHunk; parts: Part[] }

export function found(lay: Lay): Found[] {
  const all = [...edits(lay), ...looks(lay), ...starts(lay), ...moves(lay)]
  nameApart(all)
  const places = new Map(lay.s.map((block, i) => [block.type === 'field' ? fieldOfBlock(block)! : block.key, i]))
  const place = ({ hunk: { story } }: Found): number => places.get(story.from.field ?? story.from.block ?? '') ?? FIELDS.length
  return all.toSorted((a, b) => place(a) - place(b) || a.hunk.story.from.at - b.hunk.story.from.at)
}

/** Two that say the same have different names, in their order. */
function nameApart(all: readonly Found[]): void {
  const seen = new Map<string, number>()
  for (const { hunk } of all) {
    const n = seen.get(hunk.id) ?? 0
    seen.set(hunk.id, n + 1)
    if (n > 0) hunk.id = idFrom(hunk.id, String(n))
  }
}

function* edits(lay: Lay): Generator<Found> {
  for (const [key, { group, a, b, edits }] of lay.laid)
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
          says: saysEdit(kind, { was, now, field, goes, comes, after: a.slice(edit.to, edit.to + 20) }),
          quote: hasWords && (isWhole ? touched.slice(1) : touched).some(isQuote),
          stale: false,
          with: [],
        },
      }
    }
}

function saysEdit(
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
    /** What stands behind it, as much as may be quoted. */
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
  const rest = textOf(after).split('\n')[0]!
  if (kind === 'split' && now.trim() === '' && was.trim() === '') return `Begin a new paragraph at ${quoted(rest)}`
  if (kind === 'join') return `Join ${quoted(rest)} to the paragraph before`
  return saysWords(was, now, field)
}

function* looks(lay: Lay): Generator<Found> {
  for (const [key, { a, b, to }] of lay.laid)
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

function* starts(lay: Lay): Generator<Found> {
  const places = new Map(lay.s.map(({ key }, i) => [key, i]))
  type Alike = { name: string; was: Block[]; now: Block[]; parts: Part[] }
  let run = null as Alike | null
  const all: Alike[] = []
  for (const key of lay.grouped.order) {
    const laid = lay.laid.get(key)
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
        says: saysStart(first, here, { ...lay.story.speakers, ...lay.view.speakers }, was.length),
        quote: false,
        stale: false,
        with: [],
      },
    }
  }
}

function* moves(lay: Lay): Generator<Found> {
  const { groups, order, orders, movers } = lay.grouped
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
