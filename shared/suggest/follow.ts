/** Which suggestion a hunk is, when its author has gone on working on it: so that its discussion stays with it. */
import type { PlainHunk } from './hunks.ts'

type Known = Pick<PlainHunk, 'id' | 'kind' | 'field' | 'block' | 'was' | 'now'> & { suggestion: string; view: PlainHunk['view'] }

/**
 * The suggestion each hunk is, by the hunk's id.
 * @param before the hunks as they were, with the suggestions they were
 * @returns hunks that are new are suggestions of their own id
 */
export function suggestionsOf(before: readonly Known[], hunks: readonly PlainHunk[]): Map<string, string> {
  const all = new Map<string, string>()
  const free = new Map(before.map((one) => [one.id, one]))
  for (const { id } of hunks) {
    const same = free.get(id)
    if (same) all.set(id, same.suggestion)
    free.delete(id)
  }
  const taken = new Set(all.values())
  for (const hunk of hunks) {
    if (all.has(hunk.id)) continue
    let best: Known | null = null
    let most = 0
    for (const one of free.values()) {
      const likeness = taken.has(one.suggestion) ? 0 : likenessOf(one, hunk)
      if (likeness > most) [best, most] = [one, likeness]
    }
    let suggestion = best?.suggestion ?? hunk.id
    if (best) free.delete(best.id)
    else while (taken.has(suggestion)) suggestion += '~'
    taken.add(suggestion)
    all.set(hunk.id, suggestion)
  }
  return all
}

/** 0: another one. */
function likenessOf(one: Known, hunk: PlainHunk): number {
  const place = (range: PlainHunk['view']): string => range.from.field ?? range.from.block ?? ''
  const near = place(one.view) === place(hunk.view) || (one.block !== null && one.block === hunk.block)
  if (one.field !== hunk.field || !near) return 0
  const distance = Math.abs(one.view.from.at - hunk.view.from.at)
  const words = shared(one.was, hunk.was) + shared(one.now, hunk.now)
  const isBare = one.was === '' && one.now === '' && hunk.was === '' && hunk.now === ''
  const isThere = one.was === '' && hunk.was === '' && distance === 0
  if (words === 0 && !(one.kind === hunk.kind && (isBare || isThere))) return 0
  return words * 10 + (one.kind === hunk.kind ? 5 : 0) + 4 / (1 + distance)
}

/** How much of the one is in the other: all, its beginning or its end, some. */
function shared(a: string, b: string): number {
  if (a === '' || b === '') return 0
  if (a === b) return 4
  const [x, y] = a.trim() === '' || b.trim() === '' ? [a, b] : [a.trim(), b.trim()]
  const [short, long] = x.length < y.length ? [x, y] : [y, x]
  return long.startsWith(short) || long.endsWith(short) ? 3 : sharesWord(x, y) || isMended(short, long) ? 2 : 0
}

/** Whether a letter here or there is another, in what else begins and ends alike. */
function isMended(short: string, long: string): boolean {
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  const ends = short.length - same
  let tail = 0
  while (tail < ends && short.at(-1 - tail) === long.at(-1 - tail)) tail++
  return (same + tail) * 2 > long.length
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.match(/[\p{L}\p{N}]+/gu) ?? [])
  return (b.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => words.has(word))
}
