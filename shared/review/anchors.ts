/**
 * Where threads stand in the text. What holds a thread to its words is a mark in the text itself, which goes wherever
 * the words go. A thread that must not be seen by all has none: then two positions say where its words began and
 * ended, and when nothing is left between them, its quote is looked for.
 */
import * as Y from 'yjs'
import { prosemirrorToYXmlFragment } from 'y-prosemirror'
import { placesOf } from '../places.ts'
import { schema } from '../schema.ts'
import { FIELDS, bodyOf, fieldOf, type Field } from '../story.ts'
import { isDead, itemOf, placeOf, textOf, textsIn } from '../write/moved.ts'
import type { Id, Moves } from '../write/moves.ts'

/** Letters of one text; words may lie in several. */
export type Span = { text: Y.Text; at: number; length: number }
/** The ends of words as Yjs says them, base64: they mean the same after any edits. */
export type Ends = { from: string; to: string }

/** Of a field, which is plain text: the formatting that says where a thread stands. */
const IN_FIELD = 'comment:'
/** So much of the text around a quote is kept to tell it from the same words elsewhere. */
const AROUND = 32
/** A quote found again must be told by so many letters, its own and those around it: `a` alone is anywhere. */
export const TELLING = 12
const MOST_QUOTE = 2000

/** Every text of the body, in the order of the body. */
export const textsOfBody = (ydoc: Y.Doc): Y.Text[] =>
  bodyOf(ydoc)
    .toArray()
    .flatMap((block) => [...textsIn(block as Y.XmlElement)])

const textsOfStory = (ydoc: Y.Doc): Y.Text[] => [...FIELDS.map((field) => fieldOf(ydoc, field)), ...textsOfBody(ydoc)]

/** The field that a text is, or null: it is in the body. */
export const fieldOfText = (ydoc: Y.Doc, text: Y.Text): Field | null =>
  FIELDS.find((field) => fieldOf(ydoc, field) === text) ?? null

export const lettersIn = (text: Y.Text): string => {
  let letters = ''
  for (let item = text._start; item; item = item.right)
    if (!item.deleted && item.content instanceof Y.ContentString) letters += item.content.str
  return letters
}

export const wordsOfSpans = (spans: readonly Span[]): string =>
  spans.map(({ text, at, length }) => lettersIn(text).slice(at, at + length)).join('\n')

/** @returns null when it is none */
export function readEnd(base64: string): Y.RelativePosition | null {
  try {
    const end = Y.decodeRelativePosition(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))
    // A part that no story has must not be made by asking for it.
    return end.tname === null || end.tname === 'body' || (FIELDS as readonly string[]).includes(end.tname) ? end : null
  } catch {
    return null
  }
}

const writeEnd = (end: Y.RelativePosition): string => btoa(String.fromCharCode(...Y.encodeRelativePosition(end)))

/** The ends of words that hold to their first and last letter, so that what is typed beside them stays outside. */
export function endsOf(spans: readonly Span[]): Ends | null {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    from: writeEnd(Y.createRelativePositionFromTypeIndex(first.text, first.at, 0)),
    to: writeEnd(Y.createRelativePositionFromTypeIndex(last.text, last.at + last.length, -1)),
  }
}

type Point = { text: Y.Text; at: number }

/** `unknown`: it stands on words that are not here yet. Null: what it stood on is gone. */
function pointOf(ydoc: Y.Doc, moves: Moves, end: Y.RelativePosition, side: 'from' | 'to'): Point | 'unknown' | null {
  const id: Id | null = end.item ?? end.type
  if (id !== null && id.clock >= Y.getState(ydoc.store, id.client)) return 'unknown'
  if (end.item !== null) {
    const now = moves.whereIs(end.item)
    const text = textOf(ydoc, now)
    if (text !== null) return { text, at: placeOf(text, now) + (end.assoc < 0 ? 1 : 0) }
  }
  const place = Y.createAbsolutePositionFromRelativePosition(end, ydoc, false)
  if (place === null) return null
  const { type, index } = place
  if (type instanceof Y.Text) return { text: type, at: Math.min(index, type.length) }
  if (!(type instanceof Y.XmlFragment)) return null
  // Between blocks: where the words on this side begin or end.
  const children = type.toArray() as Y.XmlElement[]
  const texts = (from: number, to: number): Y.XmlText[] => children.slice(from, to).flatMap((child) => [...textsIn(child)])
  const text = side === 'from' ? texts(index, children.length)[0] : texts(0, index).at(-1)
  return text === undefined ? null : { text, at: side === 'from' ? 0 : text.length }
}

