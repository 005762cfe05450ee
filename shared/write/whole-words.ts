/**
 * Puts words of which letters changed into a story as whole words, and says which of their letters are which. Put in letter
 * by letter, what is new in a word would be left behind alone by who took the word out and had not heard of it.
 */
import type { Node } from 'prosemirror-model'
import * as Y from 'yjs'
import { bodyOf } from '../story.ts'
import { changes, type Change } from './changes.ts'
import { lettersOf } from './moved.ts'
import type { Id, Moves, Pair } from './moves.ts'

/** From one word to another, at a place of the text as it was: so many letters are the same at its beginning and at its end. */
type Mended = { at: number; was: string; now: string; head: number; tail: number }

/** Part of a transaction of the caller's, who writes the rest: of each block that stays, the words that are mended in it. */
export function mendWords(ydoc: Y.Doc, next: Node, moves: Moves): void {
  const nodes = textblocksOf(next)
  const pairs: Pair[] = []
  const texts: Y.XmlText[] = []
  for (const element of bodyOf(ydoc).createTreeWalker((one) => one instanceof Y.XmlElement)) {
    const node = nodes.get((element as Y.XmlElement).getAttribute('id') ?? '')
    const text = (element as Y.XmlElement).firstChild
    if (!node || !(text instanceof Y.XmlText) || (element as Y.XmlElement).length !== 1) continue
    const mended = mendedIn(text, node.textContent)
    if (mended.length === 0) continue
    texts.push(text)
    const letters = lettersOf(text, null).filter(({ gone }) => gone === null)
    const ids = letters.map(({ id }) => id)
    for (const one of mended) pairs.push(...mend(text, ids, one))
  }
  if (pairs.length > 0) moves.say(pairs, moves.knownIn(texts))
}

/** By their ids; an id that two have is nobody's. */
function textblocksOf(body: Node): Map<string, Node | null> {
  const all = new Map<string, Node | null>()
  body.descendants((node) => {
    if (!node.isTextblock) return true
    const id = String(node.attrs.id)
    all.set(id, all.has(id) || !node.children.every((one) => one.isText) ? null : node)
    return false
  })
  return all
}

/** The last first: those before it stay where they are. */
function mendedIn(text: Y.XmlText, now: string): Mended[] {
  const was = wordsOf(text)
  if (was === now || was.length !== text.length) return []
  const all: Mended[] = []
  let at = 0
  for (const change of changes(was, now)) {
    at += change.same
    const one = mendedBy(change, was, at)
    if (one !== null) all.unshift(one)
    at += change.gone
  }
  return all
}

function mendedBy({ same, gone, come }: Change, text: string, from: number): Mended | null {
  const [was, now] = [text.slice(from, from + gone), String(come)]
  let [head, tail] = [0, 0]
  const most = Math.min(was.length, now.length)
  while (head < most && was[head] === now[head]) head++
  while (tail < most - head && was.at(-1 - tail) === now.at(-1 - tail)) tail++
  const [out, into] = [was.slice(head, was.length - tail), now.slice(head, now.length - tail)]
  if (![...(out + into)].every(isLetter)) return null
  // From where its word begins to where it ends, as far as both have it.
  const [begin, end] = [from + head, from + was.length - tail]
  let [before, after] = [0, 0]
  while (before < same + head && isLetter(text[begin - 1 - before])) before++
  while (isLetter(text[end + after])) after++
  if (before + after === 0) return null
  const [first, last] = [text.slice(begin - before, begin), text.slice(end, end + after)]
  return { at: begin - before, was: first + out + last, now: first + into + last, head: before, tail: after }
}

function wordsOf(text: Y.XmlText): string {
  let words = ''
  for (let item = text._start; item; item = item.right)
    if (!item.deleted && item.content instanceof Y.ContentString) words += item.content.str
  return words
}

/** Scripts without blanks have no words that begin and end. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/
const LETTER = /[\p{L}\p{N}\p{M}_]/u
const isLetter = (is: string | undefined): boolean => is !== undefined && LETTER.test(is) && !UNSPACED.test(is)

/** In between its letters: what others write before the word or behind it at the same moment stays there. */
function mend(text: Y.XmlText, old: readonly Id[], { at, was, now, head, tail }: Mended): Pair[] {
  const { store, clientID: client } = text.doc!
  const clock = Y.getState(store, client)
  text.insert(at + 1, now)
  text.delete(at + 1 + now.length, was.length - 1)
  text.delete(at, 1)
  const same = (from: number, to: number): Pair => ({ from: old[at + from]!, to: { client, clock: clock + to } })
  const pairs = Array.from({ length: head }, (_none, i) => same(i, i))
  for (let i = tail; i > 0; i--) pairs.push(same(was.length - i, now.length - i))
  return pairs
}
