/**
 * The shapes of a review: threads, suggestions, the private draft, and what a story's sessions are told of
 * them. Validated once at the edge by these schemas, and described by them; the client imports the types.
 */
import { z } from 'zod'
import { PersonHere } from './api.ts'
import { LEVELS, ROLES, type OnStory } from './can.ts'
import { FIELDS } from './story.ts'
import { THREAD_KINDS } from './thread-kinds.ts'

const time = z.number().int().describe('Milliseconds since 1970.')
const id = z.string().min(1).max(60)
/** What a page made up by itself; letters that may stand anywhere. */
const madeId = z.string().regex(/^[a-zA-Z0-9][\w-]{0,59}$/, 'must be at most 60 letters, digits, _ or -')
/** What somebody writes: any whole characters, several lines. Mentions stand in it as `@[<person id>]`. */
const words = z
  .string()
  .max(10_000)
  .refine((text) => !/\p{Cs}/u.test(text), 'must be whole characters')

/** So many a story takes: they are fetched at once, and all are looked for in the copy. */
export const MOST_THREADS = 2_000
/** So much a thread takes: whenever something is said in it, all of it is sent to everybody. */
export const MOST_COMMENTS = 1_000
export const MOST_LETTERS_OF_THREAD = 200_000

export const ThreadKind = z.enum(THREAD_KINDS).meta({ id: 'ThreadKind' })

/** A place in the text as Yjs says it (a relative position, base64): it means the same after any edits. */
const relative = z.string().max(400)
/**
 * Where a thread is put. `words`: between two relative positions in the body or a field. `quote`: where the quote
 * stands in a block, for who has only the words and not the story's Y.Doc. `block`: a picture, a notice or a whole
 * paragraph, by its id. `field`: the whole headline, dek or byline. `story`: all of it.
 */
export const NewPlace = z
  .discriminatedUnion('of', [
    z.object({ of: z.literal('words'), from: relative, to: relative, field: z.enum(FIELDS).optional() }),
    z.object({
      of: z.literal('quote'),
      block: id,
      at: z.number().int().min(0).describe('The letter of the block it begins at, as far as that is known.'),
    }),
    z.object({ of: z.literal('block'), block: id }),
    z.object({ of: z.literal('field'), field: z.enum(FIELDS) }),
    z.object({ of: z.literal('story') }),
    z.object({ of: z.literal('suggestion'), suggestion: id }),
  ])
  .meta({ id: 'NewPlace' })

/**
 * Where a thread is now. Of `words` the page looks for the mark `comment` with the thread's id (in a field: the
 * formatting `comment:<id>`); a legal thread has no mark, and `from` and `to` say where it is. `detached`: the words
 * are gone, only the quote is left.
 */
export const Place = z
  .discriminatedUnion('of', [
    z.object({
      of: z.literal('words'),
      field: z.enum(FIELDS).nullable(),
      from: relative.nullable(),
      to: relative.nullable(),
    }),
    z.object({ of: z.literal('block'), block: id }),
    z.object({ of: z.literal('field'), field: z.enum(FIELDS) }),
    z.object({ of: z.literal('story') }),
    z.object({ of: z.literal('suggestion'), suggestion: id }),
    z.object({ of: z.literal('detached') }),
  ])
  .meta({ id: 'Place' })

export const Comment = z
  .object({
    id,
    by: PersonHere,
    text: z.string().describe('Empty when it was removed.'),
    at: time,
    editedAt: time.nullable(),
    removedAt: time.nullable(),
  })
  .meta({ id: 'Comment' })
export const Thread = z
  .object({
    id,
    kind: ThreadKind,
    place: Place,
    quote: z.string().describe('The words it was put on.'),
    comments: z.array(Comment).describe('The first one opened it.'),
    assignedTo: PersonHere.nullable(),
    resolved: z.object({ by: PersonHere, at: time }).nullable(),
    unread: z.boolean().describe('Somebody else said something since this person last looked.'),
    at: time.describe('When it last changed.'),
  })
  .meta({ id: 'Thread' })
export const Threads = z.object({ threads: z.array(Thread) }).meta({ id: 'Threads' })

/** `id` is made by the page, so that sending it again, after a broken line, makes no second thread. */
export const NewThread = z
  .object({
    id: madeId,
    commentId: madeId,
    kind: ThreadKind,
    place: NewPlace,
    quote: z.string().max(200_000).describe('The words as the page has them; kept are those of the story.'),
    text: words.min(1),
    assignTo: id.nullable().optional(),
  })
  .meta({ id: 'NewThread' })
export const NewComment = z.object({ id: madeId, text: words.min(1) }).meta({ id: 'NewComment' })
export const ChangeComment = z.object({ text: words.min(1) }).meta({ id: 'ChangeComment' })
export const ChangeThread = z
  .object({ kind: ThreadKind, resolved: z.boolean(), assignTo: id.nullable(), place: NewPlace, quote: NewThread.shape.quote })
  .partial()
  .meta({
    id: 'ChangeThread',
    description: 'Only what is given changes. `place` puts a thread somewhere else, on the words of `quote`.',
  })

