/** The desk's rows of stories: what the list shows, and who may see which. */
import type { PersonHere, Story } from '../shared/api.ts'
import { can, may, nothing, onStory, type Exception, type OnStory, type Role } from '../shared/can.ts'
import { SCHEMA } from '../shared/schema.ts'
import { found } from '../shared/slug.ts'
import type { Db } from './open.ts'
import type { StoryPeopleTable } from './schema.ts'
import { standingRows, type KnownRow } from './standing-rows.ts'
import { firstUpdate } from './updates.ts'

/** A story as the desk shows it, but for who is in it now. */
export type StoryRow = Omit<Story, 'here' | 'standing'> & { standing: KnownRow | null }

type Reader = { id: string; role: Role }

function rows(db: Db) {
  return db
    .selectFrom('stories')
    .leftJoin('people as editor', 'editor.id', 'stories.edited_by')
    .leftJoin('people as holder', 'holder.id', 'stories.holder_id')
    .select([
      'stories.id',
      'stories.slug',
      'stories.headline',
      'stories.dek',
      'stories.byline',
      'stories.stage',
      'stories.words',
      'stories.created_at',
      'stories.edited_at',
      'stories.trouble',
      'stories.edited_by',
      'editor.name as editor_name',
      'editor.hue as editor_hue',
      'holder.id as holder_id',
      'holder.name as holder_name',
      'holder.hue as holder_hue',
      'stories.due_at',
      'stories.hold_reason',
      'stories.content_hash',
    ])
}

type Raw = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

function plain(raw: Raw): Omit<StoryRow, 'standing'> {
  const { id, slug, headline, dek, byline, stage, words, trouble } = raw
  const { created_at, edited_at, edited_by, editor_name, editor_hue } = raw
  const editedBy: PersonHere | null =
    edited_by === null || editor_name === null || editor_hue === null
      ? null
      : { id: edited_by, name: editor_name, hue: editor_hue }
  const facts = { id, slug, headline, dek, byline, stage, words, trouble }
  return { ...facts, createdAt: created_at, editedAt: edited_at, editedBy }
}

/** Guests see of a story where it stands no more than its stage. */
async function withStanding(db: Db, reader: Reader, raws: readonly Raw[], all: boolean): Promise<StoryRow[]> {
  if (reader.role === 'guest') return raws.map((raw) => ({ ...plain(raw), standing: null }))
  const standing = await standingRows(db, raws, all)
  return raws.map((raw) => ({ ...plain(raw), standing: standing.get(raw.id)! }))
}

/** The stories this person may see, the last edited first. */
export async function storiesFor(db: Db, reader: Reader, query = ''): Promise<StoryRow[]> {
  let select = rows(db).where('stories.deleted_at', 'is', null)
  if (!can(reader.role, 'read every story')) select = select.where('stories.id', 'in', shares(db, reader.id))
  const all = await select.orderBy('stories.edited_at', 'desc').orderBy('stories.id').execute()
  // Compared here: a database's own LIKE knows no accents and no case outside ASCII.
  const wanted = query.trim() === '' ? all : all.filter((row) => found(query, [row.headline, row.slug, row.byline, row.dek]))
  return withStanding(db, reader, wanted, true)
}

/** The whole stories that this guest may see; not those they read back a part of. */
function shares(db: Db, personId: string) {
  return sharesOpen(db).select('story_people.story_id').where('story_people.person_id', '=', personId)
}

function sharesOpen(db: Db) {
  return db
    .selectFrom('story_people')
    .leftJoin('guest_links', 'guest_links.id', 'story_people.link_id')
    .where('guest_links.ended_at', 'is', null)
    .where('story_people.passages', 'is', null)
    .where('guest_links.passages', 'is', null)
}

/** Null: there is none, it is deleted, or this person may not see it. Nobody is told which. */
export async function storyFor(db: Db, reader: Reader, id: string): Promise<StoryRow | null> {
  const raw = await rows(db).where('stories.id', '=', id).where('stories.deleted_at', 'is', null).executeTakeFirst()
  if (!raw || !may(await rightsOn(db, reader, id), 'read it')) return null
  return (await withStanding(db, reader, [raw], false))[0]!
}

