/** Due times: an edition goes out at its time, once, whatever clocks, restarts and colleagues do; or somebody is told why not. */
import { expect, test } from 'vitest'
import { addressesOnSite } from '../../db/site.ts'
import { opens, remark } from '../review/desk.ts'
import { pass, press, type Press } from './press.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The scenes begin on 1 June 2026, 16:02 in Berlin. */
const tomorrow = { local: '2026-06-02T10:00', zone: 'Europe/Berlin' }

const until = (room: Press, local: string) => pass(room, Date.parse(local) - room.clock.now())

test('[P6] what is scheduled goes out at its time, as it was approved, whatever was typed since; before it nobody gets it', async () => {
  const room = await press()
  const { ana, ready, reads, writes } = room
  const story = await ready('The harbour')
  const seen = (await ana.preview(story, { at: tomorrow })).body
  expect(seen).toMatchObject({ at: Date.UTC(2026, 5, 2, 8), says: null })
  const made = await ana.publishes(story, { at: tomorrow })
  expect(made.body).toMatchObject({ at: seen.at, zone: 'Europe/Berlin', deliveries: [{ state: 'waiting', due: seen.at }] })
  await writes(story, ' Half a sent')
  expect(await ana.standing(story)).toMatchObject({
    stage: 'writing',
    live: null,
    waiting: { edition: 1, at: seen.at, behind: true },
  })
  await until(room, '2026-06-02T07:59:59Z')
  expect(await reads('the-harbour')).toMatchObject({ status: 404 })
  for (const public_ of ['', 'feed.xml', 'atom.xml', 'feed.json', 'sitemap.xml', 'archive'])
    expect((await reads(public_)).text).not.toContain('harbour')
  await until(room, '2026-06-02T08:00:00Z')
  expect(await reads('the-harbour')).toEqual({ status: 200, text: seen.page })
  expect(await ana.standing(story)).toMatchObject({ stage: 'live', live: { edition: 1, behind: true }, waiting: null })
})

test('PUB-02 a time that exists twice is said before and is the effective one after', async () => {
  const room = await press()
  const { ana, ready, reads } = room
  const story = await ready('The harbour')
  const twice = { local: '2026-10-25T02:30', zone: 'Europe/Berlin' }
  const seen = (await ana.preview(story, { at: twice })).body
  expect(seen).toMatchObject({ at: Date.UTC(2026, 9, 25, 0, 30), says: expect.stringContaining('comes twice') })
  expect((await ana.preview(story, { at: { ...twice, zone: 'Europe/Nowhere' } })).status).toBe(422)
  await ana.publishes(story, { at: twice })
  await until(room, '2026-10-25T00:29:59Z')
  expect((await reads('the-harbour')).status).toBe(404)
  await until(room, '2026-10-25T00:30:00Z')
  expect((await reads('the-harbour')).status).toBe(200)
  await until(room, '2026-10-25T01:31:00Z')
  const { count } = await room.db
    .selectFrom('outbox')
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
})

test('PUB-02 at a time that the clocks leave out it goes out the moment after, and says that time', async () => {
  const room = await press()
  const { ana, ready, reads } = room
  const story = await ready('The harbour')
  const missing = { local: '2027-03-28T02:30', zone: 'Europe/Berlin' }
  expect((await ana.preview(story, { at: missing })).body).toMatchObject({
    at: Date.UTC(2027, 2, 28, 1),
    says: expect.stringContaining('does not exist'),
  })
  await ana.publishes(story, { at: missing })
  await until(room, '2027-03-28T00:59:59Z')
  expect((await reads('the-harbour')).status).toBe(404)
  await until(room, '2027-03-28T01:00:00Z')
  expect((await reads('the-harbour')).text).toContain('2027-03-28T03:00')
})

test('PUB-04 the wall time is the one of its zone, wherever the newsroom and the server are', async () => {
  const { ana, ready } = await press()
  await ana.asks('PATCH', '/api/newsroom/publishing', { json: { zone: 'Europe/Madrid' } })
  const story = await ready('The harbour')
  const at = { local: '2026-08-20T10:00', zone: 'America/Chicago' }
  const edition = (await ana.publishes(story, { at })).body
  expect(edition).toMatchObject({ at: Date.UTC(2026, 7, 20, 15), zone: 'America/Chicago' })
  expect(await ana.standing(story)).toMatchObject({ waiting: { at: edition.at, zone: 'America/Chicago' } })
})

test('PUB-05 publish now is now, wherever its zone is', async () => {
  for (const zone of ['Pacific/Honolulu', 'Asia/Kolkata', 'Pacific/Kiritimati']) {
    const { ana, ready, reads, clock } = await press()
    await ana.asks('PATCH', '/api/newsroom/publishing', { json: { zone } })
    const story = await ready('The harbour')
    const edition = (await ana.publishes(story)).body
    expect(edition.at).toBeLessThanOrEqual(clock.now())
    expect((await reads('the-harbour')).status).toBe(200)
  }
})

