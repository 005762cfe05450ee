/** Deliveries: once to each target, in order, tried again with patience, never silently lost. To real HTTP receivers. */
import { expect, test } from 'vitest'
import { Deliveries } from '../../server/publish/deliver.ts'
import type { InboxItem } from '../../shared/inbox.ts'
import { pass, press, type Press } from './press.ts'

const MINUTE = 60_000

/** What the desk says of the newest edition's delivery to a target. */
async function delivery({ ana, desk }: Press, story: string, target: string, number?: number) {
  await desk.deliveries.settled()
  const editions = await ana.editions(story)
  const edition = number === undefined ? editions[0]! : editions.find((one) => one.number === number)!
  return edition.deliveries.find((one) => one.target === target)!
}

const alarmsHeard = async ({ ana }: Press): Promise<string[]> =>
  (await ana.asks<{ items: InboxItem[] }>('GET', '/api/inbox')).body.items
    .filter(({ kind }) => kind === 'delivery')
    .map(({ words }) => words)

/** The server dies without a word, and another one begins on the same disk. */
async function comesBack(room: Press): Promise<void> {
  room.desk.deliveries = new Deliveries(room.desk)
  await room.desk.deliveries.begin()
  await room.desk.deliveries.settled()
}

const someUpdate = (right: string) => ({
  kind: 'update' as const,
  note: { label: 'update' as const, wrong: '', right, atTop: false },
})

test('[P6] each target gets the edition once, signed, and the desk says so', async () => {
  const room = await press()
  const { ana, ready } = room
  const [one, two] = [await room.hook(), await room.hook()]
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: ['site', one.id, two.id] })
  for (const { receiver, id } of [one, two]) {
    expect(await delivery(room, story, id)).toMatchObject({ state: 'out', tries: 1, name: 'the wire', kind: 'webhook' })
    expect(receiver.heard).toMatchObject([{ type: 'story.published' }])
    expect(receiver.heard[0]!.body).toContain('The harbour')
    expect(receiver.forged).toEqual([])
  }
})

test('[P6] a target in trouble is tried again with patience, under the same id; late, it raises the alarm once; a day later it is given up', async () => {
  const room = await press()
  const { ana, ready } = room
  const { receiver, id } = await room.hook()
  receiver.answers = 503
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: ['site', id] })
  expect(await delivery(room, story, id)).toMatchObject({ state: 'trouble', tries: 1, says: expect.stringContaining('503') })
  await pass(room, 2000)
  expect(await delivery(room, story, id)).toMatchObject({ state: 'trouble', tries: 2 })
  expect(await ana.standing(story)).toMatchObject({ alarms: [] })
  for (let minute = 0; minute < 6; minute++) await pass(room, MINUTE)
  expect((await ana.standing(story)).alarms).toEqual([expect.stringContaining('was to be on the wire at')])
  expect(await alarmsHeard(room)).toHaveLength(1)
  for (let hour = 0; hour < 26; hour++) await pass(room, 60 * MINUTE)
  expect(await delivery(room, story, id)).toMatchObject({ state: 'given up', nextTry: null })
  expect((await ana.standing(story)).alarms).toEqual([expect.stringContaining('is not tried again')])
  expect(await alarmsHeard(room)).toHaveLength(2)
  // Somebody has it tried again: with all the patience of the first time, and the alarm stays.
  await ana.asks('POST', `/api/stories/${story}/editions/1/deliveries/${id}`, { json: { deed: 'try again' } })
  expect(await delivery(room, story, id)).toMatchObject({ state: 'trouble', nextTry: expect.any(Number) })
  await pass(room, MINUTE)
  await pass(room, MINUTE)
  expect(await delivery(room, story, id)).toMatchObject({ state: 'trouble', tries: 4 })
  expect((await ana.standing(story)).alarms).toEqual([expect.stringContaining('was to be on the wire at')])
  for (let hour = 0; hour < 26; hour++) await pass(room, 60 * MINUTE)
  expect(await delivery(room, story, id)).toMatchObject({ state: 'given up', nextTry: null })
  receiver.answers = 204
  await ana.asks('POST', `/api/stories/${story}/editions/1/deliveries/${id}`, { json: { deed: 'try again' } })
  expect(await delivery(room, story, id)).toMatchObject({ state: 'out' })
  expect(await ana.standing(story)).toMatchObject({ alarms: [] })
  expect(receiver.heard).toHaveLength(1)
})

test('[P6] the server dies while it sends: the row was claimed on disk, and is sent again under the same id', async () => {
  const room = await press()
  const { ana, ready, db } = room
  const { receiver, id } = await room.hook()
  receiver.answers = 'hang'
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: ['site', id] })
  await expect.poll(() => receiver.holds).toBe(1)
  const claimed = await db.selectFrom('outbox').selectAll().where('target_id', '=', id).executeTakeFirstOrThrow()
  expect(claimed).toMatchObject({ state: 'sending', tries: 1 })
  receiver.answers = 204
  await comesBack(room)
  expect(receiver.counted).toEqual(new Map([[claimed.id, 1]]))
  expect(await delivery(room, story, id)).toMatchObject({ state: 'out', tries: 2 })
})

