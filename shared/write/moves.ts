/**
 * Where words went. Yjs cannot move: an editor who splits, joins or moves a paragraph takes its letters out and puts
 * the same ones in elsewhere. So that every copy of the story can tell, whoever does it says in the same transaction,
 * in the array `moves`, which letters became which. A letter that two people moved at the same time has then become
 * two, and all agree on which of them stays: that of the entry with the lower client id, then the lower clock.
 */
import * as Y from 'yjs'
import { movesOf } from '../story.ts'
import type { Placed } from './same-words.ts'
import { Ways, along, type Id, type Step } from './ways.ts'

export { covers, type Id, type Step } from './ways.ts'

/** What became what; null: a block that was taken out, whatever was in it. */
export type Pair = { from: Id; to: Id | null }

/** Entries of one's own that are kept; older ones are of use to nobody who was not away for very long. */
const MOST_OWN = 400
const MOST_CUTS = 12

export const nameOf = ({ client, clock }: Id): string => `${client}:${clock}`
/** Letters that an editor took out and put nowhere, and how far it knew each writer of the texts they stood in. */
export type Cut = { letters: readonly Placed[]; blocks: readonly NamedBlock[]; seen: ReadonlyMap<number, number> }
export type NamedBlock = { id: string | undefined; item: Id }

export class Moves {
  /** What was cut, the last first, until it is pasted: words that are cut and pasted have moved. */
  private cuts: readonly Cut[] = []
  private readonly from = new Ways('from')
  private readonly to = new Ways('to')
  private readonly entries = new Map<string, Step[]>()

  constructor(private readonly ydoc: Y.Doc) {
    this.readNew(null)
  }

  /** Takes in the entries that a transaction brought, or all; answers with their steps. */
  readNew(transaction: Y.Transaction | null): Step[] {
    const fresh: Step[] = []
    for (let item = movesOf(this.ydoc)._start; item; item = item.right) {
      if (item.deleted || !(item.content instanceof Y.ContentAny)) continue
      if (transaction !== null && item.id.clock + item.length <= (transaction.beforeState.get(item.id.client) ?? 0)) continue
      item.content.arr.forEach((entry: number[], i: number) => {
        const id = along(item.id, i)
        if (this.entries.has(nameOf(id))) return
        const steps = stepsIn(entry, id)
        this.entries.set(nameOf(id), steps)
        for (const step of steps) {
          this.from.add(step)
          this.to.add(step)
        }
        fresh.push(...steps)
      })
    }
    return fresh
  }

  wasMoved(id: Id): boolean {
    return this.from.first(id) !== undefined
  }

  /**
   * Of a client's letters, the first that another editor who moved this one did not know; none when nobody did. What only
   * followed others drags nothing along, or two would chase each other.
   */
  unknownToTaker(id: Id, client: number): number {
    let first = Infinity
    for (const { seen, entry } of this.from.all(id))
      if (seen.size > 0 && entry.client !== client) first = Math.min(first, seen.get(client) ?? 0)
    return first
  }

  /** How far whoever put a letter where it is knew each writer of the texts around it. */
  seenWhenPut(id: Id): ReadonlyMap<number, number> {
    return this.to.first(id)?.seen ?? new Map()
  }

  /** Whether a letter was put where it is only because those beside it were. */
  onlyFollows(id: Id): boolean {
    return this.to.first(id)?.seen.size === 0
  }

  /** The same of whoever last put it anywhere, if since then it has only followed others. */
  seenWhenMoved(id: Id): ReadonlyMap<number, number> {
    let step = this.to.first(id)
    let at = id
    for (let left = this.entries.size; step !== undefined && step.seen.size === 0 && left > 0; left--) {
      at = along(step.from, at.clock - step.to.clock)
      step = this.to.first(at)
    }
    return step?.seen ?? new Map()
  }

  /** What a letter is now: the end of its way, or itself. */
  whereIs(id: Id): Id {
    // As many steps as there are at most: a forged ring must not be walked for ever.
    let at = this.held(id)
    for (let left = this.entries.size + 1; left > 0; left--) {
      const step = this.from.first(at)
      if (step === undefined) break
      at = along(step.to, at.clock - step.from.clock)
    }
    return at
  }

  /** The same letter on the way that holds, when this one is on a way that does not. */
  private held(id: Id): Id {
    const way: Step[] = []
    let at = id
    for (let left = this.entries.size + 1; left > 0; left--) {
      const step = this.to.first(at)
      if (step === undefined) break
      way.push(step)
      at = along(step.from, at.clock - step.to.clock)
    }
    // From the first letter down again: where the ways part, one holds.
    for (const step of way.toReversed()) {
      if (this.from.first(at) !== step) return at
      at = along(step.to, at.clock - step.from.clock)
    }
    return id
  }

  /** The letter that was typed first, however often it was moved since. */
  firstOf(id: Id): Id {
    let at = id
    for (let left = this.entries.size + 1; left > 0; left--) {
      const step = this.to.first(at)
      if (step === undefined) break
      at = along(step.from, at.clock - step.to.clock)
    }
    return at
  }

