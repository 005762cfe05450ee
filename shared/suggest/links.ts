/** Which hunks are decided together: one without the other would lose words, or leave them twice or nowhere. */
import type { Found, PlainHunk } from './hunks.ts'
import type { Lay } from './lay.ts'
import { holdsBlocks } from './blocks.ts'
import { tokensOf, type Token } from './match.ts'

/** Of more that are decided together not each names all: of thousands, that would be more than a server holds. */
const EACH_NAMES_ALL = 50

type Join = (one: Found | undefined, other: Found | undefined) => void

export function link(found: readonly Found[], lay: Lay): void {
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
  linkCarried(found, lay, join)
  linkHolders(found, lay, join)
  const sets = new Map<Found, Found[]>()
  for (const one of found) {
    const root = rootOf(one)
    const set = sets.get(root)
    if (set) set.push(one)
    else sets.set(root, [one])
  }
  for (const set of sets.values()) {
    const named = set.length > EACH_NAMES_ALL ? set.slice(0, 1) : set
    const others = (all: readonly Found[], one: Found) => all.flatMap(({ hunk }) => (hunk === one.hunk ? [] : [hunk.id]))
    for (const one of set) one.hunk.with = others(one === set[0] ? set : named, one)
  }
}

/** These, and all that are decided with them. */
export function together(hunks: readonly PlainHunk[], ids: Iterable<string>): Set<string> {
  const byId = new Map(hunks.map((hunk) => [hunk.id, hunk]))
  const all = new Set(ids)
  // What is put into it on the way comes up in its turn.
  for (const id of all) for (const other of byId.get(id)?.with ?? []) all.add(other)
  return all
}

/** Words that stand once in the story and once in the fork, but not in the same place, were carried there. */
function linkCarried(found: readonly Found[], lay: Lay, join: Join): void {
  const [gone, come] = [new Map<string, Found | null>(), new Map<string, Found | null>()]
  for (const one of found)
    for (const part of one.parts) {
      if (part.of !== 'edit') continue
      const { a, b } = lay.laid.get(part.group)!
      const note = (tokens: readonly Token[], from: number, to: number, into: Map<string, Found | null>): void => {
        for (let i = from; i < to; i++) {
          const { word } = tokens[i]!
          if (word?.is === 'word' && word.text.length > 2) into.set(word.text, into.has(word.text) ? null : one)
        }
      }
      note(a, part.edit.from, part.edit.to, gone)
      note(b, part.edit.begin, part.edit.end, come)
    }
  let stay: Set<string> | null = null
  for (const [text, from] of gone) {
    const to = come.get(text)
    if (from && to && from !== to && !(stay ??= staying(lay)).has(text)) join(from, to)
  }
}
/** Words that stand in both where they stood. */
function staying(lay: Lay): Set<string> {
  const all = new Set<string>()
  const note = ({ word }: Token): void => {
    if (word?.is === 'word') all.add(word.text)
  }
  for (const [key, { base }] of lay.grouped.groups) {
    const laid = lay.laid.get(key)
    if (!laid) tokensOf(base).forEach(note)
    else for (const i of laid.to) if (i >= 0) note(laid.a[i]!)
  }
  return all
}

/** What goes into a list or a notice, or out of it, with the list or the notice; and where it then stands. */
function linkHolders(found: readonly Found[], lay: Lay, join: Join): void {
  const [made, moving] = [new Map<string, Found>(), new Map<string, Found>()]
  for (const one of found)
    for (const part of one.parts)
      if (part.of === 'move') for (const key of part.keys) moving.set(key, one)
      else if (part.of === 'edit') {
        const { a, b } = lay.laid.get(part.group)!
        for (const { start } of [...a.slice(part.edit.from, part.edit.to), ...b.slice(part.edit.begin, part.edit.end)])
          if (start !== null && holdsBlocks(start.type)) made.set(start.key, one)
      }
  for (const one of found)
    for (const part of one.parts) {
      if (part.of === 'start') {
        const { a, b, to } = lay.laid.get(part.group)!
        const [now, was] = [b[part.at]!.start!, a[to[part.at]!]!.start!]
        if (now.wrap === was.wrap) continue
        // A list or a notice that stands elsewhere cannot take back what is left behind.
        for (const wrap of [now.wrap, was.wrap])
          if (wrap !== null) for (const holder of [made.get(wrap), moving.get(wrap)]) join(one, holder)
        join(one, moving.get(now.key))
      } else if (part.of === 'edit') {
        const { a, b } = lay.laid.get(part.group)!
        for (const { start } of [...a.slice(part.edit.from, part.edit.to), ...b.slice(part.edit.begin, part.edit.end)])
          if (start !== null && start.wrap !== null) join(one, made.get(start.wrap))
      }
    }
  for (const block of [...lay.v, ...lay.s])
    if (block.wrap !== null && moving.has(block.key)) join(moving.get(block.key), moving.get(block.wrap))
}
