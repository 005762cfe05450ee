import { describe, expect, test } from 'vitest'
import { afternoon, type Afternoon } from '../review/afternoon.ts'
import { ABOVE_ALL, BELOW_ALL } from '../review/table.ts'

/**
 * Those that once failed, as what the server wrote into a fork met what its author did there: a word stood twice; a word
 * of which a part was replaced was set apart in the middle (140, 176, 195, 312, 371); words of a paragraph that came back into
 * the story were taken out of it by who lacked them (296); words that were taken out and put in again stood twice (289, 406);
 * the same words put in at the same place stopped the forks (1163); words that ran together were carried on as one (1164, 1857); a
 * letter's own author swapped the words around it (1495, 1982), or brought one back that was taken out (1604);
 * what one act had accepted of two people came back to each of them (78); a piece was left of a word that was put right while its
 * author took it out (1215); a word was lost whose neighbours followed others at the same moment (1468). 1278 and 1413 failed, too,
 * and were met by what mended others.
 */
const NAMED = [
  78, 81, 130, 140, 147, 172, 176, 183, 195, 289, 296, 312, 371, 406, 1163, 1164, 1215, 1278, 1413, 1468, 1495, 1604, 1857, 1982,
]
/** SEEDS=2000 runs more, FROM=1500 SEEDS=2000 the last of them; SEED=17 replays one; SERVER=below has the server first. */
const only = process.env.SEED
const server = process.env.SERVER === 'below' ? BELOW_ALL : ABOVE_ALL
const first = Array.from({ length: Number(process.env.SEEDS ?? 40) }, (_, i) => i + 1)
const seeds = only ? [Number(only)] : [...new Set([...first, ...NAMED])].filter((seed) => seed >= Number(process.env.FROM ?? 1))

const below = only || process.env.SEEDS ? [] : [1, 2, 3, 4, 5, 6, 7, 8]

const NOTHING_WRONG: Afternoon = {
  lost: [],
  torn: [],
  doubled: [],
  uncalled: [],
  inexact: [],
  unclean: [],
  shownTooEarly: [],
  closed: [],
  diverged: [],
}

describe('random afternoons of review', () => {
  test.each(seeds)(
    '[P1] [P2] [P4] seed %i: what is suggested is never in the story uncalled, and nothing is lost',
    async (seed) => expect(await afternoon(seed, server)).toEqual(NOTHING_WRONG),
  )
})

describe.skipIf(below.length === 0)(
  'the same, where the server stands below everybody: of what two do at once, what it writes stands first',
  () => {
    test.each(below)('[P1] [P2] [P4] seed %i', async (seed) => expect(await afternoon(seed, BELOW_ALL)).toEqual(NOTHING_WRONG))
  },
)
