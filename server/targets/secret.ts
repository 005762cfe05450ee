/**
 * The secrets of targets, locked (AES-256-GCM) with a key that is not in the database: a copy of the database alone
 * gives nobody a way into the newsroom's other sites.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../../shared/refusal.ts'
import type { Config } from '../config.ts'
import { newId } from '../secrets.ts'

type Parts = Pick<Config, 'dataDir' | 'key'>

export const KEY_FILE = 'targets.key'
/** Of what is kept: how it is locked, and with which key. */
const FORM = 1
const NAME_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16

/** @param about whose secret it is: it opens as nobody else's */
export async function lock(parts: Parts, secret: string, about: string): Promise<Uint8Array> {
  const key = await keyOf(parts)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const locked = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([FORM]), nameOf(key), iv, cipher.getAuthTag(), locked])
}

/** @throws Refusal `wrong-key` with what to do */
export async function unlock(parts: Parts, locked: Uint8Array, about: string): Promise<string> {
  const key = await keyOf(parts)
  const bytes = Buffer.from(locked)
  const take = (from: number, length: number) => bytes.subarray(from, from + length)
  const iv = 1 + NAME_BYTES
  if (bytes[0] !== FORM || !take(1, NAME_BYTES).equals(nameOf(key))) throw wrongKey(parts)
  const tag = iv + IV_BYTES
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, take(iv, IV_BYTES)).setAAD(Buffer.from(about))
    decipher.setAuthTag(take(tag, TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(tag + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    // Whatever is wrong with it, all that can be done is to give it again.
    throw wrongKey(parts)
  }
}

const wrongKey = ({ key }: Parts) =>
  new Refusal(
    'wrong-key',
    503,
    `The secret of this target was locked with another key than the server has now. ${
      key === null ? `Put ${KEY_FILE} of the old data folder back` : 'Start the server with the old COPYDESK_KEY'
    }, or give the secret again.`,
  )

/** Tells keys apart, and says nothing of them. */
const nameOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update('copydesk targets').update(key).digest().subarray(0, NAME_BYTES)

async function keyOf({ dataDir, key }: Parts): Promise<Uint8Array> {
  if (key !== null) return key
  const file = join(dataDir, KEY_FILE)
  const kept = (await readIfThere(file)) ?? (await makeKey(dataDir, file))
  if (kept.length !== 32)
    throw new Refusal('wrong-key', 503, `The file ${KEY_FILE} in the data folder is damaged. Put it back from a backup.`)
  return kept
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

/** Whole or not at all, and never over one that is there. */
async function makeKey(dataDir: string, file: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true })
  const fresh = `${file}.${newId()}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(randomBytes(32))
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(fresh)
  }
  return readFile(file)
}
