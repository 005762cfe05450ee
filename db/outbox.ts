/** What is to be delivered where: claimed on disk before it is sent, in the order of a story's editions. */
import { SITE, type EditionKind, type TargetKind } from '../shared/publish/workflow.ts'
import type { Db } from './open.ts'
import type { OutboxTable, ReleasesTable } from './schema.ts'

export type DeliveryState = OutboxTable['state']
/** A delivery, with the number of its edition and what its target is called. Of the built-in site kind and name are null. */
export type DeliveryRow = OutboxTable & {
  number: number
  edition_kind: EditionKind
  edition_at: number
  edition_zone: string
  edition_by: string
  release_state: ReleasesTable['state']
  release_says: string | null
  target_name: string | null
  target_kind: TargetKind | null
}

/** Those that are not done: a later edition for the same target comes after them, or takes their place. */
export const UNFINISHED = ['waiting', 'sending', 'trouble', 'clash'] as const satisfies DeliveryState[]

export const isUnfinished = (state: DeliveryState): boolean => UNFINISHED.some((one) => one === state)

function rows(db: Db) {
  return db
    .selectFrom('outbox')
    .innerJoin('editions', 'editions.id', 'outbox.edition_id')
    .innerJoin('releases', 'releases.edition_id', 'outbox.edition_id')
    .leftJoin('targets', 'targets.id', 'outbox.target_id')
    .selectAll('outbox')
    .select([
      'editions.number',
      'editions.kind as edition_kind',
      'editions.at as edition_at',
      'editions.zone as edition_zone',
      'editions.person_id as edition_by',
    ])
    .select(['releases.state as release_state', 'releases.says as release_says'])
    .select(['targets.name as target_name', 'targets.kind as target_kind'])
}

export async function addDeliveries(db: Db, deliveries: readonly OutboxTable[]): Promise<void> {
  if (deliveries.length > 0)
    await db
      .insertInto('outbox')
      .values([...deliveries])
      .execute()
}

/** By edition, then as they were asked for. @param storyIds null: of all stories */
export async function deliveriesOf(db: Db, storyIds: readonly string[] | null): Promise<DeliveryRow[]> {
  const select = rows(db).orderBy('editions.number').orderBy('outbox.id')
  return (storyIds === null ? select : select.where('outbox.story_id', 'in', storyIds)).execute()
}

export async function deliveryOf(db: Db, id: string): Promise<DeliveryRow | null> {
  return (await rows(db).where('outbox.id', '=', id).executeTakeFirst()) ?? null
}

/** Deliveries to other targets than the site whose time has come, of editions that are out; the earliest first. */
export async function dueDeliveries(db: Db, now: number): Promise<DeliveryRow[]> {
  return rows(db)
    .where('releases.state', '=', 'out')
    .where('outbox.state', 'in', ['waiting', 'trouble'])
    .where('outbox.target_id', '!=', SITE)
    .where('outbox.next_at', '<=', now)
    .orderBy('outbox.next_at')
    .orderBy('editions.number')
    .execute()
}

/** What else is unfinished of these stories, whenever it is due. */
export async function unfinishedDeliveries(db: Db, storyId: string, targetId: string): Promise<DeliveryRow[]> {
  return rows(db)
    .where('releases.state', '=', 'out')
    .where('outbox.story_id', '=', storyId)
    .where('outbox.target_id', '=', targetId)
    .where('outbox.state', 'in', UNFINISHED)
    .orderBy('editions.number')
    .execute()
}

/** All that were ever to go there, the first edition first. */
export async function deliveriesTo(db: Db, storyId: string, targetId: string): Promise<DeliveryRow[]> {
  return rows(db)
    .where('outbox.story_id', '=', storyId)
    .where('outbox.target_id', '=', targetId)
    .orderBy('editions.number')
    .execute()
}

export async function dueComparisons(db: Db, now: number): Promise<DeliveryRow[]> {
  return rows(db).where('outbox.compare_at', '<=', now).where('outbox.state', '=', 'out').execute()
}

