/** Gives a shared field new words by the smallest change, so that what a colleague types in it stays. */
import type * as Y from 'yjs'
import { putIn } from './put-in.ts'

export function rewrite(field: Y.Text, next: string): void {
  const old = field.toString()
  const shorter = Math.min(old.length, next.length)
  let head = 0
  while (head < shorter && old[head] === next[head]) head++
  if (isHighSurrogate(old, head - 1)) head--
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail++
  if (isLowSurrogate(old, old.length - tail)) tail--
  // First in, then out: a caret at the place stays between the same neighbours.
  const removed = old.length - tail - head
  const added = next.slice(head, next.length - tail)
  if (added !== '') putIn(field, head, added)
  if (removed > 0) field.delete(head + added.length, removed)
}

// Half of an emoji must never be replaced: the other half would become U+FFFD for everyone.
const isHighSurrogate = (text: string, at: number) => /[\ud800-\udbff]/.test(text.charAt(at))
const isLowSurrogate = (text: string, at: number) => /[\udc00-\udfff]/.test(text.charAt(at))
