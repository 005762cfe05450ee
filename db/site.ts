/** What the built-in site shows: made of editions alone, and read by nothing but the site. */
import { sql } from 'kysely'
import { layOut } from '../shared/body/parts.ts'
import { oneLine } from '../shared/body/spans.ts'
import { storyOf, type Content } from '../shared/publish/content.ts'
import type { EditionKind } from '../shared/publish/workflow.ts'
import type { ReaderNote } from '../shared/shapes/editions.ts'
import { monthAddress, nameAddress } from '../shared/site/addresses.ts'
import { freePictures } from '../shared/site/body.ts'
import { authorsOf, namePath } from '../shared/site/names.ts'
import { monthIn } from '../shared/site/when.ts'
import { assetsOf } from './assets.ts'
import { liveEdition } from './editions.ts'
import type { Db } from './open.ts'
import { unpack } from './packed.ts'
import { publishingSettings } from './publishing.ts'
import type { AssetsTable, SiteNamesTable, SiteStoriesTable } from './schema.ts'

/** Of one row of a list. */
export type SiteRow = SiteStoriesTable
export type NoteOnSite = ReaderNote & { at: number }
/** All that a story's page is made of, beside the newsroom's settings. */
export type OnSite = {
  row: SiteRow
  kind: EditionKind
  /** The time of the edition. */
  at: number
  content: Content
  /** The approved page. */
  page: string
  notes: NoteOnSite[]
}

export const contentOfEdition = (bytes: Uint8Array): Content => JSON.parse(unpack(bytes)) as Content

/**
 * Puts an edition before readers, in the transaction that says it is out. Doing it twice is doing it once, and an edition
 * that comes after a newer one only enters the change log.
 */