test('PUB-07 page, JSON-LD, feed and archive tell one instant, and the day where the newsroom is', async () => {
  const { ana, ready, reads, clock } = await press()
  await ana.asks('PATCH', '/api/newsroom/publishing', { json: { zone: 'Pacific/Auckland' } })
  clock.pass(Date.UTC(2026, 5, 30, 12, 30) - clock.now())
  const story = await ready('The harbour')
  await ana.publishes(story)
  const page = (await reads('the-harbour')).text
  expect(page).toContain('"datePublished":"2026-07-01T00:30:00+12:00"')
  expect(page).toMatch(/datetime="2026-07-01T00:30(:00)?\+12:00"/)
  expect((await reads('feed.xml')).text).toMatch(
    /<pubDate>(Wed, 01 Jul 2026 00:30:00 \+1200|Tue, 30 Jun 2026 12:30:00 (GMT|\+0000))<\/pubDate>/,
  )
  expect((await reads('archive/2026/07')).text).toContain('The harbour')
  expect((await reads('archive/2026/06')).text).not.toContain('The harbour')
})

test('PUB-09 publishing now ends the schedule: it is out at once, and not a second time', async () => {
  const room = await press()
  const { ana, ready, reads } = room
  const story = await ready('The harbour')
  await ana.publishes(story, { at: { local: '2026-06-03T10:00', zone: 'Europe/Berlin' } })
  expect((await ana.publishes(story)).body).toMatchObject({ number: 2, kind: 'first', deliveries: [{ state: 'out' }] })
  expect((await reads('the-harbour')).status).toBe(200)
  const before = (await reads('the-harbour')).text
  expect((await ana.editions(story))[1]).toMatchObject({
    deliveries: [{ state: 'cancelled', says: 'Edition 2 took its place.' }],
  })
  await pass(room, 3 * DAY)
  expect((await reads('the-harbour')).text).toBe(before)
  expect(await ana.standing(story)).toMatchObject({ waiting: null, alarms: [], live: { edition: 2 } })
})

test('what waits is moved by scheduling it anew, and cancelled for good; its old preview does not bring it back', async () => {
  const room = await press()
  const { ana, ready, reads } = room
  const story = await ready('The harbour')
  const { stamp } = (await ana.preview(story, { at: tomorrow })).body
  const json = { stamp, kind: 'first', at: tomorrow, targets: ['site'] }
  expect((await ana.asks('POST', `/api/stories/${story}/publish`, { json })).status).toBe(201)
  const later = { local: '2026-06-02T18:00', zone: 'Europe/Berlin' }
  expect((await ana.publishes(story, { at: later })).body).toMatchObject({ number: 2 })
  expect(await ana.asks('DELETE', `/api/stories/${story}/editions/1`)).toMatchObject({ status: 404, problem: 'no-edition' })
  await until(room, '2026-06-02T08:00:01Z')
  expect((await reads('the-harbour')).status).toBe(404)
  expect((await ana.asks('DELETE', `/api/stories/${story}/editions/2`)).status).toBe(200)
  await pass(room, DAY)
  expect((await reads('the-harbour')).status).toBe(404)
  expect(await ana.standing(story)).toMatchObject({ waiting: null, live: null, alarms: [] })
  expect(await ana.asks('POST', `/api/stories/${story}/publish`, { json })).toMatchObject({ status: 409, problem: 'text-moved' })
  expect(await ana.publishes(story, { at: tomorrow })).toMatchObject({ status: 422, problem: 'invalid-field' })
})

test('[P6] what is held, spiked, deleted or under embargo at its time does not go out: the desk says why, and whoever published hears', async () => {
  const room = await press()
  const { ana, ready, reads } = room
  const stops: [string, (story: string) => Promise<unknown>, RegExp][] = [
    [
      'held',
      (id) => ana.asks('PATCH', `/api/stories/${id}/standing`, { json: { hold: { reason: 'The lawyers.' } } }),
      /on hold: The lawyers/,
    ],
    [
      'embargoed',
      (id) =>
        ana.asks('PATCH', `/api/stories/${id}/standing`, { json: { embargo: { until: Date.UTC(2026, 5, 9), zone: 'UTC' } } }),
      /under embargo until 00:00 on 9 June 2026/,
    ],
    ['spiked', (id) => ana.asks('POST', `/api/stories/${id}/stage`, { json: { to: 'spiked', reason: 'No.' } }), /spiked/],
    ['deleted', (id) => ana.asks('DELETE', `/api/stories/${id}`), /deleted/],
  ]
  const stories: [string, string, RegExp][] = []
  for (const [name, stop, why] of stops) {
    const story = await ready(name)
    expect((await ana.publishes(story, { at: tomorrow })).status).toBe(201)
    expect((await stop(story)) as { status: number }).toMatchObject({
      status: expect.toSatisfy((status: number) => status < 300),
    })
    stories.push([story, name, why])
  }
  const well = await ready('well')
  await ana.publishes(well, { at: tomorrow })
  await until(room, '2026-06-02T08:00:00Z')
  expect((await reads('well')).status, 'others do not wait for them').toBe(200)
  const { items } = (await ana.asks<{ items: { kind: string; words: string }[] }>('GET', '/api/inbox')).body
  for (const [story, name, why] of stories) {
    expect((await reads(name)).status, name).toBe(404)
    if (name === 'deleted') continue
    expect((await ana.standing(story)).alarms.join(' ')).toMatch(why)
    expect(items.filter(({ kind, words }) => kind === 'delivery' && why.test(words))).toHaveLength(1)
  }
  await pass(room, 10 * DAY)
  for (const [, name] of stories) expect((await reads(name)).status, name).toBe(404)
})

