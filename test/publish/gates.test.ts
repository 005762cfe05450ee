/** Gates: a named person says of exactly this text that it has passed; whatever readers get of it changes, it is stale. */
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import { madeId, opens, remark } from '../review/desk.ts'
import { aDesk } from './desk.ts'

test('a gate is passed by a named person, with a note, on a version that can be looked at', async () => {
  const { passes, standing, ana, room, story } = await aDesk()
  expect((await standing(ana)).gates).toEqual([
    { gate: 'edit', state: 'wanted', passed: null, mayPass: true },
    { gate: 'copy', state: 'wanted', passed: null, mayPass: true },
  ])
  const { body } = await passes(ana, 'copy')
  const copy = body.gates.find(({ gate }) => gate === 'copy')!
  expect(copy).toMatchObject({ state: 'passed', passed: { by: { name: 'Ana' }, at: room.clock.now(), note: 'Read it' } })
  const version = await room.db
    .selectFrom('versions')
    .selectAll()
    .where('id', '=', copy.passed!.version)
    .executeTakeFirstOrThrow()
  expect(version).toMatchObject({ story_id: story.id, reason: 'gate', says: 'copy passed', person_id: ana.person.id })
})

test('whoever passed it, the text has to be the one they read', async () => {
  const { passes, checks, standing, ana, writes } = await aDesk()
  const { hash } = await checks(ana)
  await writes('A word more.')
  expect(await passes(ana, 'copy', hash)).toMatchObject({ status: 409, problem: 'text-moved' })
  expect(await passes(ana, 'copy', 'f'.repeat(64))).toMatchObject({ status: 409, problem: 'text-moved' })
  expect(await passes(ana, 'copy', 'no hash')).toMatchObject({ status: 422 })
  expect((await standing(ana)).gates.every(({ state }) => state === 'wanted')).toBe(true)
  expect((await passes(ana, 'copy')).status).toBe(200)
})

test('a story that has no path yet gets the one of its headline, and that makes nothing stale', async () => {
  const { passes, checks, standing, ana } = await aDesk()
  const { hash } = await checks(ana)
  await passes(ana, 'edit')
  const now = await standing(ana)
  expect(now.particulars.path).toBe('the-menders-gap')
  expect(now.gates[0]!.state).toBe('passed')
  expect((await checks(ana)).hash).not.toBe(hash)
})

describe('is stale after', () => {
  type Desk = Awaited<ReturnType<typeof aDesk>>
  const edits: Record<string, (desk: Desk) => Promise<unknown>> = {
    'a letter of the text': ({ room, story, ana }) =>
      room.desk.rooms.edit(story.id, ana.person, (ydoc) => {
        const paragraph = bodyOf(ydoc).get(1) as Y.XmlElement
        ;(paragraph.get(0) as Y.XmlText).insert(0, 'x')
      }),
    'a letter of the headline': ({ room, story, ana }) =>
      room.desk.rooms.edit(story.id, ana.person, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'x')),
    'another dek': ({ ana, at }) => ana.asks('PATCH', at, { json: { dek: 'Another.' } }),
    'another byline': ({ ana, at }) => ana.asks('PATCH', at, { json: { byline: 'By Cal' } }),
    ...Object.fromEntries(
      ['caption', 'alt', 'credit'].map((name) => [
        `another ${name} of a picture`,
        ({ room, story, ana }: Desk) =>
          room.desk.rooms.edit(story.id, ana.person, (ydoc) => {
            const image = bodyOf(ydoc).get(2) as Y.XmlElement
            image.setAttribute(name, 'Another')
          }),
      ]),
    ),
    'a question that becomes an answer': ({ room, story, ana }) =>
      room.desk.rooms.edit(story.id, ana.person, (ydoc) => {
        const paragraph = bodyOf(ydoc).get(1) as Y.XmlElement
        paragraph.setAttribute('role', 'answer')
      }),
    'another path': async ({ says, standing, ana }) => says(ana, { path: 'nets', version: (await standing(ana)).version }),
    'another visibility': async ({ says, standing, ana }) =>
      says(ana, { visibility: 'members', version: (await standing(ana)).version }),
    'another topic': async ({ says, standing, ana }) => says(ana, { topics: ['Ports'], version: (await standing(ana)).version }),
  }
  test.each(Object.keys(edits))('%s', async (what) => {
    const desk = await aDesk()
    const { passes, standing, checks, row, ana, writes, room } = desk
    await writes('', { asset: 'a-16x9', alt: 'A pier', caption: 'The pier', credit: 'Ana' }, 'image')
    await passes(ana, 'copy')
    await edits[what]!(desk)
    const copy = (await standing(ana)).gates.find(({ gate }) => gate === 'copy')!
    expect(copy).toMatchObject({ state: 'stale', passed: { by: { name: 'Ana' } } })
    expect((await checks(ana)).checks).toContainEqual({
      name: 'gate',
      blocks: true,
      says: 'The story has changed since Ana passed the gate “copy”.',
      place: { of: 'gate', gate: 'copy' },
    })
    room.clock.pass(12_000)
    await expect.poll(async () => (await row(ana)).standing!.gates).toContainEqual({ gate: 'copy', state: 'stale' })
    await passes(ana, 'copy')
    expect((await standing(ana)).gates.find(({ gate }) => gate === 'copy')!.state).toBe('passed')
    expect((await row(ana)).standing!.gates).toContainEqual({ gate: 'copy', state: 'passed' })
  })

  test('what no reader sees makes it not stale: comments, marks of comments, the slug, holder, a hold; nor an edit taken back', async () => {
    const { passes, standing, sets, ana, at, story, room } = await aDesk()
    await passes(ana, 'copy')
    const thread = remark('Is that so?', { id: madeId(), place: { of: 'field', field: 'headline' }, quote: 'gap' })
    expect((await opens(ana.asks, story.id, thread)).status).toBe(201)
    await ana.asks('PATCH', at, { json: { slug: 'nets' } })
    await sets(ana, { holder: ana.person.id, hold: { reason: 'Wait' } })
    await room.desk.rooms.edit(story.id, ana.person, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'x'))
    await room.desk.rooms.edit(story.id, ana.person, (ydoc) => fieldOf(ydoc, 'headline').delete(0, 1))
    expect((await standing(ana)).gates.find(({ gate }) => gate === 'copy')!.state).toBe('passed')
  })
})

