/** Threads and comments. A thread is never deleted: when all that was said in it is taken back, it is only no longer shown. */
import type { Transaction } from 'kysely'
import type { PersonHere } from '../shared/api.ts'
import { isConflict, type Db } from './open.ts'
import type { CommentsTable, Tables, ThreadsTable } from './schema.ts'

/** A thread with all that is said in it, for whoever decides what of it a person may see. */
export type KnownThread = ThreadsTable & {
  /** In the order they were said. */
  comments: (CommentsTable & { by: PersonHere })[]
  assigned: PersonHere | null
  resolvedBy: PersonHere | null
  /** How far each person has read. */
  reads: ReadonlyMap<string, number>
}

/** Every thread of a story, or only one, in the order they were opened. */
export async function threadsOf(db: Db, storyId: string, only?: string): Promise<KnownThread[]> {
  let select = db.selectFrom('threads').selectAll().where('story_id', '=', storyId).where('removed_at', 'is', null)
  if (only !== undefined) select = select.where('id', '=', only)
  const threads = await select.orderBy('created_at').orderBy('id').execute()
  if (threads.length === 0) return []
  const inThem = db
    .selectFrom('threads')
    .select('id')
    .where('story_id', '=', storyId)
    .$if(only !== undefined, (q) => q.where('id', '=', only!))
  const comments = await db.selectFrom('comments').selectAll().where('thread_id', 'in', inThem).orderBy('nr').execute()
  const reads = await db.selectFrom('thread_reads').selectAll().where('thread_id', 'in', inThem).execute()
  const people = await peopleHere(db, [
    ...comments.map((one) => one.person_id),
    ...threads.flatMap((one) => [one.assigned_to, one.resolved_by]),
  ])
  return threads.map((thread) => ({
    ...thread,
    comments: comments.filter((one) => one.thread_id === thread.id).map((one) => ({ ...one, by: people.get(one.person_id)! })),
    assigned: people.get(thread.assigned_to ?? '') ?? null,
    resolvedBy: people.get(thread.resolved_by ?? '') ?? null,
    reads: new Map(reads.filter((one) => one.thread_id === thread.id).map((one) => [one.person_id, one.nr])),
  }))
}

export async function threadOf(db: Db, storyId: string, id: string): Promise<KnownThread | null> {
  return (await threadsOf(db, storyId, id))[0] ?? null
}

/** Those that are still shown. */
export async function countThreads(db: Db, storyId: string): Promise<number> {
  const all = db.selectFrom('threads').select(db.fn.countAll<number>().as('count')).where('story_id', '=', storyId)
  return (await all.where('removed_at', 'is', null).executeTakeFirstOrThrow()).count
}

/** How many say that something must be fixed, and are open. */
export async function openFixes(db: Db, storyId: string): Promise<number> {
  const all = db.selectFrom('threads').select(db.fn.countAll<number>().as('count')).where('story_id', '=', storyId)
  const open = all.where('kind', '=', 'must-fix').where('resolved_at', 'is', null).where('removed_at', 'is', null)
  return Number((await open.executeTakeFirstOrThrow()).count)
}

/** Those that stand on words. */
export async function threadsOnWords(db: Db, storyId: string): Promise<ThreadsTable[]> {
  const all = db.selectFrom('threads').selectAll().where('story_id', '=', storyId)
  return all.where('removed_at', 'is', null).where('place', '=', 'words').execute()
}

/** Removed people too: what they said is still theirs. */
async function peopleHere(db: Db, ids: readonly (string | null)[]): Promise<Map<string, PersonHere>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const people = await db.selectFrom('people').select(['id', 'name', 'hue']).where('id', 'in', wanted).execute()
  return new Map(people.map((one) => [one.id, one]))
}

/** False: the id is taken, by another thread or comment. */
export async function addThread(
  db: Db,
  thread: ThreadsTable,
  comment: Pick<CommentsTable, 'id' | 'text'>,
  within: (trx: Transaction<Tables>) => Promise<void> = async () => {},
): Promise<boolean> {
  return untaken(() =>
    db.transaction().execute(async (trx) => {
      await putThread(trx, thread, [comment])
      await within(trx)
    }),
  )
}

/** With all that whoever opens it says in it at once; part of a transaction of the caller's. */
export async function putThread(
  trx: Transaction<Tables>,
  thread: ThreadsTable,
  comments: readonly Pick<CommentsTable, 'id' | 'text'>[],
): Promise<void> {
  await trx.insertInto('threads').values(thread).execute()
  for (const comment of comments)
    await say(trx, { ...comment, thread_id: thread.id, person_id: thread.created_by, at: thread.created_at })
}

