/**
 * Whose doing a change between two versions was. Who typed letters or moved a block, Yjs knows; who took letters out, changed
 * their looks, or had the server put them in, is in the log, which keeps every update with who sent it.
 */
import * as Y from 'yjs'
import { updatesBetween, writersOf } from '../../db/updates.ts'
import type { PersonHere } from '../../shared/api.ts'
import { FIELDS, fieldOf } from '../../shared/story.ts'
import type { Range } from '../../shared/suggest/lay.ts'
import { elementsOf } from '../../shared/suggest/places.ts'
import type { Whose } from '../../shared/versions/changes.ts'
import { Moves, type Id } from '../../shared/write/moves.ts'
import type { Desk } from '../context.ts'

/** So much of a log is read at once; other work comes between. */
const A_PAGE = 2000
/** Of what lies further apart only the typing is told. */
const MOST_UPDATES = 40_000
/** Of so many moved blocks it is told who went past whom; more are another order of the story, and would take long. */
const MOST_MOVES = 300

/** Whose words stand where in a story, by the Yjs clients they were typed under. */
export type Writers = ReadonlyMap<number, PersonHere>

export async function writersIn(desk: Pick<Desk, 'db'>, storyId: string): Promise<Writers> {
  return new Map((await writersOf(desk.db, storyId)).map(({ client, ...person }) => [client, person]))
}

/** By letter; null: nobody's. Of a letter that is taken out again and again the first time counts. */
class ByLetter {
  private readonly all = new Map<number, Map<number, PersonHere | null>>()

  note(client: number, from: number, length: number, by: PersonHere | null): void {
    let letters = this.all.get(client)
    if (letters === undefined) this.all.set(client, (letters = new Map()))
    for (let clock = from; clock < from + length; clock++) if (!letters.has(clock)) letters.set(clock, by)
  }

  of({ client, clock }: Id): PersonHere | null {
    return this.all.get(client)?.get(clock) ?? null
  }
}

/** What the log says of a stretch of a story's life. */
export type Deeds = { writers: Writers; put: ByLetter; took: ByLetter }

/** What was done behind update `after`, up to and with `until`. */
export async function deedsBetween(desk: Pick<Desk, 'db'>, storyId: string, after: number, until: number): Promise<Deeds> {
  const deeds = { writers: await writersIn(desk, storyId), put: new ByLetter(), took: new ByLetter() }
  for (let seq = after; seq < Math.min(until, after + MOST_UPDATES);) {
    const page = await updatesBetween(desk.db, storyId, seq, until, A_PAGE)
    if (page.length === 0) break
    for (const { bytes, by } of page) {
      const { structs, ds } = Y.decodeUpdate(bytes)
      for (const { id, length } of structs) if (!deeds.writers.has(id.client)) deeds.put.note(id.client, id.clock, length, by)
      for (const [client, runs] of ds.clients) for (const { clock, len } of runs) deeds.took.note(client, clock, len, by)
    }
    seq = page.at(-1)!.seq
  }
  return deeds
}

type Run = Id & { length: number }
type Look = Id & { at: number }
type Text = { runs: Run[]; looks: Look[]; element: Id | null; attributes: ReadonlyMap<string, Id> }

/** The letters of a story by their places, readable when its Y.Doc is gone. */
export type Letters = {
  texts: ReadonlyMap<string, Text>
  keys: readonly string[]
  places: ReadonlyMap<string, number>
  known: ReadonlyMap<number, number>
}

export function lettersIn(ydoc: Y.Doc): Letters {
  const texts = new Map<string, Text>()
  for (const field of FIELDS) texts.set(`field ${field}`, textOf(fieldOf(ydoc, field)))
  const elements = elementsOf(ydoc)
  for (const [key, element] of elements) texts.set(key, textOf(element))
  const keys = [...elements.keys()]
  const places = new Map(keys.map((key, i) => [key, i]))
  return { texts, keys, places, known: Y.decodeStateVector(Y.encodeStateVector(ydoc)) }
}

function textOf(type: Y.Text | Y.XmlElement): Text {
  const text: Text = {
    runs: [],
    looks: [],
    element: type._item?.id ?? null,
    attributes: new Map([...type._map].map(([name, item]) => [name, item.id])),
  }
  let at = 0
  const look = (one: Y.Text | Y.XmlElement): void => {
    for (let item = one._start; item !== null; item = item.right) {
      if (item.deleted) continue
      if (item.content instanceof Y.ContentFormat) {
        // Comments are no looks.
        if (!item.content.key.startsWith('comment')) text.looks.push({ ...item.id, at })
      } else if (item.content instanceof Y.ContentType && item.content.type instanceof Y.XmlText) look(item.content.type)
      else if (item.countable) {
        text.runs.push({ ...item.id, length: item.length })
        at += item.length
      }
    }
  }
  look(type)
  return text
}