/** When there is something more to send or to compare. */
export async function nextDeliveryAt(db: Db, after: number): Promise<number | null> {
  const sent = await db
    .selectFrom('outbox')
    .innerJoin('releases', 'releases.edition_id', 'outbox.edition_id')
    .select((of) => of.fn.min<number | null>('outbox.next_at').as('at'))
    .where('releases.state', '=', 'out')
    .where('outbox.state', 'in', ['waiting', 'trouble'])
    .where('outbox.next_at', '>', after)
    .executeTakeFirst()
  const compared = await db
    .selectFrom('outbox')
    .select((of) => of.fn.min<number | null>('compare_at').as('at'))
    .where('state', '=', 'out')
    .where('compare_at', '>', after)
    .executeTakeFirst()
  const times = [sent?.at ?? null, compared?.at ?? null].filter((at) => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** The built-in site has it from this transaction on. False: it was not to go there, or not any more. */
export async function siteIsOut(db: Db, editionId: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('outbox')
    .set({ state: 'out', out_at: now, tries: 1 })
    .where('edition_id', '=', editionId)
    .where('target_id', '=', SITE)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** True for exactly one of those who try. From here on the target may have been reached. */
export async function claimDelivery(db: Db, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable('outbox')
    .set((of) => ({ state: 'sending', claimed_at: now, tries: of('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'trouble'])
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** What became of one. False: it was not in this state any more. */
export async function setDelivery(
  db: Db,
  id: string,
  from: readonly DeliveryState[],
  set: Partial<OutboxTable>,
): Promise<boolean> {
  const done = await db.updateTable('outbox').set(set).where('id', '=', id).where('state', 'in', from).executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Every delivery of an edition that is in one of these states. */
export async function setDeliveries(
  db: Db,
  editionId: string,
  from: readonly DeliveryState[],
  set: Partial<OutboxTable>,
): Promise<void> {
  await db.updateTable('outbox').set(set).where('edition_id', '=', editionId).where('state', 'in', from).execute()
}

/** What of a story's earlier editions is still to go anywhere. What is being sent at this moment cannot be called back. */
export async function dropDeliveries(db: Db, storyId: string, before: number, says: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'cancelled', says, theirs: null })
    .where('story_id', '=', storyId)
    .where('state', 'in', ['waiting', 'trouble', 'clash', 'given up'])
    .where('edition_id', 'in', (of) =>
      of.selectFrom('editions').select('id').where('story_id', '=', storyId).where('number', '<', before),
    )
    .execute()
}

/** The number of the edition that withdrew the story last; 0: none did. */
export async function lastWithdrawal(db: Db, storyId: string): Promise<number> {
  const row = await db
    .selectFrom('editions')
    .innerJoin('releases', 'releases.edition_id', 'editions.id')
    .select((of) => of.fn.max<number | null>('editions.number').as('number'))
    .where('editions.story_id', '=', storyId)
    .where('editions.kind', '=', 'kill')
    .where('releases.state', '=', 'out')
    .executeTakeFirst()
  return row?.number ?? 0
}

/** Those that are said to be on their way, but to targets that nothing is being sent to. @returns how many */
export async function wakeDeliveries(db: Db, busy: readonly string[], now: number, says: string): Promise<number> {
  const update = db.updateTable('outbox').set({ state: 'trouble', next_at: now, says }).where('state', '=', 'sending')
  const done = await (busy.length === 0 ? update : update.where('target_id', 'not in', busy)).executeTakeFirst()
  return Number(done.numUpdatedRows)
}

/** Stories of which something was due before then and is not out, though nobody has given it up. */
export async function lateStories(db: Db, before: number): Promise<string[]> {
  const sent = await db
    .selectFrom('outbox')
    .innerJoin('releases', 'releases.edition_id', 'outbox.edition_id')
    .select('outbox.story_id')
    .where('outbox.state', 'in', ['waiting', 'sending', 'trouble'])
    .where('outbox.due_at', '<=', before)
    .where('releases.state', 'in', ['out', 'waiting'])
    .execute()
  return [...new Set(sent.map(({ story_id }) => story_id))]
}
