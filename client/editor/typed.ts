/**
 * What a key does, as a rule: words of one block are others, and every other block is the very same node. What is known
 * of the whole body then still holds, but for where things stand.
 */
import type { Node } from 'prosemirror-model'

/** A block at the top of the body, where it begins, before and after. */
export type Typed = { pos: number; was: Node; now: Node }

/** @returns null: more than that has changed */
export function typedIn(before: Node, after: Node): Typed | null {
  const [old, fresh] = [before.children, after.children]
  if (old.length !== fresh.length) return null
  let [at, pos] = [0, 0]
  while (at < old.length && old[at] === fresh[at]) pos += old[at++]!.nodeSize
  const [was, now] = [old[at], fresh[at]]
  if (was === undefined || now === undefined || !was.isTextblock || !was.sameMarkup(now)) return null
  for (at++; at < old.length; at++) if (old[at] !== fresh[at]) return null
  return { pos, was, now }
}
