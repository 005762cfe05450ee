/** Suggestions by chance: of any fork, all hunks make the fork and none the story. */
import { expect, test } from 'vitest'
import { compare } from '../../shared/suggest/compare.ts'
import { Random } from '../random.ts'
import { Hand } from '../suggest/chance.ts'
import { said } from '../suggest/text.ts'

const count = Number(process.env.SEEDS ?? 300)
const seeds = process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: count }, (_, i) => i + 1)

test('all suggestions together are the fork, and without any of them the story is untouched', () => {
  for (const seed of seeds) {
    const random = new Random(seed)
    const hand = new Hand('s', random)
    const story = hand.story()
    let view = story
    for (let n = 1 + random.below(8); n > 0; n--) view = hand.change(view)
    const review = compare(story, view)
    const ids = review.hunks.map(({ id }) => id)
    expect(said(review.taking([])), `SEED=${seed}`).toEqual(said(story))
    expect(said(review.taking(ids)), `SEED=${seed}`).toEqual(said(view))
    expect(said(review.without(ids)), `SEED=${seed}`).toEqual(said(story))
  }
})
