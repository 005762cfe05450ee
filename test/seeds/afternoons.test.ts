import { describe, expect, test } from 'vitest'
import { afternoon } from '../sync/world.ts'

/** SEEDS=2000 runs more; SEED=17 replays one. */
const only = process.env.SEED
const seeds = only ? [Number(only)] : Array.from({ length: Number(process.env.SEEDS ?? 300) }, (_, i) => i + 1)

describe('random afternoons on the desk', () => {
  test.each(seeds)(
    '[P1] [P2] [P4] seed %i: nothing shown before it is on disk, all copies equal, no word lost, torn or doubled',
    async (seed) => {
      expect(await afternoon(seed)).toEqual({
        shownTooEarly: [],
        lostAfterSaved: [],
        missing: [],
        doubled: [],
        closed: [],
        diverged: [],
      })
    },
  )
})