test('[P6] what somebody took their word back on, or said must be fixed, does not go out at its time; a withdrawal does', async () => {
  const room = await press()
  const { ana, ready, reads, writes } = room
  await ana.asks('PATCH', '/api/newsroom/publishing', { json: { gates: ['copy', 'legal'] } })
  const passes = async (story: string, gate: string) => {
    const { hash } = (await ana.asks<{ hash: string }>('GET', `/api/stories/${story}/checks`)).body
    expect((await ana.asks('PUT', `/api/stories/${story}/gates/${gate}`, { json: { hash } })).status).toBe(200)
  }
  const waits = async (headline: string) => {
    const story = await ready(headline)
    for (const gate of ['copy', 'legal']) await passes(story, gate)
    expect((await ana.publishes(story, { at: tomorrow })).status).toBe(201)
    return story
  }
  const [sued, wrong, typed, mended] = [await waits('Sued'), await waits('Wrong'), await waits('Typed'), await waits('Mended')]
  expect((await ana.asks('DELETE', `/api/stories/${sued}/gates/legal`)).status).toBe(200)
  const opened = async (story: string) => (await opens(ana.asks, story, remark('Not so!', { kind: 'must-fix' }))).body.id
  await opened(wrong)
  await writes(typed, ' And more.')
  await passes(typed, 'copy')
  const resolved = { json: { resolved: true } }
  await ana.asks('PATCH', `/api/stories/${mended}/threads/${await opened(mended)}`, resolved)
  await until(room, '2026-06-02T08:00:00Z')
  expect((await reads('sued')).status).toBe(404)
  expect((await ana.standing(sued)).alarms.join()).toContain('The gate “legal” was taken back.')
  expect((await reads('wrong')).status).toBe(404)
  expect((await ana.standing(wrong)).alarms.join()).toContain('must be fixed')
  expect((await reads('typed')).status, 'what was approved is out, whatever was typed since').toBe(200)
  expect((await reads('mended')).status).toBe(200)
  const evening = { local: '2026-06-02T20:00', zone: 'Europe/Berlin' }
  expect((await ana.publishes(mended, { kind: 'kill', at: evening })).status).toBe(201)
  await opened(mended)
  await until(room, '2026-06-02T18:00:00Z')
  expect((await reads('mended')).status).toBe(410)
})

test('[P6] restarts before, at and after the due time change nothing: once, and as approved', async () => {
  const room = await press()
  const { ana, ready, clock, desk, db } = room
  const story = await ready('The harbour')
  await ana.publishes(story, { at: tomorrow })
  await desk.deliveries.close()
  // The server is down over the due time.
  clock.pass(DAY)
  expect((await ana.standing(story)).alarms.join()).toMatch(/has not gone out yet/)
  const { Deliveries } = await import('../../server/publish/deliver.ts')
  for (const _ of [1, 2, 3]) {
    const up = new Deliveries({ ...desk, db })
    desk.deliveries = up
    await up.begin()
    await up.settled()
    await up.close()
  }
  expect(await ana.standing(story)).toMatchObject({ live: { edition: 1 }, alarms: [] })
  const outs = await db.selectFrom('outbox').select(['state', 'tries']).execute()
  expect(outs).toEqual([{ state: 'out', tries: 1 }])
})

test('a time further off than any timer can count does not fire at once, nor does a clock that is put back', async () => {
  const room = await press()
  const { ana, ready, reads, clock } = room
  const story = await ready('The harbour')
  await ana.publishes(story, { at: { local: '2036-06-02T10:00', zone: 'Europe/Berlin' } })
  await pass(room, 30 * DAY)
  expect((await reads('the-harbour')).status).toBe(404)
  clock.jump(-40 * DAY)
  await pass(room, DAY)
  expect((await reads('the-harbour')).status).toBe(404)
  // Put forward beyond it, as when a machine wakes up: it is found out within a minute.
  clock.jump(12 * 365 * DAY)
  await pass(room, 60_000)
  expect((await reads('the-harbour')).status).toBe(200)
  clock.jump(-12 * 365 * DAY)
  await pass(room, DAY)
  expect((await reads('the-harbour')).status).toBe(200)
  expect(await ana.editions(story)).toHaveLength(1)
})

