/** An edition that somebody is about to make, and what is still missing of it. Pure. */
import { isSilent, kindsAfter, saysSomething } from '../../shared/publish/kinds.ts'
import { SITE, type EditionKind, type NoteLabel } from '../../shared/publish/workflow.ts'
import type { AskPreview, EditionPreview, Publish, ReaderNote, WallTime } from '../../shared/shapes/editions.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import { beforeOf, LABELS_FOR } from './words.ts'

export type Newsletter = NonNullable<Publish['newsletter']>

export type Draft = {
  kind: EditionKind
  /** Null: readers are told nothing. */
  label: NoteLabel | null
  wrong: string
  right: string
  atTop: boolean
  /** Why a change that looks substantive needs no note. */
  withoutNote: string
  /** Null: now. */
  at: WallTime | null
  targets: readonly string[]
  newsletter: Newsletter | null
}

/** @param before targets that had the edition before, in the order of the list */
export function newDraft(live: Standing['live'], before: readonly string[]): Draft {
  return {
    ...asKind(kindsAfter(beforeOf(live))[0]!),
    wrong: '',
    right: '',
    atTop: false,
    withoutNote: '',
    at: null,
    targets: before.length > 0 ? before : [SITE],
    newsletter: null,
  }
}

/** What is said to readers follows from what it is. */
export const asKind = (kind: EditionKind): Pick<Draft, 'kind' | 'label'> => ({
  kind,
  label: kind === 'correction' || kind === 'kill' ? LABELS_FOR[kind][0]! : null,
})

/** The note as it is written so far; null: there is none, or nothing in it to be shown. */
export function noteOf({ label, wrong, right, atTop }: Draft): ReaderNote | null {
  if (label === null || !saysSomething(right)) return null
  return { label, wrong: label === 'correction' ? wrong.trim() : '', right: right.trim(), atTop }
}

export const askOf = (draft: Draft): AskPreview => ({ kind: draft.kind, note: noteOf(draft), at: draft.at })

/** Names a place in the panel. */
export type Missing = { field: 'wrong' | 'right' | 'without' | 'when' | 'targets' | 'newsletter'; says: string }

const RIGHT_MISSING: Partial<Record<NoteLabel, string>> = {
  correction: 'Say what is right.',
  retraction: 'Write the retraction: the notice that readers will get.',
}

/** What is to be filled in before it can go out. @param look of what was shown */
export function missing(draft: Draft, look: Pick<EditionPreview, 'class'> | null): Missing[] {
  const list: Missing[] = []
  const { kind, label, wrong, right, withoutNote } = draft
  if (label === 'correction' && !saysSomething(wrong)) list.push({ field: 'wrong', says: 'Say what was wrong.' })
  if (label !== null && !saysSomething(right))
    list.push({ field: 'right', says: RIGHT_MISSING[label] ?? 'Say what readers are to know.' })
  if (needsReason(draft, look) && withoutNote.trim() === '')
    list.push({ field: 'without', says: 'The change looks substantive: tell readers, or say why they need not be told.' })
  if (draft.targets.length === 0 && kind !== 'kill') list.push({ field: 'targets', says: 'Say where it is to go.' })
  if (draft.at !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(draft.at.local)) list.push({ field: 'when', says: 'Say when.' })
  if (draft.newsletter !== null && draft.newsletter.slug.trim() === '')
    list.push({ field: 'newsletter', says: 'Say which newsletter it is.' })
  return list
}

/** Of what readers are told, which is written where it is said what it is. */
export const isOfNote = (field: Missing['field']): field is 'wrong' | 'right' | 'without' =>
  field === 'wrong' || field === 'right' || field === 'without'

export const noteMissing = (draft: Draft, look: Pick<EditionPreview, 'class'> | null): Missing[] =>
  missing(draft, look).filter(({ field }) => isOfNote(field))

/** A silent change that readers would want to know of. */
export const needsReason = (draft: Draft, look: Pick<EditionPreview, 'class'> | null): boolean =>
  draft.label === null && look !== null && isSilent(draft.kind, look.class, { note: null, withoutNote: '' })

export function publishOf(draft: Draft, stamp: string, look: Pick<EditionPreview, 'class'> | null): Publish {
  const { kind, at, targets, newsletter, withoutNote } = draft
  return {
    stamp,
    kind,
    note: noteOf(draft),
    at,
    targets: [...targets],
    newsletter: newsletter !== null && targets.includes(newsletter.target) && kind !== 'kill' ? newsletter : null,
    ...(needsReason(draft, look) ? { withoutNote: withoutNote.trim() } : {}),
  }
}
