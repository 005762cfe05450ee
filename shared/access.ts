/** The shapes of who is let into one story: guest links, and exceptions from what a role may do. */
import { z } from 'zod'
import { line, name, PersonHere, role, Session, time, token } from './api.ts'
import { GUEST_LEVELS, LEVELS } from './can.ts'
import { ROLES_OF_TEXT } from './schema.ts'

const blocks = z.array(z.string().min(1).max(60)).min(1, 'must name at least one block').max(500)

const linkFields = {
  label: line(80).trim().describe('For whom it is, in the desk’s words. Its guests are not shown it.'),
  level: z.enum(GUEST_LEVELS),
  legal: z.boolean().describe('They see legal threads and may open them.'),
  passages: blocks
    .nullable()
    .describe(
      'A read-back: only the blocks of these ids, on a page of their own, to read and comment on. Null: the whole story.',
    ),
  most: z.number().int().min(1).max(100).describe('How many people may come by it.'),
}
const days = z.number().int().min(1).max(365).describe('It ends by itself after so many days from now.')

export const NewGuestLink = z
  .object({
    storyId: z.string().max(40),
    ...linkFields,
    label: linkFields.label.default(''),
    legal: linkFields.legal.default(false),
    passages: linkFields.passages.default(null),
    most: linkFields.most.default(10),
    days: days.default(14),
  })
  .meta({ id: 'NewGuestLink' })
export const ChangeGuestLink = z
  .object({
    ...linkFields,
    days,
    open: z.boolean().describe('False takes the link back, true gives it again, to those too who came by it.'),
  })
  .partial()
  .meta({ id: 'ChangeGuestLink', description: 'Only what is given changes, at once, for everybody who came by it.' })
export const GuestLink = z
  .object({
    id: z.string(),
    storyId: z.string(),
    ...linkFields,
    uses: z.number().int().describe('How many people have come by it.'),
    guests: z.array(PersonHere),
    path: z
      .string()
      .optional()
      .describe("Only in the answer that made it: the secret is kept nowhere. Join it to the site's address."),
    createdBy: z.string(),
    createdAt: time,
    expiresAt: time,
    endedAt: time.nullable().describe('When it was taken back or its time came. Null: it is open.'),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'GuestLink' })
export const GuestLinks = z.object({ links: z.array(GuestLink) }).meta({ id: 'GuestLinks' })

export const EnterByLink = z
  .object({ token, name: name.optional().describe('Left out by who is signed in already.') })
  .meta({ id: 'EnterByLink' })
export const Entered = z
  .object({ session: Session, storyId: z.string(), readBack: z.boolean().describe('They see passages only.') })
  .meta({ id: 'Entered' })

/** What the story says of somebody beside their role; null: as the role has it. */
export const StoryException = z
  .object({ level: z.enum(LEVELS).nullable(), legal: z.boolean().nullable(), passages: blocks.nullable() })
  .meta({ id: 'StoryException' })
export const ChangeException = StoryException.partial().meta({
  id: 'ChangeException',
  description: 'Only what is given changes. What is null is as the role has it.',
})
export const PersonOfStory = z
  .object({
    ...PersonHere.shape,
    role,
    byLink: z.string().nullable().describe('The guest link they came by.'),
    exception: StoryException.nullable().describe('Null: the story makes none.'),
    level: z.enum(LEVELS).nullable().describe('What it comes to. Null: they do not see the story.'),
    legal: z.boolean(),
  })
  .meta({ id: 'PersonOfStory' })
export const PeopleOfStory = z.object({ people: z.array(PersonOfStory) }).meta({ id: 'PeopleOfStory' })

/** What a read-back shows. */
export const ReadBack = z
  .object({
    mayComment: z.boolean(),
    passages: z.array(
      z.object({
        block: z.string(),
        role: z.enum(ROLES_OF_TEXT).nullable().describe('Null: no paragraph, but a heading, a list, a note or a caption.'),
        speaker: z.string().nullable(),
        text: z.string(),
      }),
    ),
    spots: z
      .array(z.object({ thread: z.string(), block: z.string(), at: z.number().int(), length: z.number().int() }))
      .describe('Which letters of a passage a thread is on.'),
  })
  .meta({ id: 'ReadBack' })

export type ReadBack = z.infer<typeof ReadBack>
export type GuestLink = z.infer<typeof GuestLink>
export type Entered = z.infer<typeof Entered>
export type PersonOfStory = z.infer<typeof PersonOfStory>
