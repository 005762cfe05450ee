import { expect, test } from 'vitest'
import { layOut, type Card } from '../../client/comments/layout.ts'
import { Random } from '../random.ts'

const card = (want: number, height = 50): Card => ({ want, height })

test('a card stands at its words; where there is no room, under the one before it', () => {
  expect(layOut([card(10), card(200), card(210), card(400)], 10)).toEqual([10, 200, 260, 400])
})

test('the one that is looked at stands at its words, and the others make room above and below it', () => {
  expect(layOut([card(100), card(110), card(120), card(130)], 10, 0, 2)).toEqual([0, 60, 120, 180])
  // Above it no more room than there is: then it moves down too.
  expect(layOut([card(0), card(5), card(10)], 10, 0, 2)).toEqual([0, 60, 120])
})

test('whatever words they are on, no two cards cover each other, all keep the order of the text, none is cut off at the top', () => {
  const random = new Random(7)
  for (let round = 0; round < 300; round++) {
    let at = 0
    const cards = Array.from({ length: 1 + random.below(12) }, () => card((at += random.below(90)), 20 + random.below(120)))
    const pinned = random.below(cards.length + 1) - 1
    const tops = layOut(cards, 8, 0, pinned)
    expect(tops[0]).toBeGreaterThanOrEqual(0)
    for (let i = 1; i < cards.length; i++) expect(tops[i]).toBeGreaterThanOrEqual(tops[i - 1]! + cards[i - 1]!.height + 8)
    if (pinned >= 0) {
      const above = cards.slice(0, pinned).reduce((sum, { height }) => sum + height + 8, 0)
      expect(tops[pinned]).toBe(Math.max(cards[pinned]!.want, above))
    }
  }
})
