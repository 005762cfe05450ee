/** Suggestions that stand beside each other, decided about one after the other, as they were seen before the first of them. */
import { afterEach, expect, test } from 'vitest'
import type { Thread } from '../../shared/review.ts'
import { ask } from './asks.ts'
import { remark } from './desk.ts'
import { deleted, typed } from './hands.ts'
import { Table, type Seat } from './table.ts'

let table: Table
let ana: Seat
let carl: Seat

const begin = async (...paragraphs: string[]) => ({ table, ana, carl } = await Table.ofTwo(paragraphs))
afterEach(() => table.close())

test('[SUG-02] one is accepted, and right after it the next in the same sentence', async () => {
  await begin('The harbour was quiet that night.')
  carl.page.types('old ', 0, 4)
  carl.page.types('very ', 0, 20)
  await table.settled()
  const [first, second] = await table.hunks(ana.person)
  expect(await table.decides(ana.person, 'accept', [first!])).toMatchObject({ done: [first!.id], gone: [] })
  expect(await table.decides(ana.person, 'accept', [second!])).toMatchObject({ done: [second!.id], gone: [] })
  await table.settled()
  expect([ana.lines, await table.hunks(ana.person)]).toEqual([['The old harbour was very quiet that night.'], []])
})

test('and one rejected, while a colleague types beside it', async () => {
  await begin('The harbour was quiet that night.')
  carl.page.types('very ', 0, 16)
  await table.settled()
  const [seen] = await table.hunks(ana.person)
  ana.page.types('so ', 0, 16)
  await table.settled()
  expect(await table.decides(ana.person, 'reject', [seen!])).toMatchObject({ done: [seen!.id], gone: [] })
  await table.settled()
  expect(carl.lines).toEqual(['The harbour was so quiet that night.'])
})

test('one that its author has changed since is left, and so is one that is accepted already', async () => {
  await begin('The harbour was quiet that night.')
  carl.page.types('old ', 0, 4)
  carl.page.types('very ', 0, 20)
  await table.settled()
  const [first, second] = await table.hunks(ana.person)
  carl.page.does(deleted, [0, 20], [0, 25])
  carl.page.types('hardly ', 0, 20)
  await table.settled()
  await table.decides(ana.person, 'accept', [first!])
  expect(await table.decides(ana.person, 'accept', [second!])).toMatchObject({ done: [], gone: [second!.id] })
  expect(await table.decides(ana.person, 'accept', [first!])).toMatchObject({ done: [], gone: [first!.id] })
  await table.settled()
  expect(ana.lines).toEqual(['The old harbour was quiet that night.'])
})

test('[P5] those of two people in one sentence are accepted in one act, and what is said about them goes along', async () => {
  await begin('The harbour was quiet that night.')
  const dora = await table.sits('Dora', 'checker', 'fork')
  carl.page.does(typed('lay'), [0, 12], [0, 15])
  dora.page.types('very ', 0, 16)
  await table.settled()
  const hunks = await table.hunks(ana.person)
  for (const { suggestion, says } of hunks)
    await ask(table.desk, ana.person, 'POST', table.path('threads'), remark(says, { place: { of: 'suggestion', suggestion } }))
  const { done, gone } = await table.decides(ana.person, 'accept', hunks)
  expect([done.toSorted(), gone]).toEqual([hunks.map(({ id }) => id).toSorted(), []])
  await table.settled()
  expect(ana.lines).toEqual(['The harbour lay very quiet that night.'])
  const { threads } = (await ask<{ threads: Thread[] }>(table.desk, ana.person, 'GET', table.path('threads'))).body
  expect(threads.map(({ place, quote }) => [place.of, quote]).toSorted()).toEqual([
    ['words', 'lay'],
    ['words', 'very'],
  ])
})

test('[SUG-02] those of two people that were accepted in one act are, when that is taken back, each again whose it was', async () => {
  await begin('The harbour was quiet that night.', 'Nobody spoke.')
  const dora = await table.sits('Dora', 'checker', 'fork')
  carl.page.types('old ', 0, 4)
  dora.page.types(' for hours', 1, 12)
  await table.settled()
  const whose = async () => (await table.hunks(ana.person)).map(({ by, says }) => `${by.name}: ${says}`)
  const before = await whose()
  const { act } = await table.decides(ana.person, 'accept', await table.hunks(ana.person))
  await table.settled()
  await table.undoes(ana.person, act)
  await table.settled()
  expect(await whose()).toEqual(before)
})
