/** The names of marks that threads have in the text are the same from every page and from the server. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { digest } from '../../client/in-place/sha256.ts'

test('what the pages have in place of the library’s hash says the same, of any length', () => {
  for (let length = 0; length < 200; length++) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256)
    expect(Buffer.from(digest(data)).toString('hex')).toBe(createHash('sha256').update(data).digest('hex'))
  }
})
