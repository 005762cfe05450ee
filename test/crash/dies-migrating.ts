/** A process that is killed while it brings a database up to date: after so many statements, by its own hand. */
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate } from '../../db/migrate.ts'
import { DATABASE_FILE } from '../../db/open.ts'

const [folder = '', after = ''] = process.argv.slice(2)
const sqlite = new SQLite(join(folder, DATABASE_FILE))
sqlite.pragma('journal_mode = WAL')
let statements = 0
const db = new Kysely<unknown>({
  dialect: new SqliteDialect({ database: sqlite }),
  log: () => {
    if (++statements === Number(after)) process.kill(process.pid, 'SIGKILL')
  },
})
await migrate(db)
process.stdout.write(`${statements}\n`)
await db.destroy()
