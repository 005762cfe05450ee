/** Since when readers have found something under a path: one that waits for its edition is claimed, and leads nowhere yet. */
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('paths').addColumn('shown_at', 'bigint').execute()
  // Of those before nothing else is known than that stories on the site had them.
  await sql`update paths set shown_at = at where story_id in (select story_id from site_stories)`.execute(db)
}
