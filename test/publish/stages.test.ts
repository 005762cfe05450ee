/** A story goes from writing to ready and back, by whoever may move it, and whom it concerns hears of it. */
import { expect, test } from 'vitest'
import type { Inbox } from '../../shared/inbox.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import { fieldOf } from '../../shared/story.ts'
import { SYNC_STEP_1 } from '../../shared/protocol.ts'
import { Session } from '../../server/sync/session.ts'
import { hashOfSecret } from '../../server/secrets.ts'
import { rightsOn } from '../../db/stories.ts'
import { Line, syncMessage } from '../wire.ts'
import { aDesk, type Somebody } from './desk.ts'
import { press } from './press.ts'

const inboxOf = async ({ asks }: Somebody) =>
  (await asks<Inbox>('GET', '/api/inbox')).body.items.map(({ kind, stage, words, by }) => [kind, stage, by?.name, words])

test('from writing to filed, taken up, ready, back with a reason, spiked and brought back to where it was', async () => {
  const { moves, standing, ana, ben } = await aDesk()
  expect((await standing(ben)).moves).toEqual([{ to: 'filed', needsReason: false }])
  expect((await standing(ana)).moves.map(({ to }) => to)).toEqual(['filed', 'editing', 'spiked'])
  expect((await moves(ben, 'filed')).body).toMatchObject({
    stage: 'filed',
    moved: { from: 'writing', by: { name: 'Ben' } },
    moves: [],
  })
  expect((await moves(ana, 'editing')).body.stage).toBe('editing')
  expect((await moves(ana, 'ready')).body.stage).toBe('ready')
  expect((await moves(ana, 'writing', 'The middle is thin')).body.moved).toMatchObject({
    from: 'ready',
    reason: 'The middle is thin',
  })
  expect((await moves(ben, 'filed')).body.stage).toBe('filed')
  expect((await moves(ana, 'spiked', 'It is old')).body).toMatchObject({
    stage: 'spiked',
    moves: [{ to: 'filed', needsReason: false }],
  })
  expect((await moves(ana, 'filed')).body).toMatchObject({ stage: 'filed', moved: { from: 'spiked' } })
})

test('who sends it back or spikes it says why', async () => {
  const { moves, standing, ana } = await aDesk()
  for (const to of ['spiked'])
    for (const reason of [undefined, '', '  '])
      expect(await moves(ana, to, reason)).toMatchObject({ status: 422, problem: 'invalid-field' })
  await moves(ana, 'filed')
  expect(await moves(ana, 'writing')).toMatchObject({ status: 422, problem: 'invalid-field' })
  expect((await standing(ana)).stage).toBe('filed')
})

test('AUT-05 nobody makes a story live by moving it, and who only writes it moves it no further than the desk’s table', async () => {
  const { moves, standing, oda, ana, ben, sue, room, at, story } = await aDesk()
  for (const who of [oda, ana]) expect(await moves(who, 'live')).toMatchObject({ status: 409, problem: 'no-move' })
  for (const to of ['editing', 'spiked']) expect(await moves(ben, to, 'x')).toMatchObject({ status: 403, problem: 'not-allowed' })
  expect(await moves(ben, 'ready')).toMatchObject({ status: 409, problem: 'no-move' })
  expect(await moves(sue, 'filed')).toMatchObject({ status: 403, problem: 'not-allowed' })
  // To be named in it, as one who writes it or in its byline, gives no more.
  await ana.asks('PATCH', `${at}/people/${sue.person.id}`, { json: { level: 'write' } })
  await ben.asks('PATCH', at, { json: { byline: 'By Sue and Ben' } })
  expect(await moves(sue, 'ready')).toMatchObject({ status: 409 })
  expect(await moves(sue, 'editing')).toMatchObject({ status: 403 })
  expect((await moves(sue, 'filed')).status).toBe(200)
  const cal = await room.person('Cal', 'writer')
  await ana.asks('PATCH', `${at}/people/${cal.person.id}`, { json: { level: 'read' } })
  expect(await moves(cal, 'filed')).toMatchObject({ status: 409 })
  const guest = await room.person('Gus', 'guest')
  await room.db
    .insertInto('story_people')
    .values({ story_id: story.id, person_id: guest.person.id, level: 'write', legal: null, passages: null })
    .execute()
  for (const [method, path] of [
    ['GET', 'standing'],
    ['GET', 'checks'],
  ] as const)
    expect(await guest.asks(method, `${at}/${path}`)).toMatchObject({ status: 403 })
  expect(await moves(guest, 'editing')).toMatchObject({ status: 403 })
  expect((await standing(ana)).stage).toBe('filed')
})

test('two who move it at once: one does, the other is told', async () => {
  const { moves, standing, oda, ana, room, story } = await aDesk()
  const answers = await Promise.all([moves(oda, 'editing'), moves(ana, 'editing'), moves(ana, 'spiked', 'Old')])
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses[0]).toBe(200)
  for (const { status, problem } of answers) if (status !== 200) expect(problem).toBe('no-move')
  const rows = await room.db.selectFrom('stage_moves').selectAll().where('story_id', '=', story.id).orderBy('at').execute()
  expect(rows).toHaveLength(statuses.filter((one) => one === 200).length)
  expect((await standing(ana)).stage).toBe(rows.at(-1)!.to_stage)
})

