/**
 * The shapes of publishing: where a story stands, what keeps it from going out, editions, targets, versions, and the
 * newsroom's settings for all of it. Validated once at the edge by these schemas; the client imports the types.
 */
import { z } from 'zod'
import { line, PersonHere, time } from './api.ts'
import { EDITION_KINDS, GATES, GATE_STATES, NOTE_LABELS, TARGET_KINDS, VISIBILITIES } from './publish/workflow.ts'
import { FIELDS, LABEL_STYLES, STAGES } from './story.ts'
import { isZone } from './publish/wall-time.ts'

export { StandingRow } from './api.ts'

const id = z.string().min(1).max(60)
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')
/** Several lines of readable text. */
const lines = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^([\n\r\t]|[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069])*$/u, 'must be readable text')
const zone = z
  .string()
  .max(60)
  .refine(isZone, 'must be a time zone such as Europe/Berlin')
  .describe('An IANA time zone such as Europe/Berlin.')
export const path = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens')

// Where a story stands

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

// What keeps it from going out

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

// Editions

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

// Targets

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

// Versions

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

// The newsroom's settings

export const PublishingSettings = z
  .object({
    gates: z.array(z.enum(GATES)).max(GATES.length).describe('Those every story needs.'),
    publishers: z
      .array(z.enum(['owner', 'editor', 'writer']))
      .min(1, 'must name somebody')
      .max(3)

      .describe('The roles that may publish, of those who may write the story.'),
    secondPerson: z.boolean().describe('Whoever publishes must be another than those who passed the gates.'),
    zone: zone.describe('Where the newsroom is: every time it shows to readers.'),
  })
  .meta({ id: 'PublishingSettings' })
export const ChangePublishingSettings = PublishingSettings.partial().meta({
  id: 'ChangePublishingSettings',
  description: 'Only what is given changes.',
})
export const PUBLISHING: z.infer<typeof PublishingSettings> = {
  gates: ['edit', 'copy'],
  publishers: ['owner', 'editor'],
  secondPerson: false,
  zone: 'UTC',
}
export const SiteSettings = z
  .object({
    tagline: line(200).trim(),
    accent: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f4fa3'),
    lang: z.string().regex(/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i, 'must be a language tag such as en'),
    about: lines(20_000).trim().describe('Markdown.'),
    footer: lines(1000).trim(),
    labelStyle: z.enum(LABEL_STYLES).describe('For stories that say nothing themselves.'),
    logo: z.string().max(60).nullable().describe('The name of the kept picture.'),
    joinUrl: z.string().max(500).describe('Where readers become members; empty: it is not said.'),
  })
  .meta({ id: 'SiteSettings' })
export const ChangeSiteSettings = SiteSettings.extend({
  logo: z.null().describe('Null takes the logo away; a new one is uploaded.'),
})
  .partial()
  .meta({ id: 'ChangeSiteSettings', description: 'Only what is given changes.' })
export const SiteLook = z.object({ page: z.string() }).meta({ id: 'SiteLook' })
export const SITE_SETTINGS: z.infer<typeof SiteSettings> = {
  tagline: '',
  accent: '#1f4fa3',
  lang: 'en',
  about: '',
  footer: '',
  labelStyle: 'bold',
  logo: null,
  joinUrl: '',
}
export const SiteLink = z
  .object({
    id,
    kind: z.enum(['preview', 'gift']),
    label: z.string(),
    path: z.string().optional().describe('Only in the answer that made it: the secret is kept nowhere.'),
    by: PersonHere,
    madeAt: time,
    expiresAt: time,
    uses: z.number().int(),
  })
  .meta({ id: 'SiteLink' })
export const SiteLinks = z.object({ links: z.array(SiteLink) }).meta({ id: 'SiteLinks' })
export const NewSiteLink = z
  .object({
    kind: z.enum(['preview', 'gift']),
    label: line(80).trim().default(''),
    days: z.number().int().min(1).max(365).default(7),
  })
  .meta({ id: 'NewSiteLink' })

export type GateNow = z.infer<typeof GateNow>
export type Standing = z.infer<typeof Standing>
export type CheckName = (typeof CHECK_NAMES)[number]
export type CheckPlace = z.infer<typeof CheckPlace>
export type Check = z.infer<typeof Check>
export type Checks = z.infer<typeof Checks>
export type ReaderNote = z.infer<typeof ReaderNote>
export type WallTime = z.infer<typeof WallTime>
export type AskPreview = z.infer<typeof AskPreview>
export type Change = z.infer<typeof Change>
export type EditionPreview = z.infer<typeof EditionPreview>
export type Publish = z.infer<typeof Publish>
export type Delivery = z.infer<typeof Delivery>
export type Edition = z.infer<typeof Edition>
export type WholeEdition = z.infer<typeof WholeEdition>
export type DecideDelivery = z.infer<typeof DecideDelivery>
export type TargetConfig = z.infer<typeof TargetConfig>
export type NewTarget = z.infer<typeof NewTarget>
export type Target = z.infer<typeof Target>
export type Version = z.infer<typeof Version>
export type VersionReason = (typeof VERSION_REASONS)[number]
export type KeptVersions = z.infer<typeof KeptVersions>
export type Restored = z.infer<typeof Restored>
export type Compared = z.infer<typeof Compared>
export type PublishingSettings = z.infer<typeof PublishingSettings>
export type SiteSettings = z.infer<typeof SiteSettings>
export type SiteLink = z.infer<typeof SiteLink>
