/**
 * Looks at an update before anybody else sees it: is it whole, is it the writer's own, and does what it
 * adds fit the story? It reads structs, it never applies them: a Yjs update cannot be taken back once it
 * is in a document, and a malformed one can throw half way through.
 *
 * It knows the story as the room has accepted it, which runs ahead of the room's Y.Doc: the Y.Doc holds
 * what is on disk and is brought up to date off the road of a keystroke; what came since is noted here.
 */
import * as Y from 'yjs'
import { schema } from '../../shared/schema.ts'
import { FIELDS, bodyOf, fieldOf, speakersOf } from '../../shared/story.ts'

/** What a type in the story may hold. `gone`: deleted and collected, so whatever enters it vanishes. */
type Place = 'body' | 'field' | 'speakers' | 'text' | 'gone' | { element: string }

/** A struct that the room's Y.Doc does not have yet. */
type Noted = {
  client: number
  clock: number
  length: number
  seq: number
  /** Until it is known where the struct lies: the struct itself. */
  item: Y.Item | null
  place: Place
  sub: string | null
  /** The type it brings, if it is one. */
  makes: Place | null
  /** Its letters, if it is text. */
  letters: string | null
  /** Being looked at: to meet it again is a ring that no honest client writes. */
  open: boolean
}

/** Noted structs by client, each client's in the order of its clock. */
class Notes {
  readonly byClient = new Map<number, Noted[]>()

  add(one: Noted): void {
    const list = this.byClient.get(one.client)
    if (list) list.push(one)
    else this.byClient.set(one.client, [one])
  }

  /** The struct that covers a clock. */
  at(client: number, clock: number): Noted | undefined {
    const list = this.byClient.get(client)
    if (!list) return undefined
    let low = 0
    let high = list.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const one = list[middle]!
      if (clock < one.clock) high = middle - 1
      else if (clock >= one.clock + one.length) low = middle + 1
      else return one
    }
    return undefined
  }
}

export type Verdict =
  | { kind: 'new'; notes: Notes }
  /** Nothing the story does not have already. */
  | { kind: 'known' }
  /** It builds on something that never came: the writer must sync again. */
  | { kind: 'gap' }
  | { kind: 'refused'; reason: string }

class Refused extends Error {}
class Gap extends Error {}

/** Far above any honest run of letters; a forged length of 2^31 must not become a clock. */
const LONGEST_STRUCT = 8 * 1024 * 1024

export class Inspector {
  /** Next clock of every client whose writing is accepted, where it is ahead of the Y.Doc's. */
  private readonly ahead = new Map<number, number>()
  private readonly recent = new Notes()

  constructor(private readonly ydoc: Y.Doc) {}

  /** The next clock the story expects of a client. */
  stateOf(client: number): number {
    return this.ahead.get(client) ?? Y.getState(this.ydoc.store, client)
  }

  /** What the room has accepted, for a sync step 1. */
  stateVector(): Map<number, number> {
    const state = new Map<number, number>()
    for (const client of this.ydoc.store.clients.keys()) state.set(client, this.stateOf(client))
    for (const [client, clock] of this.ahead) state.set(client, clock)
    return state
  }

  /**
   * @param mayWriteUnder whether new structs under a client id are the writer's own
   * @param whole a sync step 2: it repeats all deletions ever made, so look whether any of them is new
   */
  inspect(update: Uint8Array, mayWriteUnder: (client: number) => boolean, whole: boolean): Verdict {
    let decoded: ReturnType<typeof Y.decodeUpdate>
    try {
      decoded = Y.decodeUpdate(update)
    } catch {
      return { kind: 'refused', reason: 'The bytes are not a whole Yjs update.' }
    }
    try {
      const notes = this.newStructs(decoded.structs, mayWriteUnder)
      for (const list of notes.byClient.values()) for (const one of list) this.look(one, notes)
      const deletes = this.newDeletions(decoded.ds.clients, notes, whole)
      return notes.byClient.size === 0 && !deletes ? { kind: 'known' } : { kind: 'new', notes }
    } catch (error) {
      if (error instanceof Gap) return { kind: 'gap' }
      if (error instanceof Refused) return { kind: 'refused', reason: error.message }
      throw error
    }
  }

  /** The room has taken it in as update `seq`. */
  accept({ notes }: Verdict & { kind: 'new' }, seq: number): void {
    for (const [client, list] of notes.byClient) {
      for (const one of list) {
        one.seq = seq
        this.recent.add(one)
      }
      const last = list.at(-1)!
      this.ahead.set(client, last.clock + last.length)
    }
  }

  /** The Y.Doc has caught up to update `seq`: what it holds is no longer noted here. */
  caughtUp(seq: number): void {
    for (const [client, list] of this.recent.byClient) {
      const left = list.filter((one) => one.seq > seq)
      if (left.length > 0) this.recent.byClient.set(client, left)
      else {
        this.recent.byClient.delete(client)
        this.ahead.delete(client)
      }
    }
  }

