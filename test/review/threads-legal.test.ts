import { joinBackward } from 'prosemirror-commands'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { enter } from '../../client/editor/commands.ts'
import type { StoryNotice, Thread } from '../../shared/review.ts'
import { marked, spansBetween, wordsOfSpans, type Span } from '../../shared/review/anchors.ts'
import { bodyOf } from '../../shared/story.ts'
import { Moves } from '../../shared/write/moves.ts'
import { addThread } from '../../db/threads.ts'
import { placeColumns, rowOf } from '../../server/review/places.ts'
import { remark } from './desk.ts'
import { clipboard, deleted, moved } from './hands.ts'
import { review, type Colleague } from './review.ts'

const HARBOUR = 'I tied her up and walked off.'

/** Ed and Lea see legal threads, Wyn does not. */
async function counsel() {
  const story = await review(
    ['The harbour was quiet.', HARBOUR, 'That was it.'],
    ['Ed', 'editor'],
    ['Wyn', 'writer'],
    ['Lea', 'owner'],
  )
  const [ed, wyn, lea] = story.people
  const rows = (): number => (story.desk.disk.prepare('select count(*) as n from updates').get() as { n: number }).n
  return { ...story, ed, wyn, lea, rows, at: HARBOUR.indexOf('tied') }
}

/** Where a page that may see it finds its words, by what the server says of it. */
async function wordsFor(reader: Colleague, id: string): Promise<string> {
  const { place } = (await reader.threads()).find((one) => one.id === id)!
  if (place.of !== 'words') return place.of
  return wordsOfSpans(spansBetween(reader.ydoc, new Moves(reader.ydoc), { from: place.from!, to: place.to! }) as Span[])
}

const heard = ({ writer }: Colleague): StoryNotice[] => writer.notices.filter((one) => 'thread' in one || 'threadGone' in one)

test('[P3] a legal thread leaves no trace in the text, nor on the line of who may not see it', async () => {
  const { ed, wyn, lea, rows, meet } = await counsel()
  const before = rows()
  const thread = await ed.comments(ed.words('tied her up', 1), { kind: 'legal' })
  expect(thread.quote).toBe('tied her up')
  await meet()
  expect(rows()).toBe(before)
  expect([...marked(wyn.ydoc).keys()]).toEqual([])
  expect(heard(lea).map((one) => 'thread' in one && one.thread.id)).toEqual([thread.id])
  expect(heard(wyn)).toEqual([])
  expect(await wyn.threads()).toEqual([])
  await lea.asks('POST', `/threads/${thread.id}/comments`, { id: 'lea-says', text: 'Cut it.' })
  await lea.asks('PATCH', `/threads/${thread.id}`, { resolved: true })
  await meet()
  expect(heard(wyn)).toEqual([])
  expect(JSON.stringify(wyn.writer.notices)).not.toContain(thread.id)
  expect(await wordsFor(lea, thread.id)).toBe('tied her up')
})

test('[P5] it stays on its words while they are typed in, split, joined and moved', async () => {
  const { ed, wyn, lea, at, meet } = await counsel()
  const { id } = await ed.comments(ed.words('tied her up', 1), { kind: 'legal' })
  wyn.page.types('safely ', 1, at)
  wyn.page.types('quickly ', 1, at + 'safely tied '.length)
  wyn.page.types(' tight', 1, at + 'safely tied quickly her up'.length)
  await meet()
  expect(await wordsFor(lea, id)).toBe('tied quickly her up')
  wyn.page.does(enter({}), [1, at + 'safely tied '.length])
  await meet()
  expect(await wordsFor(lea, id)).toBe('tied \nquickly her up')
  wyn.page.does(moved(-1), [1, 0])
  await meet()
  wyn.page.does(joinBackward, [2, 0])
  await meet()
  expect(lea.page.lines.slice(0, 2)).toEqual(['I safely tied ', 'The harbour was quiet.quickly her up tight and walked off.'])
  expect(await wordsFor(lea, id)).toBe('tied \nThe harbour was quiet.quickly her up')
})

test('[P5] cut and pasted, or taken out and back by undo, they are found by their quote; gone, the thread is detached', async () => {
  const { desk, ed, wyn, lea, at, meet } = await counsel()
  const { id } = await ed.comments(ed.words('tied her up', 1), { kind: 'legal' })
  const { cuts, pastes } = clipboard()
  const undo = new Y.UndoManager(bodyOf(wyn.ydoc), { captureTimeout: 0, trackedOrigins: new Set([wyn.page]) })
  wyn.page.does(cuts, [1, at - 1], [1, at + 'tied her up'.length])
  await meet()
  expect(await wordsFor(lea, id)).toBe('detached')
  wyn.page.does(pastes, [2, 'That was'.length])
  await meet()
  expect(await wordsFor(lea, id)).toBe('tied her up')
  // The server takes note of the new letters, and so it stays on them when they change.
  desk.clock.pass(20_000)
  await meet()
  wyn.page.types('firmly ', 2, 'That was tied '.length)
  await meet()
  expect(await wordsFor(lea, id)).toBe('tied firmly her up')
  wyn.page.does(deleted, [2, 0], [2, wyn.page.lines[2]!.length])
  await meet()
  expect(await wordsFor(lea, id)).toBe('detached')
  expect((await lea.threads())[0]).toMatchObject({ place: { of: 'detached' }, quote: 'tied her up' })
  undo.undo()
  undo.undo()
  undo.undo()
  undo.undo()
  await meet()
  expect(wyn.page.lines[1]).toBe(HARBOUR)
  expect(await wordsFor(lea, id)).toBe('tied her up')
})

