/**
 * In place of lib0's own, for the names that y-prosemirror gives to marks of comments: the numbers it begins with are worked
 * out, as they are defined, from the first primes.
 */
const PRIMES: number[] = []
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n)

/** The first 32 bits behind the point. */
const bitsOf = (root: number): number => ((root % 1) * 2 ** 32) | 0
const ADDED = PRIMES.map((prime) => bitsOf(Math.cbrt(prime)))
const BEGIN = PRIMES.slice(0, 8).map((prime) => bitsOf(Math.sqrt(prime)))

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

export function digest(data: Uint8Array): Uint8Array {
  const size = (data.length + 72) & ~63
  const bytes = new Uint8Array(size)
  bytes.set(data)
  bytes[data.length] = 128
  const view = new DataView(bytes.buffer)
  view.setUint32(size - 4, data.length * 8)
  const sums = new Int32Array(BEGIN)
  const words = new Int32Array(64)
  for (let at = 0; at < size; at += 64) {
    let [a, b, c, d, e, f, g, h] = sums as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const [early, late] = [words[i - 15]!, words[i - 2]!]
      words[i] =
        i < 16
          ? view.getInt32(at + 4 * i)
          : words[i - 16]! +
            words[i - 7]! +
            (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
            (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ADDED[i]! + words[i]!
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + two) | 0
    }
    for (const [i, sum] of [a, b, c, d, e, f, g, h].entries()) sums[i]! += sum
  }
  sums.forEach((sum, i) => view.setInt32(4 * i, sum))
  return bytes.slice(0, 32)
}
