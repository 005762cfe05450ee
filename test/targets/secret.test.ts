/** The secrets of targets at rest: locked with a key that is not in the database. */
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { KEY_FILE, lock, unlock } from '../../server/targets/secret.ts'
import { newFolder } from '../new-folder.ts'

const SECRET = 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0'

async function aDesk() {
  const dataDir = await newFolder()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, key: null }
}

test('a secret comes back as it was, and nothing of it can be read from what is kept', async () => {
  const desk = await aDesk()
  const [one, other] = [await lock(desk, SECRET, 't1'), await lock(desk, SECRET, 't1')]
  expect(await unlock(desk, one, 't1')).toBe(SECRET)
  expect(await unlock(desk, other, 't1')).toBe(SECRET)
  expect(Buffer.from(one)).not.toEqual(Buffer.from(other))
  expect(Buffer.from(one).toString('latin1')).not.toMatch(/whsec|c2Vj/)
  const file = join(desk.dataDir, KEY_FILE)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).length).toBe(32)
})

test('many at once agree on one key', async () => {
  const desk = await aDesk()
  const locked = await Promise.all(Array.from({ length: 8 }, () => lock(desk, SECRET, 't1')))
  for (const one of locked) expect(await unlock(desk, one, 't1')).toBe(SECRET)
})

test('with another key, for another target, or damaged it does not open, and what to do is said', async () => {
  const desk = await aDesk()
  const locked = await lock(desk, SECRET, 't1')
  await expect(unlock(desk, locked, 't2')).rejects.toMatchObject({ type: 'wrong-key' })
  for (let at = 0; at < locked.length; at += 7) {
    const bent = Uint8Array.from(locked)
    bent[at]! ^= 1
    await expect(unlock(desk, bent, 't1'), `byte ${at}`).rejects.toMatchObject({ type: 'wrong-key' })
  }
  await expect(unlock(desk, new Uint8Array(), 't1')).rejects.toMatchObject({ type: 'wrong-key' })
  await expect(unlock(await aDesk(), locked, 't1')).rejects.toThrow('Put targets.key of the old data folder back')
  const set = { ...desk, key: Buffer.alloc(32, 7) }
  await expect(unlock(set, locked, 't1')).rejects.toThrow('Start the server with the old COPYDESK_KEY, or give the secret again.')
  expect(await unlock(set, await lock(set, SECRET, 't1'), 't1')).toBe(SECRET)
  chmodSync(join(desk.dataDir, KEY_FILE), 0o600)
  writeFileSync(join(desk.dataDir, KEY_FILE), 'short')
  await expect(lock(desk, SECRET, 't1')).rejects.toThrow('damaged')
})