test('it is not ready while a role is only guessed, and the answer says which', async () => {
  const { moves, standing, ana, writes } = await aDesk()
  await moves(ana, 'editing')
  await writes('Why nets?', { id: 'guessed', role: 'question', roleState: 'guess' })
  const refused = await moves(ana, 'ready')
  expect(refused).toMatchObject({ status: 422, problem: 'blocked' })
  expect(refused.body).toMatchObject({
    checks: [{ name: 'unsure-role', place: { of: 'block', block: 'guessed', words: 'Why nets?' } }],
  })
  expect((await standing(ana)).stage).toBe('editing')
})

test('each move keeps a version of just that text, and every move is on the record', async () => {
  const { moves, ana, ben, room, story, writes } = await aDesk()
  await moves(ben, 'filed')
  await writes('A new paragraph.')
  await moves(ana, 'editing')
  const versions = await room.db.selectFrom('versions').selectAll().where('story_id', '=', story.id).orderBy('seq').execute()
  expect(versions.map(({ reason, says, person_id, words }) => [reason, says, person_id, words])).toEqual([
    ['stage', 'filed', ben.person.id, 6],
    ['stage', 'taken up', ana.person.id, 9],
  ])
  const rows = await room.db.selectFrom('stage_moves').selectAll().where('story_id', '=', story.id).execute()
  expect(rows.map(({ from_stage, to_stage }) => [from_stage, to_stage])).toEqual([
    ['writing', 'filed'],
    ['filed', 'editing'],
  ])
})

test('who made it, who holds it and who is named in it hear of a move, and why; guests and who moved it do not', async () => {
  const { moves, sets, ana, ben, sue, oda, room, at, story } = await aDesk()
  const cal = await room.person('Cal', 'writer')
  const gus = await room.person('Gus', 'guest')
  await ana.asks('PATCH', `${at}/people/${cal.person.id}`, { json: { level: 'write' } })
  await room.db
    .insertInto('story_people')
    .values({ story_id: story.id, person_id: gus.person.id, level: null, legal: null, passages: null })
    .execute()
  await sets(ana, { holder: sue.person.id })
  await moves(ana, 'spiked', 'It is old')
  for (const who of [ben, sue, cal])
    expect(await inboxOf(who), who.person.name).toContainEqual(['stage', 'spiked', 'Ana', 'It is old'])
  for (const who of [ana, gus, oda]) expect(await inboxOf(who), who.person.name).toEqual([])
})

test('whoever has it open is told at once, but not guests', async () => {
  const { moves, ana, ben, room, story } = await aDesk()
  const gus = await room.person('Gus', 'guest')
  await room.db
    .insertInto('story_people')
    .values({ story_id: story.id, person_id: gus.person.id, level: 'write', legal: null, passages: null })
    .execute()
  const sits = async (who: Somebody) => {
    const line = new Line(() => {})
    const rights = await rightsOn(room.db, who.person, story.id)
    const session = new Session(line, who.person, hashOfSecret(who.cookie.split('=')[1]!), rights, room.clock.now())
    const entered = (await room.desk.rooms.enter(story.id, session))!
    entered.receive(session, syncMessage(SYNC_STEP_1, new Uint8Array([0])))
    return () => line.down.map((message) => Buffer.from(message).toString('utf8')).filter((text) => text.includes('"standing"'))
  }
  const [bens, guests] = [await sits(ben), await sits(gus)]
  await moves(ana, 'editing')
  expect(bens()).toHaveLength(1)
  expect(guests()).toEqual([])
})

test('P4 moving it undoes no word that a colleague typed meanwhile', async () => {
  const { moves, ana, ben, room, story } = await aDesk()
  await Promise.all([
    moves(ana, 'editing'),
    room.desk.rooms.edit(story.id, ben.person, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'Psst: ')),
    moves(ana, 'editing'),
  ])
  expect(await room.desk.rooms.read(story.id, (ydoc) => fieldOf(ydoc, 'headline').toString())).toBe('Psst: The mender’s gap')
})

test('[P6] what readers have is withdrawn before it is spiked; withdrawn and spiked it stays withdrawn, and comes back as it was', async () => {
  const { ana, ready, reads } = await press()
  const story = await ready('The quiet pier')
  const moves = (to: string, reason?: string) =>
    ana.asks<Standing>('POST', `/api/stories/${story}/stage`, { json: { to, ...(reason === undefined ? {} : { reason }) } })
  await ana.publishes(story)
  expect((await ana.standing(story)).moves).toEqual([])
  const refused = await moves('spiked', 'It is wrong')
  expect(refused).toMatchObject({ status: 409, problem: 'no-move' })
  expect(refused.text).toContain('it is withdrawn first')

  await ana.publishes(story, { kind: 'kill' })
  expect((await ana.standing(story)).moves).toEqual([{ to: 'spiked', needsReason: true }])
  expect((await moves('spiked', 'It is wrong')).body).toMatchObject({ stage: 'spiked', live: { killed: true } })
  expect(await reads('the-quiet-pier')).toMatchObject({ status: 410 })
  const back = await ana.publishes(story, { kind: 'return' })
  expect(back.status).toBe(422)
  expect(back.text).toContain('It is spiked')
  expect((await moves('live')).body).toMatchObject({ stage: 'live', live: { killed: true } })
  expect((await ana.publishes(story, { kind: 'return' })).status).toBe(201)
  expect(await reads('the-quiet-pier')).toMatchObject({ status: 200 })
  expect(await moves('spiked', 'Too late')).toMatchObject({ status: 409, problem: 'no-move' })
})
