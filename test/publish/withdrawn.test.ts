/** What is withdrawn goes nowhere any more, whatever was still on its way, tried again or promised by mail. */
import { expect, test } from 'vitest'
import { pass, press } from './press.ts'

const later = { local: '2026-06-02T10:00', zone: 'Europe/Berlin' }

/** Another story is long on its way to a target, and this one waits there for its turn. */
async function inLine() {
  const room = await press()
  const { ana, ready, clock } = room
  const { receiver, id } = await room.hook()
  receiver.answers = 'hang'
  const [other, story] = [await ready('The pier'), await ready('The harbour')]
  await ana.publishes(other, { targets: ['site', id] })
  await expect.poll(() => receiver.holds).toBe(1)
  await ana.publishes(story, { targets: ['site', id] })
  clock.pass(10)
  return { room, receiver, id, story }
}

test('[P8] what waits its turn at a target when its story is withdrawn is not sent there afterwards', async () => {
  const { room, receiver, id, story } = await inLine()
  const { ana, clock, desk } = room
  expect((await ana.publishes(story, { kind: 'kill', targets: ['site'] })).status).toBe(201)
  receiver.answers = 204
  const sent = async () => {
    clock.pass(30_000)
    return receiver.heard.length > 0
  }
  await expect.poll(sent, { timeout: 10_000 }).toBe(true)
  await desk.deliveries.settled()
  await pass(room, 3_600_000)
  expect(receiver.heard.map(({ headline }) => headline)).not.toContain('The harbour')
  const first = (await ana.editions(story)).at(-1)!.deliveries.find(({ target }) => target === id)
  expect(first).toMatchObject({ state: 'cancelled', says: 'The story was withdrawn before it went there.' })
})

test('[P8] what could not be delivered before the story was withdrawn cannot be tried again, and is no alarm any more', async () => {
  const room = await press()
  const { ana, ready, clock, desk } = room
  const { receiver, id } = await room.hook()
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: ['site', id], at: later })
  await ana.asks('PATCH', `/api/targets/${id}`, { json: { on: false } })
  await pass(room, 24 * 3_600_000)
  expect((await ana.standing(story)).alarms).toEqual([expect.stringContaining('switched off')])
  await ana.publishes(story, { kind: 'kill', targets: ['site'] })
  expect((await ana.standing(story)).alarms).toEqual([])
  await ana.asks('PATCH', `/api/targets/${id}`, { json: { on: true } })
  await ana.asks('POST', `/api/stories/${story}/editions/1/deliveries/${id}`, { json: { deed: 'try again' } })
  await desk.deliveries.settled()
  clock.pass(10)
  await pass(room, 3_600_000)
  expect(receiver.heard).toEqual([])
})

test('[P8] a letter that was promised is not mailed after the story was withdrawn', async () => {
  const room = await press()
  const { ana, ready, db, clock } = room
  const { receiver, id } = await room.hook()
  receiver.answers = 503
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: ['site', id] })
  await room.desk.deliveries.settled()
  // A target that mails keeps its place in the line until it has.
  await db.updateTable('outbox').set({ newsletter: '{"slug":"weekly","segment":"all"}' }).where('target_id', '=', id).execute()
  clock.pass(10)
  receiver.answers = 204
  await ana.publishes(story, { kind: 'kill', targets: ['site'] })
  await pass(room, 3_600_000)
  expect(receiver.heard.map(({ type }) => type)).toEqual(['story.killed'])
})

test('[P8] a withdrawal that is due later goes wherever the story has come by then', async () => {
  const { room, receiver, story } = await inLine()
  const { ana, clock } = room
  expect((await ana.publishes(story, { kind: 'kill', targets: ['site'], at: later })).body.deliveries).toHaveLength(2)
  receiver.answers = 204
  const types = async () => {
    clock.pass(30_000)
    return receiver.heard.filter(({ body }) => body.includes(story)).map(({ type }) => type)
  }
  await expect.poll(types, { timeout: 10_000 }).toEqual(['story.published'])
  await pass(room, 24 * 3_600_000)
  expect(await types()).toEqual(['story.published', 'story.killed'])
})