/** The letters between two ends, text by text; none when they are gone, or have changed places. */
export function spansBetween(ydoc: Y.Doc, moves: Moves, ends: Ends): Span[] | 'unknown' {
  const [from, to] = [readEnd(ends.from), readEnd(ends.to)]
  const a = from && pointOf(ydoc, moves, from, 'from')
  const b = to && pointOf(ydoc, moves, to, 'to')
  if (a === 'unknown' || b === 'unknown') return 'unknown'
  if (a === null || b === null) return []
  const texts = fieldOfText(ydoc, a.text) === null ? textsOfBody(ydoc) : [a.text]
  const [i, j] = [texts.indexOf(a.text), texts.indexOf(b.text)]
  if (i < 0 || j < 0) return []
  // Where they have changed places, what is between them now are other words.
  return texts.slice(i, j + 1).flatMap((text) => {
    const at = text === a.text ? a.at : 0
    return whole({ text, at, length: (text === b.text ? b.at : text.length) - at })
  })
}

/** No half characters, and no empty spans. */
function whole({ text, at, length }: Span): Span[] {
  if (length <= 0) return []
  const letters = lettersIn(text)
  const isHalf = (place: number): boolean =>
    /[\ud800-\udbff]/.test(letters[place - 1] ?? '') && /[\udc00-\udfff]/.test(letters[place] ?? '')
  const from = isHalf(at) ? at - 1 : at
  const to = isHalf(at + length) ? at + length + 1 : at + length
  return [{ text, at: from, length: to - from }]
}

/** Letters by their Yjs ids, in runs of three numbers: client, first clock, how many. */
export type Letters = readonly number[]

export function lettersOfSpans(spans: readonly Span[]): number[] {
  const runs: number[] = []
  for (const { text, at, length } of spans) {
    let place = 0
    for (let item = text._start; item && place < at + length; item = item.right) {
      if (item.deleted || !item.countable) continue
      const [from, to] = [Math.max(at, place), Math.min(at + length, place + item.length)]
      if (to > from) runs.push(item.id.client, item.id.clock + from - place, to - from)
      place += item.length
    }
  }
  return runs
}

/** Where letters are now, those too that were moved; whoever moved them may not have known of a mark on them. */
export function spansOfLetters(ydoc: Y.Doc, moves: Moves, letters: Letters): Span[] {
  const wanted = new Map<Y.Item, Set<number>>()
  const want = (item: Y.Item | null, clock: number): void => {
    if (item === null || item.deleted || !(item.content instanceof Y.ContentString)) return
    const set = wanted.get(item) ?? new Set()
    wanted.set(item, set.add(clock - item.id.clock))
  }
  for (let i = 0; i + 2 < letters.length; i += 3)
    for (let clock = letters[i + 1]!; clock < letters[i + 1]! + letters[i + 2]!; clock++) {
      const id = { client: letters[i]!, clock }
      const item = itemOf(ydoc, id)
      if (item?.deleted === false) want(item, clock)
      else {
        const now = moves.whereIs(id)
        want(itemOf(ydoc, now), now.clock)
      }
    }
  if (wanted.size === 0) return []
  const spans: Span[] = []
  const holders = new Set([...wanted.keys()].map(({ parent }) => parent as Y.Text))
  // As a rule they lie in one text, and the others need not be looked at.
  const texts = holders.size === 1 ? [...holders].filter((text) => !isDead(text)) : textsOfStory(ydoc)
  for (const text of texts) {
    let place = 0
    for (let item = text._start; item; item = item.right) {
      if (item.deleted || !item.countable) continue
      for (const at of [...(wanted.get(item) ?? [])].toSorted((a, b) => a - b)) {
        const last = spans.at(-1)
        if (last?.text === text && last.at + last.length === place + at) last.length += 1
        else spans.push({ text, at: place + at, length: 1 })
      }
      place += item.length
    }
  }
  return spans
}

/** Each letter where it is now, those too that were moved; null: it is gone. */
export function standing(ydoc: Y.Doc, moves: Moves, letters: Letters): (Point | null)[] {
  const all: (Point | null)[] = []
  for (let i = 0; i + 2 < letters.length; i += 3)
    for (let clock = letters[i + 1]!; clock < letters[i + 1]! + letters[i + 2]!; clock++) {
      const id = { client: letters[i]!, clock }
      const now = itemOf(ydoc, id)?.deleted === false ? id : moves.whereIs(id)
      const item = itemOf(ydoc, now)
      const text = item?.deleted === false && item.parent instanceof Y.Text ? item.parent : null
      all.push(text === null || isDead(text) ? null : { text, at: placeOf(text, now) })
    }
  return all
}

