import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('style_rules')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('tried', 'text')
    .addColumn('edited_by', 'text', (c) => c.references('people.id'))
    .addColumn('edited_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('style_checks_off')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('edited_by', 'text', (c) => c.references('people.id'))
    .execute()
}