test('who may pass what: the desk every gate, a checker what is checked, legal who has that right', async () => {
  const { passes, standing, oda, ana, ben, sue, room, at } = await aDesk()
  for (const gate of ['edit', 'quotes', 'facts', 'copy', 'legal'] as const) {
    expect((await passes(ana, gate)).status, gate).toBe(200)
    expect(await passes(ben, gate), gate).toMatchObject({ status: 403, problem: 'not-allowed' })
  }
  for (const gate of ['quotes', 'facts', 'copy'] as const) expect((await passes(sue, gate)).status, gate).toBe(200)
  for (const gate of ['edit', 'legal'] as const) expect((await passes(sue, gate)).status, gate).toBe(403)
  const lea = await room.person('Lea', 'checker')
  await ana.asks('PATCH', `${at}/people/${lea.person.id}`, { json: { legal: true } })
  expect((await passes(lea, 'legal')).status).toBe(200)
  await oda.asks('PATCH', `${at}/people/${ana.person.id}`, { json: { legal: false } })
  expect((await standing(ana)).gates.find(({ gate }) => gate === 'legal')).toMatchObject({
    mayPass: false,
    passed: { by: { name: 'Lea' } },
  })
  expect(await ana.asks('PUT', `${at}/gates/taste`, { json: {} })).toMatchObject({ status: 404, problem: 'not-found' })
})

test('one person may pass every gate of a small newsroom, each on the record; who publishes may have to be another', async () => {
  const { passes, checks, settings, oda, ana, room, story } = await aDesk()
  await passes(oda, 'edit')
  await passes(oda, 'copy')
  const blocking = async (who: typeof oda) => (await checks(who)).checks.filter(({ blocks }) => blocks).map(({ name }) => name)
  expect(await blocking(oda)).toEqual([])
  const rows = await room.db.selectFrom('gates').selectAll().where('story_id', '=', story.id).execute()
  expect(rows.map(({ gate, person_id }) => [gate, person_id])).toEqual([
    ['edit', oda.person.id],
    ['copy', oda.person.id],
  ])
  expect((await settings(oda, { secondPerson: true })).status).toBe(200)
  expect(await blocking(oda)).toEqual(['second-person'])
  expect(await blocking(ana)).toEqual([])
})

test('what was passed can be taken back; what was said stays on the record', async () => {
  const { passes, standing, ana, ben, room, at } = await aDesk()
  await passes(ana, 'copy')
  await passes(ana, 'copy')
  expect((await ben.asks('DELETE', `${at}/gates/copy`)).status).toBe(403)
  expect((await ana.asks('DELETE', `${at}/gates/copy`)).status).toBe(200)
  expect((await ana.asks('DELETE', `${at}/gates/copy`)).status).toBe(200)
  expect((await standing(ana)).gates.find(({ gate }) => gate === 'copy')).toMatchObject({ state: 'wanted', passed: null })
  const rows = await room.db.selectFrom('gates').selectAll().execute()
  expect(rows.map(({ taken_back_by, taken_back_at }) => [taken_back_by, taken_back_at])).toEqual(
    Array.from({ length: 2 }, () => [ana.person.id, room.clock.now()]),
  )
})

test('a gate the newsroom does not want can be passed all the same, and stops nothing when it is stale', async () => {
  const { passes, checks, standing, ana, writes } = await aDesk()
  await passes(ana, 'legal')
  await writes('More.')
  expect((await standing(ana)).gates.map(({ gate, state }) => [gate, state])).toEqual([
    ['edit', 'wanted'],
    ['copy', 'wanted'],
    ['legal', 'stale'],
  ])
  expect((await checks(ana)).checks.filter(({ name }) => name === 'gate').map(({ blocks }) => blocks)).toEqual([
    true,
    true,
    false,
  ])
})
