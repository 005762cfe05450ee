/** Comments: threads beside a story, and what is said in them. */
import { Hono, type Context } from 'hono'
import type * as Y from 'yjs'
import { may, type OnStory } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import { ChangeComment, ChangeThread, MOST_THREADS, NewComment, NewThread, Thread, Threads } from '../../shared/review.ts'
import { authorOf } from '../../db/forks.ts'
import { markThreadRead } from '../../db/inbox.ts'
import type { Db } from '../../db/open.ts'
import { personOf } from '../../db/people.ts'
import type { ThreadsTable } from '../../db/schema.ts'
import { rightsOn } from '../../db/stories.ts'
import {
  addComment,
  addThread,
  changeComment,
  changeThread,
  countThreads,
  readThread,
  removeComment,
  threadOf,
  threadsOf,
  type KnownThread,
} from '../../db/threads.ts'
import type { Desk } from '../context.ts'
import { notify, type InboxEvent, type Told } from '../inbox/notify.ts'
import { assigned, mentioned, opened, replied } from '../inbox/said.ts'
import { forkNamedIn } from '../review/hunks.ts'
import {
  blocksOfPlace,
  mustBePlace,
  placeAfter,
  placeColumns,
  putOnWords,
  rowOf,
  takeOffWords,
  type PlaceColumns,
} from '../review/places.ts'
import { maySee, thoseThere, threadFor } from '../review/seen.ts'
import { followWords } from '../review/follow.ts'
import { fullOfThreads, mustHaveRoom } from '../review/full.ts'
import { tellReader, tellThread } from '../review/tell.ts'
import { newId } from '../secrets.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'

const THREADS = '/api/stories/:id/threads'
const THREAD = `${THREADS}/:thread`
const COMMENT = `${THREAD}/comments/:comment`

/** Who asks, and what they may do in the story. */
type Asker = { id: string; rights: OnStory; storyId: string }

const notAllowed = (sentence: string) => new Refusal('not-allowed', 403, sentence)
function noThread(): never {
  throw new Refusal('no-thread', 404, 'There is no such thread, or it is not for you to see.')
}
const idTaken = () => new Refusal('id-taken', 409, 'Something else has this id already. Nothing was changed.')

