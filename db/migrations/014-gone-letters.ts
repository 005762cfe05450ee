/**
 * A thread also knows those of its letters that are gone, because whoever moves them without having heard of that brings
 * them back; and when its mark was put, so that it can be told who had heard of it.
 */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['gone_letters', 'marked']) await db.schema.alterTable('threads').addColumn(name, 'text').execute()
}