test('[P5] a short word is not taken for the same word elsewhere', async () => {
  const { ed, wyn, lea, meet } = await counsel()
  const { id } = await ed.comments(ed.words('was', 0), { kind: 'legal' })
  wyn.page.does(deleted, [0, 'The harbour '.length], [0, 'The harbour was'.length])
  await meet()
  expect(wyn.page.lines[2]).toBe('That was it.')
  expect(await wordsFor(lea, id)).toBe('detached')
})

test('[P3] what becomes legal is gone for who may not see it, mark and all; what no longer is comes back', async () => {
  const { ed, wyn, lea, meet } = await counsel()
  const thread = await wyn.comments(wyn.words('tied her up', 1))
  await meet()
  expect(wyn.marked(thread)).toBe('tied her up')
  await ed.asks('PATCH', `/threads/${thread.id}`, { kind: 'legal' })
  await meet()
  expect([wyn.marked(thread), wyn.writer.textOf(1).toDelta()]).toEqual(['', [{ insert: HARBOUR }]])
  expect(heard(wyn).at(-1)).toEqual({ threadGone: thread.id })
  expect(await wyn.threads()).toEqual([])
  expect(await wordsFor(lea, thread.id)).toBe('tied her up')
  wyn.page.types('all ', 1, HARBOUR.indexOf('her'))
  await meet()
  await lea.asks('PATCH', `/threads/${thread.id}`, { kind: 'must-fix' })
  await meet()
  expect(wyn.marked(thread)).toBe('tied all her up')
  expect(heard(wyn).at(-1)).toMatchObject({ thread: { id: thread.id, kind: 'must-fix' } })
})

test('[P1] a server that dies before the mark is in the text puts it there when it is up again', async () => {
  const { desk, ed, wyn, meet, storyId } = await counsel()
  const given = remark('Hm.', { place: ed.words('tied her up', 1) })
  const place = await desk.rooms.read(storyId, (ydoc) => placeColumns(ydoc, given.place, ''))
  await addThread(desk.db, rowOf(given, place, storyId, ed.writer.person.id, desk.clock.now()), { id: 'said', text: 'Hm.' })
  await desk.crash()
  for (const { writer } of [ed, wyn]) {
    writer.drop(false)
    await writer.connect()
  }
  expect((await wyn.threads())[0]!.place.of).toBe('words')
  await meet()
  expect(wyn.marked(given)).toBe('tied her up')
})

test('[P5] a paragraph that is split by somebody who had not heard of the thread keeps it; put elsewhere, it is only there', async () => {
  const { desk, ed, wyn, lea, at, meet } = await counsel()
  wyn.writer.drop()
  const thread = await ed.comments(ed.words('tied her up', 1))
  wyn.page.does(enter({}), [1, at + 5])
  wyn.page.does(moved(-1), [2, 0])
  await wyn.writer.connect()
  const aWhile = async (): Promise<void> => {
    await meet()
    desk.clock.pass(20_000)
    for (let i = 0; i < 20; i++) await new Promise(setImmediate)
    await meet()
  }
  await aWhile()
  expect(lea.page.lines.slice(1, 3)).toEqual(['her up and walked off.', 'I tied '])
  expect(lea.marked(thread)).toBe('her up\ntied ')
  wyn.writer.drop()
  wyn.page.does(enter({}), [1, 4])
  await ed.asks('PATCH', `/threads/${thread.id}`, { place: ed.words('quiet') })
  await wyn.writer.connect()
  await aWhile()
  expect(lea.page.lines.slice(1, 3)).toEqual(['her ', 'up and walked off.'])
  expect(lea.marked(thread)).toBe('quiet')
})

test('SYN-20 everybody has a thread and its reply without a reload, and each is told what is unread for them', async () => {
  const { desk, ed, wyn, lea, meet } = await counsel()
  const thread = await ed.comments(ed.words('quiet'))
  await wyn.asks('POST', `/threads/${thread.id}/comments`, { id: 'wyn-says', text: 'It was.' })
  await meet()
  const last = (who: Colleague): Thread => (heard(who).at(-1) as { thread: Thread }).thread
  expect([ed, wyn, lea].map((who) => last(who).comments.map(({ text }) => text))).toEqual(
    Array.from({ length: 3 }, () => ['Hm.', 'It was.']),
  )
  expect([ed, wyn, lea].map((who) => last(who).unread)).toEqual([true, false, true])
  const before = heard(lea).length
  await ed.asks('POST', `/threads/${thread.id}/read`)
  await meet()
  expect([last(ed).unread, heard(lea).length]).toEqual([false, before])
  await desk.restart()
  expect((await wyn.threads())[0]!.comments.map(({ text }) => text)).toEqual(['Hm.', 'It was.'])
})
