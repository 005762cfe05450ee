/** [P4] While two people type, publishing changes nothing of what they typed. */
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import { bodyOf, readStory } from '../../shared/story.ts'
import { Random } from '../random.ts'
import { pass, press } from './press.ts'

test('[P4] two people type while a story is published, updated, withdrawn and brought back: every letter stays, and nothing comes', async () => {
  for (const seed of [1, 2, 3]) {
    const random = new Random(seed)
    const room = await press()
    const { ana, ready, desk } = room
    const story = await ready('The harbour')
    const typed: string[] = []
    const types = async (who: string) => {
      for (let i = 0; i < 20; i++) {
        const word = `${who}${i} `
        await desk.rooms.edit(story, null, (ydoc) => {
          const text = (bodyOf(ydoc).get(0) as Y.XmlElement).get(0) as Y.XmlText
          text.insert(random.below(2) === 0 ? 0 : text.length, word)
        })
        typed.push(word)
      }
    }
    const publishes = async () => {
      for (let i = 0; i < 12; i++) {
        const kind = random.pick(['first', 'update', 'kill', 'return'] as const)
        await ana.publishes(story, { kind, withoutNote: 'They type on.' })
        room.clock.pass(random.below(3) * 1000)
      }
    }
    await Promise.all([types('ana'), types('ben'), publishes()])
    await pass(room, 1000)
    const text = (await desk.rooms.read(story, readStory)).body.textContent
    let rest = text
    for (const word of typed) rest = rest.replace(word, '')
    expect(rest.trim(), `seed ${seed}`).toBe('The harbour opened on Monday.')
    expect((await ana.editions(story)).length).toBeGreaterThan(0)
  }
})
