/**
 * Reads what a Yjs transaction did to letters and blocks. Readable only until the transaction is cleaned up: what is
 * gone is forgotten then.
 */
import * as Y from 'yjs'
import type { Id } from './moves.ts'

/** One letter (a UTF-16 unit) of a text, in the order of the text. */
export type Letter = {
  id: Id
  is: string
  /** Before, or by, this transaction; or it is still there. */
  gone: 'before' | 'now' | null
}

export const wordsOf = (letters: readonly Letter[]): string => letters.map(({ is }) => is).join('')

/** All letters of a text with what became of them. */
export function lettersOf(text: Y.XmlText, transaction: Y.Transaction | null): Letter[] {
  const letters: Letter[] = []
  for (let item = text._start; item; item = item.right) {
    const { client, clock } = item.id
    const now = transaction !== null && item.deleted && Y.isDeleted(transaction.deleteSet, item.id)
    if (item.content instanceof Y.ContentString) {
      const { str } = item.content
      const gone = !item.deleted ? null : now ? 'now' : 'before'
      for (let i = 0; i < str.length; i++) letters.push({ id: { client, clock: clock + i }, is: str[i]!, gone })
    } else if (item.content instanceof Y.ContentDeleted)
      for (let i = 0; i < item.length; i++) letters.push({ id: { client, clock: clock + i }, is: '', gone: 'before' })
  }
  return letters
}

/** The texts that a transaction took letters out of. */
export function textsCut(transaction: Y.Transaction): Set<Y.XmlText> {
  const texts = new Set<Y.XmlText>()
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct: Y.Item | Y.GC) => {
    if (struct instanceof Y.Item && struct.content instanceof Y.ContentString && struct.parent instanceof Y.XmlText)
      texts.add(struct.parent)
  })
  return texts
}

/** The elements that a transaction took out. */
export function elementsCut(transaction: Y.Transaction): Y.XmlElement[] {
  const elements: Y.XmlElement[] = []
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct: Y.Item | Y.GC) => {
    if (struct instanceof Y.Item && struct.content instanceof Y.ContentType && struct.content.type instanceof Y.XmlElement)
      elements.push(struct.content.type as Y.XmlElement)
  })
  return elements
}

/** Where a letter stands among those that are still there, or -1. */
export function placeOf(text: Y.Text, id: Id): number {
  let place = 0
  for (let item = text._start; item; item = item.right) {
    if (item.deleted || !item.countable) continue
    if (isIn(item, id)) return place + id.clock - item.id.clock
    place += item.length
  }
  return -1
}

/** Letters that look the same: the formatting that stands before each of them. */
export type Run = { letters: readonly Letter[]; looks: Readonly<Record<string, unknown>> }

/**
 * Letters of a text, in its order, with what they look like, whether the text itself is still there or not.
 * @param gone what was taken out just now
 */
export function runsOf(text: Y.XmlText, letters: readonly Letter[], gone: Y.Transaction['deleteSet'] | null): Run[] {
  const runs: Run[] = []
  let looks: Run['looks'] = {}
  let at = 0
  for (let item = text._start; item && at < letters.length; item = item.right) {
    if (item.content instanceof Y.ContentFormat) {
      if (item.deleted && !(gone !== null && Y.isDeleted(gone, item.id))) continue
      const { [item.content.key]: _before, ...others } = looks
      looks = item.content.value === null ? others : { ...others, [item.content.key]: item.content.value }
      continue
    }
    const begin = at
    while (at < letters.length && isIn(item, letters[at]!.id)) at++
    if (at > begin) runs.push({ letters: letters.slice(begin, at), looks })
  }
  return runs
}

const isIn = ({ id, length }: Y.Item, { client, clock }: Id): boolean =>
  client === id.client && clock >= id.clock && clock < id.clock + length

/** Letters as they look but for the marks of threads. */
export const withoutThreads = (runs: readonly Run[]): Run[] =>
  runs.map(({ letters, looks }) => ({
    letters,
    looks: Object.fromEntries(Object.entries(looks).filter(([key]) => !key.startsWith('comment'))),
  }))