  /** Whether a letter is a second copy: somewhere on its way, somebody else's move holds. */
  isSecond(id: Id): boolean {
    return nameOf(this.held(id)) !== nameOf(id)
  }

  /** All that a letter became, on ways that hold and on others. */
  private becameAll(id: Id): Id[] {
    const all = new Map<string, Id>()
    const waiting = [id]
    for (let at = waiting.pop(); at; at = waiting.pop())
      for (const { from, to } of this.from.all(at)) {
        const next = along(to, at.clock - from.clock)
        if (all.has(nameOf(next))) continue
        all.set(nameOf(next), next)
        waiting.push(next)
      }
    return [...all.values()]
  }

  /** Letters that are second copies because of these steps. */
  secondCopies(steps: readonly Step[]): Id[] {
    const copies = new Map<string, Id>()
    const forked = new Set<string>()
    const look = (id: Id): void => {
      if (!copies.has(nameOf(id)) && this.isSecond(id)) copies.set(nameOf(id), id)
    }
    for (const { from, to, length } of steps)
      for (let i = 0; i < length; i++) {
        look(along(to, i))
        const id = along(from, i)
        if (forked.has(nameOf(id)) || this.from.all(id).length < 2) continue
        forked.add(nameOf(id))
        this.becameAll(id).forEach(look)
      }
    return [...copies.values()]
  }

  keepCut(cut: Cut): void {
    this.cuts = [cut, ...this.cuts].slice(0, MOST_CUTS)
  }

  /** Of what was cut the last of which something is pasted now: once, what is pasted again is a copy. */
  takeCut<T>(pasted: (cut: Cut) => readonly T[]): { cut: Cut; letters: readonly T[] } | null {
    for (const cut of this.cuts) {
      const letters = pasted(cut)
      if (letters.length === 0) continue
      this.cuts = this.cuts.filter((one) => one !== cut)
      return { cut, letters }
    }
    return null
  }

  /** Something is given back that was taken out: what is pasted after it is a copy. */
  forgetCuts(): void {
    this.cuts = []
  }

  /** How far each writer of these texts is known, and this one. */
  knownIn(texts: Iterable<Y.XmlText>): Map<number, number> {
    const { store, clientID } = this.ydoc
    const known = new Map([[clientID, Y.getState(store, clientID)]])
    for (const text of texts)
      for (let item = text._start; item; item = item.right) known.set(item.id.client, Y.getState(store, item.id.client))
    return known
  }

  /**
   * Says, in the transaction under way, what became of what. Neighbours become one entry.
   * @param seen by the editor who took the letters out (`knownIn`); empty for words that only follow
   */
  say(pairs: readonly Pair[], seen: ReadonlyMap<number, number>): void {
    if (pairs.length === 0) return
    const own = this.ydoc.clientID
    const entry = [seen.size, ...[...seen].flat()]
    const begin = entry.length
    for (const { from, to } of pairs) {
      const at = entry.length - 5
      if (to === null) {
        entry.push(from.client, from.clock, own, 0, 0)
        continue
      }
      const length = entry[at + 4]
      if (
        at >= begin &&
        length !== undefined &&
        entry[at] === from.client &&
        entry[at + 1]! + length === from.clock &&
        entry[at + 2] === to.client &&
        entry[at + 3]! + length === to.clock
      )
        entry[at + 4] = length + 1
      else entry.push(from.client, from.clock, to.client, to.clock, 1)
    }
    const array = movesOf(this.ydoc)
    array.push([entry])
    this.readNew(null)
    this.prune(array)
  }

  private prune(array: Y.Array<number[]>): void {
    const own: { index: number; id: Id }[] = []
    let index = 0
    for (let item = array._start; item; item = item.right) {
      if (item.deleted) continue
      for (let i = 0; i < item.length; i++, index++)
        if (item.id.client === this.ydoc.clientID) own.push({ index, id: along(item.id, i) })
    }
    if (own.length <= MOST_OWN) return
    for (const { index: at, id } of own.slice(0, MOST_OWN / 2).toReversed()) {
      array.delete(at, 1)
      this.forget(id)
    }
  }

  private forget(id: Id): void {
    for (const step of this.entries.get(nameOf(id)) ?? []) {
      this.from.remove(step)
      this.to.remove(step)
    }
    this.entries.delete(nameOf(id))
  }
}

/** How many writers its maker knew, client and clock of each; then runs of five: from client and clock, to client and clock, length. */
function stepsIn(entry: readonly number[], id: Id): Step[] {
  const steps: Step[] = []
  const begin = 1 + 2 * entry[0]!
  const seen = new Map<number, number>()
  for (let i = 1; i < begin; i += 2) seen.set(entry[i]!, entry[i + 1]!)
  for (let i = begin; i + 4 < entry.length; i += 5) {
    const [fromClient, fromClock, toClient, toClock, length] = entry.slice(i, i + 5) as [number, number, number, number, number]
    const from = { client: fromClient, clock: fromClock }
    const to = { client: toClient, clock: toClock }
    steps.push({ from, to, length, entry: id, seen })
  }
  return steps
}
