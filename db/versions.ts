/** Kept versions of stories: what a story said when it was filed, passed, published, restored or named. Never deleted. */
import { sql } from 'kysely'
import type { PersonHere } from '../shared/api.ts'
import type { Version } from '../shared/shapes/versions.ts'
import type { Db } from './open.ts'
import type { VersionsTable } from './schema.ts'

/** Part of a transaction of the caller's, if it is in one. A state that is kept already is not kept twice. */
export async function addVersion(
  db: Db,
  version: Omit<VersionsTable, 'state' | 'same_as'> & { state: Uint8Array },
): Promise<void> {
  const same = await db
    .selectFrom('versions')
    .select('id')
    .where('story_id', '=', version.story_id)
    .where('seq', '=', version.seq)
    .where('state', '=', version.state)
    .executeTakeFirst()
  await db
    .insertInto('versions')
    .values({ ...version, state: same ? null : version.state, same_as: same?.id ?? null })
    .execute()
}

const SHOWN = ['id', 'reason', 'says', 'name', 'at', 'headline', 'words'] as const

/** The newest first; with the number of the last update that each holds. */
export async function versionsOf(db: Db, storyId: string, only?: string): Promise<(Version & { seq: number })[]> {
  let select = db
    .selectFrom('versions')
    .leftJoin('people', 'people.id', 'versions.person_id')
    .select(SHOWN.map((name) => `versions.${name}` as const))
    .select(['versions.seq', 'people.id as personId', 'people.name as personName', 'people.hue'])
    .where('story_id', '=', storyId)
  if (only !== undefined) select = select.where('versions.id', '=', only)
  const rows = await select
    .orderBy('versions.seq', 'desc')
    .orderBy('versions.at', 'desc')
    .orderBy(sql`versions.rowid`, 'desc')
    .execute()
  return rows.map(({ personId, personName, hue, ...row }) => ({
    ...row,
    by: personId === null ? null : ({ id: personId, name: personName!, hue: hue! } satisfies PersonHere),
  }))
}

export async function versionOf(db: Db, storyId: string, id: string): Promise<(Version & { seq: number }) | null> {
  return (await versionsOf(db, storyId, id))[0] ?? null
}

/** What was kept of the story: gzip of its Yjs state, V2. Null: there is no such version. */
export async function stateOf(db: Db, storyId: string, id: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('versions as named')
    .leftJoin('versions as first', 'first.id', 'named.same_as')
    .select(['named.state', 'first.state as sameState'])
    .where('named.story_id', '=', storyId)
    .where('named.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : (row.state ?? row.sameState)
}

/** What was kept of a story before a version was put back, the last time; null: none ever was. */
export async function lastRestore(db: Db, storyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('versions')
    .select('id')
    .where('story_id', '=', storyId)
    .where('reason', '=', 'restore')
    .orderBy('seq', 'desc')
    .orderBy(sql`rowid`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** False: there is no such version. */
export async function nameVersion(db: Db, storyId: string, id: string, name: string): Promise<boolean> {
  const done = await db
    .updateTable('versions')
    .set({ name })
    .where('story_id', '=', storyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
