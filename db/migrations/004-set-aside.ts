import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('set_aside')
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('person_id', 'text')
    .addColumn('bytes', 'blob', (c) => c.notNull())
    .addColumn('why', 'text', (c) => c.notNull())
    .addColumn('set_aside_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('set_aside_of_story').on('set_aside').columns(['story_id', 'seq']).execute()
}