/** What a person may do in a story; in one that is not there, nothing. */
export async function rightsOn(db: Db, reader: Reader, storyId: string): Promise<OnStory> {
  const story = await db
    .selectFrom('stories')
    .leftJoin('story_people', (join) =>
      join.onRef('story_people.story_id', '=', 'stories.id').on('story_people.person_id', '=', reader.id),
    )
    .leftJoin('guest_links', 'guest_links.id', 'story_people.link_id')
    .select((of) => [
      'story_people.person_id',
      'story_people.link_id',
      'guest_links.ended_at',
      of.fn.coalesce('guest_links.level', 'story_people.level').as('level'),
      of.fn.coalesce('guest_links.legal', 'story_people.legal').as('legal'),
      of.fn.coalesce('guest_links.passages', 'story_people.passages').as('passages'),
    ])
    .where('stories.id', '=', storyId)
    .where('stories.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!story) return nothing(reader.role)
  // A link lets guests in while it is open; it takes nothing from somebody who has become more than a guest.
  const isOver = story.link_id !== null && (story.ended_at !== null || reader.role !== 'guest')
  return onStory(reader.role, story.person_id === null || isOver ? null : exceptionOf(story))
}

function exceptionOf(row: Pick<StoryPeopleTable, 'level' | 'legal' | 'passages'>): Exception {
  const passages = row.passages === null ? null : (JSON.parse(row.passages) as string[])
  return { level: row.level, legal: row.legal === null ? null : row.legal === 1, passages }
}

/** Those of the ids that are there, for everybody; with the guests each is shared with. */
export async function storiesById(db: Db, ids: string[]): Promise<{ stories: StoryRow[]; sharedWith: Map<string, Set<string>> }> {
  if (ids.length === 0) return { stories: [], sharedWith: new Map() }
  const stories = await rows(db).where('stories.id', 'in', ids).where('stories.deleted_at', 'is', null).execute()
  const shares = await sharesOpen(db)
    .select(['story_people.story_id', 'story_people.person_id'])
    .where('story_people.story_id', 'in', ids)
    .execute()
  const sharedWith = new Map<string, Set<string>>()
  for (const share of shares) {
    const who = sharedWith.get(share.story_id) ?? new Set()
    sharedWith.set(share.story_id, who.add(share.person_id))
  }
  return { stories: await withStanding(db, { id: '', role: 'owner' }, stories, false), sharedWith }
}

export type NewStoryRow = {
  id: string
  slug: string
  headline: string
  dek: string
  byline: string
  words: number
  createdBy: string | null
  now: number
  /** The update the story begins with. */
  seed: Uint8Array
}

/** The row and its first update, both or neither: there is no story without its words. */
export async function addStory(db: Db, given: NewStoryRow): Promise<void> {
  const { id, slug, headline, dek, byline, words, createdBy, now, seed } = given
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('stories')
      .values({
        id,
        slug,
        headline,
        dek,
        byline,
        words,
        stage: 'writing',
        schema: SCHEMA,
        created_by: createdBy,
        created_at: now,
        edited_by: createdBy,
        edited_at: now,
        deleted_at: null,
        trouble: null,
      })
      .execute()
    await firstUpdate(trx, id, createdBy, seed, now)
  })
}

export async function changeSlug(db: Db, id: string, slug: string): Promise<void> {
  await db.updateTable('stories').set({ slug }).where('id', '=', id).execute()
}

/** The words stay where they are; only the desk no longer shows them. */
export async function deleteStory(db: Db, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('stories')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function restoreStory(db: Db, id: string): Promise<boolean> {
  const done = await db.updateTable('stories').set({ deleted_at: null }).where('id', '=', id).executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function shareStory(db: Db, storyId: string, personId: string): Promise<void> {
  await db
    .insertInto('story_people')
    .values({ story_id: storyId, person_id: personId, level: null, legal: null, passages: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
