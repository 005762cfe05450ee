/**
 * Writes a new body into the story's Y.Doc, block by block: what the editor did, or a suggestion that was accepted. Stock
 * y-prosemirror compares blocks by their place: a block that moves up is then two blocks whose words are rewritten into
 * each other, and what a colleague types meanwhile stays behind in the wrong one. Here a block is known by its id: one that
 * stays is changed inside, one that moves is taken out and put back whole, and the first half of a split stays itself.
 */
import type { Node } from 'prosemirror-model'
import { updateYFragment } from 'y-prosemirror'
import * as Y from 'yjs'
import { changes, kept, mostAtOnce, type Change, type Mapped } from './changes.ts'
import { itemOf, lettersOf } from './moved.ts'
import { nameOf, type Id, type Moves, type NamedBlock, type Pair } from './moves.ts'
import { byWords, pastedAgain, TELLING, type Placed } from './same-words.ts'

type Meta = Parameters<typeof updateYFragment>[3]
type Element = Y.XmlElement

/** From which document, and by which steps, the editor came to the new one. */
export type Way = { before: Node; mapping: Mapped }

/**
 * Makes `body` what `doc` is, and says in `moves` which letters and blocks went where. One transaction of the
 * caller's, or its own.
 * @param way tells equal letters apart; without it the texts are compared
 */
export function writeBody(ydoc: Y.Doc, body: Y.XmlFragment, doc: Node, meta: Meta, moves: Moves, way: Way | null): void {
  const now = doc.children
  const others = othersIn(body, now, meta)
  meta.mapping.set(body, doc)
  const { was, left, old, fresh, stays } = others
  if (old.length === 0 && fresh.length === 0) return
  const known = way !== null && way.before.childCount === was.length ? way : null
  ydoc.transact(() => {
    // Within one paragraph nothing moves.
    const inside = old.length === 1 && fresh.length === 1 && stays.size === 1 && old[0]!.length < 2
    const isKey = inside && (known === null || mostAtOnce(known.mapping) < TELLING)
    const before = isKey ? null : new Before(ydoc, old, left, known)
    writeBlocks(body, now, others, meta, known && { node: known.before, start: 0, now: 0, mapping: known.mapping })
    before?.say(body, doc, moves, inside)
  })
}

const isSame = (meta: Meta, element: Element | undefined, node: Node | undefined): boolean =>
  element !== undefined && meta.mapping.get(element) === node

/** The blocks of a holder, and which of them are others now, between `left` that are as they were and those behind. */
type Others = { was: Element[]; left: number; old: Element[]; fresh: readonly Node[]; stays: Map<Node, Element> }

function othersIn(holder: Y.XmlFragment, now: readonly Node[], meta: Meta): Others {
  const was = holder.toArray() as Element[]
  const most = Math.min(was.length, now.length)
  let left = 0
  while (left < most && isSame(meta, was[left], now[left])) left++
  let right = 0
  while (right < most - left && isSame(meta, was[was.length - 1 - right], now[now.length - 1 - right])) right++
  const [old, fresh] = [was.slice(left, was.length - right), now.slice(left, now.length - right)]
  return { was, left, old, fresh, stays: pairs(old, fresh) }
}

/** The editor's node that a holder was; where in the old document what it holds began, and begins in the new one. */
type WayIn = { node: Node; start: number; now: number; mapping: Mapped }

/** The blocks of the body, of a list or of a notice. */
function writeBlocks(holder: Y.XmlFragment, now: readonly Node[], others: Others, meta: Meta, way: WayIn | null): void {
  const { was, left, old, fresh, stays } = others
  const known = way !== null && way.node.childCount === was.length ? way : null
  const remain = new Set(stays.values())
  let start = startOf(now, left)
  for (let i = old.length - 1; i >= 0; i--) {
    if (remain.has(old[i]!)) continue
    meta.mapping.delete(old[i]!)
    holder.delete(left + i, 1)
  }
  for (let i = left; i < left + fresh.length; i++) {
    const node = now[i]!
    const begins = start
    start += node.nodeSize
    let element = stays.get(node)
    if (element === undefined) {
      element = new Y.XmlElement(node.type.name)
      holder.insert(i, [element])
      // Two who begin to type in an empty paragraph must find the same text in it.
      if (node.isTextblock) element.insert(0, [new Y.XmlText()])
    }
    if (isSame(meta, element, node)) continue
    const at = was.indexOf(element)
    const one = known === null || at < 0 ? null : known.node.child(at)
    const before = known === null || at < 0 ? 0 : known.start + startOf(known.node.children, at) + 1
    const after = (way?.now ?? 0) + begins + 1
    if (node.isTextblock)
      rewrite(element, node, (text) =>
        one === null || one.textContent !== text ? null : kept(text, before, after, node.content.size, known!.mapping),
      )
    else if (!node.isLeaf)
      writeBlocks(
        element,
        node.children,
        othersIn(element, node.children, meta),
        meta,
        one && { node: one, start: before, now: after, mapping: known!.mapping },
      )
    updateYFragment(holder.doc!, element, node, meta)
  }
}

