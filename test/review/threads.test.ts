import { expect, test } from 'vitest'
import { shareStory } from '../../db/stories.ts'
import { MOST_THREADS, type Thread } from '../../shared/review.ts'
import { newStory, scene, type Asks } from '../routes/scene.ts'
import { madeId, opens, remark, saidTo, threadsFor } from './desk.ts'

const change = (asks: Asks, storyId: string, thread: string, json: unknown) =>
  asks<Thread>('PATCH', `/api/stories/${storyId}/threads/${thread}`, { json })
const replies = (asks: Asks, storyId: string, thread: string, text: string, id = madeId()) =>
  asks<Thread>('POST', `/api/stories/${storyId}/threads/${thread}/comments`, { json: { id, text } })

async function atTheDesk() {
  const desk = await scene()
  const [ed, wyn, lex, gus] = await Promise.all([
    desk.person('Ed', 'editor'),
    desk.person('Wyn', 'writer'),
    desk.person('Lex', 'checker'),
    desk.person('Gus', 'guest'),
  ])
  const { id } = await newStory(ed.asks, { headline: 'The harbour' })
  return { desk, ed, wyn, lex, gus, id }
}

test('a remark, a reply, and everybody sees both in the order they were said', async () => {
  const { desk, ed, lex, wyn, id } = await atTheDesk()
  const opened = await opens(lex.asks, id, remark('Is this the right year?', { kind: 'fact' }))
  expect(opened.status).toBe(201)
  desk.clock.pass(1000)
  await replies(wyn.asks, id, opened.body.id, 'It is, see the log book.')
  expect(await saidTo(ed.asks, id)).toEqual(['Is this the right year? / It is, see the log book.'])
  const [thread] = await threadsFor(ed.asks, id)
  expect(thread).toMatchObject({ kind: 'fact', assignedTo: null, resolved: null, place: { of: 'story' } })
  expect(thread!.comments.map(({ by }) => by.name)).toEqual(['Lex', 'Wyn'])
})

test('COM-12 the same words twice are two threads', async () => {
  const { ed, id } = await atTheDesk()
  await opens(ed.asks, id, remark('?'))
  await opens(ed.asks, id, remark('?'))
  expect(await saidTo(ed.asks, id)).toEqual(['?', '?'])
})

test('a page that heard no answer sends again, and there is one thread and one reply', async () => {
  const { ed, wyn, id } = await atTheDesk()
  const thread = remark('Check the name.')
  await opens(ed.asks, id, thread)
  const again = await opens(ed.asks, id, thread)
  expect(again.status).toBe(201)
  const reply = madeId()
  await replies(wyn.asks, id, thread.id, 'Done.', reply)
  expect((await replies(wyn.asks, id, thread.id, 'Done.', reply)).status).toBe(201)
  expect(await saidTo(ed.asks, id)).toEqual(['Check the name. / Done.'])
})

test('[P3] nobody takes another’s id, for a thread or a reply', async () => {
  const { ed, lex, id } = await atTheDesk()
  const thread = remark('Mine.')
  await opens(ed.asks, id, thread)
  const taken = await opens(lex.asks, id, remark('Mine, too.', { id: thread.id }))
  expect([taken.status, taken.problem]).toEqual([409, 'id-taken'])
  expect((await opens(lex.asks, id, remark('Mine, too.', { commentId: thread.commentId }))).problem).toBe('id-taken')
  expect((await replies(lex.asks, id, thread.id, 'Hm.', thread.commentId)).problem).toBe('id-taken')
  const elsewhere = await newStory(ed.asks, { headline: 'Another' })
  expect((await opens(ed.asks, elsewhere.id, thread)).problem).toBe('id-taken')
  expect(await saidTo(ed.asks, id)).toEqual(['Mine.'])
})

test('one changes and takes back one’s own words, an editor anybody’s; with the last words goes the thread', async () => {
  const { ed, wyn, lex, id } = await atTheDesk()
  const { body: thread } = await opens(lex.asks, id, remark('Wrong yaer.'))
  const first = `/api/stories/${id}/threads/${thread.id}/comments/${thread.comments[0]!.id}`
  const changed = await lex.asks<Thread>('PATCH', first, { json: { text: 'Wrong year.' } })
  expect(changed.body.comments[0]).toMatchObject({ text: 'Wrong year.', editedAt: expect.any(Number) })
  expect((await wyn.asks('PATCH', first, { json: { text: 'Right year.' } })).problem).toBe('not-allowed')
  expect((await ed.asks('PATCH', first, { json: { text: 'Right year.' } })).problem).toBe('not-allowed')
  expect((await wyn.asks('DELETE', first)).problem).toBe('not-allowed')
  await replies(wyn.asks, id, thread.id, 'It is right.')
  expect((await lex.asks('DELETE', first)).status).toBe(204)
  expect(await saidTo(wyn.asks, id)).toEqual([' / It is right.'])
  expect((await lex.asks('PATCH', first, { json: { text: 'Again.' } })).problem).toBe('no-comment')
  const [left] = await threadsFor(wyn.asks, id)
  expect((await ed.asks('DELETE', `/api/stories/${id}/threads/${thread.id}/comments/${left!.comments[1]!.id}`)).status).toBe(204)
  expect(await threadsFor(ed.asks, id)).toEqual([])
  expect((await replies(wyn.asks, id, thread.id, 'Hello?')).problem).toBe('no-thread')
})

