/** A busy server: a hundred stories are typed in, and each story's words gather before the disk until its turn. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fieldOf } from '../../shared/story.ts'
import type { TestNewsroom } from '../newsroom.ts'
import { Writer, deliverAll, storyOnDisk } from '../wire.ts'
import { together } from './together.ts'

let desk: TestNewsroom
let storyId: string
let ana: Writer
let ben: Writer
let neighbours: Writer[]

beforeEach(async () => {
  const met = await together([''], ['Ana'], ['Ben'])
  ;({ desk, storyId } = met)
  ;[ana, ben] = met.writers
  const person = await desk.person('Neighbour')
  neighbours = []
  for (let i = 0; i < 100; i++) {
    const neighbour = new Writer(desk, person, await desk.story())
    await neighbour.connect()
    neighbours.push(neighbour)
  }
  await deliverAll(desk, neighbours)
  for (let round = 0; round < 7; round++) {
    for (const one of neighbours) keyOf(one, 'x')
    await desk.rooms.queue.settled()
    desk.clock.pass(200)
  }
  keyOf(ana, 'First. ')
  await turns()
  while (ben.deliverDown());
  while (ana.deliverDown());
  expect([ben.paragraphs, ana.saved]).toEqual([['First. '], ana.sent.length])
})
afterEach(() => desk.close())

function keyOf(writer: Writer, letters: string): void {
  writer.types(letters)
  while (writer.deliverUp());
}

/** What needs no time has happened. */
async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

const rows = () => desk.disk.prepare('select count(*) as n from updates where story_id = ?').pluck().get(storyId) as number

test('[P1] what is typed before a story’s turn is not shown and not called saved; then it is on disk, shown and saved at once', async () => {
  const before = rows()
  keyOf(ana, 'Second. ')
  desk.clock.pass(30)
  keyOf(ben, 'Third. ')
  keyOf(ana, 'Fourth. ')
  await turns()
  expect([rows(), ana.line!.down, ben.line!.down]).toEqual([before, [], []])
  desk.clock.pass(70)
  await turns()
  expect(rows()).toBe(before + 3)
  const writes = [ana.line!.writes, ben.line!.writes]
  while (ana.deliverDown());
  while (ben.deliverDown());
  expect(ana.paragraphs).toEqual(ben.paragraphs)
  expect(ana.paragraphs[0]).toContain('Second. ')
  expect([ana.saved, ben.saved]).toEqual([ana.sent.length, ben.sent.length])
  desk.clock.pass(400)
  await turns()
  expect([ana.line!.writes, ben.line!.writes]).toEqual(writes)
  expect([...ana.shownTooEarly, ...ben.shownTooEarly]).toEqual([])
})

test('[P1] PER-04 the disk turns read-only: who waits for their story’s turn is told too, and all of it is saved when it works again', async () => {
  keyOf(ana, 'Second. ')
  await sql`pragma query_only = 1`.execute(desk.db)
  keyOf(neighbours[0]!, 'y')
  await turns()
  desk.clock.pass(50)
  await turns()
  while (ana.deliverDown());
  while (ben.deliverDown());
  expect([ana.stalled, ben.stalled, ben.paragraphs[0]]).toEqual([true, true, 'First. '])
  await sql`pragma query_only = 0`.execute(desk.db)
  keyOf(ana, 'Third. ')
  desk.clock.pass(10_000)
  await deliverAll(desk, [ana, ben])
  expect([ana.stalled, ben.stalled, ben.paragraphs[0]]).toEqual([false, false, 'First. Second. Third. '])
  expect(ana.saved).toBe(ana.sent.length)
  expect([...ana.shownTooEarly, ...ben.shownTooEarly]).toEqual([])
})

test('an edit of the server does not wait for the story’s turn, and goes down after what was typed before it', async () => {
  keyOf(ana, 'Second. ')
  await desk.rooms.edit(storyId, null, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'Harbour'))
  const people = desk.disk.prepare('select person_id from updates where story_id = ? order by seq desc limit 2').pluck()
  expect(people.all(storyId)).toEqual([null, ana.person.id])
  await deliverAll(desk, [ana, ben])
  expect([ben.paragraphs[0], fieldOf(ben.ydoc, 'headline').toString()]).toEqual(['First. Second. ', 'Harbour'])
})

test('[P1] [P2] the server is killed while words wait for their turn: nobody was told that they are saved, and they come again', async () => {
  keyOf(ana, 'Second. ')
  await turns()
  while (ana.deliverDown());
  expect(ana.saved).toBe(ana.sent.length - 1)
  await desk.crash()
  for (const writer of [ana, ben]) {
    writer.drop(false)
    await writer.connect()
  }
  await deliverAll(desk, [ana, ben])
  expect(ben.paragraphs).toEqual(['First. Second. '])
  expect(storyOnDisk(desk, storyId).getXmlFragment('body').toString()).toContain('First. Second. ')
})

test('the last one leaves while their words wait for their turn: the story stays open until they are on disk', async () => {
  keyOf(ana, 'Second. ')
  ana.drop()
  ben.drop()
  for (let i = 0; i < 60; i++) {
    desk.clock.pass(100)
    await turns()
  }
  expect(desk.rooms.isOpen(storyId)).toBe(false)
  const next = new Writer(desk, ben.person, storyId)
  await next.connect()
  await deliverAll(desk, [next])
  expect(next.paragraphs).toEqual(['First. Second. '])
})
