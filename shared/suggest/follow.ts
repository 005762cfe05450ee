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
  const shared = (a: string, b: string): number =>
    a === '' || b === '' ? 0 : a === b ? 4 : a.startsWith(b) || b.startsWith(a) ? 3 : sharesWord(a, b) ? 2 : 0
  const words = shared(one.was, hunk.was) + shared(one.now, hunk.now)
  if (words === 0 && !(one.kind === hunk.kind && one.was === '' && one.now === '' && hunk.was === '' && hunk.now === '')) return 0
  return words * 10 + (one.kind === hunk.kind ? 5 : 0) + 4 / (1 + distance)
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.match(/[\p{L}\p{N}]+/gu) ?? [])
  return (b.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => words.has(word))
}