test('[P6] what is due goes out while somebody publishes by hand: one of both is first, and nothing said to readers is lost', async () => {
  const answers = new Set<number>()
  // The moment between looking and writing is short: it is met by coming a little later each time.
  for (let later = 0; later < 400; later += 25) {
    const room = await press()
    const { ana, ready, clock, desk } = room
    const story = await ready('The harbour')
    await ana.publishes(story, { at: { local: '2026-06-01T17:00', zone: 'Europe/Berlin' } })
    await until(room, '2026-06-01T14:59:59Z')
    const { stamp } = (await ana.preview(story)).body
    clock.jump(2000)
    const pressed = ana.asks('POST', `/api/stories/${story}/publish`, { json: { stamp, kind: 'first', targets: ['site'] } })
    for (let i = 0; i < later; i += 1) await Promise.resolve()
    desk.deliveries.poke()
    answers.add((await pressed).status)
    await desk.deliveries.settled()
    const out = (await ana.editions(story)).filter(({ deliveries }) => deliveries.some(({ state }) => state === 'out'))
    expect(out, `${later}`).toHaveLength(1)
  }
  expect(answers).toEqual(new Set([201, 409]))
})

test('[P10] a time that no calendar can tell is refused, as a due time, an embargo and a schedule', async () => {
  const { ana, ready } = await press()
  const story = await ready('The harbour')
  for (const until of [9e15, 8.64e15 + 1, -1])
    for (const json of [{ embargo: { until, zone: 'UTC' } }, { due: until }])
      expect((await ana.asks('PATCH', `/api/stories/${story}/standing`, { json })).status, `${until}`).toBe(422)
  for (const local of ['9999-12-31T23:59', '0000-01-01T00:00', '2026-02-30T10:00', '2026-13-45T99:99'])
    expect(await ana.preview(story, { at: { local, zone: 'Europe/Berlin' } }), local).toMatchObject({ problem: 'invalid-field' })
  expect((await ana.publishes(story)).status).toBe(201)
})

test('[P8] a path that waits for its edition leads nowhere before, nor does one whose edition was cancelled', async () => {
  const room = await press()
  const { ana, ready, reads } = room
  const story = await ready('The harbour')
  await ana.publishes(story)
  const renames = async (path: string) => {
    const { version } = await ana.standing(story)
    expect((await ana.asks('PATCH', `/api/stories/${story}/particulars`, { json: { version, path } })).status).toBe(200)
  }
  await renames('the-mayor-resigns')
  const update = { kind: 'update', withoutNote: 'The path.', at: tomorrow } as const
  expect((await ana.publishes(story, update)).status).toBe(201)
  const nowhere = async (path: string) => {
    expect((await reads(path)).status, path).toBe(404)
    expect(await addressesOnSite(room.db)).not.toContain(path)
  }
  await nowhere('the-mayor-resigns')
  expect((await ana.asks('DELETE', `/api/stories/${story}/editions/2`)).status).toBe(200)
  await nowhere('the-mayor-resigns')
  await renames('the-mayor-stays')
  expect((await ana.publishes(story, update)).status).toBe(201)
  await until(room, '2026-06-02T08:00:00Z')
  expect((await reads('the-mayor-stays')).status).toBe(200)
  expect((await reads('the-harbour')).status, 'where it was it leads on').toBe(301)
  await nowhere('the-mayor-resigns')
  const other = await ready('Another')
  const { version } = await ana.standing(other)
  const taken = { json: { version, path: 'the-mayor-resigns' } }
  expect(await ana.asks('PATCH', `/api/stories/${other}/particulars`, taken)).toMatchObject({ problem: 'path-taken' })
})

test('a withdrawal that is due is not undone by the next update: it is cancelled first, knowingly', async () => {
  const room = await press()
  const { ana, ready, reads } = room
  const story = await ready('The harbour')
  await ana.publishes(story)
  expect((await ana.publishes(story, { kind: 'kill', at: tomorrow })).status).toBe(201)
  for (const given of [{}, { at: { local: '2026-06-01T20:00', zone: 'Europe/Berlin' } }])
    expect(await ana.publishes(story, { kind: 'update', withoutNote: 'A comma.', ...given })).toMatchObject({
      problem: 'wrong-kind',
    })
  await until(room, '2026-06-02T08:00:00Z')
  expect((await reads('the-harbour')).status).toBe(410)
})
