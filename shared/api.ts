/**
 * The HTTP API's shapes: validated once at the edge by these schemas, and the source of
 * /api/openapi.json. The client imports only the types.
 */
import { z } from 'zod'
import { LEVELS, ROLES } from './can.ts'
import { PASSWORD_MIN } from './password.ts'
import { GATES, GATE_STATES } from './publish/workflow.ts'
import { ROLES_OF_TEXT } from './schema.ts'
import { SEVERITIES } from './style/finding.ts'
import { SCOPES } from './style/house.ts'
import { KINDS_OF_SPEAKER, LABEL_STYLES, STAGES } from './story.ts'

/** Whole characters, and none that would rearrange or hide the text around it on the desk. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
export const line = (most: number) => z.string().max(most).regex(PRINTABLE, 'must be one line of readable text')

export const name = line(80).trim().min(1, 'must not be empty')
const email = z.string().trim().toLowerCase().max(200).pipe(z.email('must be an e-mail address'))
const password = z.string().min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`).max(200)
export const token = z.string().min(20).max(200).describe('The part of a link after the #.')
export const role = z.enum(ROLES).meta({ id: 'Role' })
/** Up to the year 9000: beyond what a Date holds, nobody could be told of it. */
const LATEST = Date.UTC(9000, 0)
export const time = z.number().int().min(0).max(LATEST).describe('Milliseconds since 1970.')

export const Person = z
  .object({
    id: z.string(),
    name,
    email: z.string().describe('Empty: a guest who came by a link.'),
    role,
    hue: z.number().int().describe('0-11: their colour.'),
  })
  .meta({ id: 'Person' })
export const PersonHere = Person.pick({ id: true, name: true, hue: true }).meta({ id: 'PersonHere' })
export const People = z.object({ people: z.array(Person) }).meta({ id: 'People' })
export const Newsroom = z.object({ name: z.string() }).meta({ id: 'Newsroom' })
export const Session = z.object({ person: Person, newsroom: Newsroom }).meta({ id: 'Session' })

export const SetUp = z.object({ token, newsroom: name, name, email, password }).meta({ id: 'SetUp' })
export const SignIn = z
  .object({ email: z.string().trim().toLowerCase().max(200), password: z.string().max(200) })
  .meta({ id: 'SignIn' })
export const ChangePassword = z.object({ old: z.string().max(200), password }).meta({ id: 'ChangePassword' })
export const UseLink = z.object({ token }).meta({ id: 'UseLink' })
/** An invited newcomer gives all three; a person already signed in none. */
export const AcceptLink = z
  .object({ token, name: name.optional(), email: email.optional(), password: password.optional() })
  .meta({ id: 'AcceptLink', description: 'An invited newcomer gives all three; a person already signed in none.' })
export const Accepted = z
  .object({ session: Session, storyId: z.string().nullable().describe('The story the invite opens.') })
  .meta({ id: 'Accepted' })
export const Link = z
  .object({
    kind: z.enum(['setup', 'invite', 'signin', 'guest']),
    role: role.nullable(),
    level: z.enum(LEVELS).nullable().describe('What a guest link lets one do. Null: another kind of link.'),
    readBack: z.boolean().describe('It opens passages, to read back, and not the whole story.'),
    newsroom: z.string(),
    story: z.object({ id: z.string(), headline: z.string() }).nullable(),
    invitedBy: z.string().nullable(),
  })
  .meta({ id: 'Link' })

export const NewInvite = z.object({ role, storyId: z.string().max(40).optional() }).meta({ id: 'NewInvite' })
export const Invite = z
  .object({
    id: z.string(),
    role,
    storyId: z.string().nullable(),
    path: z
      .string()
      .optional()
      .describe("Only in the answer that made it: the secret is kept nowhere. Join it to the site's address."),
    createdAt: time,
    expiresAt: time,
  })
  .meta({ id: 'Invite' })
export const Invites = z.object({ invites: z.array(Invite) }).meta({ id: 'Invites' })
export const ChangePerson = z.object({ role: role.optional(), name: name.optional() }).meta({ id: 'ChangePerson' })
export const ChangeNewsroom = z.object({ name }).meta({ id: 'ChangeNewsroom' })

/** What the desk's list shows of where a story stands. */
export const StandingRow = z
  .object({
    holder: PersonHere.nullable(),
    due: time.nullable(),
    hold: z.string().nullable().describe('The reason.'),
    gates: z.array(z.object({ gate: z.enum(GATES), state: z.enum(GATE_STATES) })),
    liveAt: time.nullable(),
    behind: z.boolean(),
    waitingFor: time.nullable(),
    alarm: z.boolean(),
  })
  .meta({ id: 'StandingRow' })
