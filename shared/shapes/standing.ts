/** Where a story stands, as it is told and as it is changed. */
import { z } from 'zod'
import { line, PersonHere, time } from '../api.ts'
import { hash, id, lines, path, zone } from './words.ts'
import { EDITION_KINDS, GATES, GATE_STATES, VISIBILITIES } from '../publish/workflow.ts'
import { STAGES } from '../story.ts'

export const GateNow = z
  .object({
    gate: z.enum(GATES),
    state: z.enum(GATE_STATES),
    passed: z
      .object({
        by: PersonHere,
        at: time,
        note: z.string(),
        version: id.describe('The version it was passed on: what has changed since is a comparison with it.'),
      })
      .nullable(),
    mayPass: z.boolean().describe('Whether this person may.'),
  })
  .meta({ id: 'GateNow' })
export const Particulars = z
  .object({
    path: path.nullable(),
    kicker: line(60).trim(),
    topics: z.array(line(60).trim().min(1)).max(12),
    visibility: z.enum(VISIBILITIES),
    searchTitle: line(120).trim(),
    searchText: line(320).trim(),
    socialTitle: line(200).trim(),
  })
  .meta({ id: 'Particulars', description: 'What a story says to readers beside its text.' })
export const Embargo = z.object({ until: time, zone }).meta({ id: 'Embargo' })
export const Live = z
  .object({
    edition: z.number().int(),
    kind: z.enum(EDITION_KINDS),
    url: z.string(),
    publishedAt: time,
    changedAt: time,
    /** What readers have is not what the desk has. */
    behind: z.boolean().describe('The story has changed since.'),
    killed: z.boolean(),
  })
  .meta({ id: 'Live' })
export const Waiting = z
  .object({ edition: z.number().int(), kind: z.enum(EDITION_KINDS), at: time, zone, behind: z.boolean(), by: PersonHere })
  .meta({ id: 'Waiting', description: 'An edition that is to go out later.' })
export const Standing = z
  .object({
    stage: z.enum(STAGES),
    moves: z.array(z.object({ to: z.enum(STAGES), needsReason: z.boolean() })).describe('Where this person may move it.'),
    moved: z
      .object({ from: z.enum(STAGES), by: PersonHere, at: time, reason: z.string() })
      .nullable()
      .describe('The last move.'),
    holder: PersonHere.nullable().describe('Who has it on their table.'),
    due: time.nullable(),
    hold: z.object({ by: PersonHere, at: time, reason: z.string() }).nullable(),
    embargo: Embargo.nullable(),
    gates: z.array(GateNow).describe('Those that are wanted, and those that were passed all the same.'),
    particulars: Particulars,
    suggestedPath: z.string().nullable().describe('Made of the headline, and free, while no path is chosen.'),
    pathIsFrozen: z.boolean().describe('It was published under this path: a new one leaves a redirect behind.'),
    version: z.number().int().describe('Rises with every change of the particulars: send it back with a change.'),
    restored: id
      .nullable()
      .describe('Names the last time an earlier version was put back: another one, and what was undone before means nothing.'),
    live: Live.nullable(),
    waiting: Waiting.nullable(),
    alarms: z.array(z.string()).describe('What went wrong with its deliveries, in sentences.'),
    mayPublish: z.boolean(),
    mayManage: z.boolean().describe('Whether this person may set holder, due time, hold, embargo and particulars.'),
  })
  .meta({ id: 'Standing' })
export const MoveStory = z.object({ to: z.enum(STAGES), reason: lines(1000).trim().optional() }).meta({ id: 'MoveStory' })
export const ChangeStanding = z
  .object({
    holder: id.nullable(),
    due: time.nullable(),
    hold: z.object({ reason: lines(1000).trim().min(1, 'must say why') }).nullable(),
    embargo: Embargo.nullable(),
  })
  .partial()
  .meta({ id: 'ChangeStanding', description: 'Only what is given changes.' })
export const ChangeParticulars = Particulars.partial()
  .extend({ version: z.number().int() })
  .meta({ id: 'ChangeParticulars', description: 'Only what is given changes; not when somebody changed it meanwhile.' })
export const PassGate = z
  .object({ hash: hash.describe('Of the content that was read, from the checks.'), note: lines(1000).trim().default('') })
  .meta({ id: 'PassGate' })

export type GateNow = z.infer<typeof GateNow>
export type Standing = z.infer<typeof Standing>
