/** The times that a story's page tells its readers, from the editions that are out. */
import type { EditionKind } from './workflow.ts'

type Out = { kind: EditionKind; hash: string; at: number }
export type Dates = { publishedAt: number; changedAt: number; correctedAt: number | null }

/** @param editions those that are out, the first first; at least one */
export function datesOf(editions: readonly Out[]): Dates {
  const publishedAt = editions[0]!.at
  let changedAt = publishedAt
  let correctedAt: number | null = null
  editions.forEach(({ kind, hash, at }, i) => {
    // A clock that was put back makes no change older than the story.
    const time = Math.max(at, publishedAt)
    if (kind === 'update' || kind === 'correction' || (kind === 'return' && hash !== editions[i - 1]?.hash)) changedAt = time
    if (kind === 'correction') correctedAt = time
  })
  return { publishedAt, changedAt, correctedAt }
}