  private newStructs(structs: readonly (Y.Item | Y.GC | Y.Skip)[], mayWriteUnder: (client: number) => boolean): Notes {
    const notes = new Notes()
    const next = new Map<number, number>()
    for (const struct of structs) {
      if (struct instanceof Y.Skip) continue
      const { client, clock } = struct.id
      const { length } = struct
      const expected = next.get(client) ?? this.stateOf(client)
      if (length < 1 || length > LONGEST_STRUCT) throw new Refused('A struct of an impossible length.')
      if (clock + length <= expected) continue
      if (clock > expected) throw new Gap()
      if (!next.has(client) && !mayWriteUnder(client)) throw new Refused("These changes are under another writer's name.")
      next.set(client, clock + length)
      const item = struct instanceof Y.Item ? struct : null
      notes.add({ client, clock, length, seq: 0, item, place: 'gone', sub: null, makes: null, letters: null, open: false })
    }
    return notes
  }

  private newDeletions(clients: Map<number, { clock: number; len: number }[]>, notes: Notes, whole: boolean): boolean {
    let anyNew = false
    for (const [client, ranges] of clients) {
      const last = notes.byClient.get(client)?.at(-1)
      const state = last ? last.clock + last.length : this.stateOf(client)
      for (const { clock, len } of ranges) {
        if (len < 1 || clock + len > state) throw new Gap()
        if (this.splitsLetter(client, clock, notes) || this.splitsLetter(client, clock + len, notes))
          throw new Refused('A deletion would cut a character in half.')
        anyNew ||= !whole || !this.isDeleted(client, clock, len)
      }
    }
    return anyNew
  }

  /** Finds out where a struct lies and what it brings; first for those it stands on. No recursion: the chain may be long. */
  private look(first: Noted, notes: Notes): void {
    const chain = [first]
    for (let one = chain.at(-1); one; one = chain.at(-1)) {
      const { item } = one
      if (item === null) {
        chain.pop()
        continue
      }
      one.open = true
      const below = this.standsOn(item).map((id) => this.mustHave(id, notes))
      const unseen = below.find((other) => other?.item)
      if (unseen) {
        if (unseen.open) throw new Refused('Structs that stand on each other in a ring.')
        chain.push(unseen)
        continue
      }
      this.place(one, item, notes)
      one.item = null
      one.open = false
      chain.pop()
    }
  }

  private standsOn(item: Y.Item): Y.ID[] {
    const parent: unknown = item.parent
    return [item.origin, item.rightOrigin, parent instanceof Y.ID ? parent : null].filter((id) => id !== null)
  }

  private mustHave(id: Y.ID, notes: Notes): Noted | undefined {
    const noted = notes.at(id.client, id.clock)
    if (!noted && id.clock >= this.stateOf(id.client)) throw new Gap()
    return noted
  }

  private place(one: Noted, item: Y.Item, notes: Notes): void {
    const { place, sub } = this.placeOf(item, notes)
    one.place = place
    one.sub = sub
    const { content } = item
    if (content instanceof Y.ContentDeleted) return
    if (content instanceof Y.ContentString) {
      one.letters = content.str
      if (place !== 'gone' && (sub !== null || (place !== 'text' && place !== 'field')))
        throw new Refused('Letters outside a text.')
    } else if (content instanceof Y.ContentFormat) {
      if (place !== 'text' && place !== 'gone') throw new Refused('Formatting outside a text.')
      checkMark(content.key, content.value)
    } else if (content instanceof Y.ContentAny) checkValue(place, sub, content.arr)
    else if (content instanceof Y.ContentType) one.makes = madeIn(place, sub, content.type)
    else throw new Refused('Content of a kind that no story has.')
  }

  /** Where Yjs will put it: beside its left neighbour, else its right one, else in the parent it names. */
  private placeOf(item: Y.Item, notes: Notes): { place: Place; sub: string | null } {
    const { origin, rightOrigin } = item
    if (
      (origin && this.splitsLetter(origin.client, origin.clock + 1, notes)) ||
      (rightOrigin && this.splitsLetter(rightOrigin.client, rightOrigin.clock, notes))
    )
      throw new Refused('An insertion would cut a character in half.')
    const beside = origin ?? rightOrigin
    if (beside) return this.whereLies(beside, notes)
    const parent: unknown = item.parent
    if (typeof parent === 'string') return { place: rootCalled(parent), sub: item.parentSub }
    if (!(parent instanceof Y.ID)) throw new Refused('An item without a place.')
    const noted = this.find(parent.client, parent.clock, notes)
    if (noted) return { place: noted.makes ?? 'gone', sub: item.parentSub }
    const holder = Y.getItem(this.ydoc.store, parent)
    const place =
      holder instanceof Y.Item && holder.content instanceof Y.ContentType ? this.placeOfType(holder.content.type) : 'gone'
    return { place, sub: item.parentSub }
  }

  private whereLies(id: Y.ID, notes: Notes): { place: Place; sub: string | null } {
    const noted = this.find(id.client, id.clock, notes)
    if (noted) return noted
    const item = Y.getItem(this.ydoc.store, id)
    if (!(item instanceof Y.Item) || !(item.parent instanceof Y.AbstractType)) return { place: 'gone', sub: null }
    return { place: this.placeOfType(item.parent), sub: item.parentSub }
  }

