import { expect, test } from 'vitest'
import type { Edition, EditionPreview } from '../../shared/publishing.ts'
import { newStory, scene } from '../routes/scene.ts'

test('[P6] what goes out is the previewed page, and the same stamp again is the same edition', async () => {
  const { person, stranger } = await scene()
  const ana = await person('Ana', 'owner')
  const story = await newStory(ana.asks, { headline: 'The harbour', byline: 'By Ana' })
  const seen = await ana.asks<EditionPreview>('POST', `/api/stories/${story.id}/preview`, { json: { kind: 'first' } })
  expect(seen.status, seen.text).toBe(200)
  const given = { stamp: seen.body.stamp, kind: 'first', targets: ['site'] }
  const out = await ana.asks<Edition>('POST', `/api/stories/${story.id}/publish`, { json: given })
  expect(out.status, out.text).toBe(201)
  expect(out.body.deliveries[0]).toMatchObject({ target: 'site', state: 'out' })
  const again = await ana.asks<Edition>('POST', `/api/stories/${story.id}/publish`, { json: given })
  expect(again.body).toEqual(out.body)
  void stranger
})
