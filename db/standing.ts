/** Where stories stand: stage, holder, hold, embargo, gates, particulars and paths, and what of them is out. */
import type { PersonHere } from '../shared/api.ts'
import { PARTICULARS, type Particulars } from '../shared/publish/content.ts'
import type { Gate } from '../shared/publish/workflow.ts'
import type { Stage } from '../shared/story.ts'
import type { Db } from './open.ts'
import type { GatesTable, StageMovesTable, StoriesTable } from './schema.ts'

export type KnownStanding = {
  stage: Stage
  spikedFrom: Stage | null
  createdBy: string | null
  holder: PersonHere | null
  due: number | null
  hold: { by: PersonHere; at: number; reason: string } | null
  embargo: { until: number; zone: string } | null
  moved: { from: Stage; by: PersonHere; at: number; reason: string } | null
}

/** Null: there is no such story. */
export async function knownStanding(db: Db, storyId: string): Promise<KnownStanding | null> {
  const row = await db
    .selectFrom('stories')
    .leftJoin('people as holder', 'holder.id', 'stories.holder_id')
    .leftJoin('people as held', 'held.id', 'stories.held_by')
    .select(['stage', 'spiked_from', 'created_by', 'due_at', 'hold_reason', 'held_at', 'embargo_until', 'embargo_zone'])
    .select(['holder.id as holder_id', 'holder.name as holder_name', 'holder.hue as holder_hue'])
    .select(['held.id as held_id', 'held.name as held_name', 'held.hue as held_hue'])
    .where('stories.id', '=', storyId)
    .where('stories.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    stage: row.stage,
    spikedFrom: row.spiked_from,
    createdBy: row.created_by,
    holder: here(row.holder_id, row.holder_name, row.holder_hue),
    due: row.due_at,
    hold:
      row.hold_reason === null
        ? null
        : { by: here(row.held_id, row.held_name, row.held_hue)!, at: row.held_at!, reason: row.hold_reason },
    embargo: row.embargo_until === null ? null : { until: row.embargo_until, zone: row.embargo_zone! },
    moved: await lastMove(db, storyId),
  }
}

const here = (id: string | null, name: string | null, hue: number | null): PersonHere | null =>
  id === null || name === null || hue === null ? null : { id, name, hue }

async function lastMove(db: Db, storyId: string): Promise<KnownStanding['moved']> {
  const row = await db
    .selectFrom('stage_moves')
    .innerJoin('people', 'people.id', 'stage_moves.person_id')
    .select(['stage_moves.from_stage', 'stage_moves.at', 'stage_moves.reason', 'people.id', 'people.name', 'people.hue'])
    .where('story_id', '=', storyId)
    .orderBy('nr', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { from: row.from_stage, by: here(row.id, row.name, row.hue)!, at: row.at, reason: row.reason } : null
}

/** False: it is no longer in that stage, because somebody else has moved it. */
export async function moveTo(trx: Db, move: Omit<StageMovesTable, 'nr'>): Promise<boolean> {
  const done = await trx
    .updateTable('stories')
    .set({ stage: move.to_stage, spiked_from: move.to_stage === 'spiked' ? move.from_stage : null })
    .where('id', '=', move.story_id)
    .where('stage', '=', move.from_stage)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (done.numUpdatedRows === 0n) return false
  await trx
    .insertInto('stage_moves')
    .values({ ...move, nr: await nextOf(trx, 'stage_moves', move.story_id) })
    .execute()
  return true
}

/** Two things may happen in one millisecond: their order is their number. */
async function nextOf(trx: Db, table: 'stage_moves' | 'gates', storyId: string): Promise<number> {
  const last = await trx
    .selectFrom(table)
    .select('nr')
    .where('story_id', '=', storyId)
    .orderBy('nr', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.nr ?? 0) + 1
}

/** Whom a story concerns: who made it, who holds it, who is named in it. Guests are told nothing of its standing. */
export async function concernedBy(db: Db, storyId: string): Promise<string[]> {
  const story = await db.selectFrom('stories').select(['created_by', 'holder_id']).where('id', '=', storyId).executeTakeFirst()
  const named = await db.selectFrom('story_people').select('person_id').where('story_id', '=', storyId).execute()
  const ids = [story?.created_by, story?.holder_id, ...named.map(({ person_id }) => person_id)].filter((id) => id != null)
  if (ids.length === 0) return []
  const people = await db.selectFrom('people').select('id').where('id', 'in', ids).where('role', '!=', 'guest').execute()
  return people.map(({ id }) => id)
}

export async function changeStory(
  db: Db,
  storyId: string,
  change: Partial<
    Pick<
      StoriesTable,
      'holder_id' | 'due_at' | 'hold_reason' | 'held_by' | 'held_at' | 'embargo_until' | 'embargo_zone' | 'content_hash'
    >
  >,
): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('stories').set(change).where('id', '=', storyId).execute()
}

/**
 * Of those stories that were passed by a gate or published, on which contents, and which one they had when that was last
 * noted: the desk has to say whether readers would get another text now.
 */
