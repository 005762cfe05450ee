import { describe, expect, test } from 'vitest'
import { remarksOf } from '../review/remarks.ts'

/** SEEDS=2000 runs more; SEED=17 replays one. */
const only = process.env.SEED
const seeds = only ? [Number(only)] : Array.from({ length: Number(process.env.SEEDS ?? 40) }, (_, i) => i + 1)

describe('random hours of writing and remarking', () => {
  test.each(seeds)('[P5] seed %i: every thread is on its words, or listed as detached with its quote', async (seed) => {
    expect(await remarksOf(seed)).toEqual({ lost: [], strayed: [], grown: [], unsaid: [], closed: [], diverged: [] })
  })
})
