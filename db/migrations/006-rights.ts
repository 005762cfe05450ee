/** What a story allows one person beside their role. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ['level', 'text'],
    ['legal', 'integer'],
    ['passages', 'text'],
  ] as const)
    await db.schema.alterTable('story_people').addColumn(name, type).execute()
}