export async function notedContent(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { noted: string | null; known: ReadonlySet<string> }>> {
  if (ids.length === 0) return new Map()
  const gates = await db.selectFrom('gates').select(['story_id', 'hash']).where('story_id', 'in', ids).execute()
  const editions = await db.selectFrom('editions').select(['story_id', 'hash']).where('story_id', 'in', ids).execute()
  const known = new Map<string, Set<string>>()
  for (const { story_id, hash } of [...gates, ...editions]) known.set(story_id, (known.get(story_id) ?? new Set()).add(hash))
  if (known.size === 0) return new Map()
  const rows = await db
    .selectFrom('stories')
    .select(['id', 'content_hash'])
    .where('id', 'in', [...known.keys()])
    .execute()
  return new Map(rows.map(({ id, content_hash }) => [id, { noted: content_hash, known: known.get(id)! }]))
}

// What it says to readers beside its text

export type KnownParticulars = Particulars & { version: number }

export async function particularsOf(db: Db, storyId: string): Promise<KnownParticulars> {
  return (await particularsOfAll(db, [storyId])).get(storyId)!
}

export async function particularsOfAll(db: Db, ids: readonly string[]): Promise<Map<string, KnownParticulars>> {
  const rows = await db.selectFrom('particulars').selectAll().where('story_id', 'in', ids).execute()
  const kept = new Map(rows.map((row) => [row.story_id, row]))
  return new Map(
    ids.map((id) => {
      const row = kept.get(id)
      if (!row) return [id, { ...PARTICULARS, version: 0 }]
      const { path, kicker, visibility, version } = row
      const [searchTitle, searchText, socialTitle] = [row.search_title, row.search_text, row.social_title]
      const topics = JSON.parse(row.topics) as string[]
      return [id, { path, kicker, topics, visibility, searchTitle, searchText, socialTitle, version }]
    }),
  )
}

/** @param given with the version they had before. False: somebody has changed them since. */
export async function keepParticulars(trx: Db, storyId: string, given: KnownParticulars): Promise<boolean> {
  const { path, kicker, visibility, version } = given
  const row = {
    path,
    kicker,
    topics: JSON.stringify(given.topics),
    visibility,
    search_title: given.searchTitle,
    search_text: given.searchText,
    social_title: given.socialTitle,
    version: version + 1,
  }
  if (version === 0) {
    const done = await trx
      .insertInto('particulars')
      .values({ story_id: storyId, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
  }
  const done = await trx
    .updateTable('particulars')
    .set(row)
    .where('story_id', '=', storyId)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Whether a path is another story's: it was published under it, or has chosen it. */
export async function isTaken(db: Db, path: string, storyId: string): Promise<boolean> {
  return (await takenLike(db, path, storyId)).has(path)
}

/** The paths of other stories that begin like this one. */
export async function takenLike(db: Db, stem: string, storyId: string): Promise<Set<string>> {
  // A path has no letter that LIKE would read as anything but itself.
  const published = await db
    .selectFrom('paths')
    .select('path')
    .where('path', 'like', `${stem}%`)
    .where('story_id', '!=', storyId)
    .execute()
  const chosen = await db
    .selectFrom('particulars')
    .innerJoin('stories', 'stories.id', 'particulars.story_id')
    .select('particulars.path')
    .where('particulars.path', 'like', `${stem}%`)
    .where('particulars.story_id', '!=', storyId)
    .where('stories.deleted_at', 'is', null)
    .execute()
  return new Set([...published, ...chosen].map(({ path }) => path!))
}

/** Whether this story was published under this path. */
export async function wasUnder(db: Db, path: string, storyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('paths')
    .select('path')
    .where('path', '=', path)
    .where('story_id', '=', storyId)
    .executeTakeFirst()
  return row !== undefined
}

/** The path that readers have; of a story that is not on the site, the last it had. */
export async function publishedPath(db: Db, storyId: string): Promise<string | null> {
  const site = await db.selectFrom('site_stories').select('path').where('story_id', '=', storyId).executeTakeFirst()
  const last = db.selectFrom('paths').select('path').where('story_id', '=', storyId).orderBy('at', 'desc').limit(1)
  return (site ?? (await last.executeTakeFirst()))?.path ?? null
}

// Gates

export type KnownGate = { gate: Gate; hash: string; by: PersonHere; at: number; note: string; version: string }

/** Each gate as it was passed last; not those that were taken back. */
export async function gatesOf(db: Db, storyId: string): Promise<Map<Gate, KnownGate>> {
  const rows = await db
    .selectFrom('gates')
    .innerJoin('people', 'people.id', 'gates.person_id')
    .select(['gates.gate', 'gates.hash', 'gates.at', 'gates.note', 'gates.version_id', 'people.id', 'people.name', 'people.hue'])
    .where('gates.story_id', '=', storyId)
    .where('gates.taken_back_at', 'is', null)
    .orderBy('gates.nr')
    .execute()
  return new Map(
    rows.map(({ gate, hash, at, note, version_id, id, name, hue }) => [
      gate,
      { gate, hash, at, note, version: version_id, by: { id, name, hue } },
    ]),
  )
}

/** Gates that were passed on this content, and are not any more. */
export async function takenBackOn(db: Db, storyId: string, hash: string): Promise<Gate[]> {
  const rows = await db
    .selectFrom('gates')
    .select(['gate', 'taken_back_at'])
    .where('story_id', '=', storyId)
    .where('hash', '=', hash)
    .execute()
  const stands = new Set(rows.filter(({ taken_back_at }) => taken_back_at === null).map(({ gate }) => gate))
  return [...new Set(rows.map(({ gate }) => gate))].filter((gate) => !stands.has(gate))
}

export async function keepGate(trx: Db, row: Omit<GatesTable, 'nr'>): Promise<void> {
  await trx
    .insertInto('gates')
    .values({ ...row, nr: await nextOf(trx, 'gates', row.story_id) })
    .execute()
}

/** False: it was not passed. */
export async function takeGateBack(db: Db, storyId: string, gate: Gate, by: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('gates')
    .set({ taken_back_at: now, taken_back_by: by })
    .where('story_id', '=', storyId)
    .where('gate', '=', gate)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
