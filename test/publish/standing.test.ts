/** Where a story stands: who holds it, until when, what holds it back, what it says to readers; on the desk at a glance. */
import { expect, test } from 'vitest'
import type { PublishingSettings } from '../../shared/shapes/settings.ts'
import { storiesFor } from '../../db/stories.ts'
import type { Inbox } from '../../shared/inbox.ts'
import { sayItem } from '../../shared/inbox-words.ts'
import { fieldOf } from '../../shared/story.ts'
import { opens, remark } from '../review/desk.ts'
import { aDesk, type Somebody } from './desk.ts'

const blocking = async (desk: Awaited<ReturnType<typeof aDesk>>, who = desk.ana) =>
  (await desk.checks(who)).checks.filter(({ blocks }) => blocks).map(({ name }) => name)

test('whoever gets a story on their table hears of it once, and not who had it for a moment, or took it themselves', async () => {
  const { sets, oda, ana, ben, sue, room } = await aDesk()
  const hears = async ({ asks }: Somebody) =>
    (await asks<Inbox>('GET', '/api/inbox')).body.items.map(({ kind, by, read }) => [kind, by?.name, read])
  // A list that is gone through by its keys: each change is one.
  await sets(ana, { holder: ben.person.id })
  await sets(ana, { holder: sue.person.id })
  await sets(ana, { holder: sue.person.id, due: room.clock.now() })
  expect(await hears(ben)).toEqual([])
  expect(await hears(sue)).toEqual([['handed', 'Ana', false]])
  expect(sayItem((await sue.asks<Inbox>('GET', '/api/inbox')).body.items[0]!)).toBe('Ana put it on your table')

  // What was read stays; who has it back hears of it again.
  const [{ id } = { id: '' }] = (await sue.asks<Inbox>('GET', '/api/inbox')).body.items
  await sue.asks('PATCH', `/api/inbox/${id}`, { json: { read: true } })
  await sets(oda, { holder: null })
  room.clock.pass(1000)
  await sets(oda, { holder: sue.person.id })
  expect(await hears(sue)).toEqual([
    ['handed', 'Oda', false],
    ['handed', 'Ana', true],
  ])
  await sets(ana, { holder: ana.person.id })
  expect(await hears(ana)).toEqual([])
})

test('holder, due time, hold and embargo are set one by one, by the desk, and taken away', async () => {
  const { sets, standing, ana, ben, sue, room } = await aDesk()
  const until = room.clock.now() + 60_000
  await sets(ana, { holder: ben.person.id, due: until })
  await sets(ana, { hold: { reason: 'Waits for the lawyer' }, embargo: { until, zone: 'Europe/Berlin' } })
  expect(await standing(ben)).toMatchObject({
    holder: { id: ben.person.id, name: 'Ben' },
    due: until,
    hold: { by: { name: 'Ana' }, at: room.clock.now(), reason: 'Waits for the lawyer' },
    embargo: { until, zone: 'Europe/Berlin' },
    mayManage: false,
    mayPublish: false,
  })
  expect(await standing(ana)).toMatchObject({ mayManage: true, mayPublish: true })
  for (const who of [ben, sue]) expect(await sets(who, { hold: null })).toMatchObject({ status: 403, problem: 'not-allowed' })
  await sets(ana, { hold: null, holder: null })
  expect(await standing(ana)).toMatchObject({ hold: null, holder: null, due: until, embargo: { until } })
})

test('nobody holds a story who could not see where it stands, and no zone is made up', async () => {
  const { sets, ana, room, at } = await aDesk()
  const gus = await room.person('Gus', 'guest')
  await ana.asks('PATCH', `${at}/people/${gus.person.id}`, { json: { level: 'suggest' } })
  for (const holder of [gus.person.id, 'nobody'])
    expect(await sets(ana, { holder })).toMatchObject({ status: 404, problem: 'no-person' })
  expect(await sets(ana, { embargo: { until: 1, zone: 'Europe/Atlantis' } })).toMatchObject({ status: 422 })
  expect(await sets(ana, { hold: { reason: ' ' } })).toMatchObject({ status: 422 })
  expect(await sets(ana, { due: 'tomorrow' })).toMatchObject({ status: 422 })
})

