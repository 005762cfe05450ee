/** Editions, which never change, and what became of each: waiting for its time, out, cancelled or stopped. */
import type { Content } from '../shared/publish/content.ts'
import { datesOf, type Dates } from '../shared/publish/dates.ts'
import type { EditionKind } from '../shared/publish/workflow.ts'
import type { PersonHere } from '../shared/api.ts'
import type { Db } from './open.ts'
import { unpack } from './packed.ts'
import type { EditionsTable, ReleasesTable, StoriesTable } from './schema.ts'

/** An edition without its text and page, and what became of it. */
export type EditionRow = Omit<EditionsTable, 'content' | 'page'> & {
  by: PersonHere
  state: ReleasesTable['state']
  /** When it went out, was cancelled or stopped, and why. */
  ended_at: number | null
  ended_says: string | null
}

function rows(db: Db) {
  return db
    .selectFrom('editions')
    .innerJoin('releases', 'releases.edition_id', 'editions.id')
    .innerJoin('people as by', 'by.id', 'editions.person_id')
    .select([
      'editions.id',
      'editions.story_id',
      'editions.number',
      'editions.kind',
      'editions.hash',
      'editions.page_hash',
      'editions.headline',
      'editions.note',
      'editions.without_note',
      'editions.at',
      'editions.zone',
      'editions.person_id',
      'editions.made_at',
      'editions.version_id',
      'releases.state',
      'releases.at as ended_at',
      'releases.says as ended_says',
      'by.name as by_name',
      'by.hue as by_hue',
    ])
}

type Raw = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const plain = ({ by_name: name, by_hue: hue, ...same }: Raw): EditionRow => ({ ...same, by: { id: same.person_id, name, hue } })

/** The first first. */
export async function editionsOf(db: Db, storyId: string): Promise<EditionRow[]> {
  return (await rows(db).where('editions.story_id', '=', storyId).orderBy('editions.number').execute()).map(plain)
}

export async function editionOf(db: Db, storyId: string, number: number): Promise<EditionRow | null> {
  const raw = await rows(db).where('editions.story_id', '=', storyId).where('editions.number', '=', number).executeTakeFirst()
  return raw ? plain(raw) : null
}

export async function editionById(db: Db, id: string): Promise<EditionRow | null> {
  const raw = await rows(db).where('editions.id', '=', id).executeTakeFirst()
  return raw ? plain(raw) : null
}

/** What readers got of an edition, and the approved page. */
export async function wholeEdition(db: Db, id: string): Promise<{ content: Content; page: string }> {
  const row = await db.selectFrom('editions').select(['content', 'page']).where('id', '=', id).executeTakeFirstOrThrow()
  return { content: JSON.parse(unpack(row.content)) as Content, page: unpack(row.page) }
}

/** What a story is to readers: its newest edition that is out, and the times its page tells. */
export type LiveEdition = Dates & { id: string; number: number; kind: EditionKind; hash: string; killed: boolean }

/** @param storyIds null: of all stories */
export async function liveEditions(db: Db, storyIds: readonly string[] | null): Promise<Map<string, LiveEdition>> {
  const select = db
    .selectFrom('releases')
    .innerJoin('editions', 'editions.id', 'releases.edition_id')
    .select(['editions.id', 'editions.story_id', 'editions.number', 'editions.kind', 'editions.hash', 'editions.at'])
    .where('releases.state', '=', 'out')
    .orderBy('editions.number')
  const out = await (storyIds === null ? select : select.where('releases.story_id', 'in', storyIds)).execute()
  const byStory = new Map<string, typeof out>()
  for (const one of out) byStory.set(one.story_id, [...(byStory.get(one.story_id) ?? []), one])
  return new Map(
    [...byStory].map(([storyId, editions]) => {
      const { id, number, kind, hash } = editions.at(-1)!
      return [storyId, { ...datesOf(editions), id, number, kind, hash, killed: kind === 'kill' }]
    }),
  )
}

