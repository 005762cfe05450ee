/** Guests who come by a link: the links, and people without an e-mail or a password. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('guest_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('legal', 'integer', (c) => c.notNull())
    .addColumn('passages', 'text')
    .addColumn('most', 'integer', (c) => c.notNull())
    .addColumn('uses', 'integer', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('guest_links_of_story').on('guest_links').column('story_id').execute()
  await db.schema
    .alterTable('people')
    .addColumn('by_link', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('story_people')
    .addColumn('link_id', 'text', (c) => c.references('guest_links.id'))
    .execute()
}
