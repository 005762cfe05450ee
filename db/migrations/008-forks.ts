/** Forks: what somebody suggests, or writes privately, until it is in the story; and what was decided of it. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('forks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('passage', 'text')
    .addColumn('schema', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('edited_at', 'bigint', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('trouble', 'text')
    .addColumn('base', 'blob', (c) => c.notNull())
    .addColumn('view', 'blob', (c) => c.notNull())
    .addColumn('seen', 'blob', (c) => c.notNull())
    .addColumn('known', 'text', (c) => c.notNull())
    .execute()
  // One of each kind at a time; of two windows that open one at once, both get the same.
  await sql`create unique index forks_open on forks (story_id, person_id, kind) where closed_at is null`.execute(db)

  await db.schema
    .createTable('decisions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('hunks', 'text', (c) => c.notNull())
    .addColumn('undo', 'blob')
    .addColumn('undone_at', 'bigint')
    .execute()
  await db.schema.createIndex('decisions_of_story').on('decisions').columns(['story_id', 'at']).execute()

  // What is damaged of a fork is set aside as a story's is, and a fork is no row of `stories`.
  await db.schema.alterTable('set_aside').renameTo('set_aside_of_stories').execute()
  await db.schema
    .createTable('set_aside')
    .addColumn('story_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('person_id', 'text')
    .addColumn('bytes', 'blob', (c) => c.notNull())
    .addColumn('why', 'text', (c) => c.notNull())
    .addColumn('set_aside_at', 'bigint', (c) => c.notNull())
    .execute()
  const columns = sql.raw('story_id, kind, seq, at, person_id, bytes, why, set_aside_at')
  await sql`insert into set_aside (${columns}) select ${columns} from set_aside_of_stories`.execute(db)
  await db.schema.dropTable('set_aside_of_stories').execute()
  await db.schema.createIndex('set_aside_of_story').on('set_aside').columns(['story_id', 'seq']).execute()
}