/** Null: nothing of it was ever out. */
export async function liveEdition(db: Db, storyId: string): Promise<LiveEdition | null> {
  return (await liveEditions(db, [storyId])).get(storyId) ?? null
}

/** The edition of each story that is to go out later: there is at most one. @param storyIds null: of all stories */
export async function waitingEditions(db: Db, storyIds: readonly string[] | null): Promise<Map<string, EditionRow>> {
  const select = rows(db).where('releases.state', '=', 'waiting')
  const waiting = await (storyIds === null ? select : select.where('releases.story_id', 'in', storyIds)).execute()
  return new Map(waiting.map((raw) => [raw.story_id, plain(raw)]))
}

export async function waitingEdition(db: Db, storyId: string): Promise<EditionRow | null> {
  return (await waitingEditions(db, [storyId])).get(storyId) ?? null
}

/** In the transaction that also writes its deliveries. */
export async function addEdition(db: Db, row: EditionsTable, state: 'waiting' | 'out', now: number): Promise<void> {
  await db.insertInto('editions').values(row).execute()
  await db
    .insertInto('releases')
    .values({
      edition_id: row.id,
      story_id: row.story_id,
      state,
      due_at: row.at,
      at: state === 'out' ? now : null,
      person_id: null,
      says: null,
    })
    .execute()
}

/** True for exactly one of those who try: an edition ends its waiting once. */
export async function endWaiting(
  db: Db,
  editionId: string,
  end: Pick<ReleasesTable, 'state' | 'at' | 'person_id' | 'says'>,
): Promise<boolean> {
  const done = await db
    .updateTable('releases')
    .set(end)
    .where('edition_id', '=', editionId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Those whose time has come, the earliest first. */
export async function dueEditions(db: Db, now: number): Promise<EditionRow[]> {
  const due = await rows(db)
    .where('releases.state', '=', 'waiting')
    .where('releases.due_at', '<=', now)
    .orderBy('releases.due_at')
    .orderBy('editions.made_at')
    .execute()
  return due.map(plain)
}

export async function nextDueAt(db: Db, after: number): Promise<number | null> {
  const row = await db
    .selectFrom('releases')
    .select((of) => of.fn.min<number | null>('due_at').as('at'))
    .where('state', '=', 'waiting')
    .where('due_at', '>', after)
    .executeTakeFirst()
  return row?.at ?? null
}

/** False: it is another story's, for good. */
export async function claimPath(db: Db, path: string, storyId: string, now: number): Promise<boolean> {
  await db
    .insertInto('paths')
    .values({ path, story_id: storyId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('paths').select('story_id').where('path', '=', path).executeTakeFirstOrThrow()
  return row.story_id === storyId
}

/** What of a story can stand in the way of its going out, whatever was decided before. */
export type Stops = Pick<StoriesTable, 'stage' | 'deleted_at' | 'hold_reason' | 'embargo_until' | 'embargo_zone'>

export async function stopsOf(db: Db, storyId: string): Promise<Stops> {
  return db
    .selectFrom('stories')
    .select(['stage', 'deleted_at', 'hold_reason', 'embargo_until', 'embargo_zone'])
    .where('id', '=', storyId)
    .executeTakeFirstOrThrow()
}

/** What the built-in site has of a story, with the receipt of its edition. */
export type OnSite = { path: string; editionId: string; number: number; pageHash: string; killed: boolean }

export async function liveOnSite(db: Db): Promise<OnSite[]> {
  const rows = await db
    .selectFrom('site_stories')
    .innerJoin('editions', 'editions.id', 'site_stories.edition_id')
    .select(['site_stories.path', 'editions.id', 'editions.number', 'editions.page_hash', 'site_stories.killed_at'])
    .orderBy('site_stories.path')
    .execute()
  return rows.map(({ path, id, number, page_hash, killed_at }) => ({
    path,
    editionId: id,
    number,
    pageHash: page_hash,
    killed: killed_at !== null,
  }))
}
