/** Stands in for parts of publishing that are being built: standing, checks, the site's pages and versions. */
import type { StoryText } from '../../shared/story.ts'
import { contentKey, PARTICULARS, type Content, type Particulars } from '../../shared/publish/content.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import { PUBLISHING, SITE_SETTINGS, type Check, type PublishingSettings, type SiteSettings } from '../../shared/publishing.ts'
import type { PersonHere } from '../../shared/api.ts'
import type { Stage } from '../../shared/story.ts'
import type { Db } from '../../db/open.ts'
import type { TargetsTable } from '../../db/schema.ts'
import type { Desk } from '../context.ts'
import type { Told } from '../inbox/notify.ts'
import { sha256 } from './stamp.ts'

export const hashOf = (content: Content): string => sha256(contentKey(content))

export async function particularsOf(_db: Db, storyId: string): Promise<Particulars & { version: number }> {
  return { ...PARTICULARS, path: storyId.toLowerCase(), version: 0 }
}

export async function checkStory(
  _desk: Desk,
  _storyId: string,
  _given: { content: Content; hash: string; story: StoryText; kind: EditionKind; at: number; person: PersonHere },
): Promise<Check[]> {
  return []
}

export async function moveStage(
  _desk: Desk,
  trx: Db,
  { storyId, to }: { storyId: string; from: Stage; to: Stage; by: string; reason: string },
): Promise<Told> {
  await trx.updateTable('stories').set({ stage: to }).where('id', '=', storyId).execute()
  return []
}

export async function publishingSettings(_db: Db): Promise<PublishingSettings> {
  return PUBLISHING
}
export async function siteSettings(_db: Db): Promise<SiteSettings> {
  return SITE_SETTINGS
}

export function standingChanged(desk: Desk, storyId: string): void {
  desk.rooms.tell(storyId, () => ({ standing: true }))
  desk.feed.storyChanged(storyId)
}

export async function targetRow(db: Db, id: string): Promise<TargetsTable | null> {
  const row = await db.selectFrom('targets').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
  return row ?? null
}
export async function targets(db: Db): Promise<TargetsTable[]> {
  return db.selectFrom('targets').selectAll().where('removed_at', 'is', null).orderBy('created_at').orderBy('id').execute()
}
export async function switchOffTarget(db: Db, id: string, why: string): Promise<void> {
  await db.updateTable('targets').set({ is_on: 0, trouble: why }).where('id', '=', id).execute()
}
