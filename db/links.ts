/** Links that carry a secret: to set up, to join, to sign in. Kept only as hashes. */
import type { Db } from './open.ts'
import type { LinksTable } from './schema.ts'

/** Replaces whatever link to set up there was: only the one printed last works. */
export async function addSetupLink(db: Db, row: LinksTable): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('links').where('kind', '=', 'setup').execute()
    await trx.insertInto('links').values(row).execute()
  })
}

/** Drops those that have ended on the way, so that the table stays small. */
export async function addLink(db: Db, row: LinksTable): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('links').where('expires_at', '<=', row.created_at).execute()
    await trx.insertInto('links').values(row).execute()
  })
}

/** Null: unknown, used or ended. */
export async function linkOf(db: Db, tokenHash: string, now: number): Promise<LinksTable | null> {
  const row = await db
    .selectFrom('links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** True for exactly one of those who try at once. Part of the transaction that gives what it promises. */
export async function useUp(db: Db, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function openInvites(db: Db, now: number): Promise<LinksTable[]> {
  return db
    .selectFrom('links')
    .selectAll()
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function removeLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('links').where('id', '=', id).execute()
}
