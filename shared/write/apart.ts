/**
 * Keeps two words from running together. Who replaces a word leaves the blanks around it; when two do it at the same
 * moment, both new ones stand between the same blanks, as one.
 */
import * as Y from 'yjs'
import { bodyOf } from '../story.ts'
import { textsIn, type Letter } from './moved.ts'

type Place = { text: Y.XmlText; at: number }

const ENDS_AS_WORD = /[\p{L}\p{N}\p{M}_]$/u
const BEGINS_AS_WORD = /^[\p{L}\p{N}\p{M}_]/u
const wordsOf = ({ deleted, content }: Y.Item): string =>
  !deleted && 'str' in content && typeof content.str === 'string' ? content.str : ''
const same = (a: Y.ID | null, b: Y.ID | null): boolean => a === b || (a?.client === b?.client && a?.clock === b?.clock)

/** How words look is no letter between them. */
function leftOf({ left }: Y.Item): Y.Item | null {
  while (left !== null && left.content instanceof Y.ContentFormat) left = left.left
  return left
}

/** Where words meet that two put in at the same place, neither of whom knew of the other. */
export function ranTogether(ydoc: Y.Doc): Place[] {
  const places: Place[] = []
  for (const block of bodyOf(ydoc).toArray())
    for (const text of textsIn(block as Y.XmlElement)) {
      let at = 0
      for (let item = text._start; item; item = item.right) {
        const left = leftOf(item)
        if (left !== null && wordsMeet(left, item)) places.push({ text, at })
        if (!item.deleted && item.countable) at += item.length
      }
    }
  return places
}

function wordsMeet(left: Y.Item, right: Y.Item): boolean {
  if (left.id.client === right.id.client || !ENDS_AS_WORD.test(wordsOf(left)) || !BEGINS_AS_WORD.test(wordsOf(right)))
    return false
  // Put in before the other, which was there: one word, of which a part was replaced.
  if (same(left.rightOrigin, right.id)) return false
  // Back to the first of what was typed there without a stop.
  let first = left
  while (!same(first.origin, right.origin)) {
    const before = leftOf(first)
    if (before === null || before.id.client !== first.id.client || !same(first.origin, before.lastId)) return false
    first = before
  }
  const before = leftOf(first)
  return before === null || !ENDS_AS_WORD.test(wordsOf(before))
}

/** Part of a transaction of the caller's. */
export function setApart(places: readonly Place[]): void {
  for (const { text, at } of places.toReversed()) text.insert(at, ' ')
}

/** Whether letters stand apart from the word before them, and from the one behind them. */
export type Apart = { before: boolean; after: boolean }
export const NOT_APART: Apart = { before: false, after: false }

export const isOfWord = (letter: Letter | undefined): boolean => letter !== undefined && BEGINS_AS_WORD.test(letter.is)

/** Of letters from one place to another: beside what was there when they were typed. */
export function standsApart(letters: readonly Letter[], from: number, to: number): Apart {
  const wasThere = ({ gone }: Letter): boolean => gone !== 'before'
  return { before: !isOfWord(letters.slice(0, from).findLast(wasThere)), after: !isOfWord(letters.slice(to).find(wasThere)) }
}
