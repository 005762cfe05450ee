/**
 * A folder with a new newsroom's database in it. The tables are made once a process and copied from then
 * on: making them, and waiting for the platter, is most of what a small scene would cost.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DATABASE_FILE, open, type Db } from '../db/open.ts'

let tables: Promise<Buffer> | undefined

async function makeTables(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-tables-'))
  const db = await open(folder)
  await db.destroy()
  const bytes = readFileSync(join(folder, DATABASE_FILE))
  rmSync(folder, { recursive: true, force: true })
  return bytes
}

/** @returns the folder's path; whoever asked removes it */
export async function newFolder(): Promise<string> {
  const bytes = await (tables ??= makeTables())
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-test-'))
  writeFileSync(join(folder, DATABASE_FILE), bytes)
  return folder
}

/** Opens a test's database. No test cuts the power: a commit need not wait for the platter to be read by others. */
export async function openQuickly(folder: string): Promise<Db> {
  const db = await open(folder)
  await sql`pragma synchronous = off`.execute(db)
  return db
}
