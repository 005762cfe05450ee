/** Two people type in two browsers while a third publishes what stands there at that moment, and puts an earlier version back. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Edition, EditionPreview } from '../../shared/shapes/editions.ts'
import { Random } from '../random.ts'
import { aDesk, type Colleague } from './desk.ts'

const desk = aDesk()

const BEGINNING = ['The harbour was quiet.', 'Nobody had come.']

/** What is looked at is out, or, when somebody typed in between, looked at again. */
async function publishes(story: string, kind: 'first' | 'update'): Promise<Edition> {
  for (;;) {
    const { stamp } = (await (await desk.asks('POST', `/api/stories/${story}/preview`, { kind })).json()) as EditionPreview
    const given = { stamp, kind, targets: ['site'], ...(kind === 'update' ? { withoutNote: 'They are still writing.' } : {}) }
    try {
      return (await (await desk.asks('POST', `/api/stories/${story}/publish`, given)).json()) as Edition
    } catch (error) {
      if (!String(error).includes('text-moved')) throw error
    }
  }
}

for (const seed of [1, 2])
  test(`[P4] [P6] seed ${seed}: every word of both is in the story once, and what went out is what was looked at`, async () => {
    const random = new Random(seed)
    await desk.asks('PATCH', '/api/newsroom/publishing', { gates: [] })
    const story = await desk.story(BEGINNING, { headline: 'The harbour', dek: 'At night.', byline: 'Tove Lind' })
    await desk.asks('PATCH', `/api/stories/${story}/particulars`, { path: `together-${seed}`, version: 0 })
    const kept = (await (await desk.asks('POST', `/api/stories/${story}/versions`, { name: 'The beginning' })).json()) as {
      id: string
    }
    const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben')]
    await Promise.all([ana.opens(story), ben.opens(story)])
    await ana.clicksInto(1)
    await ben.clicksInto(2)

    const typed: string[] = []
    const types = async (who: Colleague): Promise<void> => {
      for (let i = 1; i <= 12; i++) {
        const word = ` ${who.name.toLowerCase()}${i}.`
        await who.types(word, 10 + random.below(50))
        typed.push(word)
      }
    }
    const acts = async (): Promise<Edition[]> => {
      const out = [await publishes(story, 'first')]
      for (const act of random.chance(50) ? ['update', 'restore', 'update'] : ['restore', 'update', 'restore'])
        if (act === 'update') out.push(await publishes(story, 'update'))
        else await desk.asks('POST', `/api/stories/${story}/versions/${kept.id}/restore`)
      return out
    }
    const [out] = await Promise.all([acts(), types(ana), types(ben)])

    const { body } = await desk.allAgree(story, ana, ben)
    const rest = typed.reduce((text, word) => text.replace(word, ''), body.join('\n'))
    expect(rest).toBe(BEGINNING.join('\n'))
    const page = await (await fetch(`${desk.server.origin}/together-${seed}`)).text()
    expect(createHash('sha256').update(page).digest('hex')).toBe(out.at(-1)!.pageHash)
  })
