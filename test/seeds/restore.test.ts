import { describe, expect, test } from 'vitest'
import { hour } from '../versions/hour.ts'

/** SEEDS=2000 runs more; SEED=17 replays one. */
const only = process.env.SEED
const seeds = only ? [Number(only)] : Array.from({ length: Number(process.env.SEEDS ?? 40) }, (_, i) => i + 1)

describe('random hours of putting versions back', () => {
  test.each(seeds)('[P2] [P4] seed %i: the version is back, and what was typed at that moment is there', async (seed) => {
    expect(await hour(seed)).toEqual({
      missing: [],
      doubled: [],
      swept: [],
      torn: [],
      inexact: [],
      noWayBack: [],
      doubledBlocks: [],
      closed: [],
      diverged: [],
    })
  })
})