export const Story = z
  .object({
    id: z.string(),
    slug: z.string().describe('The short working name of the desk; two stories may share one.'),
    headline: z.string(),
    dek: z.string(),
    byline: z.string(),
    stage: z.enum(STAGES),
    words: z.number().int(),
    createdAt: time,
    editedAt: time,
    editedBy: PersonHere.nullable(),
    here: z.array(PersonHere).describe('Who has it open now.'),
    trouble: z.string().nullable().describe('Why it cannot be opened, when its saved copy is damaged.'),
    standing: StandingRow.nullable().describe('Null for guests, who do not see it.'),
  })
  .meta({ id: 'Story' })
export const Stories = z.object({ stories: z.array(Story) }).meta({ id: 'Stories' })
const slug = line(80).trim()
const text = line(2000)
export const NewStory = z
  .object({ slug: slug.optional(), headline: text.optional(), dek: text.optional(), byline: text.optional() })
  .meta({ id: 'NewStory', description: 'Without a slug one is made of the headline.' })
export const ChangeStory = NewStory.meta({
  id: 'ChangeStory',
  description: 'Only what is given changes, letter by letter: what a colleague types in the same field meanwhile stays.',
})
export const Asset = z
  .object({
    asset: z.string().describe('The id under which the picture is found; it ends in its shape, `-1600x900`.'),
    width: z.number().int().describe('In pixels, as it is kept.'),
    height: z.number().int(),
    lost: z.array(z.string()).describe('What of the file is not kept, in words.'),
  })
  .meta({ id: 'Asset' })
export const CopyAsset = z.object({ asset: z.string().max(60) }).meta({ id: 'CopyAsset' })
export const Speaker = z
  .object({
    name: z.string(),
    initials: z.string(),
    kind: z.enum(KINDS_OF_SPEAKER),
    short: z.string().optional().describe('What later labels call them.'),
    tapeLabels: z.array(z.string()).optional().describe('What the tape or its transcript calls them.'),
  })
  .meta({ id: 'Speaker' })
export const Remark = z
  .object({
    kind: z.enum(['comment', 'inserted', 'deleted', 'moved away', 'moved here']),
    who: z.string(),
    when: z.string().describe('As the file has it, mostly ISO 8601.'),
    words: z.string().describe('What a comment says; of a change, the words it is about.'),
    on: z.string().describe('Of a comment, the words it is about.'),
    resolved: z.boolean(),
  })
  .meta({ id: 'Remark', description: 'A comment or tracked change of a Word file.' })
const found = {
  turns: z.number().int().describe('Paragraphs read as questions and answers.'),
  unsure: z.number().int().describe('Those of them it asks about.'),
  lost: z.array(z.string()).describe('What could not be kept, in words.'),
  remarks: z.array(Remark),
}
export const Imported = z.object({ story: Story, ...found }).meta({ id: 'Imported' })
export const Preview = z
  .object({
    headline: z.string().nullable(),
    dek: z.string().nullable(),
    byline: z.string().nullable(),
    words: z.number().int(),
    speakers: z.array(Speaker.pick({ name: true, initials: true, kind: true })),
    pictures: z.number().int().describe('Pictures that are in the file.'),
    choices: z.array(z.string()).describe('The headlines of all its stories, where the file holds several.'),
    opening: z
      .array(
        z.object({
          role: z.enum(ROLES_OF_TEXT).nullable().describe('Null: no paragraph, but a heading, a list or the like.'),
          unsure: z.boolean(),
          speaker: z.string().nullable(),
          text: z.string(),
        }),
      )
      .describe('The beginning, a line a block, from a little before the first question.'),
    ...found,
  })
  .meta({ id: 'Preview', description: 'What a file would bring into a story; nothing is changed.' })
export const StoryBody = z
  .object({
    headline: z.string(),
    dek: z.string(),
    byline: z.string(),
    speakers: z.record(z.string(), Speaker),
    settings: z.object({
      lang: z.string().describe("A BCP-47 tag; '' when nobody has said."),
      labelStyle: z.enum(['', ...LABEL_STYLES]).describe("How it says who speaks; '' as the newsroom does."),
      target: z.number().int().describe('Words asked for; 0 for none.'),
    }),
    body: z.looseObject({ type: z.literal('doc') }).describe('ProseMirror JSON.'),
  })
  .meta({ id: 'StoryBody' })
