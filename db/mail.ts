/** Mail made of what is in inboxes. What a mail holds is never in another one, and it is claimed before it is sent. */
import type { InboxItem } from '../shared/inbox.ts'
import { itemsOfMail } from './inbox.ts'
import type { Db } from './open.ts'
import type { MailsTable } from './schema.ts'

type Outcome = NonNullable<MailsTable['outcome']>
export type OpenMail = Pick<MailsTable, 'id' | 'person_id' | 'tries' | 'made_at'>

/** Makes one mail a person of all that is due for them and not read. */
export async function makeMails(db: Db, now: number, newId: () => string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const due = await trx.selectFrom('inbox').select('person_id').distinct().where('mail_due', '<=', now).execute()
    for (const { person_id } of due) {
      const id = newId()
      await trx
        .insertInto('mails')
        .values({
          id,
          person_id,
          made_at: now,
          due_at: now,
          tries: 0,
          claimed_at: null,
          outcome: null,
          ended_at: null,
          error: null,
        })
        .execute()
      await trx
        .updateTable('inbox')
        .set({ mail_due: null, mail_id: id })
        .where('person_id', '=', person_id)
        .where('mail_due', '<=', now)
        .execute()
    }
  })
}

export async function dueMails(db: Db, now: number): Promise<OpenMail[]> {
  return db
    .selectFrom('mails')
    .select(['id', 'person_id', 'tries', 'made_at'])
    .where('outcome', 'is', null)
    .where('claimed_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
}

/** When there is something to make or send next. */
export async function nextMailAt(db: Db): Promise<number | null> {
  const made = await db
    .selectFrom('inbox')
    .select((eb) => eb.fn.min<number | null>('mail_due').as('at'))
    .executeTakeFirst()
  const open = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.min<number | null>('due_at').as('at'))
    .where('outcome', 'is', null)
    .where('claimed_at', 'is', null)
    .executeTakeFirst()
  const times = [made?.at ?? null, open?.at ?? null].filter((at) => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** What of it its reader has not read yet, and may still see. */
export async function mailItems(db: Db, mail: OpenMail): Promise<InboxItem[]> {
  return itemsOfMail(db, mail.person_id, mail.id)
}

/** True for exactly one of those who try. From here on it is sent at most once. */
export async function claimMail(db: Db, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('mails')
    .set((eb) => ({ claimed_at: now, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** It has surely not been taken: it may be tried again. */
export async function releaseMail(db: Db, id: string, dueAt: number, error: string): Promise<void> {
  await db.updateTable('mails').set({ claimed_at: null, due_at: dueAt, error }).where('id', '=', id).execute()
}

/** The others wait, too, when nobody answers. */
export async function postponeMails(db: Db, until: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ due_at: until })
    .where('outcome', 'is', null)
    .where('claimed_at', 'is', null)
    .where('due_at', '<', until)
    .execute()
}

export async function endMail(db: Db, id: string, outcome: Outcome, error: string | null, now: number): Promise<void> {
  await db.updateTable('mails').set({ outcome, error, ended_at: now }).where('id', '=', id).where('outcome', 'is', null).execute()
}

/** Those that were being sent when the server died: they may have gone out, so they are not sent again. @returns how many */
export async function endUnsureMails(db: Db, now: number): Promise<number> {
  const done = await db
    .updateTable('mails')
    .set({ outcome: 'unsure', error: 'the server ended while it was being sent', ended_at: now })
    .where('claimed_at', 'is not', null)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** What was due while no mail could be sent is read at the desk; days later nobody wants it by mail. */
export async function dropStaleMail(db: Db, before: number): Promise<void> {
  await db.updateTable('inbox').set({ mail_due: null }).where('mail_due', '<', before).execute()
}

/** What links to unsubscribe are signed with; made once. */
export async function mailKey(db: Db, made: string): Promise<string> {
  await db
    .insertInto('mail_key')
    .values({ id: 1, key: made })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await db.selectFrom('mail_key').select('key').executeTakeFirstOrThrow()).key
}
