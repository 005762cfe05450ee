/** A story's whole log and checkpoint, for finding what is damaged in them, and the table where that is set aside. */
import { isFork } from '../shared/review.ts'
import type { Db } from './open.ts'
import type { CheckpointsTable, SetAsideTable, UpdatesTable } from './schema.ts'

/** Everything kept of a story, whether it can be read or not. */
export type KeptStory = { checkpoint: CheckpointsTable | null; log: UpdatesTable[] }

/** Stories that are not deleted, the oldest first, and the forks of them that are not given up. */
export async function allStories(db: Db): Promise<{ id: string; slug: string; schema: number }[]> {
  const stories = await db
    .selectFrom('stories')
    .select(['id', 'slug', 'schema'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const forks = await db
    .selectFrom('forks')
    .innerJoin('stories', 'stories.id', 'forks.story_id')
    .select(['forks.id', 'stories.slug', 'forks.schema'])
    .where('forks.closed_at', 'is', null)
    .where('stories.deleted_at', 'is', null)
    .orderBy('forks.created_at')
    .orderBy('forks.id')
    .execute()
  return [...stories, ...forks.map((fork) => ({ ...fork, slug: `a fork of ${fork.slug}` }))]
}

export async function keptStory(db: Db, storyId: string): Promise<KeptStory> {
  const checkpoint = await db
    .selectFrom('checkpoints')
    .selectAll()
    .where('story_id', '=', storyId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const log = await db.selectFrom('updates').selectAll().where('story_id', '=', storyId).orderBy('seq').execute()
  return { checkpoint: checkpoint ?? null, log }
}

/** What takes the place of an update that is gone: the log stays numbered without gaps. */
const NOTHING = Uint8Array.of(0, 0)

/** An update of a story's log that cannot be used. `row` is null when it is not there at all. */
export type Unusable = { seq: number; row: UpdatesTable | null; why: string }

/** Nothing is deleted: what is set aside is moved, byte for byte, and an update that says nothing takes its place. */
export async function setAside(db: Db, storyId: string, unusable: readonly Unusable[], now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { seq, row, why } of unusable) {
      if (row !== null) {
        const kept: SetAsideTable = { ...row, kind: 'update', why, set_aside_at: now }
        await trx.insertInto('set_aside').values(kept).execute()
        await trx.updateTable('updates').set({ bytes: NOTHING }).where('story_id', '=', storyId).where('seq', '=', seq).execute()
      } else
        await trx.insertInto('updates').values({ story_id: storyId, seq, at: now, person_id: null, bytes: NOTHING }).execute()
    }
    await trx
      .updateTable(isFork(storyId) ? 'forks' : 'stories')
      .set({ trouble: null })
      .where('id', '=', storyId)
      .execute()
  })
}

export async function setCheckpointAside(db: Db, { story_id, seq, at, state }: CheckpointsTable, now: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const why = 'It cannot be read.'
    await trx
      .insertInto('set_aside')
      .values({ story_id, seq, at, bytes: state, kind: 'checkpoint', person_id: null, why, set_aside_at: now })
      .execute()
    await trx.deleteFrom('checkpoints').where('story_id', '=', story_id).where('seq', '=', seq).execute()
  })
}
