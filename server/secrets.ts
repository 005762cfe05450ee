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

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** argon2id, 19 MiB and two passes: OWASP's first choice, about 25 ms. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @returns a PHC string, which names its own cost */
export function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  return hash(password.normalize('NFC'), cost)
}

export function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFC'))
}
