/** What is looked for in the body right now: the hits in the state, marked in the copy, kept through everybody's edits. */
import {
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  TextSelection,
  type Command,
  type EditorState,
  type Transaction,
} from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Node } from 'prosemirror-model'
import { finderFor, follower, hitFinder, replaceHits, type Search, type Hit } from './find.ts'

export type Found = {
  search: Search
  /** Why nothing can be looked for. */
  wrong: string
  hits: readonly Hit[]
  /** The hit one is at, as an index; -1 before the first step. */
  at: number
  /** Hits that “Replace all” leaves alone, by where they begin. */
  skipped: ReadonlySet<number>
}

type Kept = { found: Found; find: ((body: Node) => Hit[]) | null; marks: DecorationSet }
type Act = { ask: Search } | { close: true } | { go: number } | { skip: number }

/** More marks than these would cost more than they show. */
const MOST_MARKED = 500

const key = new PluginKey<Kept | null>('finding')

export const foundIn = (state: EditorState): Found | null => key.getState(state)?.found ?? null

/** The hits that would be replaced: not what somebody said, unless search for, and not what is skipped. */
export const toReplace = ({ hits, search, skipped }: Found): Hit[] =>
  hits.filter((hit) => (search.answers || !hit.said) && !skipped.has(hit.from))

function marked(doc: Node, { hits, at }: Found): DecorationSet {
  const first = Math.max(0, Math.min(at - MOST_MARKED / 2, hits.length - MOST_MARKED))
  return DecorationSet.create(
    doc,
    hits
      .slice(first, first + MOST_MARKED)
      .map(({ from, to, attribute }, i) =>
        Decoration[attribute === null ? 'inline' : 'node'](from, to, { class: first + i === at ? 'found found-here' : 'found' }),
      ),
  )
}

function begin(state: EditorState, search: Search, was: Kept | null): Kept {
  const finder = finderFor(search)
  const same = was !== null && sameSearch(was.found.search, search)
  const find = finder === null || typeof finder === 'string' ? null : hitFinder(finder)
  const hits = find?.(state.doc) ?? []
  const kept = same ? was.found.skipped : new Set<number>()
  const at = same ? was.found.at : hits.findIndex((hit) => hit.from >= state.selection.from)
  const found = {
    search,
    wrong: typeof finder === 'string' ? finder : '',
    hits,
    at: Math.min(at, hits.length - 1),
    skipped: kept,
  }
  return { found, find, marks: marked(state.doc, found) }
}

/** The same places are looked for; only what becomes of them differs. */
const sameSearch = (a: Search, b: Search): boolean =>
  a.text === b.text && a.exact === b.exact && a.wholeWord === b.wholeWord && a.regexp === b.regexp

function moveOn(kept: Kept, before: EditorState, state: EditorState): Kept {
  const { found, find } = kept
  if (find === null) return kept
  const hits = find(state.doc)
  const follow = follower(before.doc, state.doc)
  const indexOf = (pos: number | null): number => {
    const next = pos === null ? -1 : firstFrom(hits, pos)
    return hits[next]?.from === pos ? next : -1
  }
  const skipped = new Set([...found.skipped].map(follow).filter((pos) => pos !== null && indexOf(pos) >= 0) as number[])
  const was = found.hits[found.at]
  let at = -1
  if (was !== undefined) {
    const now = follow(was.from)
    at = indexOf(now)
    if (at === -1) at = Math.min(firstFrom(hits, now ?? was.from), hits.length - 1)
  }
  const next = { ...found, hits, at, skipped }
  return { found: next, find, marks: marked(state.doc, next) }
}

/** The index of the first hit from a place on. */
function firstFrom(hits: readonly Hit[], pos: number): number {
  let [low, high] = [0, hits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (hits[middle]!.from < pos) low = middle + 1
    else high = middle
  }
  return low
}

export const finding = (): Plugin<Kept | null> =>
  new Plugin<Kept | null>({
    key,
    state: {
      init: () => null,
      apply(tr, was, before, state) {
        const act = tr.getMeta(key) as Act | undefined
        if (act !== undefined && 'close' in act) return null
        if (act !== undefined && 'ask' in act) return begin(state, act.ask, was)
        if (was === null) return null
        const kept = tr.docChanged ? moveOn(was, before, state) : was
        if (act === undefined) return kept
        let { found } = kept
        if ('go' in act) found = { ...found, at: act.go }
        else found = { ...found, skipped: toggled(found.skipped, act.skip) }
        return { ...kept, found, marks: marked(state.doc, found) }
      },
    },
    props: { decorations: (state) => key.getState(state)?.marks },
  })

function toggled(all: ReadonlySet<number>, one: number): Set<number> {
  const next = new Set(all)
  if (!next.delete(one)) next.add(one)
  return next
}

const act = (tr: Transaction, what: Act): Transaction => tr.setMeta(key, what)

/** Looks for something, from the caret on; without anything search the marks go. */
export const ask =
  (search: Search | null): Command =>
  (state, dispatch) => {
    dispatch?.(act(state.tr, search === null ? { close: true } : { ask: search }))
    return true
  }

/** Goes to a hit: the caret stands around it. */
export const goToHit =
  (index: number): Command =>
  (state, dispatch) => {
    const hit = foundIn(state)?.hits[index]
    if (hit === undefined) return false
    const { from, to, attribute } = hit
    const selection = attribute === null ? TextSelection.create(state.doc, from, to) : NodeSelection.create(state.doc, from)
    dispatch?.(act(state.tr.setSelection(selection).scrollIntoView(), { go: index }))
    return true
  }

/** To the next hit after the caret, or the one before it; around the end. */
export const step =
  (way: 1 | -1): Command =>
  (state, dispatch) => {
    const hits = foundIn(state)?.hits ?? []
    if (hits.length === 0) return false
    const { from, to } = state.selection
    const next = way === 1 ? hits.findIndex((hit) => hit.from >= to) : hits.findLastIndex((hit) => hit.to <= from)
    // The caret around a hit of nothing but itself is at it already.
    const wrapped = way === 1 ? 0 : hits.length - 1
    return goToHit(next === -1 ? wrapped : next)(state, dispatch)
  }

/** Leaves a hit out of “Replace all”, or takes it back in. */
export const skip =
  (index: number): Command =>
  (state, dispatch) => {
    const hit = foundIn(state)?.hits[index]
    if (hit === undefined) return false
    dispatch?.(act(state.tr, { skip: hit.from }))
    return true
  }

/** Replaces one hit; the caret is then behind it, on the way to the next. */
export const replaceOne =
  (index: number): Command =>
  (state, dispatch) => {
    const found = foundIn(state)
    const hit = found?.hits[index]
    if (hit === undefined || (hit.said && found?.search.answers !== true)) return false
    if (dispatch) {
      const tr = replaceHits(state.tr, [hit])
      // Behind it, on the way to the next.
      const end = hit.attribute === null ? hit.from + hit.becomes.length : hit.to
      dispatch(tr.setSelection(Selection.near(tr.doc.resolve(end))))
    }
    return true
  }

/** Replaces all that may be replaced, in one transaction. */
export const replaceAll: Command = (state, dispatch) => {
  const found = foundIn(state)
  const hits = found === null ? [] : toReplace(found)
  if (hits.length === 0) return false
  dispatch?.(replaceHits(state.tr, hits))
  return true
}
