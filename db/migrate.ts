/** Brings a database to the present tables, once, however many processes start together. */
import { sql, type Kysely } from 'kysely'
import { up as start } from './migrations/001-start.ts'
import { up as assets } from './migrations/002-assets.ts'
import { up as setAside } from './migrations/004-set-aside.ts'
import { up as style } from './migrations/005-style.ts'
import { up as rights } from './migrations/006-rights.ts'
import { up as threads } from './migrations/007-threads.ts'
import { up as forks } from './migrations/008-forks.ts'
import { up as inbox } from './migrations/010-inbox.ts'
import { up as guestLinks } from './migrations/009-guest-links.ts'
import { up as letters } from './migrations/011-letters.ts'
import { up as publishing } from './migrations/012-publishing.ts'
import { up as shownPaths } from './migrations/013-shown-paths.ts'
import { up as goneLetters } from './migrations/014-gone-letters.ts'

/** In order; a landed one is never changed. */
const MIGRATIONS: ((db: Kysely<unknown>) => Promise<void>)[] = [
  start,
  assets,
  setAside,
  style,
  rights,
  threads,
  forks,
  inbox,
  guestLinks,
  letters,
  publishing,
  shownPaths,
  goneLetters,
]

/** @throws when the database was made by a newer Copydesk than this one */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  await db.connection().execute(async (one) => {
    const plain = one as unknown as Kysely<unknown>
    // Immediate: a second process waits here, then finds nothing left to do.
    await sql`begin immediate`.execute(plain)
    try {
      const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(plain)
      const done = rows[0]?.user_version ?? 0
      if (done > MIGRATIONS.length)
        throw new Error(`The database is of a newer Copydesk (${done}; this one knows ${MIGRATIONS.length}). Update Copydesk.`)
      for (const up of MIGRATIONS.slice(done)) await up(plain)
      // Setting it is a write, and most starts have nothing to write.
      if (done < MIGRATIONS.length) await sql`pragma user_version = ${sql.lit(MIGRATIONS.length)}`.execute(plain)
      await sql`commit`.execute(plain)
    } catch (error) {
      // A full disk has rolled it back by itself; what is told is why, not that there was nothing to roll back.
      await sql`rollback`.execute(plain).catch(() => {})
      throw error
    }
  })
}
