/** The places stories are pushed to beside the built-in site. A removed one keeps its name for what was published there. */
import type { TargetConfig } from '../shared/shapes/targets.ts'
import type { TargetKind } from '../shared/publish/workflow.ts'
import type { Db } from './open.ts'
import type { TargetsTable } from './schema.ts'

export type Tested = { at: number; ok: boolean; says: string }
export type NewTargetRow = {
  id: string
  kind: TargetKind
  name: string
  config: TargetConfig
  secret: Uint8Array | null
  by: string
  now: number
}

/** In the order they were made. */
export async function targets(db: Db): Promise<TargetsTable[]> {
  return db.selectFrom('targets').selectAll().where('removed_at', 'is', null).orderBy('created_at').orderBy('id').execute()
}

export async function targetRow(db: Db, id: string): Promise<TargetsTable | null> {
  const row = await db.selectFrom('targets').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
  return row ?? null
}

/** Removed ones, too: what was published there still says so. */
export async function targetNames(db: Db): Promise<Map<string, { name: string; kind: TargetKind }>> {
  const rows = await db.selectFrom('targets').select(['id', 'name', 'kind']).execute()
  return new Map(rows.map(({ id, name, kind }) => [id, { name, kind }]))
}

export async function addTarget(db: Db, { id, kind, name, config, secret, by, now }: NewTargetRow): Promise<void> {
  await db
    .insertInto('targets')
    .values({
      id,
      kind,
      name,
      config: JSON.stringify(config),
      secret,
      is_on: 1,
      trouble: null,
      tested: null,
      created_by: by,
      created_at: now,
      removed_at: null,
    })
    .execute()
}

type Change = { name?: string; config?: TargetConfig; secret?: Uint8Array; on?: boolean }

/** What is switched on again has no trouble; what leads elsewhere or has another secret was not tested yet. */
export async function changeTarget(db: Db, id: string, { name, config, secret, on }: Change): Promise<void> {
  await db
    .updateTable('targets')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(config === undefined ? {} : { config: JSON.stringify(config), tested: null }),
      ...(secret === undefined ? {} : { secret, tested: null }),
      ...(on === undefined ? {} : { is_on: on ? 1 : 0 }),
      ...(on === true ? { trouble: null } : {}),
    })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

/** It is gone for good, as it said itself. */
export async function switchOffTarget(db: Db, id: string, why: string): Promise<void> {
  await db.updateTable('targets').set({ is_on: 0, trouble: why }).where('id', '=', id).execute()
}

export async function noteTested(db: Db, id: string, tested: Tested): Promise<void> {
  await db
    .updateTable('targets')
    .set({ tested: JSON.stringify(tested) })
    .where('id', '=', id)
    .execute()
}

/** Its secret is gone at once. */
export async function removeTarget(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('targets').set({ removed_at: now, secret: null, is_on: 0 }).where('id', '=', id).execute()
}

export const configOf = (row: TargetsTable): TargetConfig => JSON.parse(row.config) as TargetConfig
