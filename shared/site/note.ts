/** A note to readers, as every page shows it: labelled, with the moment it was made. */
import { escapeHtml } from '../body/html-words.ts'
import type { ReaderNote } from '../shapes/editions.ts'
import { isoIn, momentIn } from './when.ts'
import type { SiteWords } from './words.ts'

export type NoteNow = ReaderNote & { at: number }

export function noteHtml(note: NoteNow, words: SiteWords, lang: string, zone: string): string {
  const when = `<time datetime="${isoIn(note.at, zone)}">${escapeHtml(momentIn(note.at, zone, lang))}</time>`
  const lines = `${note.wrong} ${note.right}`.trim()
  return `<p><b>${escapeHtml(words.labels[note.label])}, ${when}.</b> ${escapeHtml(lines).replace(/\n+/g, '<br>')}</p>`
}
