import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