test('COM-13 what was resolved by accident is reopened without a word', async () => {
  const { ed, lex, wyn, id } = await atTheDesk()
  const { body: thread } = await opens(wyn.asks, id, remark('Too long.'))
  const done = await change(ed.asks, id, thread.id, { resolved: true })
  expect(done.body.resolved).toMatchObject({ by: { name: 'Ed' } })
  expect((await change(lex.asks, id, thread.id, { resolved: false })).problem).toBe('not-allowed')
  const open = await change(wyn.asks, id, thread.id, { resolved: false })
  expect(open.body).toMatchObject({ resolved: null, comments: [{ text: 'Too long.' }] })
})

test('unread is what somebody else has said since one last looked', async () => {
  const { ed, wyn, id } = await atTheDesk()
  const { body: thread } = await opens(ed.asks, id, remark('Where is the tape?'))
  const unread = async (asks: Asks) => (await threadsFor(asks, id))[0]!.unread
  expect([await unread(ed.asks), await unread(wyn.asks)]).toEqual([false, true])
  await wyn.asks('POST', `/api/stories/${id}/threads/${thread.id}/read`)
  expect(await unread(wyn.asks)).toBe(false)
  await replies(wyn.asks, id, thread.id, 'In the drawer.')
  expect([await unread(ed.asks), await unread(wyn.asks)]).toEqual([true, false])
  await replies(ed.asks, id, thread.id, 'Thanks.')
  expect([await unread(ed.asks), await unread(wyn.asks)]).toEqual([false, true])
})

test('a thread is assigned to somebody who can see it, and to nobody else', async () => {
  const { ed, wyn, gus, id } = await atTheDesk()
  const { body: thread } = await opens(ed.asks, id, remark('Please look.', { assignTo: wyn.person.id }))
  expect(thread.assignedTo).toMatchObject({ name: 'Wyn' })
  expect((await change(ed.asks, id, thread.id, { assignTo: gus.person.id })).problem).toBe('no-person')
  expect((await opens(ed.asks, id, remark('Gus?', { assignTo: 'nobody' }))).problem).toBe('no-person')
  expect((await change(wyn.asks, id, thread.id, { assignTo: null })).body.assignedTo).toBeNull()
  // What becomes legal leaves the hands of who may not see it.
  await change(ed.asks, id, thread.id, { assignTo: wyn.person.id })
  expect((await change(ed.asks, id, thread.id, { kind: 'legal' })).body.assignedTo).toBeNull()
})

test('[P3] a legal thread is not there for who may not see it, whatever they ask', async () => {
  const { ed, wyn, lex, id } = await atTheDesk()
  const { body: thread } = await opens(ed.asks, id, remark('Our lawyer says no.', { kind: 'legal' }))
  expect(await threadsFor(wyn.asks, id)).toEqual([])
  const none = await replies(wyn.asks, id, 'no-such-thread', 'Hello?')
  for (const answer of [
    await replies(wyn.asks, id, thread.id, 'Hello?'),
    await change(wyn.asks, id, thread.id, { resolved: true }),
    await wyn.asks('POST', `/api/stories/${id}/threads/${thread.id}/read`),
    await wyn.asks('DELETE', `/api/stories/${id}/threads/${thread.id}/comments/${thread.comments[0]!.id}`),
  ])
    expect([answer.status, answer.text]).toEqual([404, none.text])
  expect((await opens(lex.asks, id, remark('Libel!', { kind: 'legal' }))).problem).toBe('not-allowed')
  const { body: own } = await opens(wyn.asks, id, remark('Hm.'))
  expect((await change(wyn.asks, id, own.id, { kind: 'legal' })).problem).toBe('not-allowed')
  expect((await change(ed.asks, id, own.id, { assignTo: lex.person.id })).status).toBe(200)
  expect((await change(ed.asks, id, thread.id, { assignTo: lex.person.id })).problem).toBe('no-person')
  expect(await saidTo(ed.asks, id)).toEqual(['Our lawyer says no.', 'Hm.'])
})

