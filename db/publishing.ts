/** How the newsroom publishes, and what its public site is like: its settings, each with what holds until it is set. */
import { PUBLISHING, SITE_SETTINGS, type PublishingSettings, type SiteSettings } from '../shared/shapes/settings.ts'
import type { Db } from './open.ts'
import { newsroomName } from './people.ts'
import type { NewsroomTable } from './schema.ts'

/** Until somebody says where the newsroom is, it is where its server is. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export async function publishingSettings(db: Db): Promise<PublishingSettings> {
  const row = await db.selectFrom('newsroom').select('publishing').executeTakeFirst()
  return { ...PUBLISHING, zone: ownZone(), ...parsed<PublishingSettings>(row?.publishing) }
}

export async function keepPublishingSettings(db: Db, settings: PublishingSettings): Promise<void> {
  await keep(db, { publishing: JSON.stringify(settings) })
}

export async function siteSettings(db: Db): Promise<SiteSettings> {
  const row = await db.selectFrom('newsroom').select('site').executeTakeFirst()
  return { ...SITE_SETTINGS, ...parsed<SiteSettings>(row?.site) }
}

export async function keepSiteSettings(db: Db, settings: SiteSettings): Promise<void> {
  await keep(db, { site: JSON.stringify(settings) })
}

/** A newsroom that nobody has named has no row yet. */
async function keep(db: Db, change: Partial<Pick<NewsroomTable, 'publishing' | 'site'>>): Promise<void> {
  await db
    .insertInto('newsroom')
    .values({ id: 1, name: await newsroomName(db), ...change })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute()
}

const parsed = <T>(kept: string | null | undefined): Partial<T> => (kept ? (JSON.parse(kept) as Partial<T>) : {})
