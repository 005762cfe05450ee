/**
 * Opens the newsroom's database: the only file that knows which driver is behind it. One connection
 * for everything, because a second writer would block the event loop or roll back a keystroke.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import {
  Kysely,
  SqliteDialect,
  SqliteDriver,
  sql,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  type SqliteDialectConfig,
} from 'kysely'
import { migrate } from './migrate.ts'
import type { Tables } from './schema.ts'

export type Db = Kysely<Tables>

export const DATABASE_FILE = 'copydesk.sqlite'

/**
 * A full disk makes SQLite roll a transaction back by itself. Rolling back once more would fail, and that
 * failure would be told instead of the full disk.
 */
class OwnDriver extends SqliteDriver {
  constructor(
    config: SqliteDialectConfig,
    private readonly sqlite: SQLite.Database,
  ) {
    super(config)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.sqlite.inTransaction) await super.rollbackTransaction(connection)
  }
}

class OwnDialect extends SqliteDialect {
  constructor(
    private readonly config: SqliteDialectConfig,
    private readonly sqlite: SQLite.Database,
  ) {
    super(config)
  }

  override createDriver(): Driver {
    return new OwnDriver(this.config, this.sqlite)
  }
}

/** Of queries as they are written here, not of what is asked: many more than the product has. */
const PREPARED_MOST = 400

/** Prepares each query once: that costs more than most queries do. */
class Prepared implements SqliteDatabase {
  private readonly statements = new Map<string, SQLite.Statement<unknown[]>>()

  constructor(private readonly sqlite: SQLite.Database) {}

  prepare(query: string): SQLite.Statement<unknown[]> {
    let statement = this.statements.get(query)
    if (statement) return statement
    statement = this.sqlite.prepare<unknown[]>(query)
    // Lists of any length make a query of each length: the oldest goes, and is prepared again when it is asked for.
    if (this.statements.size >= PREPARED_MOST) this.statements.delete(this.statements.keys().next().value!)
    this.statements.set(query, statement)
    return statement
  }

  close(): void {
    this.sqlite.close()
  }
}

/**
 * @param dataDir the folder that holds the database; made when it is missing
 * @throws when the folder cannot be written or the database is of a newer Copydesk
 */
export async function open(dataDir: string): Promise<Db> {
  try {
    return await openIn(dataDir)
  } catch (error) {
    throw inWords(error, dataDir)
  }
}

async function openIn(dataDir: string): Promise<Db> {
  mkdirSync(dataDir, { recursive: true })
  const sqlite = new SQLite(join(dataDir, DATABASE_FILE), { timeout: 5000 })
  // FULL: "saved" survives a power cut, not only a killed process.
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  // Each story's log ends in a page of its own, which goes back to the file once for all its commits since: 16 MB of
  // them make that a fifth cheaper than the usual 4.
  sqlite.pragma('wal_autocheckpoint = 4000')
  sqlite.pragma('foreign_keys = ON')
  const db = new Kysely<Tables>({ dialect: new OwnDialect({ database: new Prepared(sqlite) }, sqlite) })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

/**
 * Makes this process the only server of a data folder: rooms live in one process. The operating system
 * lets go of the hold when the process ends, however it ends.
 * @returns lets go
 * @throws when another server has it
 */
export function holdAlone(dataDir: string): () => void {
  let lock: SQLite.Database | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    lock = new SQLite(join(dataDir, 'server.lock'), { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    if (!(error instanceof SQLite.SqliteError) || error.code !== 'SQLITE_BUSY') throw inWords(error, dataDir)
    throw new Error(`Another Copydesk is already running on the folder "${dataDir}". Stop it, or set DATA_DIR.`, { cause: error })
  }
  return () => lock.close()
}

/** What the driver or the system says of a data folder, as a sentence for who runs the newsroom; anything else as it is. */
export function inWords(error: unknown, dataDir: string): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  const says = ((): string | null => {
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
      return `The database "${join(dataDir, DATABASE_FILE)}" is damaged (${message}). Keep a copy of its folder as it is, and put back a backup.`
    if (/^(SQLITE_FULL|ENOSPC)/.test(code)) return `The disk of the folder "${dataDir}" is full. Make room, and start again.`
    if (/^(EEXIST|ENOTDIR)/.test(code)) return `"${dataDir}" is no folder. Set DATA_DIR to one.`
    if (/^(SQLITE_(CANTOPEN|READONLY|IOERR|PERM)|EACCES|EPERM|EROFS|ENOENT)/.test(code))
      return `The folder "${dataDir}" cannot be read and written (${message}). See to its rights and its disk, or set DATA_DIR.`
    return null
  })()
  return says === null ? error : new Error(says, { cause: error })
}

/** Whether a write failed because of what it says, not because of the disk: trying it again would not help. */
export function isConflict(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')
}

/** Whether a write failed because of the disk: full, read-only, broken, or held by another process for too long. */
export function isDiskTrouble(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && /^SQLITE_(FULL|READONLY|IOERR|BUSY|CANTOPEN)/.test(error.code)
}

/** Rises whenever another process has changed the database (the `person` command, say). */
export async function foreignChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
  return rows[0]?.data_version ?? 0
}
