/** Words that were taken out of a fork and are put in again are the same ones for its author, who has heard of neither. */
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import { enter } from '../../client/editor/commands.ts'
import { readStory, type StoryText } from '../../shared/story.ts'
import { writeAgain } from '../../shared/write/again.ts'
import { Page } from '../editor/page.ts'
import { deleted } from '../review/hands.ts'
import { goes, live } from './live.ts'
import { a, lines, story } from './text.ts'

const WITH = story([a('a1', 'The old harbour town was grey.')])
const WITHOUT = story([a('a1', 'The town was grey.')])

/** The server's copy of a fork and its author's page; of two copies of a letter that of the lower client holds. */
function fork(text: StoryText, [server, author]: readonly [number, number]) {
  const room = live(text, server)
  return { room, ana: new Page(live(text, author, room)) }
}

function meet(room: Y.Doc, ana: Page): string[] {
  goes(room, ana)
  Y.applyUpdate(room, Y.encodeStateAsUpdate(ana.ydoc, Y.encodeStateVector(room)))
  expect(lines(readStory(room))).toEqual(ana.lines)
  return ana.lines
}

test.each([
  [1, 2],
  [2, 1],
] as const)(
  '[P4] whoever splits a paragraph in words that were taken out and put in again has them once (%i, %i)',
  (...clients) => {
    const { room, ana } = fork(WITH, clients)
    const gone = writeAgain(room, WITHOUT, [])
    const later = writeAgain(room, WITH, gone)
    ana.does(enter({}), [0, 'The old '.length])
    const words = meet(room, ana).join(' ').split(/\s+/)
    expect(words.toSorted()).toEqual(['The', 'grey.', 'harbour', 'old', 'town', 'was'])
    // They are there: nothing is left to come again.
    expect(later).toEqual([])
  },
)

test('words that their author carried elsewhere and took out there come again', () => {
  const { room, ana } = fork(WITH, [2, 1])
  const gone = writeAgain(room, WITHOUT, [])
  ana.does(enter({}), [0, 'The '.length])
  ana.does(deleted, [1, 0], [1, 'old harbour '.length])
  meet(room, ana)
  const again = story([a('a1', 'The old harbour '), ...readStory(room).body.children.slice(1)])
  writeAgain(room, again, gone)
  expect(meet(room, ana)).toEqual(['The old harbour ', 'town was grey.'])
})

test('a word that was taken out twice is nobody’s when it comes again', () => {
  const twice = story([a('a1', 'A boat, and a boat.')])
  const { room, ana } = fork(twice, [2, 1])
  const gone = writeAgain(room, story([a('a1', 'A.')]), [])
  ana.does(enter({}), [0, 'A boat, and '.length])
  writeAgain(room, story([a('a1', 'One boat.')]), gone)
  expect(meet(room, ana).join('|').match(/boat/g)).toHaveLength(2)
})