/** In each text, all from the first to the last: what was typed between letters belongs to them. */
export function filled(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { text, at, length } of spans) {
    const last = all.at(-1)
    if (last?.text === text) last.length = at + length - last.at
    else all.push({ text, at, length })
  }
  return all
}

/** The letters of spans that are in none of others. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  let left = [...spans]
  for (const { text, at, length } of others)
    left = left.flatMap((one) => {
      if (one.text !== text) return [one]
      const before = { text, at: one.at, length: Math.min(one.length, at - one.at) }
      const start = Math.max(one.at, at + length)
      const after = { text, at: start, length: one.at + one.length - start }
      return [before, after].filter((part) => part.length > 0)
    })
  return left
}

/** All the words of a story, to look for some of them in with `isAloneIn`. */
export const linesOfStory = (ydoc: Y.Doc): string => textsOfStory(ydoc).map(lettersIn).join('\n')

/** Whether words stand there once. */
export function isAloneIn(lines: string, words: string): boolean {
  const at = words === '' ? -1 : lines.indexOf(words)
  return at >= 0 && !lines.includes(words, at + words.length)
}

/** What is kept of words to know them again: themselves, and the text around them. */
export type Quote = { quote: string; before: string; after: string }

export function quoteOf(spans: readonly Span[]): Quote {
  const [first, last] = [spans[0]!, spans.at(-1)!]
  const end = last.at + last.length
  return {
    quote: cutQuote(wordsOfSpans(spans)),
    before: wellFormed(lettersIn(first.text).slice(0, first.at).slice(-AROUND)),
    after: wellFormed(lettersIn(last.text).slice(end, end + AROUND)),
  }
}

/** Never through a character, whatever the limit. */
export const cutQuote = (words: string): string => wellFormed(words.slice(0, MOST_QUOTE))

const wellFormed = (words: string): string =>
  words.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')

/**
 * Looks for words in the text: the one place that fits them and what stood around them best. Null: there is none, or
 * it cannot be told which.
 * @param texts those to look in
 * @param near of places that fit alike, the one nearest to this letter of them all
 */
export function findQuote(
  texts: readonly Y.Text[],
  { quote, before, after }: Quote,
  near: number | null = null,
  least = TELLING,
): Span[] | null {
  if (quote === '') return null
  const all = linesOf(texts)
  let best: { at: number; fit: number; far: number } | null = null
  let tied = false
  for (let at = all.indexOf(quote); at >= 0; at = all.indexOf(quote, at + 1)) {
    const fit = sameBackwards(all, at, before) + sameForwards(all, at + quote.length, after)
    const far = near === null ? 0 : Math.abs(at - near)
    if (best === null || fit > best.fit || (fit === best.fit && far < best.far)) {
      best = { at, fit, far }
      tied = false
    } else if (fit === best.fit && far === best.far) tied = true
  }
  if (best === null || tied || (near === null && quote.length + best.fit < least)) return null
  return spansAt(texts, best.at, best.at + quote.length)
}

/**
 * Words that stood in other texts `times` times, of which the one meant had `nth` before it: where these texts have them
 * as often, at the same one of them; else only where they are there once and long enough to be no others.
 */
export function sameQuote(
  texts: readonly Y.Text[],
  { quote, nth, times }: { quote: string; nth: number; times: number },
): Span[] | null {
  const found = placesOf(linesOf(texts), quote)
  const at = found.length === times ? found[nth] : found.length === 1 && quote.length >= TELLING ? found[0] : undefined
  return at === undefined ? null : spansAt(texts, at, at + quote.length)
}

export const linesOf = (texts: readonly Y.Text[]): string => texts.map((text) => `${lettersIn(text)}\n`).join('')

/** The letters from one place to another of texts that stand one below the other. */
export function spansAt(texts: readonly Y.Text[], from: number, to: number): Span[] {
  let begins = 0
  return texts.flatMap((text) => {
    const { length } = lettersIn(text)
    const [start, end] = [Math.max(from, begins), Math.min(to, begins + length)]
    const span = end > start ? [{ text, at: start - begins, length: end - start }] : []
    begins += length + 1
    return span
  })
}

