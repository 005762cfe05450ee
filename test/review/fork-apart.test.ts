/** What the server and a fork's author write into the fork at the same moment. */
import { toggleMark } from 'prosemirror-commands'
import { afterEach, expect, test } from 'vitest'
import { enter } from '../../client/editor/commands.ts'
import { schema } from '../../shared/schema.ts'
import { deleted, typed } from './hands.ts'
import { Table } from './table.ts'

let table: Table
afterEach(() => table.close())

test('[P4] a word that the story and the suggester replaced at the same moment is two words in the fork, and stays one if she says so', async () => {
  table = await Table.lay(['The harbour was quiet.'])
  const ana = await table.sits('Ana', 'editor')
  const carl = await table.sits('Carl', 'checker', 'fork')
  const { desk } = table
  const word = (letters: string): [[number, number], [number, number]] => {
    const at = carl.lines[0]!.indexOf(letters)
    return [
      [0, at],
      [0, at + letters.length],
    ]
  }
  ana.page.does(typed('loud'), ...word('quiet'))
  while (ana.writer.deliverUp());
  await desk.rooms.queue.settled()
  // Whoever asks for the suggestions has the forks follow.
  await table.hunks(ana.person)
  // He has not heard of it.
  carl.page.does(typed('silent'), ...word('quiet'))
  await table.settled()
  expect(['The harbour was silent loud.', 'The harbour was loud silent.']).toContain(carl.lines[0])
  const blank = /(?<=silent|loud) /.exec(carl.lines[0]!)!.index
  carl.page.does(deleted, [0, blank], [0, blank + 1])
  await table.settled()
  expect(carl.lines[0]).toMatch(/silentloud|loudsilent/)
})

test('[P4] two words they are, too, where the suggester has made half of his bold', async () => {
  table = await Table.lay(['The harbour was quiet.'])
  const ana = await table.sits('Ana', 'editor')
  const carl = await table.sits('Carl', 'checker', 'fork')
  const at = 'The harbour was '.length
  ana.page.does(typed('loud'), [0, at], [0, at + 'quiet'.length])
  while (ana.writer.deliverUp());
  await table.desk.rooms.queue.settled()
  await table.hunks(ana.person)
  // He has not heard of it.
  carl.page.does(typed('silent'), [0, at], [0, at + 'quiet'.length])
  carl.page.does(toggleMark(schema.marks.strong!), [0, at], [0, at + 'sil'.length])
  await table.settled()
  expect(['The harbour was silent loud.', 'The harbour was loud silent.']).toContain(carl.lines[0])
})

test('[P4] a word of his in which the story puts a letter right stays one word', async () => {
  table = await Table.lay(['The was quiet.'])
  const ana = await table.sits('Ana', 'editor')
  const carl = await table.sits('Carl', 'checker', 'fork')
  carl.page.types('harbyr ', 0, 4)
  await table.settled()
  await table.decides(ana.person, 'accept', await table.hunks(ana.person))
  await table.settled()
  ana.page.does(typed('ou'), [0, 8], [0, 9])
  await table.settled()
  expect(ana.lines).toEqual(['The harbour was quiet.'])
  expect(carl.lines).toEqual(ana.lines)
  expect(await table.hunks(ana.person)).toEqual([])
})

test('[P4] words of the story that an accept took out, and its undo put in again, stand once for who split them meanwhile', async () => {
  table = await Table.lay(['The old harbour town was quiet.'])
  const ana = await table.sits('Ana', 'editor')
  const ben = await table.sits('Ben', 'editor')
  const carl = await table.sits('Carl', 'checker', 'fork')
  carl.page.does(deleted, [0, 4], [0, 'The old harbour '.length])
  await table.settled()
  const { act } = await table.decides(ana.person, 'accept', await table.hunks(ana.person))
  await table.undoes(ana.person, act)
  // He has heard of neither.
  ben.page.does(enter({}), [0, 'The old '.length])
  await table.settled()
  expect(ana.lines.join(' ').split(/\s+/).toSorted()).toEqual(['The', 'harbour', 'old', 'quiet.', 'town', 'was'])
  expect(ben.lines).toEqual(ana.lines)
})

test('[P4] accepted words that were taken back and accepted again stand once for who split them meanwhile', async () => {
  table = await Table.lay(['The town was quiet.'])
  const ana = await table.sits('Ana', 'editor')
  const ben = await table.sits('Ben', 'editor')
  const carl = await table.sits('Carl', 'checker', 'fork')
  carl.page.types('old harbour ', 0, 4)
  await table.settled()
  const { act } = await table.decides(ana.person, 'accept', await table.hunks(ana.person))
  await table.settled()
  await table.undoes(ana.person, act)
  await table.decides(ana.person, 'accept', await table.hunks(ana.person))
  ben.page.does(enter({}), [0, 'The old '.length])
  await table.settled()
  expect(ana.lines.join(' ').split(/\s+/).toSorted()).toEqual(['The', 'harbour', 'old', 'quiet.', 'town', 'was'])
  expect(ben.lines).toEqual(ana.lines)
})

test('[P4] words that were refused and suggested again while their author was away stand once, also where he split them', async () => {
  table = await Table.lay(['The town was quiet.'])
  const ana = await table.sits('Ana', 'editor')
  const carl = await table.sits('Carl', 'checker', 'fork')
  carl.page.types('old harbour ', 0, 4)
  await table.settled()
  const { act } = await table.decides(ana.person, 'reject', await table.hunks(ana.person))
  // It never reaches him.
  carl.writer.drop()
  await table.undoes(ana.person, act)
  carl.page.does(enter({}), [0, 'The old '.length])
  await carl.writer.connect()
  await table.settled()
  expect(carl.lines.join(' ').split(/\s+/).toSorted()).toEqual(['The', 'harbour', 'old', 'quiet.', 'town', 'was'])
})
