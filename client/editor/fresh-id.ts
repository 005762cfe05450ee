/** Ids of blocks, threads and speakers that are made in a window. */

/** The only ids we make; what a pasted page calls an id is not one. */
export const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9A-Za-z]{12}$/.test(id)

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function freshId(): string {
  let id = ''
  // 248 is the largest multiple of 62 in a byte: what is above would favour the first letters.
  while (id.length < 12) for (const byte of crypto.getRandomValues(new Uint8Array(16))) if (byte < 248) id += LETTERS[byte % 62]
  return id.slice(0, 12)
}
