/** People and their sign-ins. */
import { sql } from 'kysely'
import type { Person } from '../shared/api.ts'
import type { Role } from '../shared/can.ts'
import type { Db } from './open.ts'
import type { PeopleTable, SignInsTable } from './schema.ts'

/** A guest by link has no e-mail: theirs is empty. */
const EMAIL = sql<string>`case when people.by_link = 1 then '' else people.email end`.as('email')
const PERSON = ['people.id', 'people.name', EMAIL, 'people.role', 'people.hue'] as const
const HUES = 12

/** The newsroom's: no guests by link. */
export async function people(db: Db): Promise<Person[]> {
  return db
    .selectFrom('people')
    .select(PERSON)
    .where('removed_at', 'is', null)
    .where('by_link', '=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Removed people too: what they wrote is still theirs. */
export async function everybody(db: Db): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('people').select(['id', 'name']).execute()
}

export async function personOf(db: Db, id: string): Promise<Person | null> {
  const row = await db.selectFrom('people').select(PERSON).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
  return row ?? null
}

/** Removed people too: their address stays theirs. */
export async function personByEmail(db: Db, email: string): Promise<PeopleTable | null> {
  return (
    (await db.selectFrom('people').selectAll().where('email', '=', email).where('by_link', '=', 0).executeTakeFirst()) ?? null
  )
}

export async function anyPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined
}

export type NewPerson = { id: string; email: string; name: string; role: Role; passwordHash: string; now: number }

/** Null: the e-mail is taken. */
export function addPerson(db: Db, { id, email, name, role, passwordHash, now }: NewPerson): Promise<Person | null> {
  return add(db, { id, email, name, role, password_hash: passwordHash, created_at: now, by_link: 0 })
}

/** Somebody who came by a guest link: no e-mail, and a hash that no password has. */
export async function addGuest(db: Db, { id, name, now }: Pick<NewPerson, 'id' | 'name' | 'now'>): Promise<Person> {
  const email = `${id}@guest.invalid`
  return (await add(db, { id, email, name, role: 'guest', password_hash: '', created_at: now, by_link: 1 }))!
}

async function add(db: Db, person: Omit<PeopleTable, 'hue' | 'removed_at'>): Promise<Person | null> {
  // The colour fewest of them have, in the one statement, so that two who join at once differ.
  const hue = sql<number>`(
    with recursive hues (hue) as (select 0 union all select hue + 1 from hues where hue < ${sql.lit(HUES - 1)})
    select hues.hue from hues left join people on people.hue = hues.hue and people.removed_at is null
    group by hues.hue order by count(people.id), hues.hue limit 1)`
  const row = await db
    .insertInto('people')
    .values({ ...person, hue, removed_at: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(PERSON)
    .executeTakeFirst()
  return row ?? null
}

/** A removed person comes back as who they were, so that what they wrote stays theirs. */
export async function bringBack(db: Db, id: string, given: { name: string; role: Role; passwordHash: string }): Promise<void> {
  await db
    .updateTable('people')
    .set({ name: given.name, role: given.role, password_hash: given.passwordHash, removed_at: null })
    .where('id', '=', id)
    .execute()
}

/** The latest first. */
export async function removedPeople(db: Db): Promise<Person[]> {
  return db
    .selectFrom('people')
    .select(PERSON)
    .where('removed_at', 'is not', null)
    .where('by_link', '=', 0)
    .orderBy('removed_at', 'desc')
    .orderBy('id')
    .execute()
}

/** With the name, role and password they had. False: nobody of this id is removed. */
export async function restorePerson(db: Db, id: string): Promise<boolean> {
  const done = await db
    .updateTable('people')
    .set({ removed_at: null })
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function renamePerson(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('people').set({ name }).where('id', '=', id).execute()
}

/** One statement decides and acts: two owners who demote each other at once leave one. */
const notTheLastOwner = (id: string) =>
  sql<boolean>`(role <> 'owner' or exists (
    select 1 from people as other where other.role = 'owner' and other.removed_at is null and other.id <> ${id}))`

/** False: they are the last owner, and stay it. */
export async function changeRole(db: Db, id: string, role: Role): Promise<boolean> {
  const query = db
    .updateTable('people')
    .set({ role })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('by_link', '=', 0)
  const done = await (role === 'owner' ? query : query.where(notTheLastOwner(id))).executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Ends their sign-ins too. False: they are the last owner, and stay. */
export async function removePerson(db: Db, id: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('people')
      .set({ removed_at: now })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .where(notTheLastOwner(id))
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    await trx.deleteFrom('sign_ins').where('person_id', '=', id).execute()
    await trx.deleteFrom('story_people').where('person_id', '=', id).execute()
    return true
  })
}

/** Whoever was signed in with the old password no longer is. */
export async function changePassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('people').set({ password_hash: passwordHash }).where('id', '=', id).execute()
    await trx.deleteFrom('sign_ins').where('person_id', '=', id).execute()
  })
}