const startsOf = (nodes: readonly Node[]): number[] => {
  let pos = 0
  return nodes.map((node) => (pos += node.nodeSize) - node.nodeSize)
}

function startOf(nodes: readonly Node[], index: number): number {
  let pos = 0
  for (let i = 0; i < index; i++) pos += nodes[i]!.nodeSize
  return pos
}

/**
 * Replaces in a paragraph only the words that changed. y-prosemirror would take out everything from the first
 * change to the last: two replacements in one paragraph, and what a colleague types between them is beside itself.
 */
function rewrite(element: Element, node: Node, byWay: (was: string) => Change[] | null): void {
  const text = element.firstChild
  if (!(text instanceof Y.XmlText) || element.length !== 1 || !node.isTextblock || !node.children.every((one) => one.isText))
    return
  const was = plain(text)
  const now = node.textContent
  // Something that is no letter stands in it: left to y-prosemirror.
  if (was === null || was.length !== text.length || was === now) return
  let at = 0
  for (const { same, gone, come } of byWay(was) ?? changes(was, now)) {
    at += same
    if (gone > 0) text.delete(at, gone)
    const letters = typeof come === 'string' ? come : now.slice(come.from, come.to)
    if (letters !== '') text.insert(at, letters)
    at += letters.length
  }
}

function plain(text: Y.XmlText): string | null {
  let all = ''
  for (const { insert } of text.toDelta() as { insert: unknown }[]) {
    if (typeof insert !== 'string') return null
    all += insert
  }
  return all
}

/** The letters of a block with the positions they have in the editor's document. */
function* placed(element: Y.XmlElement | Y.XmlText | Y.XmlHook, node: Node | null, start: number): Generator<Placed> {
  if (!(element instanceof Y.XmlElement)) return
  let pos = start + 1
  let index = 0
  for (const child of element.toArray()) {
    if (child instanceof Y.XmlText) {
      for (const letter of lettersOf(child, null)) if (letter.gone === null) yield { ...letter, pos: pos++, text: child }
      continue
    }
    const inner: Node | null = node === null || node.isTextblock ? null : node.maybeChild(index++)
    if (inner === null) pos += 1
    else {
      yield* placed(child as Element, inner, pos)
      pos += inner.nodeSize
    }
  }
}

/** The letters and blocks that are about to be changed, to be found again afterwards. */
class Before {
  private readonly texts = new Set<Y.XmlText>()
  private readonly letters: Placed[] = []
  private readonly blocks: NamedBlock[] = []
  private readonly clock: number

  constructor(
    private readonly ydoc: Y.Doc,
    old: readonly Element[],
    first: number,
    private readonly way: Way | null,
  ) {
    this.clock = Y.getState(ydoc.store, ydoc.clientID)
    let start = way === null ? 0 : startOf(way.before.children, first)
    old.forEach((element, i) => {
      const id = element.getAttribute('id')
      if (element._item) this.blocks.push({ id, item: element._item.id })
      const node = way?.before.child(first + i) ?? null
      for (const letter of placed(element, node, start)) {
        this.letters.push(letter)
        this.texts.add(letter.text)
      }
      start += node?.nodeSize ?? 0
    })
  }

  private readonly isNew = ({ client, clock }: Id): boolean => client === this.ydoc.clientID && clock >= this.clock
  private readonly isGone = (id: Id): boolean => itemOf(this.ydoc, id)?.deleted !== false

  /** Says what moved: here, or what was cut before and is pasted now. What was taken out and put nowhere may be pasted yet. */
  say(body: Y.XmlFragment, doc: Node, moves: Moves, inside: boolean): void {
    const starts = startsOf(doc.children)
    const put: Placed[] = []
    body.toArray().forEach((element, i) => {
      if (hasNew(element as Element, this.isNew))
        for (const letter of placed(element as Element, doc.child(i), starts[i]!)) put.push(letter)
    })
    const gone = this.letters.filter(({ id }) => this.isGone(id))
    const fresh = put.filter(({ id }) => this.isNew(id))
    const letters = inside ? [] : this.byWay(gone, fresh)
    if (!inside) letters.push(...byWords(gone, put, this.isNew, letters, this.way === null))
    const seen = moves.knownIn(this.texts)
    const blocks = this.blocks.filter(({ item }) => this.isGone(item))
    const again = this.namedNow(body)
    moves.say([...letters, ...blocks.map(({ id, item }) => ({ from: item, to: again(id) }))], seen)
    if (this.way === null) return
    this.pasted(fresh, letters, again, moves)
    const went = new Set(letters.map(({ from }) => nameOf(from)))
    const left = gone.filter(({ id }) => !went.has(nameOf(id)))
    if (left.length >= TELLING) moves.keepCut({ letters: left, blocks: blocks.filter(({ id }) => again(id) === null), seen })
  }