export function threadRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  /** @throws Refusal */
  async function mayComment(c: Context<Env>): Promise<Asker> {
    const { person } = await mustBeSignedIn(desk, c)
    const storyId = c.req.param('id') ?? ''
    return { rights: await mustBeAbleOn(desk, person, storyId, 'comment'), storyId, id: person.id }
  }

  /** @throws Refusal `no-thread`: also for one that they may not see */
  async function threadNamed(c: Context<Env>, asker: Asker): Promise<KnownThread> {
    const thread = await threadOf(desk.db, asker.storyId, c.req.param('thread') ?? '')
    if (thread === null || !maySee(thread, asker)) return noThread()
    return thread
  }

  /** Everybody who may see it is told, and the asker answered. */
  async function told(asker: Asker, id: string, before: KnownThread | null): Promise<Thread> {
    const seenBy = await tellThread(desk, asker.storyId, id, before)
    return seenBy?.(asker) ?? noThread()
  }

  /** Where a new or moved thread is to be kept. @throws Refusal */
  async function placeFor<P extends Partial<PlaceColumns>>(asker: Asker, look: (ydoc: Y.Doc) => P): Promise<P> {
    const { passages } = asker.rights
    const { columns, blocks } = await desk.rooms.read(asker.storyId, (ydoc) => {
      const found = look(ydoc)
      return {
        columns: found,
        blocks: passages === null || found.place === undefined ? null : blocksOfPlace(ydoc, found as PlaceColumns),
      }
    })
    if (passages !== null && columns.place !== undefined && !blocks?.every((id) => passages.includes(id)))
      throw notAllowed('Comments are for the passages you were asked to read.')
    return columns
  }

  /** @throws Refusal `no-person`: nobody is asked to look at what they may not see */
  async function mustSeeIt(personId: string, storyId: string, kind: Thread['kind']): Promise<void> {
    if (!(await couldSee(personId, storyId, kind)))
      throw new Refusal('no-person', 404, 'There is nobody of this id who can see this thread.')
  }

  async function couldSee(personId: string, storyId: string, kind: Thread['kind']): Promise<boolean> {
    const person = await personOf(desk.db, personId)
    if (person === null) return false
    const rights = await rightsOn(desk.db, person, storyId)
    return may(rights, kind === 'legal' ? 'see legal threads' : 'comment') && rights.passages === null
  }

  /** Whose suggestion a thread is about. */
  async function authorAt({ story_id: storyId, suggestion }: { story_id: string; suggestion: string | null }) {
    return suggestion === null ? null : authorOf(desk.db, storyId, forkNamedIn(suggestion))
  }

  /** For whoever writes a thread: tells the inboxes in the same transaction, and their windows after it. */
  function inboxes(events: readonly InboxEvent[]) {
    let written: Told = []
    return {
      within: async (trx: Db): Promise<void> => {
        written = await notify(desk, trx, events)
      },
      tell: () => desk.inbox.tell(written),
    }
  }

  app.get(
    THREADS,
    describe({
      summary: 'The threads of a story',
      description: 'Those that this person may see: legal ones need the right, and comments the right to comment.',
      tag: 'Review',
      answer: { status: 200, description: 'In the order they were opened.', schema: Threads },
      problems: ['no-story', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const asker = { id: person.id, rights: await mustBeAbleOn(desk, person, storyId, 'read passages') }
      // What a server that died has not come to.
      await followWords(desk, storyId).catch(unlessRefused)
      const threads = (await threadsOf(desk.db, storyId)).filter((one) => maySee(one, asker))
      const there = await thoseThere(desk, storyId, threads)
      return c.json({ threads: threads.map((one) => threadFor(one, asker, there)) })
    },
  )

  app.post(
    THREADS,
    describe({
      summary: 'Open a thread',
      description:
        'On words, a block, a field or the whole story. Sending the same thread again changes nothing and answers as the first time.',
      tag: 'Review',
      takes: NewThread,
      answer: { status: 201, description: 'On disk, and told to everybody who may see it.', schema: Thread },
      problems: ['not-allowed', 'no-story', 'no-person', 'id-taken', 'too-many-threads', 'story-damaged'],
    }),
    async (c) => {
      const asker = await mayComment(c)
      const given = await json(c, NewThread)
      if (given.kind === 'legal' && !may(asker.rights, 'see legal threads'))
        throw notAllowed('Legal threads are for those who may see them.')
      if (given.assignTo) await mustSeeIt(given.assignTo, asker.storyId, given.kind)
      mustBePlace(given.place)
      if ((await countThreads(desk.db, asker.storyId)) >= MOST_THREADS) {
        // One that comes again is there already.
        if ((await threadOf(desk.db, asker.storyId, given.id)) === null) throw fullOfThreads()
      }
      const place = await placeFor(asker, (ydoc) => placeColumns(ydoc, given.place, given.quote))
      const row = rowOf(given, place, asker.storyId, asker.id, desk.clock.now())
      const comment = { id: given.commentId, text: given.text, person_id: asker.id }
      const { within, tell } = inboxes(opened(row, comment, await authorAt(row)))
      const isNew = await addThread(desk.db, row, comment, within)
      if (isNew) tell()
      const there = isNew ? row : await threadOf(desk.db, asker.storyId, given.id)
      if (there === null || !isTheSame(there, given, asker.id)) throw idTaken()
      await putOnWords(desk, there)
      return c.json(await told(asker, given.id, null), 201)
    },
  )

  app.patch(
    THREAD,
    describe({
      summary: 'Resolve, reopen, assign, or put a thread elsewhere',
      tag: 'Review',
      takes: ChangeThread,
      answer: { status: 200, description: 'The thread now.', schema: Thread },
      problems: ['not-allowed', 'no-story', 'no-thread', 'no-person', 'story-damaged'],
    }),
    async (c) => {
      const asker = await mayComment(c)
      const thread = await threadNamed(c, asker)
      const given = await json(c, ChangeThread)
      const isTheirs = thread.created_by === asker.id || thread.assigned_to === asker.id
      if (!isTheirs && !may(asker.rights, 'resolve any thread'))
        throw notAllowed('Only who opened it, who it is assigned to, or who may write the story can change this thread.')
      const { kind = thread.kind, resolved, assignTo = thread.assigned_to, place, quote } = given
      if (kind === 'legal' && !may(asker.rights, 'see legal threads'))
        throw notAllowed('Legal threads are for those who may see them.')
      const now = desk.clock.now()
      if (assignTo !== null && assignTo !== thread.assigned_to) await mustSeeIt(assignTo, asker.storyId, kind)
      const stays = assignTo === null || assignTo !== thread.assigned_to || (await couldSee(assignTo, asker.storyId, kind))
      const asked = stays && assignTo !== thread.assigned_to ? assignTo : null
      const { within, tell } = inboxes([assigned(thread, thread.comments[0]?.id ?? '', asker.id, asked, newId())])
      if (place !== undefined) mustBePlace(place)
      const moved = await placeFor(asker, (ydoc) => placeAfter(ydoc, thread, kind, place, quote))
      const change = {
        ...moved,
        kind,
        assigned_to: stays ? assignTo : null,
        ...(resolved === undefined || resolved === (thread.resolved_at !== null)
          ? {}
          : { resolved_by: resolved ? asker.id : null, resolved_at: resolved ? now : null }),
        changed_at: now,
      }
      await changeThread(desk.db, thread.id, change, within)
      tell()
      if (place !== undefined || (kind === 'legal' && thread.kind !== 'legal')) await takeOffWords(desk, thread)
      await putOnWords(desk, { ...thread, ...moved, kind })
      return c.json(await told(asker, thread.id, thread))
    },
  )

  app.post(
    `${THREAD}/comments`,
    describe({
      summary: 'Reply in a thread',
      description: 'Sending the same comment again changes nothing and answers as the first time.',
      tag: 'Review',
      takes: NewComment,
      answer: { status: 201, description: 'On disk, and told; the thread now.', schema: Thread },
      problems: ['not-allowed', 'no-story', 'no-thread', 'id-taken', 'thread-full'],
    }),
    async (c) => {
      const asker = await mayComment(c)
      const thread = await threadNamed(c, asker)
      const { id, text } = await json(c, NewComment)
      mustHaveRoom(thread, { id, text })
      const comment = { id, thread_id: thread.id, person_id: asker.id, text, at: desk.clock.now() }
      const { within, tell } = inboxes(replied(thread, comment, await authorAt(thread)))
      if (await addComment(desk.db, comment, within)) tell()
      else if (thread.comments.find((one) => one.id === id)?.person_id !== asker.id) throw idTaken()
      return c.json(await told(asker, thread.id, thread), 201)
    },
  )

  app.patch(
    COMMENT,
    describe({
      summary: 'Change the words of a comment of one’s own',
      tag: 'Review',
      takes: ChangeComment,
      answer: { status: 200, description: 'The thread now.', schema: Thread },
      problems: ['not-allowed', 'no-story', 'no-thread', 'no-comment', 'thread-full'],
    }),
    async (c) => {
      const asker = await mayComment(c)
      const thread = await threadNamed(c, asker)
      const comment = commentNamed(thread, c)
      if (comment.person_id !== asker.id) throw notAllowed('Only who said it can change its words.')
      const { text } = await json(c, ChangeComment)
      mustHaveRoom(thread, { id: comment.id, text })
      if (text !== comment.text) {
        const { within, tell } = inboxes([mentioned(thread, { ...comment, text })])
        await changeComment(desk.db, comment, text, desk.clock.now(), within)
        tell()
      }
      return c.json(await told(asker, thread.id, thread))
    },
  )

  app.delete(
    COMMENT,
    describe({
      summary: 'Take back a comment',
      description: 'Its words are deleted. When nothing else is said in it, the thread goes with it.',
      tag: 'Review',
      answer: { status: 204, description: 'Gone.' },
      problems: ['not-allowed', 'no-story', 'no-thread', 'no-comment'],
    }),
    async (c) => {
      const asker = await mayComment(c)
      const thread = await threadNamed(c, asker)
      const comment = commentNamed(thread, c)
      if (comment.person_id !== asker.id && !may(asker.rights, 'remove any comment'))
        throw notAllowed('Only who said it, or an editor, can take it back.')
      if (!(await removeComment(desk.db, comment, desk.clock.now()))) await takeOffWords(desk, thread)
      await tellThread(desk, asker.storyId, thread.id, thread)
      return c.body(null, 204)
    },
  )

  app.post(
    `${THREAD}/read`,
    describe({
      summary: 'Note that this person has read a thread',
      tag: 'Review',
      answer: { status: 204, description: 'All that is said in it so far is read.' },
      problems: ['not-allowed', 'no-story', 'no-thread'],
    }),
    async (c) => {
      const asker = await mayComment(c)
      const thread = await threadNamed(c, asker)
      await readThread(desk.db, thread.id, asker.id)
      if (await markThreadRead(desk.db, asker.id, thread.id, desk.clock.now())) desk.inbox.changed(asker.id)
      await tellReader(desk, asker.storyId, thread.id, asker.id)
      return c.body(null, 204)
    },
  )

  return app
}

/** A story that cannot be read, or saved, has its threads all the same. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** Whether what came again is what came before. */
const isTheSame = (there: ThreadsTable | KnownThread, { commentId }: NewThread, by: string): boolean =>
  there.created_by === by && (!('comments' in there) || there.comments[0]?.id === commentId)

/** @throws Refusal `no-comment`: also for one that was taken back */
function commentNamed(thread: KnownThread, c: Context<Env>): KnownThread['comments'][number] {
  const comment = thread.comments.find((one) => one.id === c.req.param('comment'))
  if (comment === undefined || comment.removed_at !== null)
    throw new Refusal('no-comment', 404, 'There is no such comment, or it was taken back.')
  return comment
}