/** Whether an open letter goes along with those around it: where what is left of it goes, or if nothing is, what is right of it. */
export function goesAlong(kindAt: (at: number) => 'went' | 'stays' | 'open' | undefined, at: number): boolean {
  let left = at - 1
  while (kindAt(left) === 'open') left--
  let right = at + 1
  while (kindAt(right) === 'open') right++
  return kindAt(left) === 'went' ? kindAt(right) !== 'stays' : kindAt(left) === undefined && kindAt(right) === 'went'
}

/**
 * What is put between two letters looks like the one before it, but is under no thread that only one of them is under:
 * there its words end, or begin.
 */
function looksAt(text: Y.XmlText, at: number): Run['looks'] {
  let [place, before, after]: [number, Run['looks'], Run['looks']] = [0, {}, {}]
  for (const { insert, attributes = {} } of text.toDelta() as { insert: unknown; attributes?: Run['looks'] }[]) {
    if (place < at) before = attributes
    place += typeof insert === 'string' ? insert.length : 1
    if (place <= at) continue
    after = attributes
    break
  }
  return Object.fromEntries(Object.entries(before).filter(([key]) => !isOfThread(key) || key in after))
}

const isOfThread = (key: string): boolean => key.startsWith('comment')

/** Writes letters in as this client's own; those without looks have those of where they come. @returns what they are now */
export function putLetters(to: Y.XmlText, at: number, runs: readonly Run[]): Id[] {
  const client = to.doc!.clientID
  const clock = Y.getState(to.doc!.store, client)
  // The last first, so that none looks like the one before it.
  for (const { letters, looks } of runs.toReversed())
    to.insert(at, wordsOf(letters), Object.keys(looks).length > 0 ? looks : looksAt(to, at))
  return lettersOf(to, null).flatMap(({ id, gone }) => (gone === null && id.client === client && id.clock >= clock ? [id] : []))
}

/** Takes out those that still stand. */
export function takeLetters(from: Y.XmlText, runs: readonly Run[]): void {
  for (const { id } of runs.flatMap(({ letters }) => letters)) {
    const at = placeOf(from, id)
    if (at >= 0) from.delete(at, 1)
  }
}

/** The item of a letter or block, if it is known and not collected. */
export function itemOf(ydoc: Y.Doc, { client, clock }: Id): Y.Item | null {
  if (clock >= Y.getState(ydoc.store, client)) return null
  const struct = Y.getItem(ydoc.store, Y.createID(client, clock)) as Y.Item | Y.GC
  return struct instanceof Y.Item ? struct : null
}

type AnyType = Y.AbstractType<any> // oxlint-disable-line typescript/no-explicit-any -- whatever its events are

export function isDead(type: AnyType): boolean {
  for (let at: AnyType | null = type; at?._item; at = at._item.parent as AnyType | null) if (at._item.deleted) return true
  return false
}

/** Where the block of a text stood that is gone with it; null: what held it is gone, too. */
export function placeOfDead(text: Y.XmlText): { block: Y.XmlElement; holder: Y.XmlFragment; at: number } | null {
  let block = text.parent as Y.XmlElement
  while (block.parent instanceof Y.XmlElement && isDead(block.parent)) block = block.parent
  const holder = block.parent
  if (!(holder instanceof Y.XmlFragment) || isDead(holder)) return null
  let before = block._item?.left ?? null
  while (before !== null && before.deleted) before = before.left
  return { block, holder, at: before === null ? 0 : holder.toArray().findIndex((one) => one._item === before) + 1 }
}

/** The text in which a letter still stands. */
export function textOf(ydoc: Y.Doc, id: Id): Y.XmlText | null {
  const item = itemOf(ydoc, id)
  return item !== null && !item.deleted && item.parent instanceof Y.XmlText && !isDead(item.parent) ? item.parent : null
}

/** The texts of a block, and of the blocks in it. */
export function* textsIn(element: Y.XmlElement | Y.XmlText | Y.XmlHook): Generator<Y.XmlText> {
  if (element instanceof Y.XmlText) yield element
  else if (element instanceof Y.XmlElement) for (const child of element.toArray()) yield* textsIn(child as Y.XmlElement)
}

export const isBare = (element: Y.XmlElement): boolean =>
  element.toArray().every((one) => one instanceof Y.XmlText && one.length === 0)

export function removeBlock(block: Y.XmlElement): void {
  const holder = block.parent
  if (!(holder instanceof Y.XmlFragment)) return
  const at = holder.toArray().indexOf(block)
  if (at >= 0) holder.delete(at, 1)
}
