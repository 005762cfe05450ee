/** Which edition may follow which, and what each asks for: decided by the panel and by the server alike. */
import type { ReaderNote } from '../shapes/editions.ts'
import type { ClassOfChange } from './class-of-change.ts'
import type { EditionKind } from './workflow.ts'

/** What a story is to readers now. */
export type Before = 'nothing' | 'live' | 'killed'

/** What can be published of a story, the usual first. */
export function kindsAfter(before: Before): EditionKind[] {
  if (before === 'nothing') return ['first']
  return before === 'killed' ? ['return'] : ['update', 'correction', 'kill']
}

/** Why an edition of this kind cannot be made now, in a sentence; null: it can. */
export function whyNot(kind: EditionKind, before: Before): string | null {
  if (kindsAfter(before).includes(kind)) return null
  if (kind === 'first') return 'It has been published already: what follows is an update or a correction.'
  if (before === 'nothing') return 'Nothing of it has been published yet, so this is its first edition.'
  return before === 'killed' ? 'It was withdrawn from readers: bring it back first.' : 'It has not been withdrawn.'
}

/** Blanks and signs alone tell readers nothing. */
export const saysSomething = (words: string): boolean => /[\p{L}\p{N}]/u.test(words)

/** What is the matter with the note to readers, in a sentence; null: nothing. */
export function noteTrouble(kind: EditionKind, note: ReaderNote | null): string | null {
  const corrects = note?.label === 'correction'
  if (note !== null && !saysSomething(note.right))
    return note.label === 'retraction' ? 'A retraction tells readers why.' : 'The note says nothing to readers.'
  if (kind === 'correction' && !corrects) return 'A correction tells readers what was wrong and what is right.'
  if (kind === 'correction' && !saysSomething(note?.wrong ?? '')) return 'Say in the correction what was wrong.'
  if (corrects && kind !== 'correction') return 'A note that corrects a fact is published as a correction.'
  return null
}

/** Whether readers would get another story without a word about it. */
export function isSilent(
  kind: EditionKind,
  change: ClassOfChange,
  { note, withoutNote }: { note: ReaderNote | null; withoutNote: string },
): boolean {
  return (kind === 'update' || kind === 'return') && change === 'substantive' && note === null && withoutNote === ''
}
