/** Processes that meet on one folder, and starts that are killed. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { up as start } from '../../db/migrations/001-start.ts'
import { DATABASE_FILE, open } from '../../db/open.ts'

const ROOT = resolve(import.meta.dirname, '../..')

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const runs = (script: string, words: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', script, ...words], { cwd: ROOT, env: { ...process.env, ...env } })

/** What the tables are, as the database itself tells it. */
function tablesIn(folder: string): unknown {
  const disk = new SQLite(join(folder, DATABASE_FILE), { readonly: true })
  const tables = disk.prepare("select name, sql from sqlite_master where name not like 'sqlite_%' order by name").all()
  const version = disk.pragma('user_version', { simple: true })
  disk.close()
  return { tables, version }
}

test('[MIG-01] two processes that open a new folder at once make its tables once', async () => {
  const folder = aFolder()
  const list = () => runs('server/person-command.ts', ['list'], { DATA_DIR: folder })
  const both = await Promise.all([list(), list()])
  expect(both.map(({ stdout }) => stdout)).toEqual(['Nobody yet.\n', 'Nobody yet.\n'])
})

/** The database of the first Copydesk, with a newsroom in it. */
async function firstVersion(folder: string): Promise<void> {
  const sqlite = new SQLite(join(folder, DATABASE_FILE))
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: sqlite }) })
  await start(db)
  sqlite.exec("insert into newsroom (id, name) values (1, 'The Kept Courier'); pragma user_version = 1")
  await db.destroy()
}

test('[P1] SIGKILL at any statement of a migration: the next start finds the old tables whole and brings them up to date', async () => {
  const folder = aFolder()
  await firstVersion(folder)
  const before = tablesIn(folder)
  const fresh = aFolder()
  await (await open(fresh)).destroy()

  const whole = aFolder()
  await firstVersion(whole)
  const statements = Number((await runs('test/crash/dies-migrating.ts', [whole, 'never'])).stdout)
  expect(statements).toBeGreaterThan(4)
  // After the first statement, in the middle, and when only the commit is left.
  for (const after of new Set([1, Math.ceil(statements / 2), statements - 1])) {
    await expect(runs('test/crash/dies-migrating.ts', [folder, String(after)]), `after ${after}`).rejects.toMatchObject({
      signal: 'SIGKILL',
    })
    expect(tablesIn(folder), `after ${after}`).toEqual(before)
  }
  const db = await open(folder)
  expect(await db.selectFrom('newsroom').select('name').execute()).toEqual([{ name: 'The Kept Courier' }])
  await db.destroy()
  expect(tablesIn(folder)).toEqual(tablesIn(fresh))
})
