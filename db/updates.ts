/** A story's log, its checkpoints, and whose typing is whose. */
import { CompiledQuery, type Transaction } from 'kysely'
import type { PersonHere } from '../shared/api.ts'
import { isFork } from '../shared/review.ts'
import type { Db } from './open.ts'
import type { Tables, UpdatesTable, WritersTable } from './schema.ts'

const MOST_RECENT = 1000

/** So many rows go down by one statement, the most that fit first: few enough statements to be prepared once. */
const ROWS_A_STATEMENT = [64, 32, 16, 8, 4, 2, 1].map((rows) => ({
  rows,
  query: `insert into updates (story_id, seq, at, person_id, bytes) values ${Array.from({ length: rows }, () => '(?,?,?,?,?)').join(',')}`,
}))

/** What is written together with an update, in its transaction: it may be called again when that fails. */
export type Also = (trx: Transaction<Tables>) => Promise<void>

/**
 * Puts updates at the end of their stories' logs and names new writers, all or nothing. When it
 * resolves they are on disk. Written in plain statements because it is the road of every keystroke.
 */
export async function append(
  db: Db,
  rows: readonly UpdatesTable[],
  writers: readonly WritersTable[],
  also: readonly Also[] = [],
): Promise<void> {
  if (writers.length === 0 && also.length === 0 && rows.length <= 1) return insert(db, rows)
  await db.transaction().execute(async (trx) => {
    if (writers.length > 0)
      await trx
        .insertInto('writers')
        .values([...writers])
        .onConflict((c) => c.doNothing())
        .execute()
    await insert(trx, rows)
    for (const write of also) await write(trx)
  })
}

async function insert(db: Db, rows: readonly UpdatesTable[]): Promise<void> {
  let done = 0
  for (const { rows: count, query } of ROWS_A_STATEMENT)
    for (; rows.length - done >= count; done += count) {
      const values: unknown[] = []
      for (let at = done; at < done + count; at++) {
        const { story_id, seq, at: time, person_id, bytes } = rows[at]!
        values.push(story_id, seq, time, person_id, bytes)
      }
      await db.executeQuery(CompiledQuery.raw(query, values))
    }
}

/** The update a story begins with; part of the transaction that makes its row. */
export async function firstUpdate(
  trx: Transaction<Tables>,
  storyId: string,
  personId: string | null,
  bytes: Uint8Array,
  now: number,
): Promise<void> {
  await trx.insertInto('updates').values({ story_id: storyId, seq: 1, at: now, person_id: personId, bytes }).execute()
}

/** Everything a story is made of. */
export type SavedStory = {
  schema: number
  checkpoint: { seq: number; state: Uint8Array } | null
  /** The updates after the checkpoint, in order. */
  updates: { seq: number; bytes: Uint8Array }[]
  writers: { client: number; person_id: string }[]
}

/** Null: there is no such story or fork, or it is deleted or given up. */
export async function savedStory(db: Db, storyId: string): Promise<SavedStory | null> {
  const story = isFork(storyId)
    ? await db.selectFrom('forks').select('schema').where('id', '=', storyId).where('closed_at', 'is', null).executeTakeFirst()
    : await db.selectFrom('stories').select('schema').where('id', '=', storyId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!story) return null
  const checkpoint = await db
    .selectFrom('checkpoints')
    .select(['seq', 'state'])
    .where('story_id', '=', storyId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const updates = await db
    .selectFrom('updates')
    .select(['seq', 'bytes'])
    .where('story_id', '=', storyId)
    .where('seq', '>', checkpoint?.seq ?? 0)
    .orderBy('seq')
    .execute()
  const writers = await db.selectFrom('writers').select(['client', 'person_id']).where('story_id', '=', storyId).execute()
  return { schema: story.schema, checkpoint: checkpoint ?? null, updates, writers }
}

/** Keeps the newest checkpoint; the log keeps everything before it. */
export async function keepCheckpoint(db: Db, storyId: string, seq: number, state: Uint8Array, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('checkpoints')
      .values({ story_id: storyId, seq, at: now, state })
      .onConflict((c) => c.doNothing())
      .execute()
    await trx.deleteFrom('checkpoints').where('story_id', '=', storyId).where('seq', '<', seq).execute()
  })
}

/** What the desk shows of a story, taken from its Y.Doc. */
export type StoryFacts = {
  id: string
  headline: string
  dek: string
  byline: string
  words: number
  schema: number
  edited_by: string | null
  edited_at: number
  /** Of stories that were passed by a gate or published: what readers would get now. */
  content_hash?: string
}

export async function noteFacts(db: Db, facts: readonly StoryFacts[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { id, ...rest } of facts) {
      const { edited_by, edited_at, ...always } = rest
      if (isFork(id)) {
        const { schema } = rest
        await trx.updateTable('forks').set({ schema, edited_at }).where('id', '=', id).execute()
        continue
      }
      // The mark of a comment is put there by nobody: the story is not edited by that.
      await trx
        .updateTable('stories')
        .set(edited_by === null ? always : rest)
        .where('id', '=', id)
        .execute()
    }
  })
}

export async function noteTrouble(db: Db, storyId: string, trouble: string | null): Promise<void> {
  await db
    .updateTable(isFork(storyId) ? 'forks' : 'stories')
    .set({ trouble })
    .where('id', '=', storyId)
    .execute()
}

/** The people whose typing each Yjs client of a story is; removed people too. The server's own is nobody's. */
export async function writersOf(db: Db, storyId: string): Promise<({ client: number } & PersonHere)[]> {
  return db
    .selectFrom('writers')
    .innerJoin('people', 'people.id', 'writers.person_id')
    .select(['client', 'people.id', 'people.name', 'people.hue'])
    .where('story_id', '=', storyId)
    .execute()
}

/** A stretch of a story's log, the first first, with who sent each. */
export async function updatesBetween(
  db: Db,
  storyId: string,
  after: number,
  until: number,
  most: number,
): Promise<{ seq: number; bytes: Uint8Array; by: PersonHere | null }[]> {
  const rows = await db
    .selectFrom('updates')
    .leftJoin('people', 'people.id', 'updates.person_id')
    .select(['updates.seq', 'updates.bytes', 'people.id', 'people.name', 'people.hue'])
    .where('updates.story_id', '=', storyId)
    .where('updates.seq', '>', after)
    .where('updates.seq', '<=', until)
    .orderBy('updates.seq')
    .limit(most)
    .execute()
  return rows.map(({ seq, bytes, id, name, hue }) => ({ seq, bytes, by: id === null ? null : { id, name: name!, hue: hue! } }))
}

/** The end of a story's log, the newest first. */
export async function lastUpdates(db: Db, storyId: string): Promise<Pick<UpdatesTable, 'at' | 'person_id' | 'bytes'>[]> {
  return db
    .selectFrom('updates')
    .select(['at', 'person_id', 'bytes'])
    .where('story_id', '=', storyId)
    .orderBy('seq', 'desc')
    .limit(MOST_RECENT)
    .execute()
}