/**
 * A person's own change: every other sign-in of theirs ends.
 * @param from the hash that was tried; false when it is no longer theirs
 * @param keep the sign-in that asks
 */
export async function changeOwnPassword(
  db: Db,
  id: string,
  { from, to, keep }: { from: string; to: string; keep: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('people')
      .set({ password_hash: to })
      .where('id', '=', id)
      .where('password_hash', '=', from)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    await trx.deleteFrom('sign_ins').where('person_id', '=', id).where('token_hash', '<>', keep).execute()
    return true
  })
}

/** A guest by link is signed in for as long as one of their links is open. */
const letInStill = sql<boolean>`(people.by_link = 0 or exists (
  select 1 from story_people join guest_links on guest_links.id = story_people.link_id
  where story_people.person_id = people.id and guest_links.ended_at is null))`

/** Drops those that have ended on the way, so that the table stays small. */
export async function addSignIn(db: Db, row: SignInsTable): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('sign_ins').where('expires_at', '<=', row.created_at).execute()
    await trx.insertInto('sign_ins').values(row).execute()
  })
}

export async function signInOf(db: Db, tokenHash: string, now: number): Promise<{ person: Person; expiresAt: number } | null> {
  const row = await db
    .selectFrom('sign_ins')
    .innerJoin('people', 'people.id', 'sign_ins.person_id')
    .select([...PERSON, 'sign_ins.expires_at'])
    .where('sign_ins.token_hash', '=', tokenHash)
    .where('sign_ins.expires_at', '>', now)
    .where('people.removed_at', 'is', null)
    .where(letInStill)
    .executeTakeFirst()
  if (!row) return null
  const { expires_at: expiresAt, ...person } = row
  return { person, expiresAt }
}

/** Those of the sign-ins that still hold, with their people as they are now. */
export async function signInsOf(db: Db, tokenHashes: string[], now: number): Promise<Map<string, Person>> {
  const rows = await db
    .selectFrom('sign_ins')
    .innerJoin('people', 'people.id', 'sign_ins.person_id')
    .select([...PERSON, 'sign_ins.token_hash'])
    .where('sign_ins.token_hash', 'in', tokenHashes)
    .where('sign_ins.expires_at', '>', now)
    .where('people.removed_at', 'is', null)
    .where(letInStill)
    .execute()
  return new Map(rows.map(({ token_hash, ...person }) => [token_hash, person]))
}

export async function prolongSignIn(db: Db, tokenHash: string, expiresAt: number): Promise<void> {
  await db.updateTable('sign_ins').set({ expires_at: expiresAt }).where('token_hash', '=', tokenHash).execute()
}

export async function endSignIn(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sign_ins').where('token_hash', '=', tokenHash).execute()
}

export async function newsroomName(db: Db): Promise<string> {
  return (await db.selectFrom('newsroom').select('name').executeTakeFirst())?.name ?? 'Copydesk'
}

export async function nameNewsroom(db: Db, name: string): Promise<void> {
  await db
    .insertInto('newsroom')
    .values({ id: 1, name })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name }))
    .execute()
}
