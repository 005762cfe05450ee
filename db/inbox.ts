/** What happened that concerns one person: told once each, and only while they may see it. */
import type { PersonHere } from '../shared/api.ts'
import { may, type OnStory } from '../shared/can.ts'
import type { InboxItem, MailWish } from '../shared/inbox.ts'
import type { ThreadKind } from '../shared/review.ts'
import { shortened, withNames } from '../shared/mentions.ts'
import type { Db } from './open.ts'
import type { InboxTable } from './schema.ts'
import { everybody, personOf } from './people.ts'
import { rightsOn } from './stories.ts'

/** More unread than this is told as this. */
const MOST_UNREAD = 500

export type Wish = { mail: MailWish; dailyAt: number; zone: string }
export const FIRST_WISH: Wish = { mail: 'at once', dailyAt: 8 * 60, zone: 'UTC' }

/** @returns false when it was told before */
export async function addToInbox(db: Db, row: InboxTable): Promise<boolean> {
  const done = await db
    .insertInto('inbox')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'key']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** It was taken back: nobody need hear of it who has not yet. */
export async function takeFromInboxes(db: Db, key: string): Promise<void> {
  await db.deleteFrom('inbox').where('key', '=', key).execute()
}

/** The story lies on another table now: whoever has not read that it lay on theirs need not. @returns who they were */
export async function takeBackHanded(db: Db, storyId: string): Promise<string[]> {
  const taken = await db
    .deleteFrom('inbox')
    .where('story_id', '=', storyId)
    .where('kind', '=', 'handed')
    .where('read_at', 'is', null)
    .returning('person_id')
    .execute()
  return taken.map(({ person_id }) => person_id)
}

/** Whether a person may be told of something in a story: never of what they could not see there. */
export async function mayHear(db: Db, personId: string, about: { story_id: string; thread_id: string | null }): Promise<boolean> {
  const person = await personOf(db, personId)
  if (person === null) return false
  const thread =
    about.thread_id === null
      ? undefined
      : await db.selectFrom('threads').select(['kind', 'removed_at']).where('id', '=', about.thread_id).executeTakeFirst()
  if (about.thread_id !== null && (thread === undefined || thread.removed_at !== null)) return false
  return sees(await rightsOn(db, person, about.story_id), thread?.kind ?? null)
}

const sees = (rights: OnStory, kind: ThreadKind | null): boolean =>
  may(rights, 'read it') && (kind === null || may(rights, kind === 'legal' ? 'see legal threads' : 'comment'))