  /** Of a block's name, the block that was put in under it. */
  private namedNow(body: Y.XmlFragment): (id: string | undefined) => Id | null {
    const blocks = new Map((body.toArray() as Element[]).map((element) => [element.getAttribute('id'), element._item?.id]))
    return (id) => {
      const now = id ? blocks.get(id) : undefined
      return now !== undefined && this.isNew(now) ? now : null
    }
  }

  private pasted(
    fresh: readonly Placed[],
    known: readonly Pair[],
    again: (id: string | undefined) => Id | null,
    moves: Moves,
  ): void {
    if (fresh.length < TELLING) return
    const came = new Set(known.map(({ to }) => nameOf(to!)))
    const come = fresh.filter(({ id }) => !came.has(nameOf(id)))
    const back = moves.takeCut(({ letters }) => pastedAgain(letters, come))
    if (back === null) return
    const { cut, letters } = back
    const blocks = cut.blocks.map(({ id, item }) => ({ from: item, to: again(id) })).filter(({ to }) => to !== null)
    moves.say([...letters, ...blocks], cut.seen)
  }

  /** The editor knows of each letter where it went, but for what it took out and put in as new. */
  private byWay(gone: readonly Placed[], put: readonly Placed[]): { from: Id; to: Id }[] {
    const { way } = this
    if (way === null) return []
    const at = new Map(put.map((letter) => [letter.pos, letter]))
    return gone.flatMap((letter) => {
      const { pos, deletedAfter } = way.mapping.mapResult(letter.pos, 1)
      const to = deletedAfter ? undefined : at.get(pos)
      return to !== undefined && to.is === letter.is ? [{ from: letter.id, to: to.id }] : []
    })
  }
}

export function hasNew(element: Y.XmlElement | Y.XmlText | Y.XmlHook, isNew: (id: Id) => boolean): boolean {
  if (element instanceof Y.XmlText) {
    for (let item = element._start; item; item = item.right)
      if (!item.deleted && isNew({ client: item.id.client, clock: item.id.clock + item.length - 1 })) return true
    return false
  }
  return element instanceof Y.XmlElement && element.toArray().some((child) => hasNew(child as Element, isNew))
}

/** Which of the old blocks each of the new ones is, in an order that needs no other block to move. */
function pairs(old: readonly Element[], now: readonly Node[]): Map<Node, Element> {
  const byId = new Map<string, Element | null>()
  for (const element of old) {
    const id = element.getAttribute('id')
    // An id that two have is nobody's.
    if (id) byId.set(id, byId.has(id) ? null : element)
  }
  const places = new Map(old.map((element, i) => [element, i]))
  const known: { node: Node; element: Element; place: number }[] = []
  const used = new Set<Element>()
  for (const node of now) {
    const element = byId.get(String(node.attrs.id)) ?? null
    if (element === null || element.nodeName !== node.type.name || used.has(element)) continue
    used.add(element)
    known.push({ node, element, place: places.get(element)! })
  }
  const stays = new Map<Node, Element>()
  for (const { node, element } of longestRising(known)) stays.set(node, element)
  nameless(old, now, stays, places)
  return stays
}

/** Blocks that had no id of their own are known by their place between those that have one. */
function nameless(
  old: readonly Element[],
  now: readonly Node[],
  stays: Map<Node, Element>,
  places: ReadonlyMap<Element, number>,
): void {
  const taken = new Set(stays.values())
  const ids = old.map((element) => element.getAttribute('id'))
  let from = 0
  for (const node of now) {
    const element = stays.get(node)
    if (element !== undefined) {
      from = places.get(element)! + 1
      continue
    }
    for (let i = from; i < old.length && !taken.has(old[i]!); i++) {
      const id = ids[i]
      if ((id && ids.indexOf(id) === i) || old[i]!.nodeName !== node.type.name) continue
      stays.set(node, old[i]!)
      taken.add(old[i]!)
      from = i + 1
      break
    }
  }
}

function longestRising<T extends { place: number }>(list: readonly T[]): T[] {
  const best: number[] = []
  const before: number[] = []
  let end = -1
  for (let i = 0; i < list.length; i++) {
    best[i] = 1
    before[i] = -1
    for (let j = 0; j < i; j++)
      if (list[j]!.place < list[i]!.place && best[j]! + 1 > best[i]!) {
        best[i] = best[j]! + 1
        before[i] = j
      }
    if (end < 0 || best[i]! > best[end]!) end = i
  }
  const rising: T[] = []
  for (; end >= 0; end = before[end]!) rising.unshift(list[end]!)
  return rising
}