test('a hold, an embargo, a spike and what must be fixed keep it from going out, whoever asks', async () => {
  const desk = await aDesk()
  const { sets, moves, passes, ana, oda, sue, room } = desk
  await passes(ana, 'edit')
  await passes(ana, 'copy')
  expect(await blocking(desk)).toEqual([])
  await sets(ana, { embargo: { until: room.clock.now() + 1000, zone: 'UTC' } })
  for (const who of [ana, oda, sue]) expect(await blocking(desk, who)).toEqual(['embargo'])
  room.clock.pass(1000)
  expect(await blocking(desk)).toEqual([])
  await sets(ana, { hold: { reason: 'Wait' } })
  expect(await blocking(desk)).toEqual(['hold'])
  await sets(ana, { hold: null })
  await moves(ana, 'spiked', 'Old')
  expect(await blocking(desk)).toEqual(['spiked'])
})

test('[P8] what must be fixed is told to who may read comments, and stops it for everybody; a legal comment only for who sees it', async () => {
  const desk = await aDesk()
  const { passes, checks, ana, sue, room, story, at } = desk
  await passes(ana, 'edit')
  await passes(ana, 'copy')
  const thread = await opens(
    ana.asks,
    story.id,
    remark('Wrong.', { kind: 'must-fix', place: { of: 'field', field: 'headline' }, quote: 'gap' }),
  )
  await opens(ana.asks, story.id, remark('Sue us.', { kind: 'legal' }))
  const cal = await room.person('Cal', 'checker')
  await ana.asks('PATCH', `${at}/people/${cal.person.id}`, { json: { level: 'read' } })
  for (const who of [ana, sue, cal]) expect(await blocking(desk, who)).toEqual(['must-fix'])
  const open = async (who: typeof ana) => (await checks(who)).checks.find(({ name }) => name === 'open-threads')?.says
  expect(await open(ana)).toBe('1 comment is open.')
  expect(await open(sue)).toBeUndefined()
  await ana.asks('PATCH', `${at}/threads/${thread.body.id}`, { json: { resolved: true } })
  expect(await blocking(desk)).toEqual([])
})

test('suggestions that are open keep it from going out; private drafts are nobody’s matter', async () => {
  const desk = await aDesk()
  const { passes, ana, sue, ben, room, at } = desk
  await passes(ana, 'edit')
  await passes(ana, 'copy')
  const draft = (await ben.asks<{ id: string }>('POST', `${at}/draft`, { json: { passage: null } })).body
  await room.desk.rooms.edit(draft.id, ben.person, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'Psst '))
  expect(await blocking(desk)).toEqual([])
  const fork = (await sue.asks<{ id: string }>('POST', `${at}/fork`)).body
  await room.desk.rooms.edit(fork.id, sue.person, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'Still '))
  expect(await blocking(desk)).toEqual(['suggestions'])
})

test('PER-14 what an old page sends of the particulars never goes over what somebody has changed since', async () => {
  const { says, standing, ana, oda } = await aDesk()
  const old = await standing(ana)
  expect(old.version).toBe(0)
  expect((await says(oda, { kicker: 'Interview', topics: ['Ports', 'Work'], visibility: 'members', version: 0 })).status).toBe(
    200,
  )
  expect(await says(ana, { ...old.particulars, version: old.version })).toMatchObject({
    status: 409,
    problem: 'changed-meanwhile',
  })
  expect((await standing(ana)).particulars).toMatchObject({
    kicker: 'Interview',
    topics: ['Ports', 'Work'],
    visibility: 'members',
  })
  // Of two at once one is told.
  const answers = await Promise.all([says(ana, { kicker: 'One', version: 1 }), says(oda, { kicker: 'Two', version: 1 })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await standing(ana)).version).toBe(2)
})

test('only what is given changes', async () => {
  const { says, standing, ana, ben } = await aDesk()
  await says(ana, { socialTitle: 'Nets', version: 0 })
  await says(ana, { searchText: 'A talk', version: 1 })
  expect((await standing(ben)).particulars).toMatchObject({ socialTitle: 'Nets', searchText: 'A talk', kicker: '', path: null })
  expect(await says(ben, { kicker: 'x', version: 2 })).toMatchObject({ status: 403, problem: 'not-allowed' })
})

