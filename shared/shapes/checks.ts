/** What keeps a story from going out, or is to be looked at before, and where it is. */
import { z } from 'zod'
import { hash, id } from './words.ts'
import { GATES } from '../publish/workflow.ts'
import { FIELDS } from '../story.ts'

export const CHECK_NAMES = [
  'suggestions',
  'must-fix',
  'placeholder',
  'unsure-role',
  'image-alt',
  'image-credit',
  'image-missing',
  'free-note-on-members',
  'affiliate-without-disclosure',
  'embargo',
  'hold',
  'gate',
  'second-person',
  'no-headline',
  'no-path',
  'path-taken',
  'no-byline',
  'no-body',
  'spiked',
  'unsafe-link',
  'stale-quote',
  'two-paywalls',
  // warnings
  'no-dek',
  'straight-quotes',
  'relative-date',
  'long-headline',
  'open-threads',
  'no-topics',
  'long-mail',
] as const
export const CheckPlace = z
  .discriminatedUnion('of', [
    z.object({ of: z.literal('block'), block: id, words: z.string() }),
    z.object({ of: z.literal('field'), field: z.enum(FIELDS), words: z.string() }),
    z.object({ of: z.literal('suggestions') }),
    z.object({ of: z.literal('thread'), thread: id }),
    z.object({ of: z.literal('gate'), gate: z.enum(GATES) }),
    z.object({ of: z.literal('particulars'), name: z.string() }),
    z.object({ of: z.literal('standing') }),
  ])
  .meta({ id: 'CheckPlace', description: 'Where the panel leads.' })
export const Check = z
  .object({ name: z.enum(CHECK_NAMES), blocks: z.boolean(), says: z.string(), place: CheckPlace.nullable() })
  .meta({ id: 'Check' })
export const Checks = z
  .object({ hash: hash.describe('Of the content that was checked: gates are passed on it.'), checks: z.array(Check) })
  .meta({ id: 'Checks' })

export type CheckName = (typeof CHECK_NAMES)[number]
export type CheckPlace = z.infer<typeof CheckPlace>
export type Check = z.infer<typeof Check>
export type Checks = z.infer<typeof Checks>