/** False: the id is taken. */
export async function addComment(
  db: Db,
  comment: Pick<CommentsTable, 'id' | 'thread_id' | 'person_id' | 'text' | 'at'>,
  within: (trx: Transaction<Tables>) => Promise<void> = async () => {},
): Promise<boolean> {
  return untaken(() =>
    db.transaction().execute(async (trx) => {
      await say(trx, comment)
      await trx.updateTable('threads').set({ changed_at: comment.at }).where('id', '=', comment.thread_id).execute()
      await within(trx)
    }),
  )
}

async function untaken(add: () => Promise<void>): Promise<boolean> {
  try {
    await add()
    return true
  } catch (error) {
    if (isConflict(error)) return false
    throw error
  }
}

/** Who says something has read what was said before. */
async function say(
  trx: Transaction<Tables>,
  comment: Pick<CommentsTable, 'id' | 'thread_id' | 'person_id' | 'text' | 'at'>,
): Promise<void> {
  const nr = (await lastOf(trx, comment.thread_id)) + 1
  await trx
    .insertInto('comments')
    .values({ ...comment, nr, edited_at: null, removed_at: null })
    .execute()
  await readTo(trx, comment.thread_id, comment.person_id, nr)
}

async function lastOf(db: Db, threadId: string): Promise<number> {
  const last = await db
    .selectFrom('comments')
    .select('nr')
    .where('thread_id', '=', threadId)
    .orderBy('nr', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.nr ?? 0
}

async function readTo(db: Db, threadId: string, personId: string, nr: number): Promise<void> {
  await db
    .insertInto('thread_reads')
    .values({ thread_id: threadId, person_id: personId, nr })
    .onConflict((conflict) => conflict.columns(['thread_id', 'person_id']).doUpdateSet({ nr }))
    .execute()
}

/** This person has read all that is said in it so far. */
export async function readThread(db: Db, threadId: string, personId: string): Promise<void> {
  await db.transaction().execute(async (trx) => readTo(trx, threadId, personId, await lastOf(trx, threadId)))
}

export async function changeComment(
  db: Db,
  comment: Pick<CommentsTable, 'id' | 'thread_id'>,
  text: string,
  now: number,
  within: (trx: Transaction<Tables>) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('comments').set({ text, edited_at: now }).where('id', '=', comment.id).execute()
    await trx.updateTable('threads').set({ changed_at: now }).where('id', '=', comment.thread_id).execute()
    await within(trx)
  })
}

/** Its words are gone for good. The last one takes the thread along. @returns whether the thread is still there */
export async function removeComment(db: Db, comment: Pick<CommentsTable, 'id' | 'thread_id'>, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx.updateTable('comments').set({ text: '', removed_at: now }).where('id', '=', comment.id).execute()
    const left = await trx
      .selectFrom('comments')
      .select('id')
      .where('thread_id', '=', comment.thread_id)
      .where('removed_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    await trx
      .updateTable('threads')
      .set({ changed_at: now, removed_at: left === undefined ? now : null })
      .where('id', '=', comment.thread_id)
      .execute()
    return left !== undefined
  })
}

/** Of a thread that is still where it was when this was found out. False: it was put elsewhere meanwhile. */
export async function notePlace(db: Db, was: ThreadsTable, change: ThreadChange): Promise<boolean> {
  const done = await db
    .updateTable('threads')
    .set(change)
    .where('id', '=', was.id)
    .where('place', '=', 'words')
    .where('kind', '=', was.kind)
    .where('begins', 'is', was.begins)
    .where('ends', 'is', was.ends)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export type ThreadChange = Partial<Omit<ThreadsTable, 'id' | 'story_id' | 'created_by' | 'created_at'>>

export async function changeThread(
  db: Db,
  id: string,
  change: ThreadChange,
  within: (trx: Transaction<Tables>) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('threads').set(change).where('id', '=', id).execute()
    await within(trx)
  })
}

/** Those about suggestions. */
export async function threadsOnSuggestions(db: Db, storyId: string): Promise<ThreadsTable[]> {
  const all = db.selectFrom('threads').selectAll().where('story_id', '=', storyId)
  return all.where('removed_at', 'is', null).where('place', '=', 'suggestion').execute()
}

/** Those of these ids that are still shown. */
export async function threadsNamed(db: Db, storyId: string, ids: readonly string[]): Promise<ThreadsTable[]> {
  const all = db.selectFrom('threads').selectAll().where('story_id', '=', storyId)
  return all.where('removed_at', 'is', null).where('id', 'in', ids).execute()
}

/** Part of a transaction of the caller's. */
export async function putThreadElsewhere(trx: Db, id: string, change: ThreadChange): Promise<void> {
  await trx.updateTable('threads').set(change).where('id', '=', id).execute()
}
