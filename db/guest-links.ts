/** Links for guests of one story: made, used, changed and ended. What a guest may do is read from the link itself. */
import type { Db } from './open.ts'
import type { GuestLinksTable } from './schema.ts'

export async function addGuestLink(db: Db, row: GuestLinksTable): Promise<void> {
  await db.insertInto('guest_links').values(row).execute()
}

/** Null: unknown, or ended. */
export async function guestLinkBySecret(db: Db, tokenHash: string, now: number): Promise<GuestLinksTable | null> {
  const row = await db
    .selectFrom('guest_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function guestLinkOf(db: Db, id: string): Promise<GuestLinksTable | null> {
  return (await db.selectFrom('guest_links').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Ended ones too, the newest first. */
export async function guestLinksOf(db: Db, storyId: string): Promise<GuestLinksTable[]> {
  return db
    .selectFrom('guest_links')
    .selectAll()
    .where('story_id', '=', storyId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** One more comes by it. False: it has ended, or as many have come as may. Part of the transaction that lets them in. */
export async function useGuestLink(db: Db, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('guest_links')
    .set((of) => ({ uses: of('uses', '+', 1), last_used_at: now }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('uses', '<', 'most')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** This person may be in the story for as long as the link is open. */
export async function letIn(db: Db, link: Pick<GuestLinksTable, 'id' | 'story_id'>, personId: string): Promise<void> {
  await db
    .insertInto('story_people')
    .values({ story_id: link.story_id, person_id: personId, link_id: link.id })
    .onConflict((conflict) => conflict.columns(['story_id', 'person_id']).doUpdateSet({ link_id: link.id }))
    .execute()
}

/** The link by which this person is in the story. */
export async function cameBy(db: Db, storyId: string, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('story_people')
    .select('link_id')
    .where('story_id', '=', storyId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.link_id ?? null
}

/** At most once in `everyMs`, or every look would write. */
export async function noteUse(db: Db, storyId: string, personId: string, now: number, everyMs: number): Promise<void> {
  const link = await cameBy(db, storyId, personId)
  if (link === null) return
  await db
    .updateTable('guest_links')
    .set({ last_used_at: now })
    .where('id', '=', link)
    .where((of) => of.or([of('last_used_at', 'is', null), of('last_used_at', '<', now - everyMs)]))
    .execute()
}

export type GuestLinkChange = Partial<
  Pick<GuestLinksTable, 'label' | 'level' | 'legal' | 'passages' | 'most' | 'expires_at' | 'ended_at'>
>

export async function changeGuestLink(db: Db, id: string, change: GuestLinkChange): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('guest_links').set(change).where('id', '=', id).execute()
}

/** Ends those whose time has come. @returns how many */
export async function endDueLinks(db: Db, now: number): Promise<number> {
  const done = await db
    .updateTable('guest_links')
    .set((of) => ({ ended_at: of.ref('expires_at') }))
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** When the next of them ends by itself. */
export async function nextLinkEnd(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('guest_links')
    .select('expires_at')
    .where('ended_at', 'is', null)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/** Who has come by the links of a story. */
export async function guestsOf(db: Db, storyId: string): Promise<{ id: string; name: string; hue: number; linkId: string }[]> {
  const rows = await db
    .selectFrom('story_people')
    .innerJoin('people', 'people.id', 'story_people.person_id')
    .select(['people.id', 'people.name', 'people.hue', 'story_people.link_id'])
    .where('story_people.story_id', '=', storyId)
    .where('story_people.link_id', 'is not', null)
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute()
  return rows.map(({ link_id, ...person }) => ({ ...person, linkId: link_id! }))
}
