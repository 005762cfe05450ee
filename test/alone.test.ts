import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DATABASE_FILE, holdAlone, open } from '../db/open.ts'

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

test('what is wrong with a data folder is said to who runs the newsroom, with what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-alone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(open(file)).rejects.toThrow(`"${file}" is no folder. Set DATA_DIR to one.`)
  writeFileSync(join(folder, DATABASE_FILE), 'no database '.repeat(100))
  await expect(open(folder)).rejects.toThrow(/copydesk\.sqlite" is damaged \(file is not a database\)\. .* put back a backup\.$/)
  // That it cannot be held is not always another server's doing.
  mkdirSync(join(folder, 'server.lock'))
  expect(() => holdAlone(folder)).toThrow(/cannot be read and written .* DATA_DIR\.$/)
})
