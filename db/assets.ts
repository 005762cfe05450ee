/** The pictures of stories: who has which, and which may go. Their files are server/assets' business. */
import { sql } from 'kysely'
import { may, type Role } from '../shared/can.ts'
import type { Db } from './open.ts'
import type { AssetsTable } from './schema.ts'
import { rightsOn } from './stories.ts'

export async function addAsset(db: Db, asset: AssetsTable): Promise<void> {
  await db.insertInto('assets').values(asset).execute()
}

export async function removeAsset(db: Db, id: string): Promise<void> {
  await db.deleteFrom('assets').where('id', '=', id).execute()
}

/** Null: there is none, its story is deleted, or this person may not see it. Nobody is told which. */
export async function assetFor(db: Db, reader: { id: string; role: Role }, id: string): Promise<AssetsTable | null> {
  const asset = await db
    .selectFrom('assets')
    .innerJoin('stories', 'stories.id', 'assets.story_id')
    .selectAll('assets')
    .where('assets.id', '=', id)
    .where('stories.deleted_at', 'is', null)
    .executeTakeFirst()
  return asset && may(await rightsOn(db, reader, asset.story_id), 'read it') ? asset : null
}

/** The asset a story has of this file already. */
export async function sameAsset(db: Db, storyId: string, sha256: string): Promise<AssetsTable | null> {
  const asset = await db
    .selectFrom('assets')
    .selectAll()
    .where('story_id', '=', storyId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return asset ?? null
}

export async function assetsOf(db: Db, storyId: string): Promise<AssetsTable[]> {
  return db.selectFrom('assets').selectAll().where('story_id', '=', storyId).orderBy('created_at').orderBy('id').execute()
}

/** Of whatever story, for what goes out by itself; people ask by `assetFor`. */
export async function assetById(db: Db, id: string): Promise<AssetsTable | null> {
  return (await db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Whether there is such an asset, of whatever story. */
export async function isAsset(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('assets').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function assetsAddedBy(db: Db, personId: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('assets')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('created_by', '=', personId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function assetOf(db: Db, id: string): Promise<AssetsTable | null> {
  return (await db.selectFrom('assets').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Those of stories that were deleted before then, but for what readers still see. */
export async function assetsOfDeleted(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('assets')
    .innerJoin('stories', 'stories.id', 'assets.story_id')
    .select('assets.id')
    .where('stories.deleted_at', '<', before)
    .where('assets.id', 'not in', (of) => of.selectFrom('site_pictures').select('asset'))
    .execute()
  return rows.map(({ id }) => id)
}

/** The story each was put into; those that are nowhere are left out. */
export async function storiesOfAssets(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  // As one value: a query takes only so many.
  const rows = await db
    .selectFrom('assets')
    .select(['id', 'story_id'])
    .where(sql<boolean>`id in (select value from json_each(${JSON.stringify(ids)}))`)
    .execute()
  return new Map(rows.map(({ id, story_id }) => [id, story_id]))
}
