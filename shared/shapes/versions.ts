/** Versions of a story, and what changed from one to another. */
import { z } from 'zod'
import { line, PersonHere, time } from '../api.ts'
import { id } from './words.ts'

export const Change = z
  .object({
    kind: z.enum(['added', 'removed', 'changed', 'flipped', 'formatted', 'moved', 'field', 'particulars', 'picture']),
    block: id.nullable(),
    was: z.string(),
    now: z.string(),
    says: z.string().describe('In one sentence.'),
    by: z.array(PersonHere).describe('Whose words they are, as far as that is known.'),
  })
  .meta({ id: 'Change' })
export const VERSION_REASONS = ['stage', 'gate', 'import', 'publication', 'restore', 'named'] as const
export const Version = z
  .object({
    id,
    reason: z.enum(VERSION_REASONS),
    says: z.string().describe('E.g. “filed”, “copy passed”, “edition 2”.'),
    name: z.string().nullable(),
    by: PersonHere.nullable(),
    at: time,
    headline: z.string(),
    words: z.number().int(),
  })
  .meta({ id: 'Version' })
export const KeptVersions = z
  .object({
    versions: z.array(Version).describe('The newest first.'),
    mayKeep: z.boolean().describe('Whether this person may keep, name and restore them.'),
  })
  .meta({ id: 'KeptVersions' })
export const NameVersion = z.object({ name: line(80).trim().min(1, 'must not be empty') }).meta({ id: 'NameVersion' })
export const Restored = z
  .object({
    before: id.nullable().describe('The version kept just before, to go back to. Null: the story said all this already.'),
    changes: z.number().int().describe('How many changes that were.'),
  })
  .meta({ id: 'Restored' })
export const Compared = z
  .object({
    changes: z.array(Change),
    html: z.string().describe('The later text with `ins` and `del`, escaped; safe to show.'),
  })
  .meta({ id: 'Compared' })

export type Change = z.infer<typeof Change>
export type Version = z.infer<typeof Version>
export type VersionReason = (typeof VERSION_REASONS)[number]
export type KeptVersions = z.infer<typeof KeptVersions>
export type Restored = z.infer<typeof Restored>
export type Compared = z.infer<typeof Compared>
