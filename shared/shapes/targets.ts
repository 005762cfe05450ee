/** Targets: the places a newsroom pushes stories to. */
import { z } from 'zod'
import { line, time } from '../api.ts'
import { id } from './words.ts'
import { TARGET_KINDS } from '../publish/workflow.ts'

export const TargetConfig = z
  .object({
    url: z.string().max(500).describe('Of Ghost and WordPress the site; of a webhook where it is sent.'),
    user: line(200).trim(),
    folder: z.string().max(500).describe('A path on the server, below the folder that the operator allows.'),
    allowPrivate: z.boolean().describe('Addresses inside this network may be asked.'),
    asDraft: z.boolean().describe('Ghost and WordPress get a draft that is published there by hand.'),
  })
  .partial()
  .meta({ id: 'TargetConfig' })
export const NewTarget = z
  .object({
    kind: z.enum(TARGET_KINDS),
    name: line(80).trim().min(1, 'must not be empty'),
    config: TargetConfig,
    secret: z
      .string()
      .max(500)
      .default('')
      .describe('Ghost’s key, WordPress’s application password, a webhook’s whsec_; never told again.'),
  })
  .meta({ id: 'NewTarget' })
export const ChangeTarget = z
  .object({ name: line(80).trim().min(1), config: TargetConfig, secret: z.string().min(1).max(500), on: z.boolean() })
  .partial()
  .meta({ id: 'ChangeTarget' })
export const Target = z
  .object({
    id,
    kind: z.enum(TARGET_KINDS),
    name: z.string(),
    config: TargetConfig,
    hasSecret: z.boolean(),
    on: z.boolean(),
    trouble: z.string().nullable().describe('Why it was switched off by itself.'),
    tested: z.object({ at: time, ok: z.boolean(), says: z.string() }).nullable(),
  })
  .meta({ id: 'Target' })
export const Targets = z
  .object({
    targets: z.array(Target),
    folders: z.array(z.string()).describe('Below which the site may be written; for those who set up targets.'),
  })
  .meta({ id: 'Targets' })

export type TargetConfig = z.infer<typeof TargetConfig>
export type NewTarget = z.infer<typeof NewTarget>
export type Target = z.infer<typeof Target>
