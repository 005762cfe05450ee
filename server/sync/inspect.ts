/**
 * Looks at an update before anybody else sees it: is it whole, is it the writer's own, and does what it
 * adds fit the story? It reads structs, it never applies them: a Yjs update cannot be taken back once it
 * is in a document, and a malformed one can throw half way through.
 *
 * It knows the story as the room has accepted it, which runs ahead of the room's Y.Doc: the Y.Doc holds
 * what is on disk and is brought up to date off the road of a keystroke; what came since is noted here.
 */
import * as decoding from 'lib0/decoding'
import * as Y from 'yjs'
import { FIELDS, bodyOf, fieldOf, movesOf, settingsOf, speakersOf, stetOf } from '../../shared/story.ts'
import { Refused, checkFieldMark, checkMark, checkValue, madeIn, rootCalled, type Place } from './what-fits.ts'

/** Where a struct lies. */
type Spot = {
  place: Place
  /** The attribute or map entry it is a value of. */
  sub: string | null
  /** The very type it lies in: a root's name, or the id of the item that brings it. Null: it is gone. */
  holder: Y.ID | string | null
}
const GONE: Spot = { place: 'gone', sub: null, holder: null }

/** A struct that the room's Y.Doc does not have yet. */
type Noted = Spot & {
  client: number
  clock: number
  length: number
  seq: number
  /** Until it is known where the struct lies: the struct itself, and the one before it of the same client. */
  struct: Y.Item | Y.GC | null
  before: Noted | null
  /** Its nearest neighbours that the Y.Doc has, as far as its writer says. */
  left: Y.ID | null
  right: Y.ID | null
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
  count = 0
  /** How many of them have been looked at. */
  seen = 0
  /** What their writer sees on the right of an id, as far as it has put something there. */
  private readonly rightOf = new Map<string, Y.ID | null>()

  /** What the writer has put between these two already; null: nothing. */
  putBetween(one: Noted, left: Y.ID | null, right: Y.ID | null): Y.ID | null {
    const from = left ? nameOf(left) : `${typeof one.holder === 'string' ? one.holder : nameOf(one.holder!)} ${one.sub}`
    const sees = this.rightOf.get(from)
    this.rightOf.set(from, Y.createID(one.client, one.clock))
    this.rightOf.set(nameOf({ client: one.client, clock: one.clock + one.length - 1 }), right)
    return sees === undefined || Y.compareIDs(sees, right) ? null : sees
  }

  add(one: Noted): void {
    this.count += 1
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

const nameOf = ({ client, clock }: { client: number; clock: number }) => `${client}:${clock}`

/** What an update deletes: of each client, where and how much. */
type Cut = ReadonlyMap<number, readonly { clock: number; len: number }[]>

export type Verdict =
  | { kind: 'new'; notes: Notes; cut: Cut }
  /** Nothing the story does not have already. */
  | { kind: 'known' }
  /** It does not begin where the story ends: the writer must sync again. */
  | { kind: 'gap' }
  | { kind: 'refused'; reason: string }

class Gap extends Error {}

/** Far above any honest run of letters; a forged length of 2^31 must not become a clock. */
const LONGEST_STRUCT = 8 * 1024 * 1024
/** A browser has one client id each time the page is opened; what it kept unsaved may bring a few more. */
const MOST_NEW_WRITERS = 64
/** A few tenths of a second, here and in every browser; hours of work away from the desk take a hundredth of it. */
const MOST_STEPS = 2_000_000
/** A second of work; a paste of ten thousand paragraphs has fewer. */
const MOST_STRUCTS = 100_000
const NO_NEIGHBOURS = 'Something put between neighbours that are none.'

export class Inspector {
  /** Next clock of every client whose writing is accepted, where it is ahead of the Y.Doc's. */
  private readonly ahead = new Map<number, number>()
  /** Accepted, and not in the Y.Doc yet. */
  readonly recent = new Notes()
  /** Items that Yjs will have to step over to find the places of those in the last update. */
  steps = 0
  /** How many structs the last update had. */
  structs = 0

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
   * @param most structs that it may have
   */
  inspect(update: Uint8Array, mayWriteUnder: (client: number) => boolean, most = MOST_STRUCTS): Verdict {
    let decoded: ReturnType<typeof Y.decodeUpdate>
    try {
      decoded = Y.decodeUpdate(update)
    } catch {
      return { kind: 'refused', reason: 'The bytes are not a whole Yjs update.' }
    }
    this.steps = 0
    this.structs = decoded.structs.length
    try {
      if (decoded.structs.length > most) throw new Refused('Too many changes at once.')
      checkBlocks(update, decoded.structs)
      const notes = this.newStructs(decoded.structs, mayWriteUnder)
      for (const list of notes.byClient.values()) for (const one of list) this.look(one, notes)
      const cut = decoded.ds.clients
      const deletes = this.newDeletions(cut, notes)
      return notes.byClient.size === 0 && !deletes ? { kind: 'known' } : { kind: 'new', notes, cut }
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
      this.recent.count -= list.length - left.length
      if (left.length > 0) this.recent.byClient.set(client, left)
      else {
        this.recent.byClient.delete(client)
        this.ahead.delete(client)
      }
    }
  }

  private newStructs(structs: readonly (Y.Item | Y.GC | Y.Skip)[], mayWriteUnder: (client: number) => boolean): Notes {
    const notes = new Notes()
    const last = new Map<number, Noted>()
    let newWriters = 0
    for (const struct of structs) {
      if (struct instanceof Y.Skip) continue
      const { client, clock } = struct.id
      const { length } = struct
      const before = last.get(client) ?? null
      const expected = before ? before.clock + before.length : this.stateOf(client)
      if (length < 1 || length > LONGEST_STRUCT) throw new Refused('A struct of an impossible length.')
      if (clock + length <= expected) {
        if (struct instanceof Y.Item) this.checkKnown(struct, notes)
        continue
      }
      // Of what the story has the beginning of, Yjs puts the rest beside that beginning, wherever it says it is,
      // and what is deleted meanwhile decides whether it can. Asked again, the writer sends the rest alone.
      if (clock !== expected) throw new Gap()
      if (!before) {
        if (!mayWriteUnder(client)) throw new Refused("These changes are under another writer's name.")
        if (expected === 0 && (newWriters += 1) > MOST_NEW_WRITERS) throw new Refused('More writers than one person is.')
      }
      const one = {
        client,
        clock,
        length,
        seq: 0,
        struct,
        before,
        left: null,
        right: null,
        ...GONE,
        makes: null,
        letters: null,
        open: false,
      }
      notes.add(one)
      last.set(client, one)
    }
    return notes
  }

  /**
   * Of an item that the story has, Yjs takes nothing in; but it looks up what it stands on, cuts items there,
   * and waits for what never comes.
   */
  private checkKnown(item: Y.Item, notes: Notes): void {
    for (const { client, clock } of standsOn(item))
      if (clock >= this.stateOf(client)) throw new Refused('An old struct that stands on a new one.')
    this.checkCuts(item, notes)
    const parent: unknown = item.parent
    if (typeof parent === 'string') rootCalled(parent)
  }

  private newDeletions(clients: Cut, notes: Notes): boolean {
    let anyNew = false
    for (const [client, ranges] of clients) {
      const last = notes.byClient.get(client)?.at(-1)
      const state = last ? last.clock + last.length : this.stateOf(client)
      for (const { clock, len } of ranges) {
        if (len < 1 || clock + len > state) throw new Gap()
        if (this.splitsLetter(client, clock, notes) || this.splitsLetter(client, clock + len, notes))
          throw new Refused('A deletion would cut a character in half.')
        anyNew ||= !this.isDeleted(client, clock, len)
      }
    }
    return anyNew
  }

  /** Finds out where a struct lies and what it brings; first for those it stands on. No recursion: the chain may be long. */
  private look(first: Noted, notes: Notes): void {
    const chain = [first]
    for (let one = chain.at(-1); one; one = chain.at(-1)) {
      const { struct } = one
      if (struct === null) {
        chain.pop()
        continue
      }
      one.open = true
      // Yjs takes a client's structs in their order: each stands on the one before it too.
      const below = one.before?.struct ? one.before : struct instanceof Y.Item && this.unseenBelow(struct, notes)
      if (below) {
        if (below.open) throw new Refused('Structs that stand on each other in a ring.')
        chain.push(below)
        continue
      }
      if (struct instanceof Y.Item) this.place(one, struct, notes)
      one.struct = null
      one.before = null
      one.open = false
      notes.seen += 1
      chain.pop()
    }
  }

  /** The first struct that an item stands on and of which it is not known yet where it lies. */
  private unseenBelow(item: Y.Item, notes: Notes): Noted | undefined {
    for (const id of standsOn(item)) {
      const noted = notes.at(id.client, id.clock)
      if (noted?.struct) return noted
      if (!noted && id.clock >= this.stateOf(id.client)) throw new Gap()
    }
    return undefined
  }

  private place(one: Noted, item: Y.Item, notes: Notes): void {
    this.checkCuts(item, notes)
    const spot = this.spotOf(item, notes)
    const { place, sub, holder } = spot
    one.place = place
    one.sub = sub
    one.holder = holder
    if (place !== 'gone') this.checkOrder(one, item, notes)
    const { content } = item
    if (content instanceof Y.ContentDeleted) return
    if (content instanceof Y.ContentString) {
      one.letters = content.str
      if (place !== 'gone' && (sub !== null || (place !== 'text' && place !== 'field')))
        throw new Refused('Letters outside a text.')
    } else if (content instanceof Y.ContentFormat) {
      if (place !== 'gone' && (sub !== null || (place !== 'text' && place !== 'field')))
        throw new Refused('Formatting outside a text.')
      if (place === 'field') checkFieldMark(content.key, content.value)
      else checkMark(content.key, content.value)
    } else if (content instanceof Y.ContentAny) checkValue(place, sub, content.arr, item.id)
    else if (content instanceof Y.ContentType) one.makes = madeIn(place, sub, content.type)
    else throw new Refused('Content of a kind that no story has.')
  }

  /**
   * A writer puts an item between two that it sees side by side; what lies between them here came from others
   * meanwhile. Neighbours in a wrong order would lie in another order for each who hears of them, and
   * neighbours far apart make Yjs step over all that is between, for every such item: it is counted.
   */
  private checkOrder(one: Noted, { origin, rightOrigin }: Y.Item, notes: Notes): void {
    const left = origin && this.find(origin.client, origin.clock, notes)
    const right = rightOrigin && this.find(rightOrigin.client, rightOrigin.clock, notes)
    if (left && left === right && origin!.clock >= rightOrigin!.clock) throw new Refused(NO_NEIGHBOURS)
    one.left = left ? left.left : origin
    one.right = right ? right.right : rightOrigin
    const between = this.stepsBetween(one)
    const put = notes.count > 1 ? notes.putBetween(one, origin, rightOrigin) : null
    // Of its own a writer knows the order.
    if (put?.client === one.client && right?.client === one.client && notes.at(right.client, right.clock))
      throw new Refused(NO_NEIGHBOURS)
    // Yjs stops where the others' begins; on the way it may meet any that the Y.Doc does not have yet.
    if (put || (between > 0 && !left)) this.steps += notes.seen + this.recent.count
    this.steps += left ? between / 16 : between
    if (this.steps > MOST_STEPS) throw new Refused('Too much put in one place, all at once.')
  }

  /** Items that the Y.Doc has between an item's neighbours. */
  private stepsBetween(one: Noted): number {
    const { store } = this.ydoc
    const { left, right } = one
    const last = right && Y.getItem(store, right)
    let at: Y.Item | null = left ? Y.getItem(store, left) : this.firstIn(one)
    if (left && right && at === last && left.clock < right.clock) return right.clock - left.clock - 1
    if (left && at) at = at.right
    let steps = 0
    for (; at !== last; at = at.right) {
      if (!at) throw new Refused(NO_NEIGHBOURS)
      if ((steps += 1) > MOST_STEPS) break
    }
    return steps
  }

  /** The first item that the Y.Doc has of the type, or of an attribute's values. */
  private firstIn({ holder, sub }: Spot): Y.Item | null {
    const type = typeof holder === 'string' ? this.ydoc.share.get(holder) : holder && this.typeMadeBy(holder)
    if (!type || sub === null) return type?._start ?? null
    let first = type._map.get(sub) ?? null
    while (first?.left) first = first.left
    return first
  }

  private checkCuts({ origin, rightOrigin }: Y.Item, notes: Notes): void {
    if (
      (origin && this.splitsLetter(origin.client, origin.clock + 1, notes)) ||
      (rightOrigin && this.splitsLetter(rightOrigin.client, rightOrigin.clock, notes))
    )
      throw new Refused('An insertion would cut a character in half.')
  }

  /** Where Yjs will put it: beside its left neighbour, else its right one, else in the parent it names. */
  private spotOf(item: Y.Item, notes: Notes): Spot {
    const { origin, rightOrigin } = item
    const left = origin && this.whereLies(origin, notes)
    const right = rightOrigin && this.whereLies(rightOrigin, notes)
    if (left && right && !sameSpot(left, right)) throw new Refused(NO_NEIGHBOURS)
    const beside = left ?? right
    if (beside) return beside
    const parent: unknown = item.parent
    const sub = item.parentSub
    if (typeof parent === 'string') return { place: rootCalled(parent), sub, holder: parent }
    if (!(parent instanceof Y.ID)) throw new Refused('An item without a place.')
    const noted = this.find(parent.client, parent.clock, notes)
    const place = noted ? noted.makes : this.placeMadeBy(parent)
    return place && place !== 'gone' ? { place, sub, holder: parent } : GONE
  }

  private placeMadeBy(id: Y.ID): Place | null {
    const type = this.typeMadeBy(id)
    return type && this.placeOfType(type)
  }

  /** The type that an item brings, if the Y.Doc has it. */
  private typeMadeBy({ client, clock }: Y.ID): Y.ContentType['type'] | null {
    if (clock >= Y.getState(this.ydoc.store, client)) return null
    const item = Y.getItem(this.ydoc.store, Y.createID(client, clock))
    return item instanceof Y.Item && item.content instanceof Y.ContentType ? item.content.type : null
  }

  private whereLies(id: Y.ID, notes: Notes): Spot {
    const noted = this.find(id.client, id.clock, notes)
    if (noted) return this.hasGone(noted.holder) ? GONE : noted
    const item = Y.getItem(this.ydoc.store, id)
    if (!(item instanceof Y.Item) || !(item.parent instanceof Y.AbstractType)) return GONE
    const place = this.placeOfType(item.parent)
    if (place === 'gone') return GONE
    return { place, sub: item.parentSub, holder: item.parent._item?.id ?? this.rootName(item.parent) }
  }

  /** A type that the Y.Doc has collected since something in it was noted. */
  private hasGone(holder: Spot['holder']): boolean {
    return holder instanceof Y.ID && holder.clock < Y.getState(this.ydoc.store, holder.client) && this.typeMadeBy(holder) === null
  }

  private find(client: number, clock: number, notes: Notes): Noted | undefined {
    return notes.at(client, clock) ?? this.recent.at(client, clock)
  }

  private placeOfType(type: unknown): Place {
    if (type instanceof Y.XmlElement) return { element: type.nodeName }
    if (type instanceof Y.XmlText) return 'text'
    const root = this.rootName(type)
    return root === null ? 'gone' : rootCalled(root)
  }

  private rootName(type: unknown): string | null {
    if (type === bodyOf(this.ydoc)) return 'body'
    if (type === speakersOf(this.ydoc)) return 'speakers'
    if (type === settingsOf(this.ydoc)) return 'settings'
    if (type === stetOf(this.ydoc)) return 'stet'
    if (type === movesOf(this.ydoc)) return 'moves'
    return FIELDS.find((field) => fieldOf(this.ydoc, field) === type) ?? null
  }

  /** Whether a cut just before this clock would part the two halves of one character. */
  private splitsLetter(client: number, clock: number, notes: Notes): boolean {
    const noted = this.find(client, clock, notes)
    if (noted) {
      const { struct } = noted
      const letters = struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.content.str : noted.letters
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

function standsOn(item: Y.Item): Y.ID[] {
  const parent: unknown = item.parent
  const ids: Y.ID[] = []
  if (item.origin) ids.push(item.origin)
  if (item.rightOrigin) ids.push(item.rightOrigin)
  if (parent instanceof Y.ID) ids.push(parent)
  return ids
}

function sameSpot(a: Spot, b: Spot): boolean {
  if (a.sub !== b.sub) return false
  return a.holder instanceof Y.ID && b.holder instanceof Y.ID ? Y.compareIDs(a.holder, b.holder) : a.holder === b.holder
}

/** Each writer's structs come in one block: of two, Yjs would take the second only. */
function checkBlocks(update: Uint8Array, structs: readonly (Y.Item | Y.GC | Y.Skip)[]): void {
  const blocks = decoding.readVarUint(decoding.createDecoder(update))
  const writers = new Set<number>()
  let last: number | null = null
  for (const { id } of structs) {
    if (id.client === last) continue
    last = id.client
    writers.add(last)
  }
  if (blocks !== writers.size) throw new Refused("A writer's changes in more than one block.")
}

const isPair = (letters: string, at: number) =>
  at > 0 && (letters.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (letters.charCodeAt(at) & 0xfc00) === 0xdc00