test('[P3] without the story, or the right to comment, there is nothing to see and nothing to do', async () => {
  const { desk, ed, gus, id } = await atTheDesk()
  const { body: thread } = await opens(ed.asks, id, remark('Between us.'))
  const tries = async (asks: Asks) => [
    await asks('GET', `/api/stories/${id}/threads`),
    await opens(asks, id, remark('Let me in.')),
    await replies(asks, id, thread.id, 'Let me in.'),
    await change(asks, id, thread.id, { resolved: true }),
    await asks('POST', `/api/stories/${id}/threads/${thread.id}/read`),
  ]
  expect((await tries(desk.stranger)).map(({ problem }) => problem)).toEqual(Array(5).fill('signed-out'))
  expect((await tries(gus.asks)).map(({ problem }) => problem)).toEqual(Array(5).fill('no-story'))
  await shareStory(desk.db, id, gus.person.id)
  expect(await saidTo(gus.asks, id)).toEqual(['Between us.'])
  await desk.db.updateTable('story_people').set({ level: 'read' }).execute()
  expect(await threadsFor(gus.asks, id)).toEqual([])
  expect((await tries(gus.asks)).slice(1).map(({ problem }) => problem)).toEqual(Array(4).fill('not-allowed'))
  expect(await saidTo(ed.asks, id)).toEqual(['Between us.'])
})

test('[P10] a thread takes so many letters and no more: a flood in it does not reach the others; what is there may come again and be changed', async () => {
  const { ed, lex, id } = await atTheDesk()
  const { asks } = lex
  const thread = remark('The first.')
  await opens(asks, id, thread)
  const long = 'x'.repeat(9_990)
  let last = ''
  for (let n = 0; n < 20; n++) {
    last = madeId()
    expect((await replies(asks, id, thread.id, long, last)).status).toBe(201)
  }
  const refused = await replies(asks, id, thread.id, long)
  expect([refused.status, refused.problem]).toEqual([409, 'thread-full'])
  expect((await threadsFor(ed.asks, id))[0]!.comments).toHaveLength(21)
  expect((await replies(asks, id, thread.id, long, last)).status).toBe(201)
  const at = `/api/stories/${id}/threads/${thread.id}/comments/${thread.commentId}`
  expect((await asks('PATCH', at, { json: { text: long } })).problem).toBe('thread-full')
  expect((await asks('PATCH', at, { json: { text: 'Shorter.' } })).status).toBe(200)
})

test('[P10] a story takes so many threads and no more; a comment that comes again, and replies, are taken all the same', async () => {
  const { desk, ed, id } = await atTheDesk()
  const first = remark('The first.')
  await opens(ed.asks, id, first)
  const row = await desk.db.selectFrom('threads').selectAll().executeTakeFirstOrThrow()
  for (let made = 1; made < MOST_THREADS; made += 100)
    await desk.db
      .insertInto('threads')
      .values(Array.from({ length: Math.min(100, MOST_THREADS - made) }, (_none, i) => ({ ...row, id: `t${made + i}` })))
      .execute()
  const refused = await opens(ed.asks, id, remark('One too many.'))
  expect([refused.status, refused.problem]).toEqual([409, 'too-many-threads'])
  expect(refused.text).toContain('2,000 threads')
  expect((await opens(ed.asks, id, first)).status).toBe(201)
  expect((await replies(ed.asks, id, first.id, 'A reply.')).status).toBe(201)
  await ed.asks('DELETE', `/api/stories/${id}/threads/${first.id}/comments/${first.commentId}`)
  const { comments } = (await threadsFor(ed.asks, id)).find((one) => one.id === first.id)!
  await ed.asks('DELETE', `/api/stories/${id}/threads/${first.id}/comments/${comments.at(-1)!.id}`)
  expect((await opens(ed.asks, id, remark('In its place.'))).status).toBe(201)
})

test('[P10] what is no thread is refused with the field that does not fit', async () => {
  const { ed, id } = await atTheDesk()
  for (const wrong of [
    { text: '' },
    { id: '__proto__' },
    { id: '' },
    { text: '\ud83d' },
    { kind: 'rumour' },
    { place: { of: 'moon' } },
  ])
    expect((await opens(ed.asks, id, { ...remark('Fine.'), ...(wrong as object) })).problem).toBe('invalid-field')
  expect(await threadsFor(ed.asks, id)).toEqual([])
})
