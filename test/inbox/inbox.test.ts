import { serve } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { shareStory } from '../../db/stories.ts'
import { notify } from '../../server/inbox/notify.ts'
import type { Inbox, InboxItem, InboxMessage, InboxSettings } from '../../shared/inbox.ts'
import { pathOf, sayItem } from '../../shared/inbox-words.ts'
import { mentionsIn, shortened } from '../../shared/mentions.ts'
import { madeId, opens, remark } from '../review/desk.ts'
import type { Scene } from '../routes/scene.ts'
import { at, comments, happens, inbox, kinds, newsdesk, replies } from './happens.ts'

/** What a window of this person is told. */
async function aWindow(room: Scene, cookie: string): Promise<{ next(): Promise<InboxMessage> }> {
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: room.app.fetch, port: 0, hostname: '127.0.0.1', websocket: { server: room.wss } }, (info) =>
      resolve(info.port),
    )
    onTestFinished(() => void server.close())
  })
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live/inbox`, { headers: { cookie } })
  onTestFinished(() => socket.terminate())
  const told: InboxMessage[] = []
  const waiting: ((message: InboxMessage) => void)[] = []
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as InboxMessage
    const first = waiting.shift()
    if (first) first(message)
    else told.push(message)
  })
  const next = (): Promise<InboxMessage> => {
    const first = told.shift()
    return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve))
  }
  return { next }
}

describe('an inbox', () => {
  test('says what happened, by whom, in which story and where it leads; a new name is in it at once', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const text = `${at(ben.person)}, ask ${at(ana.person)} and @[nobody]`
    const thread = await comments(ana.asks, story.id, text, { quote: 'the tide' })
    const [item] = (await inbox(ben.asks)).items
    expect(item).toMatchObject({
      kind: 'mention',
      by: { name: 'Ana' },
      story: { headline: 'The harbour' },
      words: '@Ben, ask @Ana and @somebody',
      quote: 'the tide',
      read: false,
    })
    expect(sayItem(item!)).toBe('Ana mentioned you')
    expect(pathOf(item!)).toBe(`/desk/story/${story.id}#thread-${thread.id}`)
    const owner = await room.person('Oda', 'owner')
    await owner.asks('PATCH', `/api/people/${ana.person.id}`, { json: { name: 'Anna' } })
    expect((await inbox(ben.asks)).items[0]).toMatchObject({ by: { name: 'Anna' }, words: '@Ben, ask @Anna and @somebody' })
  })

  test('of one comment one hears once: that one is asked to look, or is named, before that somebody replied', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const cem = await room.person('Cem', 'checker')
    const thread = await comments(ana.asks, story.id, `${at(ben.person)} ${at(ana.person)}, the year?`, {
      assignTo: ben.person.id,
    })
    expect(await kinds(ben.asks)).toEqual(['assignment'])
    room.clock.pass(1000)
    await replies(ben.asks, story.id, thread.id, 'It is 1954.')
    room.clock.pass(1000)
    await replies(cem.asks, story.id, thread.id, `So says the log, ${at(ana.person)}.`)
    // Nobody hears of their own doing; who has a part in the thread hears of a reply.
    expect((await inbox(ana.asks)).items.map((item) => [item.kind, item.by?.name])).toEqual([
      ['mention', 'Cem'],
      ['reply', 'Ben'],
    ])
    expect(await kinds(ben.asks)).toEqual(['reply', 'assignment'])
    expect(await kinds(cem.asks)).toEqual([])
  })

  test('a page that sends again, and words that are mended, tell nobody twice; somebody named only then is told', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const cem = await room.person('Cem', 'checker')
    const first = remark(`${at(ben.person)}, look.`)
    await opens(ana.asks, story.id, first)
    await opens(ana.asks, story.id, first)
    const said = madeId()
    for (let i = 0; i < 2; i++) await replies(ana.asks, story.id, first.id, `${at(ben.person)}, again.`, said)
    const text = `${at(ben.person)} and ${at(cem.person)}, again.`
    await ana.asks('PATCH', `/api/stories/${story.id}/threads/${first.id}/comments/${said}`, { json: { text } })
    expect(await kinds(ben.asks)).toEqual(['mention', 'mention'])
    expect(await kinds(cem.asks)).toEqual(['mention'])
    // Asked anew is new.
    room.clock.pass(1000)
    for (const assignTo of [cem.person.id, ben.person.id, cem.person.id])
      await ana.asks('PATCH', `/api/stories/${story.id}/threads/${first.id}`, { json: { assignTo } })
    expect(await kinds(cem.asks)).toEqual(['assignment', 'assignment', 'mention'])
  })

  test('[P3] tells nothing of what one may not see: another’s story, a legal thread, a right that has ended', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const [gus, lee] = [await room.person('Gus', 'guest'), await room.person('Lee', 'owner')]
    const everybody = [ben, gus, lee].map(({ person }) => at(person)).join(' ')
    await comments(ana.asks, story.id, `${everybody}: can he sue?`, { kind: 'legal' })
    expect(await kinds(ben.asks)).toEqual([])
    expect(await kinds(gus.asks)).toEqual([])
    expect(await kinds(lee.asks)).toEqual(['mention'])
    // Not by an item's id either.
    const [theirs] = (await inbox(lee.asks)).items
    for (const { asks } of [gus, ben])
      expect(await asks('PATCH', `/api/inbox/${theirs!.id}`, { json: { read: true } })).toMatchObject({ problem: 'no-item' })
    expect((await inbox(lee.asks)).unread).toBe(1)

    await shareStory(room.db, story.id, gus.person.id)
    const open = await comments(ana.asks, story.id, `${everybody}: and the year?`)
    expect(await kinds(gus.asks)).toEqual(['mention'])
    await room.db.deleteFrom('story_people').execute()
    expect(await inbox(gus.asks)).toEqual({ items: [], unread: 0, more: false })

    // A thread that becomes legal is no longer told of; nor is a comment whose words were taken back.
    expect(await kinds(ben.asks)).toEqual(['mention'])
    await ana.asks('PATCH', `/api/stories/${story.id}/threads/${open.id}`, { json: { kind: 'legal' } })
    expect(await inbox(ben.asks)).toEqual({ items: [], unread: 0, more: false })
    await ana.asks('PATCH', `/api/stories/${story.id}/threads/${open.id}`, { json: { kind: 'remark' } })
    expect(await kinds(ben.asks)).toEqual(['mention'])
    await ana.asks('DELETE', `/api/stories/${story.id}/threads/${open.id}/comments/${open.comments[0]!.id}`)
    expect(await inbox(ben.asks)).toEqual({ items: [], unread: 0, more: false })
    expect(await room.stranger('GET', '/api/inbox')).toMatchObject({ status: 401 })
  })

  test('tells of no story that was deleted, until it is back', async () => {
    const { ana, ben, story } = await newsdesk()
    await comments(ana.asks, story.id, at(ben.person))
    await ana.asks('DELETE', `/api/stories/${story.id}`)
    expect(await inbox(ben.asks)).toEqual({ items: [], unread: 0, more: false })
    await ana.asks('POST', `/api/stories/${story.id}/restore`)
    expect((await inbox(ben.asks)).unread).toBe(1)
  })

  test('is read by piece, where it is looked at, or up to a time: what came in since stays unread', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const threads = []
    for (let i = 0; i < 4; i++) {
      threads.push(await comments(ana.asks, story.id, at(ben.person)))
      room.clock.pass(1000)
    }
    const { items } = await inbox(ben.asks)
    expect((await ben.asks<InboxItem>('PATCH', `/api/inbox/${items[3]!.id}`, { json: { read: true } })).body.read).toBe(true)
    await ben.asks('POST', `/api/stories/${story.id}/threads/${threads[1]!.id}/read`)
    expect((await inbox(ben.asks)).items.map(({ read }) => read)).toEqual([false, false, true, true])
    expect((await ben.asks('POST', '/api/inbox/read-all', { json: { until: items[1]!.at } })).body).toEqual({ unread: 1 })
    await ben.asks('PATCH', `/api/inbox/${items[3]!.id}`, { json: { read: false } })
    expect((await inbox(ben.asks)).items.map(({ read }) => read)).toEqual([false, true, true, false])
  })

  test('is given a page at a time, the newest first', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const by = ana.person.id
    for (let i = 0; i < 50; i++)
      await happens(room, {
        kind: 'accepted',
        key: `d${i}`,
        storyId: story.id,
        by,
        to: [ben.person.id],
        changes: i,
        words: '',
        quote: '',
      })
    const first = await inbox(ben.asks)
    const rest = (await ben.asks<Inbox>('GET', `/api/inbox?before=${first.items.at(-1)!.id}`)).body
    expect([first.items.length, first.more, first.unread]).toEqual([40, true, 50])
    expect([rest.items.length, rest.more]).toEqual([10, false])
    expect(new Set([...first.items, ...rest.items].map(({ changes }) => changes)).size).toBe(50)
    // A colleague's item is no bookmark of mine.
    expect((await ana.asks<Inbox>('GET', `/api/inbox?before=${rest.items[0]!.id}`)).body.items).toEqual([])
  })

  test('says of decisions and stages what was decided, and moved where', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const to = { storyId: story.id, by: ana.person.id, to: [ben.person.id, ana.person.id] }
    await happens(room, { kind: 'rejected', key: 'd1', ...to, changes: 1, words: 'Takes out “very”.', quote: 'very' })
    room.clock.pass(1)
    await happens(room, { kind: 'accepted', key: 'd2', ...to, changes: 3, words: '', quote: '' })
    room.clock.pass(1)
    await happens(room, { kind: 'stage', key: 's1', ...to, stage: 'editing' })
    expect((await inbox(ben.asks)).items.map(sayItem)).toEqual([
      'Ana moved it to editing',
      'Ana accepted 3 suggestions of yours',
      'Ana rejected a suggestion of yours',
    ])
  })

  test('hears nothing of a muted story until it is unmuted', async () => {
    const { ana, ben, story } = await newsdesk()
    expect((await ben.asks('PUT', `/api/inbox/muted/${story.id}`)).status).toBe(204)
    await comments(ana.asks, story.id, at(ben.person))
    expect(await kinds(ben.asks)).toEqual([])
    const settings = (await ben.asks<InboxSettings>('GET', '/api/inbox/settings')).body
    expect(settings.muted).toEqual([{ id: story.id, headline: 'The harbour' }])
    await ben.asks('DELETE', `/api/inbox/muted/${story.id}`)
    await comments(ana.asks, story.id, at(ben.person))
    expect(await kinds(ben.asks)).toEqual(['mention'])
    expect(await ben.asks('PUT', '/api/inbox/muted/elsewhere')).toMatchObject({ problem: 'no-story' })
  })

  test('is told live to every window of its person, and to no other', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const one = await aWindow(room, ben.cookie)
    expect(await one.next()).toEqual({ unread: 0, item: null })
    const two = await aWindow(room, ben.cookie)
    // A window that comes is told how much there is, and so is the other: no harm done.
    for (const window of [one, two]) expect(await window.next()).toEqual({ unread: 0, item: null })
    const anas = await aWindow(room, ana.cookie)
    expect(await anas.next()).toEqual({ unread: 0, item: null })
    await comments(ana.asks, story.id, at(ben.person))
    for (const window of [one, two]) expect(await window.next()).toMatchObject({ unread: 1, item: { kind: 'mention' } })
    const [item] = (await inbox(ben.asks)).items
    await ben.asks('PATCH', `/api/inbox/${item!.id}`, { json: { read: true } })
    for (const window of [one, two]) expect(await window.next()).toEqual({ unread: 0, item: null })
    // Had Ana's window been told of Ben's, this would not be its first word.
    await comments(ben.asks, story.id, at(ana.person))
    expect(await anas.next()).toMatchObject({ unread: 1, item: { by: { name: 'Ben' } } })
  })

  test('[P1] nothing is told of what was rolled back', async () => {
    const { room, ana, ben, story } = await newsdesk()
    const stage = { kind: 'stage', key: 's1', storyId: story.id, by: ana.person.id, to: [ben.person.id], stage: 'filed' } as const
    await expect(
      room.db.transaction().execute(async (trx) => {
        expect(await notify(room.desk, trx, [stage])).toHaveLength(1)
        throw new Error('the stage could not be written')
      }),
    ).rejects.toThrow('could not be written')
    expect(await kinds(ben.asks)).toEqual([])
  })

  test('[P10] settings take only what makes sense', async () => {
    const { ben } = await newsdesk()
    for (const json of [{ mail: 'often' }, { dailyAt: '24:00' }, { dailyAt: '8' }, { zone: 'Moon/Base' }])
      expect(await ben.asks('PATCH', '/api/inbox/settings', { json }), JSON.stringify(json)).toMatchObject({
        problem: 'invalid-field',
      })
    const changed = await ben.asks('PATCH', '/api/inbox/settings', {
      json: { mail: 'daily', dailyAt: '07:30', zone: 'Europe/Berlin' },
    })
    expect(changed.body).toEqual({ mail: 'daily', dailyAt: '07:30', zone: 'Europe/Berlin', canMail: false, muted: [] })
  })
})

test('mentions are found once each, and cut off nowhere in the middle', () => {
  expect(mentionsIn('@[a] and @[b], @[a]; not @ [c] nor a@b')).toEqual(['a', 'b'])
  expect(shortened(`${'x'.repeat(398)}@[somebody] more`)).toBe(`${'x'.repeat(398)}…`)
  expect(shortened('😀'.repeat(500))).toBe(`${'😀'.repeat(400)}…`)
})
