/**
 * A thread knows its letters, and those it was put on before: a mark can be put back, or taken off, when they were
 * moved by somebody who had not heard of that.
 */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['letters', 'left_letters', 'words']) await db.schema.alterTable('threads').addColumn(name, 'text').execute()
  await db.schema.alterTable('threads').addColumn('is_alone', 'integer').execute()
}
