import { describe, expect, test } from 'vitest'
import { hour } from '../sync/paragraphs.ts'

/** SEEDS=2000 runs more; SEED=17 replays one. */
const only = process.env.SEED
const seeds = only ? [Number(only)] : Array.from({ length: Number(process.env.SEEDS ?? 300) }, (_, i) => i + 1)

describe('random hours of splitting, joining, flipping, moving, pasting, replacing and taking back', () => {
  test.each(seeds)('[P2] [P4] seed %i: no word lost, torn or doubled, no block twice, all copies equal', async (seed) => {
    const nothing = { missing: [], doubled: [], torn: [], doubledBlocks: [], stolen: [], closed: [], diverged: [] }
    expect(await hour(seed)).toEqual(nothing)
  })
})

describe.each(['cuts', 'cuts and undo'] as const)(
  'and one of them cuts words and paragraphs and pastes them elsewhere (%s)',
  (cuts) => {
    test.each(seeds.slice(0, Number(process.env.SEEDS ?? 40)))(
      '[P2] [P4] seed %i: no word lost or torn, all copies equal',
      async (seed) => {
        const { doubledBlocks: _, doubled, ...found } = await hour(seed, cuts)
        expect(found).toEqual({ missing: [], torn: [], stolen: [], closed: [], diverged: [] })
        // What was cut, given back by undo and then pasted is there twice, as it should be.
        if (cuts === 'cuts') expect(doubled).toEqual([])
      },
    )
  },
)