const lines = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^([\n\r\t]|[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069])*$/u, 'must be readable text')
const examples = z.array(line(400).trim().min(1, 'must not be empty')).max(20)
/** What a rule of the house looks for and says; shared/style/house.ts runs it. */
const ruleFields = {
  kind: z.enum(['words', 'pattern']).describe('words: one a line, found whole. pattern: an RE2 expression.'),
  find: lines(4000).min(1, 'must not be empty'),
  matchCase: z.boolean(),
  message: line(200).trim().min(1, 'must not be empty'),
  replacement: lines(4000).describe(
    'Empty: nothing is proposed. Of words: one line for all, or one for each. Of a pattern: $1 is its first group.',
  ),
  scope: z.enum(SCOPES),
  severity: z.enum(SEVERITIES),
  lang: z
    .string()
    .max(35)
    .regex(/^([a-z]{2,8}(-[a-z0-9]{1,8})*)?$/i, 'must be a language tag such as en')
    .describe('Only in stories of this language; empty: in all.'),
  good: examples.describe('Must be left alone.'),
  bad: examples.describe('Must be found.'),
}
export const NewStyleRule = z.object(ruleFields).meta({ id: 'NewStyleRule' })
export const ChangeStyleRule = z
  .object(ruleFields)
  .partial()
  .extend({
    on: z
      .boolean()
      .optional()
      .describe('Only a rule that does with its examples what they say, and was tried, can be switched on.'),
    version: z.number().int().describe('The version that is changed: another one is not.'),
  })
  .meta({ id: 'ChangeStyleRule' })
export const StyleRule = z
  .object({
    id: z.string(),
    ...ruleFields,
    on: z.boolean(),
    version: z.number().int(),
    tried: z
      .object({ at: time, stories: z.number().int(), finds: z.number().int() })
      .nullable()
      .describe('What trying it on all stories showed. Null: it was not tried since it was changed.'),
    editedAt: time,
    editedBy: z.string().nullable(),
  })
  .meta({ id: 'StyleRule' })
export const HouseStyle = z
  .object({ rules: z.array(StyleRule), off: z.array(z.string()).describe('Built-in checks that are switched off.') })
  .meta({ id: 'HouseStyle' })
export const SwitchCheck = z.object({ on: z.boolean() }).meta({ id: 'SwitchCheck' })
export const StyleTrial = z
  .object({
    rule: StyleRule,
    stories: z.number().int().describe('Stories that were read.'),
    damaged: z.number().int().describe('Stories that could not be read.'),
    total: z.number().int().describe('How often it was found in all.'),
    finds: z
      .array(
        z.object({
          storyId: z.string(),
          headline: z.string(),
          where: z
            .enum(['headline', 'dek', 'byline', 'question', 'answer', 'body', 'caption', 'credit', 'licence', 'alt', 'card'])
            .describe('In the text, whose words it is in; `card`: the words of a link card, a player or a post.'),
          before: z.string(),
          words: z.string(),
          after: z.string(),
          change: z.string().nullable(),
        }),
      )
      .describe('The first of them, at most a few of each story.'),
  })
  .meta({ id: 'StyleTrial' })
export const Health = z
  .object({ ok: z.literal(true), version: z.string(), schema: z.number().int().describe("The number of the body's schema.") })
  .meta({ id: 'Health' })
export const Problem = z
  .object({
    type: z.string().describe('Stable: /problems/ and a name that scripts may test.'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe('One sentence for a person.'),
  })
  .loose()
  .meta({ id: 'Problem', description: 'RFC 9457; some have further members.' })

export type Person = z.infer<typeof Person>
export type PersonHere = z.infer<typeof PersonHere>
export type Session = z.infer<typeof Session>
export type Link = z.infer<typeof Link>
export type Accepted = z.infer<typeof Accepted>
export type Invite = z.infer<typeof Invite>
export type StandingRow = z.infer<typeof StandingRow>
export type Story = z.infer<typeof Story>
export type Imported = z.infer<typeof Imported>
export type Preview = z.infer<typeof Preview>
export type Remark = z.infer<typeof Remark>
export type Asset = z.infer<typeof Asset>
export type StyleRule = z.infer<typeof StyleRule>
export type NewStyleRule = z.infer<typeof NewStyleRule>
export type HouseStyle = z.infer<typeof HouseStyle>
export type StyleTrial = z.infer<typeof StyleTrial>
export type Problem = z.infer<typeof Problem>

/** What `/live` pushes to an open desk: the whole list first, then one story at a time. */
export type DeskMessage = { stories: Story[] } | { story: Story } | { gone: string } | { people: true }
