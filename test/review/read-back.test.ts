/** The read-back: somebody reads the passages they were asked to read, comments on them, and sees nothing else. */
import { expect, test } from 'vitest'
import type { ReadBack } from '../../shared/access.ts'
import type { Asks } from '../routes/scene.ts'
import { madeId, opens, remark, saidTo, threadsFor } from './desk.ts'
import { aReview } from './world.ts'

async function readingBack() {
  const world = await aReview()
  const clara = world.prowlers.find(({ name }) => name === 'who reads passages back')!
  return { ...world, clara, block: `b0-${world.story.id}` }
}
const reads = async (asks: Asks, storyId: string) => (await asks<ReadBack>('GET', `/api/stories/${storyId}/passages`)).body

test('[P3] she is given the chosen passages and nothing else of the story', async () => {
  const { story, clara, block, ana } = await readingBack()
  expect(await reads(clara.asks, story.id)).toEqual({
    mayComment: true,
    passages: [{ block, role: 'body', speaker: null, text: 'Read this back: zqpassage.' }],
    spots: [],
  })
  expect((await reads(ana.asks, story.id)).passages.length).toBeGreaterThan(1)
  for (const path of ['', '/body', '/people', '/suggestions', '/fork', '/draft'])
    expect((await clara.asks('GET', `/api/stories/${story.id}${path}`)).problem).toBe('no-story')
})

test('[P5] her comment is a thread on those very words, answered by the desk, and she sees no other', async () => {
  const { story, clara, block, ana } = await readingBack()
  const made = await opens(
    clara.asks,
    story.id,
    remark('I did not say that.', { place: { of: 'quote', block, at: 16 }, quote: 'zqpassage' }),
  )
  expect(made.status, made.text).toBe(201)
  const theirs = (await threadsFor(ana.asks, story.id)).find(({ id }) => id === made.body.id)!
  expect(theirs).toMatchObject({
    quote: 'zqpassage',
    place: { of: 'words' },
    comments: [{ by: { name: 'who reads passages back (guest)' } }],
  })
  await ana.asks('POST', `/api/stories/${story.id}/threads/${theirs.id}/comments`, {
    json: { id: madeId(), text: 'It is on the tape.' },
  })
  expect(await saidTo(clara.asks, story.id)).toEqual(['I did not say that. / It is on the tape.'])
  expect((await reads(clara.asks, story.id)).spots).toEqual([{ thread: theirs.id, block, at: 16, length: 9 }])
  // The words go on, and what she sees goes with them.
  await ana.asks('PATCH', `/api/stories/${story.id}`, { json: { dek: 'New' } })
  expect((await reads(clara.asks, story.id)).passages).toHaveLength(1)
})

test('[P3] she puts no comment on what she was not given', async () => {
  const { story, clara, ana } = await readingBack()
  const before = await saidTo(ana.asks, story.id)
  for (const given of [
    { place: { of: 'block', block: `b1-${story.id}` } },
    { place: { of: 'quote', block: `b1-${story.id}`, at: 0 }, quote: 'zqtext' },
    { place: { of: 'field', field: 'headline' } },
    { place: { of: 'story' } },
  ] as Partial<Parameters<typeof remark>[1]>[])
    expect((await opens(clara.asks, story.id, remark('pwned', given))).problem, JSON.stringify(given)).toBe('not-allowed')
  expect(await saidTo(ana.asks, story.id)).toEqual(before)
})

test('[P3] passages that are chosen anew are what she sees at once', async () => {
  const { story, clara, ana, room } = await readingBack()
  const link = (await ana.asks<{ links: { id: string; passages: string[] | null }[] }>('GET', `/api/links?story=${story.id}`))
    .body.links
  const hers = link.find(({ passages }) => passages !== null)!
  const next = `b1-${story.id}`
  expect((await ana.asks('PATCH', `/api/links/${hers.id}`, { json: { passages: [next] } })).status).toBe(200)
  expect((await reads(clara.asks, story.id)).passages.map(({ block }) => block)).toEqual([next])
  await ana.asks('DELETE', `/api/links/${hers.id}`)
  expect((await clara.asks('GET', `/api/stories/${story.id}/passages`)).problem).toBe('signed-out')
  await room.desk.rooms.queue.settled()
})
