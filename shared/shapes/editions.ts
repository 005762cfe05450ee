/** Editions: how one is asked for, previewed and published, and what becomes of it at each target. */
import { z } from 'zod'
import { line, PersonHere, time } from '../api.ts'
import { hash, id, lines, zone } from './words.ts'
import { EDITION_KINDS, NOTE_LABELS, TARGET_KINDS } from '../publish/workflow.ts'
import { Check } from './checks.ts'
import { Change } from './versions.ts'

export const ReaderNote = z
  .object({
    label: z.enum(NOTE_LABELS),
    wrong: lines(1000).trim().describe('What was wrong; of other notes empty.'),
    right: lines(2000).trim().min(1, 'must say what readers are to know').describe('What is right; of other notes all of it.'),
    atTop: z.boolean().describe('Above the story: headline or premise were wrong.'),
  })
  .meta({ id: 'ReaderNote' })
/** A time of the clock on a wall, where the newsroom is. */
export const WallTime = z
  .object({
    local: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'must be like 2026-12-03T06:00'),
    zone,
    fold: z.enum(['earlier', 'later']).optional().describe('Which of two, where the clocks are put back.'),
  })
  .meta({ id: 'WallTime' })
export const AskPreview = z
  .object({ kind: z.enum(EDITION_KINDS), note: ReaderNote.nullable().default(null), at: WallTime.nullable().default(null) })
  .meta({ id: 'AskPreview' })
export const EditionPreview = z
  .object({
    stamp: z.string().describe('Names exactly these bytes: what is published is this, or nothing.'),
    hash,
    page: z.string().describe('The page as readers will get it, to the letter.'),
    url: z.string(),
    at: time.describe('The time it will say, and at which it goes out.'),
    says: z.string().nullable().describe('What became of a time that does not exist, or exists twice.'),
    email: z.object({ subject: z.string(), html: z.string(), text: z.string(), bytes: z.number().int() }),
    social: z.object({ title: z.string(), text: z.string(), image: z.string() }),
    search: z.object({ title: z.string(), text: z.string(), url: z.string() }),
    changes: z.array(Change).describe('What readers will see changed.'),
    class: z.enum(['none', 'typo', 'substantive']).describe('What the change looks like: a substantive one asks for a note.'),
    checks: z.array(Check),
  })
  .meta({ id: 'EditionPreview' })
export const Publish = z
  .object({
    stamp: z.string().min(10).max(200),
    kind: z.enum(EDITION_KINDS),
    note: ReaderNote.nullable().default(null),
    at: WallTime.nullable().default(null),
    targets: z.array(id).max(50).describe('`site` and ids of targets.'),
    newsletter: z
      .object({ target: id, slug: line(190), segment: z.enum(['all', 'status:free', 'status:-free']) })
      .nullable()
      .default(null)
      .describe('Mail by a Ghost target, once: it cannot be recalled.'),
    withoutNote: line(300).trim().optional().describe('Why a change that looks substantive needs no note to readers.'),
  })
  .meta({ id: 'Publish' })
export const DELIVERY_STATES = ['waiting', 'sending', 'out', 'trouble', 'clash', 'given up', 'cancelled'] as const
export const Delivery = z
  .object({
    target: id,
    name: z.string(),
    kind: z.enum(['site', ...TARGET_KINDS]),
    state: z.enum(DELIVERY_STATES),
    due: time,
    outAt: time.nullable(),
    url: z.string().nullable(),
    tries: z.number().int(),
    nextTry: time.nullable(),
    says: z.string().nullable().describe('What went wrong, and what happens next.'),
    theirs: z.string().nullable().describe('Of a clash: what the target holds now (HTML).'),
    drift: z.string().nullable().describe('What the target holds differs from what was sent, and how.'),
  })
  .meta({ id: 'Delivery' })
export const Edition = z
  .object({
    number: z.number().int(),
    kind: z.enum(EDITION_KINDS),
    note: ReaderNote.nullable(),
    withoutNote: z.string().nullable(),
    headline: z.string(),
    hash,
    pageHash: hash.describe('The receipt: SHA-256 of the approved page.'),
    at: time.describe('When it goes or went out.'),
    zone,
    by: PersonHere,
    madeAt: time,
    version: id,
    deliveries: z.array(Delivery),
  })
  .meta({ id: 'Edition' })
/** With what readers got of it. */
export const WholeEdition = Edition.extend({ page: z.string().describe('The approved page, to the letter.') }).meta({
  id: 'WholeEdition',
})
export const Editions = z.object({ editions: z.array(Edition).describe('The newest first.') }).meta({ id: 'Editions' })
export const DecideDelivery = z
  .object({ deed: z.enum(['try again', 'overwrite theirs', 'keep theirs', 'compare']) })
  .meta({ id: 'DecideDelivery' })

export type ReaderNote = z.infer<typeof ReaderNote>
export type WallTime = z.infer<typeof WallTime>
export type AskPreview = z.infer<typeof AskPreview>
export type EditionPreview = z.infer<typeof EditionPreview>
export type Publish = z.infer<typeof Publish>
export type Delivery = z.infer<typeof Delivery>
export type Edition = z.infer<typeof Edition>
export type WholeEdition = z.infer<typeof WholeEdition>
export type DecideDelivery = z.infer<typeof DecideDelivery>