test('the desk’s list and the live feed show it for every story, in as many questions for a hundred as for one', async () => {
  const { sets, passes, row, ana, ben, room, story } = await aDesk()
  expect((await row(ana)).standing).toEqual({
    holder: null,
    due: null,
    hold: null,
    gates: [
      { gate: 'edit', state: 'wanted' },
      { gate: 'copy', state: 'wanted' },
    ],
    liveAt: null,
    behind: false,
    waitingFor: null,
    alarm: false,
  })
  await sets(ana, { holder: ben.person.id, due: 1000, hold: { reason: 'Wait' } })
  await passes(ana, 'edit')
  expect((await row(ana)).standing).toMatchObject({
    holder: { name: 'Ben' },
    due: 1000,
    hold: 'Wait',
    gates: [
      { gate: 'edit', state: 'passed' },
      { gate: 'copy', state: 'wanted' },
    ],
  })
  const gus = await room.person('Gus', 'guest')
  await room.db
    .insertInto('story_people')
    .values({ story_id: story.id, person_id: gus.person.id, level: null, legal: null, passages: null })
    .execute()
  expect((await row(gus)).standing).toBeNull()

  const questions = async () => {
    let count = 0
    const counted = room.db.withPlugin({
      transformQuery: ({ node }) => {
        count += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await storiesFor(counted, ana.person)
    return count
  }
  const before = await questions()
  for (let i = 0; i < 20; i += 1) await ana.asks('POST', '/api/stories', { json: { headline: `Story ${i}` } })
  expect(await questions()).toBe(before)
})

test('how the newsroom publishes is the owner’s to set, holds at once, and is read by everybody but guests', async () => {
  const { settings, standing, checks, oda, ana, ben, room } = await aDesk()
  const read = await ben.asks<PublishingSettings>('GET', '/api/newsroom/publishing')
  expect(read.body).toEqual({
    gates: ['edit', 'copy'],
    publishers: ['owner', 'editor'],
    secondPerson: false,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const gus = await room.person('Gus', 'guest')
  expect((await gus.asks('GET', '/api/newsroom/publishing')).status).toBe(403)
  for (const who of [ana, ben, gus]) expect(await settings(who, { gates: [] })).toMatchObject({ status: 403 })
  expect(
    (await settings(oda, { gates: ['legal', 'copy', 'copy'], publishers: ['owner', 'writer'], zone: 'Europe/Berlin' })).body,
  ).toEqual({
    gates: ['copy', 'legal'],
    publishers: ['owner', 'writer'],
    secondPerson: false,
    zone: 'Europe/Berlin',
  })
  expect((await standing(ana)).gates.map(({ gate }) => gate)).toEqual(['copy', 'legal'])
  expect((await standing(ana)).mayPublish).toBe(false)
  expect((await standing(ben)).mayPublish).toBe(true)
  expect((await checks(ana)).checks.filter(({ name }) => name === 'gate')).toHaveLength(2)
  for (const wrong of [
    { zone: 'Nowhere' },
    { gates: ['taste'] },
    { publishers: [] },
    { publishers: ['guest'] },
    { publishers: ['checker'] },
    { gates: [], secondPerson: true },
  ])
    expect(await settings(oda, wrong), JSON.stringify(wrong)).toMatchObject({ status: 422, problem: 'invalid-field' })
})

test('the list of a newsroom without a name can be set, too, and its name stays', async () => {
  const { settings, oda, room } = await aDesk()
  await settings(oda, { secondPerson: true })
  expect((await oda.asks('GET', '/api/newsroom')).body).toEqual({ name: 'Copydesk' })
  await oda.asks('PATCH', '/api/newsroom', { json: { name: 'The Courier' } })
  await settings(oda, { secondPerson: false })
  expect((await room.db.selectFrom('newsroom').selectAll().execute())[0]).toMatchObject({ name: 'The Courier', site: null })
})