function sameBackwards(all: string, at: number, before: string): number {
  let same = 0
  while (same < before.length && all[at - 1 - same] === before.at(-1 - same)) same++
  return same
}

function sameForwards(all: string, at: number, after: string): number {
  let same = 0
  while (same < after.length && all[at + same] === after[same]) same++
  return same
}

/** Where the words of a thread without a mark are, as a page finds them by what the server said last. */
export function wordsNow(
  ydoc: Y.Doc,
  moves: Moves,
  {
    from,
    to,
    field,
    quote,
    before = '',
    after = '',
  }: Ends & { field: Field | null; quote: string; before?: string; after?: string },
): Span[] {
  const spans = spansBetween(ydoc, moves, { from, to })
  if (spans !== 'unknown' && spans.length > 0) return spans
  return findQuote(field === null ? textsOfBody(ydoc) : [fieldOf(ydoc, field)], { quote, before, after }) ?? []
}

/** What y-prosemirror calls the mark of a thread in a text: it must be the very same for everybody. */
function markKey(id: string): string {
  const ydoc = new Y.Doc()
  const body = ydoc.getXmlFragment('body')
  const text = schema.text('a', [schema.mark('comment', { id })])
  prosemirrorToYXmlFragment(schema.node('doc', null, [schema.node('paragraph', null, [text])]), body)
  const [written] = textsOfBody(ydoc)[0]!.toDelta() as [{ attributes: Record<string, unknown> }]
  ydoc.destroy()
  return Object.keys(written.attributes)[0]!
}

/** Puts a thread's mark on letters; part of a transaction of the caller's. */
export function mark(spans: readonly Span[], id: string): void {
  const key = spans.length > 0 ? markKey(id) : ''
  for (const { text, at, length } of spans)
    if (text instanceof Y.XmlText) text.format(at, length, { [key]: { id } })
    else text.format(at, length, { [`${IN_FIELD}${id}`]: true })
}

/** Takes a thread's mark off, wherever it is, or only off some letters. */
export function unmark(ydoc: Y.Doc, id: string, only: readonly Span[] | null = null): void {
  const own = Array.from(marksOf(ydoc)).filter(({ key }) => threadOf(key) === id)
  for (const one of own)
    for (const { text, at, length } of only === null ? [one] : without([one], without([one], only)))
      text.format(at, length, { [one.key.key]: null })
}

type Marked = Span & { key: { key: string; value: unknown } }
const threadOf = ({ key, value }: Marked['key']): string | null => {
  if (key.startsWith(IN_FIELD)) return key.slice(IN_FIELD.length)
  const { id } = (value ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

/** Every letter that is under the mark of a thread: words that have gone have none. */
function* marksOf(ydoc: Y.Doc): Generator<Marked> {
  for (const text of textsOfStory(ydoc)) {
    const open = new Map<string, unknown>()
    let at = 0
    for (let item = text._start; item; item = item.right) {
      if (item.deleted) continue
      if (item.content instanceof Y.ContentFormat) {
        const { key, value } = item.content
        if (!key.startsWith('comment')) continue
        if (value === null) open.delete(key)
        else open.set(key, value)
      } else if (item.countable) {
        for (const [key, value] of open) yield { text, at, length: item.length, key: { key, value } }
        at += item.length
      }
    }
  }
}

/** Where each thread's mark is, in the order of the text: fields first. */
export function marked(ydoc: Y.Doc): Map<string, Span[]> {
  const threads = new Map<string, Span[]>()
  for (const { text, at, length, key } of marksOf(ydoc)) {
    const id = threadOf(key)
    if (id === null) continue
    const spans = threads.get(id) ?? []
    const last = spans.at(-1)
    if (last !== undefined && last.text === text && last.at + last.length === at) last.length += length
    else spans.push({ text, at, length })
    threads.set(id, spans)
  }
  return threads
}

/** The ids of all blocks, those in lists and notices too. */
export function blocksOf(ydoc: Y.Doc): Map<string, Y.XmlElement> {
  const blocks = new Map<string, Y.XmlElement>()
  const waiting = bodyOf(ydoc).toArray() as Y.XmlElement[]
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    if (!(block instanceof Y.XmlElement)) continue
    const id = block.getAttribute('id')
    if (id) blocks.set(id, block)
    waiting.push(...(block.toArray() as Y.XmlElement[]))
  }
  return blocks
}
