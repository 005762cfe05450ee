/** What many shapes of publishing are made of: ids, hashes, readable text, time zones and paths. */
import { z } from 'zod'
import { isZone } from '../publish/wall-time.ts'

export const id = z.string().min(1).max(60)
export const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')
/** Several lines of readable text. */
export const lines = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^([\n\r\t]|[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069])*$/u, 'must be readable text')
export const zone = z
  .string()
  .max(60)
  .refine(isZone, 'must be a time zone such as Europe/Berlin')
  .describe('An IANA time zone such as Europe/Berlin.')
export const path = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and single hyphens')
