/** Links to one story for people outside: to see it before it is out, or a members’ story whole. */
import type { PersonHere } from '../shared/api.ts'
import type { Db } from './open.ts'
import type { SiteLinksTable } from './schema.ts'

export async function addSiteLink(db: Db, link: SiteLinksTable): Promise<void> {
  await db.insertInto('site_links').values(link).execute()
}

export type SiteLinkRow = SiteLinksTable & { by: PersonHere }

/** Those that still lead somewhere, the newest first. */
export async function siteLinksOf(db: Db, storyId: string, now: number): Promise<SiteLinkRow[]> {
  const rows = await db
    .selectFrom('site_links')
    .innerJoin('people as by', 'by.id', 'site_links.person_id')
    .selectAll('site_links')
    .select(['by.name as by_name', 'by.hue as by_hue'])
    .where('site_links.story_id', '=', storyId)
    .where('site_links.ended_at', 'is', null)
    .where('site_links.expires_at', '>', now)
    .orderBy('site_links.made_at', 'desc')
    .orderBy('site_links.id')
    .execute()
  return rows.map(({ by_name: name, by_hue: hue, ...link }) => ({ ...link, by: { id: link.person_id, name, hue } }))
}

/** False: there is no such open link of this story. */
export async function endSiteLink(db: Db, storyId: string, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('site_links')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('story_id', '=', storyId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Null: it is unknown, over or taken back. */
export async function openSiteLink(
  db: Db,
  tokenHash: string,
  kind: SiteLinksTable['kind'],
  now: number,
): Promise<SiteLinksTable | null> {
  const link = await db
    .selectFrom('site_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link ?? null
}

export async function countSiteLink(db: Db, id: string): Promise<void> {
  await db
    .updateTable('site_links')
    .set((of) => ({ uses: of('uses', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