/**
 * What a hunk is: words put in, taken out or replaced; how words look; blocks put in or taken out; what a block says of
 * itself beside its words (its role, level, caption); a split, a join, a move; words of a field; who speaks.
 */
export const HUNK_KINDS = ['words', 'looks', 'block', 'details', 'split', 'join', 'move', 'field', 'speaker'] as const
export const Hunk = z
  .object({
    id: id.describe(
      'Names exactly this change: when it does something else, its id is another, and the old one can no longer be accepted.',
    ),
    suggestion: id.describe('What a discussion of it is put on (a place of `suggestion`): stays while its author works on it.'),
    by: PersonHere,
    kind: z.enum(HUNK_KINDS),
    field: z.enum(FIELDS).nullable(),
    block: id.nullable().describe('The block of the story it begins in or stands behind; null: before the first.'),
    from: relative
      .nullable()
      .describe('Where in the story the words stand that it takes out or changes; equal ends: it only puts in.'),
    to: relative.nullable(),
    was: z.string().describe('The words it takes out.'),
    now: z.string().describe('The words it puts in.'),
    slice: z.unknown().describe('What it puts in, as ProseMirror JSON, where it is more than words.'),
    says: z.string().describe('The change in one sentence.'),
    quote: z.boolean().describe('It changes words inside an answer: somebody said them.'),
    stale: z.boolean().describe('The text has changed since it was suggested.'),
    with: z
      .array(id)
      .describe(
        'Hunks that are decided together with it. Of more than fifty the first names all, and the others name the first.',
      ),
    at: time,
  })
  .meta({ id: 'Hunk' })
export const Suggestions = z
  .object({
    hunks: z.array(Hunk),
    drafts: z
      .array(z.object({ by: PersonHere, passage: z.array(id).nullable() }))
      .describe('Who is writing privately, and where.'),
  })
  .meta({ id: 'Suggestions' })
export const Decide = z
  .union([
    z.object({ decision: z.enum(['accept', 'reject']), hunks: z.array(id).min(1).max(5000) }),
    z.object({ decision: z.literal('undo'), act: id }),
  ])
  .meta({ id: 'Decide', description: 'All that is decided at once is one act, and `undo` takes all of it back.' })
export const Decided = z
  .object({
    done: z.array(id),
    gone: z.array(id).describe('These were no longer there as they were shown.'),
    act: id.nullable().describe('For taking it back. Null: nothing was done.'),
  })
  .meta({ id: 'Decided' })

/** Forks are on the wire and in the log as stories are, under ids that no story has. */
const FORK = 'fork-'
export const forkId = (fresh: string): string => FORK + fresh
export const isFork = (storyId: string): boolean => storyId.startsWith(FORK)

/** A person's own fork of a story. `suggesting`: others see its changes; `private`: nobody does until it is brought in. */
export const Fork = z
  .object({
    id: id.describe('Its Y.Doc is on the wire as any story: /sync/<id>.'),
    storyId: id,
    kind: z.enum(['suggesting', 'private']),
    passage: z.array(id).nullable().describe('The blocks a private draft is about; null: the whole story.'),
  })
  .meta({ id: 'Fork' })
export const MyFork = z.object({ fork: Fork.nullable() }).meta({ id: 'MyFork' })
export const OpenDraft = z.object({ passage: z.array(id).max(1000).nullable() }).meta({ id: 'OpenDraft' })

export const StoryRights = z
  .object({
    role: z.enum(ROLES),
    level: z.enum(LEVELS).nullable().describe('Each holds those before it.'),
    legal: z.boolean().describe('Sees and makes legal threads.'),
    passages: z.array(id).nullable().describe('Sees only the blocks of these ids. Null: all of it.'),
  })
  .meta({ id: 'StoryRights', description: 'What a person may do in one story.' }) satisfies z.ZodType<OnStory>

export type ThreadKind = z.infer<typeof ThreadKind>
export type NewPlace = z.infer<typeof NewPlace>
export type Place = z.infer<typeof Place>
export type Comment = z.infer<typeof Comment>
export type Thread = z.infer<typeof Thread>
export type NewThread = z.infer<typeof NewThread>
export type ChangeThread = z.infer<typeof ChangeThread>
export type Hunk = z.infer<typeof Hunk>
export type Suggestions = z.infer<typeof Suggestions>
export type Fork = z.infer<typeof Fork>
export type Decide = z.infer<typeof Decide>
export type Decided = z.infer<typeof Decided>

/** What a session is told beside the text (message 102, one JSON text), each as that person may see it. */
export type StoryNotice =
  | { thread: Thread }
  | { threadGone: string }
  | { suggestions: { by: PersonHere; hunks: Hunk[] } }
  | { draft: { by: PersonHere; passage: string[] | null; open: boolean } }
  /** Stage, gates, particulars, editions or versions have changed: whoever shows them asks again. */
  | { standing: true }
  /** An earlier version was put back, `id` names this time: what was undone and redone before it means nothing any more. */
  | { restored: { by: PersonHere; says: string; id: string } }
  /** What this session may do, on joining and whenever it has changed. */
  | { rights: OnStory }