  private find(client: number, clock: number, notes: Notes): Noted | undefined {
    return notes.at(client, clock) ?? this.recent.at(client, clock)
  }

  private placeOfType(type: unknown): Place {
    if (type instanceof Y.XmlElement) return { element: type.nodeName }
    if (type instanceof Y.XmlText) return 'text'
    if (type === bodyOf(this.ydoc)) return 'body'
    if (type === speakersOf(this.ydoc)) return 'speakers'
    return FIELDS.some((field) => fieldOf(this.ydoc, field) === type) ? 'field' : 'gone'
  }

  /** Whether a cut just before this clock would part the two halves of one character. */
  private splitsLetter(client: number, clock: number, notes: Notes): boolean {
    const noted = this.find(client, clock, notes)
    if (noted) {
      const letters = noted.letters ?? (noted.item?.content instanceof Y.ContentString ? noted.item.content.str : null)
      return letters !== null && isPair(letters, clock - noted.clock)
    }
    if (clock >= Y.getState(this.ydoc.store, client)) return false
    const item = Y.getItem(this.ydoc.store, Y.createID(client, clock))
    return item instanceof Y.Item && item.content instanceof Y.ContentString && isPair(item.content.str, clock - item.id.clock)
  }

  private isDeleted(client: number, clock: number, length: number): boolean {
    const structs = this.ydoc.store.clients.get(client)
    if (!structs || clock + length > Y.getState(this.ydoc.store, client)) return false
    for (let i = Y.findIndexSS(structs, clock); i < structs.length; i++) {
      const struct = structs[i]!
      if (struct.id.clock >= clock + length) return true
      if (!struct.deleted) return false
    }
    return true
  }
}

const isPair = (letters: string, at: number) =>
  at > 0 && (letters.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (letters.charCodeAt(at) & 0xfc00) === 0xdc00

function rootCalled(name: string): Place {
  if (name === 'body' || name === 'speakers') return name
  if ((FIELDS as readonly string[]).includes(name)) return 'field'
  throw new Refused(`A story has no part called "${name.slice(0, 40)}".`)
}

/** Which types may stand where: the content expressions of the schema, one level at a time. */
function madeIn(place: Place, sub: string | null, type: Y.AbstractType<unknown>): Place {
  if (place === 'gone') return 'gone'
  const holder = place === 'body' ? schema.topNodeType : typeof place === 'object' ? schema.nodes[place.element] : undefined
  if (!holder || sub !== null) throw new Refused('A part of the story where none can be.')
  if (type.constructor === Y.XmlText) {
    if (holder.inlineContent) return 'text'
    throw new Refused(`Text directly in ${holder.name}.`)
  }
  if (type.constructor !== Y.XmlElement) throw new Refused('A type that no story has.')
  const name = (type as Y.XmlElement).nodeName
  const made = Object.hasOwn(schema.nodes, name) ? schema.nodes[name] : undefined
  if (!made || made.isText || holder.contentMatch.matchType(made) === null)
    throw new Refused(`A story has no "${String(name).slice(0, 40)}" in ${holder.name}.`)
  return { element: name }
}

function checkMark(key: string, value: unknown): void {
  // y-prosemirror names marks that may overlap `name--hash`.
  const name = key.split('--')[0]!
  const mark = Object.hasOwn(schema.marks, name) ? schema.marks[name] : undefined
  if (!mark || key.length > 80) throw new Refused(`A story has no formatting called "${key.slice(0, 40)}".`)
  if (value === null || value === true) return
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refused(`"${name}" with a value that does not fit.`)
  for (const [attr, given] of Object.entries(value)) checkAttribute(mark.spec.attrs, name, attr, given)
}

function checkValue(place: Place, sub: string | null, values: unknown[]): void {
  if (place === 'gone') return
  const value = values[0]
  if (sub === null || values.length !== 1) throw new Refused('A value where none can be.')
  if (place === 'speakers') {
    const fits = typeof value === 'object' && value !== null && !Array.isArray(value) && JSON.stringify(value).length <= 1000
    if (!fits || sub.length > 64) throw new Refused('A speaker that does not fit.')
    return
  }
  const type = typeof place === 'object' ? schema.nodes[place.element] : undefined
  if (!type) throw new Refused('A value where none can be.')
  checkAttribute(type.spec.attrs, type.name, sub, value)
}

function checkAttribute(
  attrs: Record<string, { validate?: unknown }> | undefined,
  of: string,
  attr: string,
  value: unknown,
): void {
  const spec = attrs && Object.hasOwn(attrs, attr) ? attrs[attr] : undefined
  if (!spec || typeof spec.validate !== 'function') throw new Refused(`"${of}" has no attribute "${attr.slice(0, 40)}".`)
  try {
    spec.validate(value)
  } catch (error) {
    throw new Refused(`"${attr}" of "${of}" ${error instanceof Error ? error.message : 'does not fit'}.`)
  }
}
