/** Where a story stands, its particulars, gates, versions, editions, the outbox, targets, and what the public site shows. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('newsroom').addColumn('publishing', 'text').execute()
  await db.schema.alterTable('newsroom').addColumn('site', 'text').execute()

  for (const [name, type] of [
    ['holder_id', 'text'],
    ['due_at', 'bigint'],
    ['hold_reason', 'text'],
    ['held_by', 'text'],
    ['held_at', 'bigint'],
    ['spiked_from', 'text'],
    ['embargo_until', 'bigint'],
    ['embargo_zone', 'text'],
    ['content_hash', 'text'],
  ] as const)
    await db.schema.alterTable('stories').addColumn(name, type).execute()

  await db.schema
    .createTable('stage_moves')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('nr', 'integer', (c) => c.notNull())
    .addColumn('from_stage', 'text', (c) => c.notNull())
    .addColumn('to_stage', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.references('people.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('stage_moves_of_story').on('stage_moves').columns(['story_id', 'nr']).execute()

  await db.schema
    .createTable('particulars')
    .addColumn('story_id', 'text', (c) => c.primaryKey().references('stories.id'))
    .addColumn('path', 'text')
    .addColumn('kicker', 'text', (c) => c.notNull())
    .addColumn('topics', 'text', (c) => c.notNull())
    .addColumn('visibility', 'text', (c) => c.notNull())
    .addColumn('search_title', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('social_title', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('paths')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute()

  await db.schema
    .createTable('versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('state', 'blob')
    .addColumn('same_as', 'text', (c) => c.references('versions.id'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('says', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('person_id', 'text', (c) => c.references('people.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('headline', 'text', (c) => c.notNull())
    .addColumn('words', 'integer', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('versions_of_story').on('versions').columns(['story_id', 'seq']).execute()

  await db.schema
    .createTable('gates')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('nr', 'integer', (c) => c.notNull())
    .addColumn('gate', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull().references('versions.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('taken_back_at', 'bigint')
    .addColumn('taken_back_by', 'text', (c) => c.references('people.id'))
    .execute()
  await db.schema.createIndex('gates_of_story').on('gates').columns(['story_id', 'nr']).execute()

  await db.schema
    .createTable('editions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('content', 'blob', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('page', 'blob', (c) => c.notNull())
    .addColumn('page_hash', 'text', (c) => c.notNull())
    .addColumn('headline', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('without_note', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('version_id', 'text', (c) => c.notNull().references('versions.id'))
    .addUniqueConstraint('edition_number', ['story_id', 'number'])
    .execute()
  // An edition never changes (P7): the database itself says no.
  await sql`create trigger editions_never_change before update on editions begin select raise(abort, 'an edition never changes'); end`.execute(
    db,
  )
  // "insert or replace" is a delete that no trigger hears of.
  await sql`create trigger editions_are_never_replaced before insert on editions
    when exists (select 1 from editions where id = new.id or (story_id = new.story_id and number = new.number))
    begin select raise(abort, 'an edition never changes'); end`.execute(db)
  await sql`create trigger editions_never_go before delete on editions begin select raise(abort, 'an edition never goes'); end`.execute(
    db,
  )

  await db.schema
    .createTable('releases')
    .addColumn('edition_id', 'text', (c) => c.primaryKey().references('editions.id'))
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint')
    .addColumn('person_id', 'text', (c) => c.references('people.id'))
    .addColumn('says', 'text')
    .execute()
  await db.schema.createIndex('releases_due').on('releases').columns(['state', 'due_at']).execute()
  await db.schema.createIndex('releases_of_story').on('releases').columns(['story_id', 'state']).execute()

  await db.schema
    .createTable('targets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('secret', 'blob')
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('trouble', 'text')
    .addColumn('tested', 'text')
    .addColumn('created_by', 'text', (c) => c.references('people.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('removed_at', 'bigint')
    .execute()

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('edition_id', 'text', (c) => c.notNull().references('editions.id'))
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('claimed_at', 'bigint')
    .addColumn('out_at', 'bigint')
    .addColumn('compare_at', 'bigint')
    .addColumn('overwrite', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('says', 'text')
    .addColumn('remote', 'text')
    .addColumn('theirs', 'text')
    .addColumn('drift', 'text')
    .addColumn('newsletter', 'text')
    .addUniqueConstraint('outbox_once', ['edition_id', 'target_id'])
    .execute()
  await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'next_at']).execute()
  await db.schema.createIndex('outbox_of_story').on('outbox').columns(['story_id', 'target_id']).execute()

  await db.schema
    .createTable('site_stories')
    .addColumn('story_id', 'text', (c) => c.primaryKey().references('stories.id'))
    .addColumn('edition_id', 'text', (c) => c.notNull().references('editions.id'))
    .addColumn('path', 'text', (c) => c.notNull().unique())
    .addColumn('headline', 'text', (c) => c.notNull())
    .addColumn('dek', 'text', (c) => c.notNull())
    .addColumn('byline', 'text', (c) => c.notNull())
    .addColumn('kicker', 'text', (c) => c.notNull())
    .addColumn('visibility', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('corrected_at', 'bigint')
    .addColumn('killed_at', 'bigint')
    .addColumn('month', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('site_by_time').on('site_stories').columns(['killed_at', 'published_at']).execute()
  await db.schema.createIndex('site_by_month').on('site_stories').columns(['killed_at', 'month', 'published_at']).execute()

  await db.schema
    .createTable('site_names')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('site_names_key', ['kind', 'path', 'story_id'])
    .execute()
  await db.schema
    .createIndex('site_names_by_time')
    .on('site_names')
    .columns(['kind', 'path', 'published_at', 'story_id'])
    .execute()
  await db.schema.createIndex('site_names_of_story').on('site_names').columns(['story_id']).execute()

  await db.schema
    .createTable('site_pictures')
    .addColumn('asset', 'text', (c) => c.notNull())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addPrimaryKeyConstraint('site_pictures_key', ['asset', 'story_id'])
    .execute()

  await db.schema
    .createTable('site_changes')
    .addColumn('edition_id', 'text', (c) => c.primaryKey().references('editions.id'))
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('noted_at', 'bigint')
    .execute()
  await db.schema.createIndex('site_changes_of_story').on('site_changes').columns(['story_id', 'number']).execute()
  await db.schema.createIndex('site_notes_by_time').on('site_changes').column('noted_at').execute()

  await db.schema
    .createTable('site_links')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('story_id', 'text', (c) => c.notNull().references('stories.id'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('people.id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('uses', 'integer', (c) => c.notNull())
    .execute()
}
