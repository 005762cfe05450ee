/** Suggestions by chance. SEEDS=2000 runs more; SEED=17 replays one. */
import { describe, expect, test } from 'vitest'
import type { StoryText } from '../../shared/story.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { port } from '../../shared/suggest/port.ts'
import { Random } from '../random.ts'
import { Hand, wordsIn } from '../suggest/chance.ts'
import { said } from '../suggest/text.ts'
import { World } from '../suggest/world.ts'

const seedsUpTo = (count: number): number[] =>
  process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: Number(process.env.SEEDS ?? count) }, (_, i) => i + 1)

/** Of whoever wrote what: words that are no word of theirs, words that stand twice. */
function faultsIn(text: StoryText, ...hands: Hand[]): { torn: string[]; doubled: string[] } {
  const words = wordsIn(text)
  const known = new Set(hands.flatMap(({ written }) => written))
  return {
    torn: words.filter((word) => !known.has(word) && !/^(Cora|Stein|A|headline)$/.test(word)),
    doubled: words.filter((word, i) => words.indexOf(word) !== i),
  }
}

/** Compared as one text: a thousand times, that is quicker. */
function sameAs(one: StoryText, other: StoryText, seed: number): void {
  const [a, b] = [said(one), said(other)]
  if (JSON.stringify(a) !== JSON.stringify(b)) expect(a, `SEED=${seed}`).toEqual(b)
}

function changed(hand: Hand, text: StoryText, most: number): StoryText {
  let now = text
  for (let n = 1 + hand.random.below(most); n > 0; n--) now = hand.change(now)
  return now
}

describe('suggestions by chance', () => {
  test('all suggestions together are the fork, and without any of them the story is untouched', () => {
    for (const seed of seedsUpTo(150)) {
      const hand = new Hand('s', new Random(seed))
      const story = hand.story()
      const view = changed(hand, story, 8)
      const review = compare(story, view)
      const ids = review.hunks.map(({ id }) => id)
      sameAs(review.taking([]), story, seed)
      sameAs(review.taking(ids), view, seed)
      sameAs(review.without(ids), story, seed)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('what is accepted is exactly that, and what is left are the others', () => {
    for (const seed of seedsUpTo(150)) {
      const random = new Random(seed)
      const [first, hand] = [new Hand('s', random), new Hand('f', random)]
      const story = first.story()
      const view = changed(hand, story, 8)
      const review = compare(story, view)
      const ids = review.hunks.filter(() => random.chance(50)).map(({ id }) => id)
      for (const text of [review.taking(ids), review.without(ids)]) {
        const words = new Set(wordsIn(text))
        const lost = first.written.filter((word) => !hand.removed.has(word) && !words.has(word))
        expect({ ...faultsIn(text, first, hand), lost }, `SEED=${seed}`).toEqual({ torn: [], doubled: [], lost: [] })
      }
      const rest = compare(review.taking(ids), view)
      sameAs(rest.taking(rest.hunks.map(({ id }) => id)), view, seed)
    }
  })

  test('a fork that is carried along keeps its words, gets the story’s, and brings back none that were taken out', () => {
    for (const seed of seedsUpTo(200)) {
      const random = new Random(seed)
      const [first, editor, suggester] = [new Hand('s', random), new Hand('e', random), new Hand('f', random)]
      const base = first.story()
      const [story, fork] = [changed(editor, base, 6), changed(suggester, base, 6)]
      for (const keepBoth of [false, true]) {
        const { text } = port(base, story, fork, keepBoth)
        const words = new Set(wordsIn(text))
        const isGone = (word: string): boolean => editor.removed.has(word) || suggester.removed.has(word)
        expect(
          {
            ...faultsIn(text, first, editor, suggester),
            lost: [...suggester.written, ...(keepBoth ? editor.written : [])].filter((word) => !isGone(word) && !words.has(word)),
            untouched: first.written.filter((word) => !isGone(word) && !words.has(word)),
            back: first.written.filter((word) => isGone(word) && words.has(word)),
          },
          `SEED=${seed}`,
        ).toEqual({ torn: [], doubled: [], lost: [], untouched: [], back: [] })
      }
    }
  })

  test('editors, suggesters and a private draft, accepts and rejects, in any order', () => {
    let accepted = 0
    for (const seed of seedsUpTo(80)) {
      const world = new World(new Random(seed), 3, true)
      for (let n = 0; n < 60; n++) world.step()
      expect(world.end(), `SEED=${seed}`).toEqual({ torn: [], doubled: [], lost: [], untrue: [], unsaid: [] })
      accepted += world.accepted
    }
    if (!process.env.SEED) expect(accepted).toBeGreaterThan(50)
  })
})
