/**
 * A shared line of text, as pure functions: what a person has just done to it, found from before and after,
 * and where a place in it has gone after a colleague's change.
 */

/** Takes away `remove` code units at `at`, then puts `insert` there. */
export type Edit = { at: number; remove: number; insert: string }

/** A change as Yjs tells it. */
export type Delta = readonly { retain?: number; insert?: unknown; delete?: number }[]

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/**
 * The smallest edit that leads from one to the other, ended at the caret: among many equal letters only the
 * caret says which one was typed. Never cuts an emoji in two.
 * @param caret where the caret stands after the edit
 */
export function editBetween(before: string, after: string, caret: number): Edit | null {
  if (before === after) return null
  const most = Math.min(before.length, after.length)
  const behind = after.length - caret
  let tail = 0
  if (behind <= before.length && before.endsWith(after.slice(caret))) tail = Math.min(behind, most)
  else while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  let head = 0
  while (head < most - tail && before[head] === after[head]) head++
  if (head > 0 && isHigh(after.charCodeAt(head - 1)) && (isLow(after.charCodeAt(head)) || isLow(before.charCodeAt(head)))) head--
  if (tail > 0) {
    const [b, a] = [before.length - tail, after.length - tail]
    if (isLow(after.charCodeAt(a)) && (isHigh(after.charCodeAt(a - 1)) || isHigh(before.charCodeAt(b - 1)))) tail--
  }
  return { at: head, remove: before.length - head - tail, insert: after.slice(head, after.length - tail) }
}

/**
 * Where a place in the text is after a change.
 * @param side whether words put exactly there come after the place (-1) or before it (1)
 */
export function placeAfter(delta: Delta, place: number, side: -1 | 1): number {
  let at = 0
  let moved = place
  for (const step of delta) {
    if (step.retain !== undefined) at += step.retain
    else if (typeof step.insert === 'string') {
      if (at < moved || (at === moved && side === 1)) moved += step.insert.length
      at += step.insert.length
    } else if (step.delete !== undefined && at < moved) moved = Math.max(at, moved - step.delete)
    if (at > moved) break
  }
  return moved
}

/** Where the caret belongs after one's own undo: behind what it put back, or where it took away. */
export function endOfChange(delta: Delta): number {
  let at = 0
  let end = 0
  for (const step of delta) {
    if (step.retain !== undefined) at += step.retain
    else if (typeof step.insert === 'string') {
      at += step.insert.length
      end = at
    } else end = at
  }
  return end
}

/** A headline is one line: what is pasted or dropped with line ends becomes one. */
export const oneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')
