/** Ids, secrets and passwords: where randomness comes from and what is kept of a secret. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Twelve characters: short in an address, and never the same twice in one newsroom. */
export function newId(): string {
  return Array.from({ length: 12 }, () => BASE62[randomInt(62)]).join('')
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret. Long random secrets need no slow hash. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** argon2id, 19 MiB and two passes: OWASP's first choice, about 25 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COST)
}

let nobody: Promise<string> | undefined

/** @param passwordHash null for somebody unknown: takes as long, and is never right */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  const decoy = await (nobody ??= hashPassword(newSecret()))
  const fits = await verify(passwordHash ?? decoy, password.normalize('NFC'))
  return fits && passwordHash !== null
}
