/** Texts written into live stories by chance. SEEDS=2000 runs more; SEED=17 replays one. */
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import { readStory } from '../../shared/story.ts'
import { writeStory } from '../../shared/write/write-story.ts'
import { Page } from '../editor/page.ts'
import { Random } from '../random.ts'
import { Hand, wordsIn } from '../suggest/chance.ts'
import { goes, live } from '../suggest/live.ts'
import { said } from '../suggest/text.ts'

const seeds = process.env.SEED
  ? [Number(process.env.SEED)]
  : Array.from({ length: Number(process.env.SEEDS ?? 60) }, (_, i) => i + 1)

test('any text can be written into a live story, and is then what it says', () => {
  for (const seed of seeds) {
    const hand = new Hand('s', new Random(seed))
    const was = hand.story()
    let now = was
    for (let n = 0; n < 6; n++) now = hand.change(now)
    const ydoc = live(was, 7)
    writeStory(ydoc, now)
    expect(JSON.stringify(said(readStory(ydoc))), `seed ${seed}`).toBe(JSON.stringify(said(now)))
  }
})

test('[P4] a story is rewritten while colleagues type: none of their words is lost, torn or doubled', () => {
  for (const seed of seeds) {
    const random = new Random(seed)
    const [hand, colleague] = [new Hand('s', random), new Hand('c', random)]
    const was = hand.story()
    let now = was
    for (let n = 0; n < 4; n++) now = hand.change(now)
    const room = live(was, 1 + (seed % 2) * 10)
    const ana = new Page(live(was, 5, room))
    const blocks = [...ana.state.doc.children]
    for (let n = 0; n < 4; n++) {
      const paragraph = random.below(blocks.length)
      const text = ana.state.doc.child(paragraph)
      if (!text.isTextblock) continue
      const gap = random.pick([...text.textContent.matchAll(/(?<= )|^/g)].map(({ index }) => index))
      ana.types(`${colleague.word()} `, paragraph, gap)
    }
    writeStory(room, now)
    goes(room, ana)
    Y.applyUpdate(room, Y.encodeStateAsUpdate(ana.ydoc))
    const text = readStory(ana.ydoc)
    expect(JSON.stringify(said(readStory(room))), `seed ${seed}`).toBe(JSON.stringify(said(text)))
    const words = wordsIn(text)
    const known = new Set([...hand.written, ...colleague.written, 'Cora', 'Stein'])
    expect(
      {
        torn: words.filter((word) => !known.has(word)),
        doubled: words.filter((word, i) => words.indexOf(word) !== i),
        // What stood in a paragraph that was taken out went with it, unless it stands on its own now.
        lost: wordsIn(now).filter((word) => !words.includes(word)),
      },
      `seed ${seed}`,
    ).toEqual({ torn: [], doubled: [], lost: [] })
  }
})