/** The blocks of a range. */
const keysOf = ({ keys, places }: Pick<Letters, 'keys' | 'places'>, { from, to }: Range): string[] =>
  keys.slice(places.get(from.block ?? '') ?? 0, (places.get(to.block ?? '') ?? -1) + 1)

/** Those that stood on one side of these blocks, and stand on the other. */
function passedBy(blocks: readonly string[], early: Letters, now: Letters): string[] {
  const [own, [first]] = [new Set(blocks), blocks]
  const [was, is] = [early.places.get(first ?? ''), now.places.get(first ?? '')]
  if (was === undefined || is === undefined) return []
  return now.keys.filter((key, at) => {
    const before = early.places.get(key)
    return before !== undefined && !own.has(key) && before < was !== at < is
  })
}

/** Each text of a range, with where in it the range begins and ends. */
function* stretches(
  { texts, keys, places }: Letters,
  { from, to }: Range,
): Generator<{ text: Text; begin: number; end: number }> {
  const names = from.field === null ? keysOf({ keys, places }, { from, to }) : [`field ${from.field}`]
  for (const [i, name] of names.entries()) {
    const text = texts.get(name)
    if (text) yield { text, begin: i === 0 ? from.at : 0, end: i === names.length - 1 ? to.at : Infinity }
  }
}

function* lettersOf(letters: Letters, range: Range): Generator<Id> {
  for (const { text, begin, end } of stretches(letters, range)) {
    let at = 0
    for (const { client, clock, length } of text.runs) {
      for (let i = Math.max(0, begin - at); i < Math.min(length, end - at); i++) yield { client, clock: clock + i }
      at += length
    }
  }
}

function* looksOf(letters: Letters, range: Range): Generator<Id> {
  for (const { text, begin, end } of stretches(letters, range))
    for (const look of text.looks) if (look.at >= begin && look.at <= end) yield look
}

/** @param now with what became of letters by moving in it */
export function whoseIn(
  { early, now, moves }: { early: Letters; now: Letters; moves: Moves },
  { writers, put, took }: Deeds,
): Whose {
  const wrote = (id: Id): PersonHere | null => writers.get(id.client) ?? put.of(id)
  const isNew = ({ client, clock }: Id): boolean => clock >= (early.known.get(client) ?? 0)
  const isNewBlock = (text: Text | undefined): boolean => text?.element != null && isNew(text.element)
  let looked = 0
  return {
    words: (range) => people(lettersOf(now, range), wrote),
    gone(range) {
      const letters = people(lettersOf(early, range), (id) => took.of(moves.whereIs(id)))
      if (letters.length > 0) return letters
      // A picture, or a line: it has no letters.
      const blocks = [...stretches(early, range)].flatMap(({ text }) => text.element ?? [])
      return people(blocks, (id) => took.of(id))
    },
    looks(range, before) {
      const [first] = lettersOf(now, range)
      // Put in again by who moved the paragraph: who changed its looks before is not told any more.
      if (first === undefined || isNew(first)) return []
      const set = people([...looksOf(now, range)].filter(isNew), wrote)
      return set.length > 0 ? set : people(looksOf(early, before), (id) => took.of(id))
    },
    moved(range) {
      const isPutAgain = (key: string): boolean => early.places.has(key) && isNewBlock(now.texts.get(key))
      const keys = keysOf(now, range)
      const own = keys.filter(isPutAgain)
      // Who moves a block has it stay the very same one, and puts in again what it goes past.
      const past = own.length > 0 || ++looked > MOST_MOVES ? own : passedBy(keys, early, now).filter(isPutAgain)
      return people(
        past.flatMap((key) => now.texts.get(key)?.element ?? []),
        wrote,
      )
    },
    details: (block, names) =>
      people(
        names.flatMap((name) => now.texts.get(block)?.attributes.get(name) ?? []),
        wrote,
      ),
  }
}

function people(ids: Iterable<Id>, by: (id: Id) => PersonHere | null): PersonHere[] {
  const found = new Map<string, PersonHere>()
  for (const id of ids) {
    const person = by(id)
    if (person !== null) found.set(person.id, person)
  }
  return [...found.values()]
}
