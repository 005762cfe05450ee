/**
 * The HTTP API's shapes: validated once at the edge by these schemas, and the source of
 * /api/openapi.json. The client imports only the types.
 */
import { z } from 'zod'
import { ROLES } from './can.ts'
import { STAGES } from './story.ts'

export const PASSWORD_MIN = 10

const name = z.string().trim().min(1).max(80)
const email = z.string().trim().toLowerCase().max(200).pipe(z.email())
const password = z.string().min(PASSWORD_MIN).max(200)
const token = z.string().min(20).max(200)
const role = z.enum(ROLES)
/** Milliseconds since 1970. */
const time = z.number().int()

export const Person = z.object({ id: z.string(), name, email: z.string(), role, hue: z.number().int() })
export const PersonHere = Person.pick({ id: true, name: true, hue: true })
export const Session = z.object({ person: Person, newsroom: z.object({ name: z.string() }) })

export const SetUp = z.object({ token, newsroom: name, name, email, password })
export const SignIn = z.object({ email: z.string().trim().toLowerCase().max(200), password: z.string().max(200) })
export const UseLink = z.object({ token })
/** An invited newcomer gives all three; a person already signed in none. */
export const AcceptLink = z.object({ token, name: name.optional(), email: email.optional(), password: password.optional() })
export const Link = z.object({
  kind: z.enum(['setup', 'invite', 'signin']),
  role: role.nullable(),
  newsroom: z.string(),
  story: z.object({ id: z.string(), headline: z.string() }).nullable(),
  invitedBy: z.string().nullable(),
})

export const NewInvite = z.object({ role, storyId: z.string().optional() })
export const Invite = z.object({
  id: z.string(),
  role,
  storyId: z.string().nullable(),
  /** Only in the answer that made it: the secret is kept nowhere. Join it to the site's address. */
  path: z.string().optional(),
  createdAt: time,
  expiresAt: time,
})
export const ChangePerson = z.object({ role: role.optional(), name: name.optional() })
export const ChangeNewsroom = z.object({ name })

export const Story = z.object({
  id: z.string(),
  slug: z.string(),
  headline: z.string(),
  dek: z.string(),
  byline: z.string(),
  stage: z.enum(STAGES),
  words: z.number().int(),
  createdAt: time,
  editedAt: time,
  editedBy: PersonHere.nullable(),
  here: z.array(PersonHere),
  /** Why the story cannot be opened, when its saved copy is damaged. */
  trouble: z.string().nullable(),
})
const slug = z.string().trim().max(80)
const text = z.string().max(2000)
export const NewStory = z.object({
  slug: slug.optional(),
  headline: text.optional(),
  dek: text.optional(),
  byline: text.optional(),
})
export const ChangeStory = NewStory
export const Imported = z.object({
  story: Story,
  /** Paragraphs read as questions and answers, those it asks about, and what could not be kept. */
  turns: z.number().int(),
  unsure: z.number().int(),
  lost: z.array(z.string()),
})
export const Problem = z.object({ type: z.string(), title: z.string(), status: z.number().int(), detail: z.string() })

export type Person = z.infer<typeof Person>
export type PersonHere = z.infer<typeof PersonHere>
export type Session = z.infer<typeof Session>
export type Link = z.infer<typeof Link>
export type Invite = z.infer<typeof Invite>
export type Story = z.infer<typeof Story>
export type Imported = z.infer<typeof Imported>
export type Problem = z.infer<typeof Problem>

/** What `/live` pushes to an open desk: the whole list first, then one story at a time. */
export type DeskMessage = { stories: Story[] } | { story: Story } | { gone: string } | { people: true }
