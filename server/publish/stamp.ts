/**
 * The stamp of a preview: it names the time that the page says and, by their hash, the page's bytes and all that is
 * published with them. Nothing is kept for it: publishing makes the page again and compares.
 */
import { createHash } from 'node:crypto'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { ReaderNote } from '../../shared/shapes/editions.ts'

export type Stamped = {
  at: number
  kind: EditionKind
  note: ReaderNote | null
  /** Of the content: a page for readers who are not members does not show all of it. */
  hash: string
  pageHash: string
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export function stampOf({ at, kind, note, hash, pageHash }: Stamped): string {
  const said = note === null ? null : [note.label, note.wrong, note.right, note.atTop]
  return `${at}.${sha256(JSON.stringify([kind, said, hash, pageHash]))}`
}

/** The time that a stamp names; null: it is none. */
export function timeOfStamp(stamp: string): number | null {
  const at = /^(\d{1,15})\.[0-9a-f]{64}$/.exec(stamp)?.[1]
  return at === undefined ? null : Number(at)
}