export async function putOnSite(trx: Db, editionId: string): Promise<void> {
  const edition = await trx.selectFrom('editions').selectAll().where('id', '=', editionId).executeTakeFirstOrThrow()
  const { story_id: storyId, number, kind, at } = edition
  await trx
    .insertInto('site_changes')
    .values({
      edition_id: editionId,
      story_id: storyId,
      number,
      kind,
      at,
      note: edition.note,
      noted_at: edition.note === null ? null : at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const newest = await trx
    .selectFrom('site_changes')
    .select('number')
    .where('story_id', '=', storyId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (newest.number !== number) return
  const before = await trx.selectFrom('site_stories').selectAll().where('story_id', '=', storyId).executeTakeFirst()
  const content = contentOfEdition(edition.content)
  const row = await rowOf(trx, { ...edition, storyId, content, before })
  await trx
    .insertInto('site_stories')
    .values(row)
    .onConflict((conflict) => conflict.column('story_id').doUpdateSet(row))
    .execute()
  await trx.updateTable('paths').set({ shown_at: at }).where('path', '=', row.path).where('shown_at', 'is', null).execute()
  await trx.deleteFrom('site_names').where('story_id', '=', storyId).execute()
  await trx.deleteFrom('site_pictures').where('story_id', '=', storyId).execute()
  if (row.killed_at !== null) return
  const names = namesOf(row, content)
  if (names.length > 0) await trx.insertInto('site_names').values(names).execute()
  const layout = layOut(storyOf(content))
  const pictures = [...new Set(freePictures(layout, content.visibility === 'members'))]
  if (pictures.length > 0)
    await trx
      .insertInto('site_pictures')
      .values(pictures.map((asset) => ({ asset, story_id: storyId })))
      .execute()
}

async function rowOf(
  trx: Db,
  given: { id: string; storyId: string; kind: EditionKind; at: number; content: Content; before: SiteRow | undefined },
): Promise<SiteRow> {
  const { id, storyId, kind, at, content, before } = given
  const dates = (await liveEdition(trx, storyId)) ?? { publishedAt: at, changedAt: at, correctedAt: null }
  return {
    story_id: storyId,
    edition_id: id,
    path: content.path ?? before?.path ?? storyId.toLowerCase(),
    headline: oneLine(content.headline),
    dek: oneLine(content.dek),
    byline: oneLine(content.byline),
    kicker: content.kicker,
    visibility: content.visibility,
    published_at: dates.publishedAt,
    changed_at: dates.changedAt,
    corrected_at: dates.correctedAt,
    killed_at: kind === 'kill' ? at : null,
    month: monthIn(dates.publishedAt, (await publishingSettings(trx)).zone),
  }
}

function namesOf(row: SiteRow, content: Content): SiteNamesTable[] {
  const named = [
    ...authorsOf(row.byline).map((name) => ({ kind: 'author' as const, name })),
    ...content.topics.map((name) => ({ kind: 'topic' as const, name })),
  ]
  const out = new Map<string, SiteNamesTable>()
  for (const { kind, name } of named) {
    const path = namePath(name)
    out.set(`${kind}/${path}`, { kind, path, story_id: row.story_id, name, published_at: row.published_at })
  }
  return [...out.values()]
}

/** The notes to readers of what has been on the site, the oldest first. */
export async function notesOnSite(db: Db, storyId: string): Promise<NoteOnSite[]> {
  const rows = await db
    .selectFrom('site_changes')
    .select(['note', 'at'])
    .where('story_id', '=', storyId)
    .where('note', 'is not', null)
    .orderBy('number')
    .execute()
  return rows.map(({ note, at }) => ({ ...(JSON.parse(note!) as ReaderNote), at }))
}

export async function siteRowOf(db: Db, storyId: string): Promise<SiteRow | null> {
  return (await db.selectFrom('site_stories').selectAll().where('story_id', '=', storyId).executeTakeFirst()) ?? null
}

/** The story that readers find under this path, withdrawn ones too. */
export async function siteRowAt(db: Db, path: string): Promise<SiteRow | null> {
  return (await db.selectFrom('site_stories').selectAll().where('path', '=', path).executeTakeFirst()) ?? null
}

/** What a path once was leads to the story's present one; null: no story on the site was ever there. */
export async function movedTo(db: Db, path: string): Promise<SiteRow | null> {
  const row = await db
    .selectFrom('paths')
    .innerJoin('site_stories', 'site_stories.story_id', 'paths.story_id')
    .selectAll('site_stories')
    .where('paths.path', '=', path)
    .where('paths.shown_at', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

export async function onSite(db: Db, row: SiteRow): Promise<OnSite> {
  const edition = await db.selectFrom('editions').select('page').where('id', '=', row.edition_id).executeTakeFirstOrThrow()
  return { ...(await wordsOnSite(db, row)), page: unpack(edition.page) }
}

/** Without the approved page. */
export async function wordsOnSite(db: Db, row: SiteRow): Promise<Omit<OnSite, 'page'>> {
  const edition = await db
    .selectFrom('editions')
    .select(['kind', 'at', 'content'])
    .where('id', '=', row.edition_id)
    .executeTakeFirstOrThrow()
  return {
    row,
    kind: edition.kind,
    at: edition.at,
    content: contentOfEdition(edition.content),
    notes: await notesOnSite(db, row.story_id),
  }
}

const shown = (db: Db) => db.selectFrom('site_stories').selectAll().where('killed_at', 'is', null)

/** The newest first. */
export async function newestOnSite(db: Db, most: number, skip = 0): Promise<SiteRow[]> {
  return shown(db).orderBy('published_at', 'desc').orderBy('story_id').limit(most).offset(skip).execute()
}

export async function publishedSince(db: Db, since: number, most: number): Promise<SiteRow[]> {
  return shown(db).where('published_at', '>=', since).orderBy('published_at', 'desc').orderBy('story_id').limit(most).execute()
}

export async function storiesOfMonth(db: Db, month: string, most: number, skip = 0): Promise<SiteRow[]> {
  return shown(db)
    .where('month', '=', month)
    .orderBy('published_at', 'desc')
    .orderBy('story_id')
    .limit(most)
    .offset(skip)
    .execute()
}

/** The months that have stories, the newest first: one look in the index for each, not one for each story. */
export async function monthsOnSite(db: Db): Promise<string[]> {
  const rows = await sql<{ month: string | null }>`
    with recursive months (month) as (
      select (select month from site_stories where killed_at is null order by month desc limit 1)
      union all
      select (select month from site_stories where killed_at is null and site_stories.month < months.month order by month desc limit 1)
      from months where months.month is not null
    ) select month from months where month is not null`.execute(db)
  return rows.rows.map(({ month }) => month!)
}

/** What is said of an author or topic, in the words of the newest story; with their stories, the newest first. */
export async function storiesNamed(
  db: Db,
  kind: SiteNamesTable['kind'],
  path: string,
  most: number,
  skip = 0,
): Promise<{ name: string; stories: SiteRow[] } | null> {
  const rows = await db
    .selectFrom('site_names')
    .innerJoin('site_stories', 'site_stories.story_id', 'site_names.story_id')
    .selectAll('site_stories')
    .select('site_names.name')
    .where('site_names.kind', '=', kind)
    .where('site_names.path', '=', path)
    .where('site_stories.killed_at', 'is', null)
    .orderBy('site_names.published_at', 'desc')
    .orderBy('site_names.story_id', 'desc')
    .limit(most)
    .offset(skip)
    .execute()
  return rows.length === 0 ? null : { name: rows[0]!.name, stories: rows }
}

export type ChangeOnSite = { number: number; kind: EditionKind; at: number; note: ReaderNote | null }

/** Every edition of a story that readers saw, the newest first. */
export async function changesOnSite(db: Db, storyId: string): Promise<ChangeOnSite[]> {
  const rows = await db
    .selectFrom('site_changes')
    .select(['number', 'kind', 'at', 'note'])
    .where('story_id', '=', storyId)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(({ note, ...change }) => ({ ...change, note: note === null ? null : (JSON.parse(note) as ReaderNote) }))
}

/**
 * All notes to readers, the newest first, with the story each is about. Of a withdrawn one, as on its own page, only what
 * was said of that: notes before it repeat what the story said.
 */
export async function correctionsOnSite(db: Db, most: number, skip = 0): Promise<{ row: SiteRow; note: NoteOnSite }[]> {
  const rows = await db
    .selectFrom('site_changes')
    .innerJoin('site_stories', 'site_stories.story_id', 'site_changes.story_id')
    .selectAll('site_stories')
    .select(['site_changes.note', 'site_changes.at as note_at'])
    .where('site_changes.noted_at', 'is not', null)
    .where((of) =>
      of.or([of('site_stories.killed_at', 'is', null), of('site_changes.noted_at', '>=', of.ref('site_stories.killed_at'))]),
    )
    .orderBy('site_changes.noted_at', 'desc')
    .orderBy('site_changes.edition_id')
    .limit(most)
    .offset(skip)
    .execute()
  return rows.map(({ note, note_at, ...row }) => ({ row, note: { ...(JSON.parse(note!) as ReaderNote), at: note_at } }))
}

/** For sitemaps: what does not change when others come. */
export async function pathsOnSite(db: Db, most: number, skip: number): Promise<{ path: string; changed_at: number }[]> {
  return db
    .selectFrom('site_stories')
    .select(['path', 'changed_at'])
    .where('killed_at', 'is', null)
    .orderBy('published_at')
    .orderBy('story_id')
    .limit(most)
    .offset(skip)
    .execute()
}

/** The picture, if a story on the site shows it to everybody. */
export async function publicAsset(db: Db, id: string): Promise<AssetsTable | null> {
  const asset = await db
    .selectFrom('assets')
    .innerJoin('site_pictures', 'site_pictures.asset', 'assets.id')
    .selectAll('assets')
    .where('assets.id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return asset ?? null
}

/** What on the site shows a story, or once did: its own addresses, the lists it was in, its pictures. */
export type AroundStory = { paths: string[]; lists: string[]; pictures: string[] }

export async function aroundStory(db: Db, storyId: string): Promise<AroundStory> {
  const { zone } = await publishingSettings(db)
  const paths = await db.selectFrom('paths').select('path').where('story_id', '=', storyId).execute()
  const row = await siteRowOf(db, storyId)
  const editions = await db.selectFrom('editions').select(['at', 'content']).where('story_id', '=', storyId).execute()
  const lists = editions.flatMap(({ at, content: bytes }) => {
    const { byline, topics } = contentOfEdition(bytes)
    return [
      monthAddress(monthIn(at, zone)),
      ...authorsOf(oneLine(byline)).map((name) => nameAddress('author', namePath(name))),
      ...topics.map((name) => nameAddress('topic', namePath(name))),
    ]
  })
  if (row !== null) lists.push(monthAddress(row.month))
  return {
    paths: [...new Set([...paths.map(({ path }) => path), ...(row === null ? [] : [row.path])])],
    lists: [...new Set(lists)],
    pictures: (await assetsOf(db, storyId)).map(({ id }) => id),
  }
}

/** Every path under which readers find something: stories, withdrawn ones too, and what leads to one. */
export async function addressesOnSite(db: Db): Promise<string[]> {
  const own = await db.selectFrom('site_stories').select('path').orderBy('published_at').orderBy('path').execute()
  const old = await db
    .selectFrom('paths')
    .innerJoin('site_stories', 'site_stories.story_id', 'paths.story_id')
    .select('paths.path')
    .where('paths.shown_at', 'is not', null)
    .orderBy('paths.path')
    .execute()
  return [...new Set([...own, ...old].map(({ path }) => path))]
}
