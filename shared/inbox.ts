/**
 * The inbox: what happened that concerns one person, and how they want to hear of it. Its shapes; the client
 * imports only the types.
 */
import { z } from 'zod'
import { PersonHere } from './api.ts'
import { STAGES } from './story.ts'
import { isZone } from './publish/wall-time.ts'

const time = z.number().int().describe('Milliseconds since 1970.')

/** What of two that happened in one act is told: the first of these. */
export const INBOX_KINDS = [
  'handed',
  'assignment',
  'mention',
  'remark',
  'reply',
  'accepted',
  'rejected',
  'stage',
  'delivery',
] as const
export const InboxKind = z.enum(INBOX_KINDS).meta({ id: 'InboxKind' })

export const InboxItem = z
  .object({
    id: z.string(),
    kind: InboxKind,
    by: PersonHere.nullable().describe('Whose doing it was.'),
    story: z.object({ id: z.string(), headline: z.string() }),
    thread: z.string().nullable().describe('The thread it is about.'),
    legal: z.boolean().describe('It is said in a legal thread.'),
    words: z.string().describe('What was said, or of a suggestion what it changes; names in place of mentions.'),
    quote: z.string().describe('The words of the story it is about.'),
    changes: z.number().int().describe('Of a decision: how many suggestions.'),
    stage: z.enum(STAGES).nullable(),
    at: time,
    read: z.boolean(),
  })
  .meta({ id: 'InboxItem' })
export const Inbox = z
  .object({
    items: z.array(InboxItem).describe('The newest first.'),
    unread: z.number().int().describe('Of all that there is, not only of these.'),
    more: z.boolean().describe('There are older ones: ask with `before`.'),
  })
  .meta({ id: 'Inbox' })
export const ChangeItem = z.object({ read: z.boolean() }).meta({ id: 'ChangeItem' })
export const ReadAll = z
  .object({ until: time })
  .meta({ id: 'ReadAll', description: 'What came in up to then is read; what came since, and nobody saw, is not.' })
export const Unread = z.object({ unread: z.number().int() }).meta({ id: 'Unread' })

export const MAIL_WISHES = ['off', 'at once', 'daily'] as const
const zone = z
  .string()
  .max(60)
  .refine(isZone, 'must be a time zone such as Europe/Berlin')
  .describe('A time zone such as Europe/Berlin.')
const dailyAt = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:00')
  .describe('The time of day, in that zone.')
export const InboxSettings = z
  .object({
    mail: z.enum(MAIL_WISHES),
    dailyAt,
    zone,
    canMail: z.boolean().describe('Whether this newsroom sends mail at all, and this person has an address.'),
    muted: z.array(z.object({ id: z.string(), headline: z.string() })).describe('Stories they hear nothing of.'),
  })
  .meta({ id: 'InboxSettings' })
export const ChangeInboxSettings = z
  .object({ mail: z.enum(MAIL_WISHES), dailyAt, zone })
  .partial()
  .meta({ id: 'ChangeInboxSettings', description: 'Only what is given changes.' })

export type InboxKind = z.infer<typeof InboxKind>
export type InboxItem = z.infer<typeof InboxItem>
export type Inbox = z.infer<typeof Inbox>
export type MailWish = (typeof MAIL_WISHES)[number]
export type InboxSettings = z.infer<typeof InboxSettings>

/** What `/live/inbox` pushes to every open window of a person. */
export type InboxMessage = { unread: number; item: InboxItem | null }
