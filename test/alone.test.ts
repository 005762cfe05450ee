import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { holdAlone, open } from '../db/open.ts'

test('[P2] a second server on the same folder is refused in words, until the first has let go; the person command is not in its way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-alone-'))
  const letGo = holdAlone(folder)
  expect(() => holdAlone(folder)).toThrow(/already running on the folder/)
  const db = await open(folder)
  await db.destroy()
  letGo()
  holdAlone(folder)()
  rmSync(folder, { recursive: true, force: true })
})

test('MIG-01 two processes that open a new folder at once make its tables once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-twice-'))
  const list = () =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/person-command.ts', 'list'], {
      cwd: resolve(import.meta.dirname, '..'),
      env: { ...process.env, DATA_DIR: folder },
    })
  await Promise.all([list(), list()])
  rmSync(folder, { recursive: true, force: true })
})