type Raw = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** Of a comment that was taken back, or a thread that is gone, nothing is told any more. */
function rows(db: Db, personId: string) {
  return db
    .selectFrom('inbox')
    .innerJoin('stories', 'stories.id', 'inbox.story_id')
    .leftJoin('people as by', 'by.id', 'inbox.by_id')
    .leftJoin('threads', 'threads.id', 'inbox.thread_id')
    .leftJoin('comments', 'comments.id', 'inbox.comment_id')
    .selectAll('inbox')
    .select(['stories.headline', 'by.name as by_name', 'by.hue as by_hue'])
    .select(['threads.kind as thread_kind', 'threads.quote as thread_quote', 'comments.text as comment_text'])
    .where('inbox.person_id', '=', personId)
    .where('stories.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('inbox.thread_id', 'is', null), eb('threads.removed_at', 'is', null)]))
    .where((eb) => eb.or([eb('comments.removed_at', 'is', null), eb('inbox.kind', '=', 'assignment')]))
}

/** Looks at each row with what its person may see now: rights may have ended since it was told. */
class Sight {
  private readonly rights = new Map<string, OnStory | null>()

  constructor(
    private readonly db: Db,
    private readonly personId: string,
  ) {}

  async of(row: { story_id: string; thread_kind: ThreadKind | null }): Promise<boolean> {
    let rights = this.rights.get(row.story_id)
    if (rights === undefined) {
      const person = await personOf(this.db, this.personId)
      rights = person === null ? null : await rightsOn(this.db, person, row.story_id)
      this.rights.set(row.story_id, rights)
    }
    return rights !== null && sees(rights, row.thread_kind)
  }
}

function plain(raw: Raw, names: ReadonlyMap<string, string>): InboxItem {
  const by: PersonHere | null =
    raw.by_id === null || raw.by_name === null || raw.by_hue === null
      ? null
      : { id: raw.by_id, name: raw.by_name, hue: raw.by_hue }
  return {
    id: raw.id,
    kind: raw.kind,
    by,
    story: { id: raw.story_id, headline: raw.headline },
    thread: raw.thread_id,
    legal: raw.thread_kind === 'legal',
    words: withNames(shortened(raw.comment_text ?? raw.words), (id) => names.get(id) ?? null),
    quote: shortened(raw.thread_quote ?? raw.quote),
    changes: raw.changes,
    stage: raw.stage,
    at: raw.at,
    read: raw.read_at !== null,
  }
}

async function seen(db: Db, personId: string, all: Raw[], most = Infinity): Promise<InboxItem[]> {
  const sight = new Sight(db, personId)
  const names = new Map((await everybody(db)).map(({ id, name }) => [id, name]))
  const items: InboxItem[] = []
  for (const row of all) {
    if (items.length === most) break
    if (await sight.of(row)) items.push(plain(row, names))
  }
  return items
}

/** The newest first. @param before the item that the next ones come after */
export async function inboxOf(
  db: Db,
  personId: string,
  most: number,
  before?: string,
): Promise<{ items: InboxItem[]; more: boolean }> {
  const from =
    before === undefined
      ? undefined
      : await db
          .selectFrom('inbox')
          .select(['at', 'id'])
          .where('id', '=', before)
          .where('person_id', '=', personId)
          .executeTakeFirst()
  let query = rows(db, personId).orderBy('inbox.at', 'desc').orderBy('inbox.id', 'desc')
  if (from)
    query = query.where((eb) =>
      eb.or([eb('inbox.at', '<', from.at), eb.and([eb('inbox.at', '=', from.at), eb('inbox.id', '<', from.id)])]),
    )
  const items = await seen(db, personId, await query.limit(most * 4 + 1).execute(), most + 1)
  return { items: items.slice(0, most), more: items.length > most }
}

export async function inboxItem(db: Db, personId: string, id: string): Promise<InboxItem | null> {
  return (await seen(db, personId, await rows(db, personId).where('inbox.id', '=', id).execute()))[0] ?? null
}

/** The oldest first: a mail is read from its top. */
export async function itemsOfMail(db: Db, personId: string, mailId: string): Promise<InboxItem[]> {
  const unread = rows(db, personId).where('inbox.mail_id', '=', mailId).where('inbox.read_at', 'is', null)
  return seen(db, personId, await unread.orderBy('inbox.at').orderBy('inbox.id').execute())
}

export async function unreadOf(db: Db, personId: string): Promise<number> {
  const unread = await rows(db, personId)
    .where('inbox.read_at', 'is', null)
    .orderBy('inbox.at', 'desc')
    .limit(MOST_UNREAD)
    .execute()
  const sight = new Sight(db, personId)
  let count = 0
  for (const row of unread) if (await sight.of(row)) count += 1
  return count
}

/** What is read is no longer mailed. */
export async function markRead(db: Db, personId: string, id: string, readAt: number | null): Promise<void> {
  await db
    .updateTable('inbox')
    .set({ read_at: readAt, ...(readAt === null ? {} : { mail_due: null }) })
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .execute()
}

export async function markAllRead(db: Db, personId: string, until: number, now: number): Promise<void> {
  await db
    .updateTable('inbox')
    .set({ read_at: now, mail_due: null })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .where('at', '<=', until)
    .execute()
}

/** What a person has looked at where it stands is read here, too. */
export async function markThreadRead(db: Db, personId: string, threadId: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('inbox')
    .set({ read_at: now, mail_due: null })
    .where('person_id', '=', personId)
    .where('thread_id', '=', threadId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function wishOf(db: Db, personId: string): Promise<Wish> {
  const row = await db.selectFrom('inbox_settings').selectAll().where('person_id', '=', personId).executeTakeFirst()
  return row === undefined ? FIRST_WISH : { mail: row.mail, dailyAt: row.daily_at, zone: row.zone }
}

export async function isMuted(db: Db, personId: string, storyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('inbox_mutes')
    .select('story_id')
    .where('person_id', '=', personId)
    .where('story_id', '=', storyId)
    .executeTakeFirst()
  return row !== undefined
}

/** @param due when what is waiting to be mailed is due by this wish; null: it is not mailed */
export async function setWish(db: Db, personId: string, wish: Wish, due: number | null): Promise<void> {
  const set = { mail: wish.mail, daily_at: wish.dailyAt, zone: wish.zone }
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('inbox_settings')
      .values({ person_id: personId, ...set })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(set))
      .execute()
    await trx
      .updateTable('inbox')
      .set({ mail_due: due })
      .where('person_id', '=', personId)
      .where('mail_due', 'is not', null)
      .execute()
  })
}

/** What of it waits to be mailed is not. */
export async function mute(db: Db, personId: string, storyId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('inbox_mutes')
      .values({ person_id: personId, story_id: storyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .updateTable('inbox')
      .set({ mail_due: null })
      .where('person_id', '=', personId)
      .where('story_id', '=', storyId)
      .execute()
  })
}

export async function unmute(db: Db, personId: string, storyId: string): Promise<void> {
  await db.deleteFrom('inbox_mutes').where('person_id', '=', personId).where('story_id', '=', storyId).execute()
}

/** Only of stories they may still open. */
export async function mutedBy(db: Db, personId: string): Promise<{ id: string; headline: string }[]> {
  const muted = await db
    .selectFrom('inbox_mutes')
    .innerJoin('stories', 'stories.id', 'inbox_mutes.story_id')
    .select(['stories.id', 'stories.headline'])
    .where('inbox_mutes.person_id', '=', personId)
    .where('stories.deleted_at', 'is', null)
    .orderBy('stories.headline')
    .execute()
  const sight = new Sight(db, personId)
  const shown: { id: string; headline: string }[] = []
  for (const story of muted) if (await sight.of({ story_id: story.id, thread_kind: null })) shown.push(story)
  return shown
}

/** So many rows at once: others write in between. */
const A_SHOVELFUL = 1_000

/** What its person has read. */
export async function clearReadItems(db: Db, before: number): Promise<void> {
  await inPortions(() => {
    const old = db.selectFrom('inbox').select('id').where('read_at', '<', before).where('at', '<', before)
    return db.deleteFrom('inbox').where('id', 'in', old.limit(A_SHOVELFUL)).executeTakeFirst()
  })
}

/** Those that are done with, one way or another. What is unread still knows which mail it was in. */
export async function clearOldMails(db: Db, before: number): Promise<void> {
  await inPortions(() => {
    const known = db.selectFrom('inbox').select('mail_id').where('mail_id', 'is not', null)
    const old = db.selectFrom('mails').select('id').where('ended_at', '<', before).where('id', 'not in', known)
    return db.deleteFrom('mails').where('id', 'in', old.limit(A_SHOVELFUL)).executeTakeFirst()
  })
}

async function inPortions(clear: () => Promise<{ numDeletedRows: bigint }>): Promise<void> {
  while ((await clear()).numDeletedRows >= BigInt(A_SHOVELFUL));
}
