/** A field as it would read with what one person suggests for it: what stays, what goes, what comes. */
import type * as Y from 'yjs'
import type { Hunk } from '../../shared/review.ts'
import type { Run } from './field-suggestions.ts'
import { absolute } from './places.ts'

export type FieldChange = { hunk: Pick<Hunk, 'from' | 'to' | 'was' | 'now'>; ydoc: Y.Doc }

export function runsOf(text: string, changes: readonly FieldChange[]): Run[] {
  const placed = changes
    .flatMap(({ hunk, ydoc }) => {
      const from = absolute(ydoc, hunk.from)?.index ?? 0
      const to = absolute(ydoc, hunk.to)?.index ?? from
      return [{ from: Math.min(from, text.length), to: Math.min(Math.max(from, to), text.length), now: hunk.now }]
    })
    .sort((a, b) => a.from - b.from)
  const runs: Run[] = []
  let at = 0
  for (const { from, to, now } of placed) {
    if (from < at) continue
    if (from > at) runs.push({ text: text.slice(at, from), is: 'same' })
    if (to > from) runs.push({ text: text.slice(from, to), is: 'out' })
    if (now !== '') runs.push({ text: now, is: 'in' })
    at = to
  }
  if (at < text.length) runs.push({ text: text.slice(at), is: 'same' })
  return runs
}
