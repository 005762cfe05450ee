/** Puts words into a field: into a thread's words only when they stand in the midst of them. */
import type * as Y from 'yjs'

export function putIn(field: Y.Text, at: number, words: string): void {
  const [before, after] = [looksAt(field, at - 1), looksAt(field, at)]
  field.insert(at, words, Object.fromEntries(Object.entries(before).filter(([name]) => name in after)))
}

function looksAt(field: Y.Text, at: number): object {
  let start = 0
  for (const { insert, attributes } of field.toDelta() as { insert: string; attributes?: object }[]) {
    if (at >= start && at < start + insert.length) return attributes ?? {}
    start += insert.length
  }
  return {}
}