test('[P6] an answer that is lost on the way: it comes again under the same id, which says that it is the same', async () => {
  const room = await press()
  const { ana, ready } = room
  const { receiver, id } = await room.hook()
  receiver.answers = 'late'
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: [id] })
  expect(await delivery(room, story, id)).toMatchObject({ state: 'trouble' })
  receiver.answers = 204
  await pass(room, 2000)
  expect(receiver.heard).toHaveLength(2)
  expect(receiver.counted.size).toBe(1)
})

test('a target that hangs delays no other one, and no other story there for long', async () => {
  const room = await press()
  const { ana, ready, clock, db } = room
  const [stuck, well] = [await room.hook(), await room.hook()]
  stuck.receiver.answers = 'hang'
  const [first, second] = [await ready('The harbour'), await ready('The pier')]
  await ana.publishes(first, { targets: ['site', stuck.id, well.id] })
  await ana.publishes(second, { targets: ['site', stuck.id, well.id] })
  await expect.poll(() => well.receiver.heard.length).toBe(2)
  await expect.poll(() => stuck.receiver.holds).toBe(1)
  expect((await room.reads('the-pier')).status).toBe(200)
  stuck.receiver.answers = 204
  const states = async () =>
    (await db.selectFrom('outbox').select('state').where('target_id', '=', stuck.id).execute())
      .map(({ state }) => state)
      .toSorted()
  const waited = async () => {
    clock.pass(30_000)
    return states()
  }
  await expect.poll(waited, { timeout: 10_000 }).toEqual(['out', 'out'])
  expect(stuck.receiver.counted.size).toBe(2)
})

test('editions of a story reach a target in their order; one that could not be delivered is not sent after a later one', async () => {
  const room = await press()
  const { ana, ready, writes, clock } = room
  const { receiver, id } = await room.hook()
  receiver.answers = 500
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: ['site', id] })
  expect(await delivery(room, story, id)).toMatchObject({ state: 'trouble' })
  clock.pass(10)
  await writes(story, ' Second.')
  receiver.answers = 204
  await ana.publishes(story, { ...someUpdate('Second.'), targets: ['site', id] })
  expect(await delivery(room, story, id, 2)).toMatchObject({ state: 'out' })
  expect(await delivery(room, story, id, 1)).toMatchObject({ state: 'cancelled', says: 'Edition 2 went there in its place.' })
  await pass(room, 60 * MINUTE)
  expect(receiver.heard.map(({ type }) => type)).toEqual(['story.updated'])
  expect((await ana.standing(story)).alarms).toEqual([])
  const refused = await ana.asks('POST', `/api/stories/${story}/editions/1/deliveries/${id}`, { json: { deed: 'try again' } })
  expect(refused).toMatchObject({ status: 404, problem: 'no-edition' })
})

test('a kill goes wherever the story is, asked for or not', async () => {
  const room = await press()
  const { ana, ready, clock } = room
  const { receiver, id } = await room.hook()
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: ['site', id] })
  await room.desk.deliveries.settled()
  clock.pass(10)
  expect((await ana.publishes(story, { kind: 'kill', targets: ['site'] })).body.deliveries).toHaveLength(2)
  expect(await delivery(room, story, id)).toMatchObject({ state: 'out' })
  expect(receiver.heard.map(({ type }) => type)).toEqual(['story.published', 'story.killed'])
})

test('a target that is gone for good or switched off says so; nothing is published to one that nobody knows', async () => {
  const room = await press()
  const { ana, ready } = room
  const { receiver, id } = await room.hook()
  receiver.answers = 410
  const [one, two] = [await ready('The harbour'), await ready('The pier')]
  const at = { local: '2026-06-02T10:00', zone: 'Europe/Berlin' }
  await ana.publishes(two, { targets: ['site', id], at })
  await ana.publishes(one, { targets: ['site', id] })
  expect(await delivery(room, one, id)).toMatchObject({ state: 'given up', says: expect.stringContaining('gone for good') })
  expect((await ana.asks<{ targets: object[] }>('GET', '/api/targets')).body.targets).toMatchObject([{ id, on: false }])
  expect(await ana.publishes(one, { kind: 'kill', targets: [id] })).toMatchObject({ status: 404, problem: 'no-target' })
  expect(await ana.publishes(one, { kind: 'kill', targets: ['nobody'] })).toMatchObject({ status: 404, problem: 'no-target' })
  await pass(room, 24 * 60 * MINUTE)
  expect(await delivery(room, two, id)).toMatchObject({ state: 'given up', says: expect.stringContaining('switched off') })
  expect((await ana.standing(two)).alarms).toEqual([expect.stringContaining('switched off')])
  expect((await room.reads('the-pier')).status).toBe(200)
})

test('what is late is an alarm after a restart, too', async () => {
  const room = await press()
  const { ana, ready, clock, desk } = room
  const { receiver, id } = await room.hook()
  receiver.answers = 503
  const story = await ready('The harbour')
  await ana.publishes(story, { targets: ['site', id] })
  await desk.deliveries.settled()
  await desk.deliveries.close()
  clock.pass(60 * MINUTE)
  await comesBack(room)
  expect(await alarmsHeard(room)).toEqual([expect.stringContaining('was to be on the wire')])
})
