/** What who suggests hears of it: remarks on a suggestion, and what was decided. */
import { afterEach, expect, test } from 'vitest'
import type { Inbox } from '../../shared/inbox.ts'
import { sayItem } from '../../shared/inbox-words.ts'
import { ask } from '../review/asks.ts'
import { remark } from '../review/desk.ts'
import { Table, type Seat } from '../review/table.ts'

let table: Table
let ana: Seat
let carl: Seat
let dora: Seat

/** Ana edits the story; Carl and Dora, checkers, suggest. */
async function begin(): Promise<void> {
  table = await Table.lay(['The harbour was quiet.', 'Why?'])
  ana = await table.sits('Ana', 'editor')
  carl = await table.sits('Carl', 'checker', 'fork')
  dora = await table.sits('Dora', 'checker', 'fork')
  carl.page.types('very ', 0, 16)
  carl.page.types(' so', 1, 3)
  dora.page.types(' And cold.', 0, 22)
  await table.settled()
}
afterEach(() => table.close())

const inbox = async ({ person }: Seat): Promise<Inbox> => (await ask<Inbox>(table.desk, person, 'GET', '/api/inbox')).body
const told = async (seat: Seat): Promise<string[]> => (await inbox(seat)).items.map(sayItem)
const hunksOf = async (seat: Seat) => (await table.hunks(ana.person)).filter(({ by }) => by.id === seat.person.id)

test('each hears once of what was decided of theirs; taken back, it is no longer in their inbox', async () => {
  await begin()
  const { act } = await table.decides(ana.person, 'accept', await table.hunks(ana.person))
  expect(await told(carl)).toEqual(['Ana accepted 2 suggestions of yours'])
  expect(await told(dora)).toEqual(['Ana accepted a suggestion of yours'])
  expect(await told(ana)).toEqual([])
  expect((await inbox(dora)).items[0]!.words).toBe('Add “And cold.”')
  await table.undoes(ana.person, act)
  expect(await told(carl)).toEqual([])
  expect((await inbox(dora)).unread).toBe(0)

  const [first] = await hunksOf(carl)
  await table.decides(ana.person, 'reject', [first!])
  expect(await told(carl)).toEqual(['Ana rejected a suggestion of yours'])
  // Giving up one's own is nobody's news.
  await table.decides(dora.person, 'reject', await hunksOf(dora))
  expect(await told(dora)).toEqual([])
})

test('a remark on a suggestion is told to whose it is, and so are the replies', async () => {
  await begin()
  const [hunk] = await hunksOf(carl)
  const thread = remark('Is it?', { place: { of: 'suggestion', suggestion: hunk!.suggestion } })
  await ask(table.desk, ana.person, 'POST', table.path('threads'), thread)
  expect(await told(carl)).toEqual(['Ana commented on a suggestion of yours'])
  expect(await told(dora)).toEqual([])
  table.desk.clock.pass(1000)
  await ask(table.desk, dora.person, 'POST', table.path(`threads/${thread.id}/comments`), { id: 'r1', text: 'It is.' })
  expect(await told(carl)).toEqual(['Dora replied', 'Ana commented on a suggestion of yours'])
  expect(await told(ana)).toEqual(['Dora replied'])
  // A name that was made up is nobody's.
  const odd = remark('?', { place: { of: 'suggestion', suggestion: 'made-up.7' } })
  await ask(table.desk, ana.person, 'POST', table.path('threads'), odd)
  expect(await told(carl)).toHaveLength(2)
})
