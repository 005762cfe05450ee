import { serve } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { shareStory } from '../../db/stories.ts'
import type { Inbox, InboxItem, InboxMessage, InboxSettings } from '../../shared/inbox.ts'
import { pathOf, sayItem } from '../../shared/inbox-words.ts'
import { mentionsIn } from '../../shared/mentions.ts'
import { newStory, scene, type Asks, type Scene } from '../routes/scene.ts'
import { happens, mention } from './happens.ts'

const inbox = async (asks: Asks): Promise<Inbox> => (await asks<Inbox>('GET', '/api/inbox')).body
const kinds = async (asks: Asks): Promise<string[]> => (await inbox(asks)).items.map(({ kind }) => kind)

async function people() {
  const room = await scene()
  const [ana, ben] = [await room.person('Ana', 'editor'), await room.person('Ben', 'writer')]
  const story = await newStory(ana.asks, { headline: 'The interview' })
  const said = { by: ana.person.id, to: [ben.person.id], storyId: story.id }
  return { room, ana, ben, story, said }
}

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
  await new Promise((resolve) => socket.once('open', resolve))
  return {
    next: () => {
      const first = told.shift()
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

describe('an inbox', () => {
  test('says what happened, by whom, in which story and where it leads; a new name is in it at once', async () => {
    const { room, ana, ben, said } = await people()
    await happens(room, mention(said, { words: `@[${ben.person.id}], ask @[${ana.person.id}] and @[nobody]` }))
    const [item] = (await inbox(ben.asks)).items
    expect(item).toMatchObject({
      kind: 'mention',
      by: { name: 'Ana' },
      story: { headline: 'The interview' },
      words: '@Ben, ask @Ana and @somebody',
      quote: 'the words',
      read: false,
    })
    expect(sayItem(item!)).toBe('Ana mentioned you')
    expect(pathOf(item!)).toBe(`/desk/story/${item!.story.id}#thread-t1`)
    const owner = await room.person('Oda', 'owner')
    await owner.asks('PATCH', `/api/people/${ana.person.id}`, { json: { name: 'Anna' } })
    expect((await inbox(ben.asks)).items[0]).toMatchObject({ by: { name: 'Anna' }, words: '@Ben, ask @Anna and @somebody' })
    expect(mentionsIn(`@[a] and @[b], @[a]; not @ [c]`)).toEqual(['a', 'b'])
  })

  test('never tells of one’s own doing, nor of one thing twice, and of one comment only the strongest', async () => {
    const { room, ana, ben, said } = await people()
    const to = [ben.person.id, ana.person.id, ben.person.id]
    const key = 'one-comment'
    await happens(room, mention(said, { key, to, kind: 'reply' }), mention(said, { key, to, kind: 'assignment' }))
    await happens(room, mention(said, { key, to, kind: 'mention' }))
    expect(await kinds(ben.asks)).toEqual(['assignment'])
    expect(await inbox(ana.asks)).toEqual({ items: [], unread: 0, more: false })
  })

  test('[P3] tells nothing of what one may not see: another’s story, a legal thread, a deleted story, a right that has ended', async () => {
    const { room, ana, ben, story, said } = await people()
    const [gus, lee] = [await room.person('Gus', 'guest'), await room.person('Lee', 'owner')]
    const to = [gus.person.id, ben.person.id, lee.person.id, 'nobody']
    expect(await happens(room, mention(said, { to, legal: true }))).toBe(1)
    expect(await kinds(lee.asks)).toEqual(['mention'])
    expect(await happens(room, mention(said, { to: [gus.person.id] }))).toBe(0)
    await shareStory(room.db, story.id, gus.person.id)
    expect(await happens(room, mention(said, { to: [gus.person.id] }))).toBe(1)
    expect(await inbox(gus.asks)).toMatchObject({ unread: 1, items: [{ kind: 'mention' }] })
    await room.db.deleteFrom('story_people').execute()
    expect(await inbox(gus.asks)).toEqual({ items: [], unread: 0, more: false })
    // Neither reading it by its id, nor a colleague's.
    const [theirs] = (await inbox(lee.asks)).items
    for (const asks of [gus.asks, ben.asks])
      expect(await asks('PATCH', `/api/inbox/${theirs!.id}`, { json: { read: true } })).toMatchObject({ problem: 'no-item' })
    expect((await inbox(lee.asks)).unread).toBe(1)
    // An owner who is a checker now no longer sees what is legal.
    await lee.asks('PATCH', `/api/people/${ana.person.id}`, { json: { role: 'owner' } })
    await ana.asks('PATCH', `/api/people/${lee.person.id}`, { json: { role: 'checker' } })
    expect(await inbox(lee.asks)).toEqual({ items: [], unread: 0, more: false })
    await happens(room, mention(said))
    await ana.asks('DELETE', `/api/stories/${story.id}`)
    expect(await inbox(ben.asks)).toEqual({ items: [], unread: 0, more: false })
    expect(await room.stranger('GET', '/api/inbox')).toMatchObject({ status: 401 })
  })

  test('is read by piece or up to a time, and what came in since stays unread', async () => {
    const { room, ben, said } = await people()
    for (let i = 0; i < 3; i++) {
      await happens(room, mention(said))
      room.clock.pass(1000)
    }
    const { items } = await inbox(ben.asks)
    expect((await ben.asks<InboxItem>('PATCH', `/api/inbox/${items[2]!.id}`, { json: { read: true } })).body.read).toBe(true)
    const until = items[1]!.at
    expect((await ben.asks('POST', '/api/inbox/read-all', { json: { until } })).body).toEqual({ unread: 1 })
    expect((await inbox(ben.asks)).items.map(({ read }) => read)).toEqual([false, true, true])
    await ben.asks('PATCH', `/api/inbox/${items[2]!.id}`, { json: { read: false } })
    expect((await inbox(ben.asks)).unread).toBe(2)
  })

  test('is given a page at a time, the newest first', async () => {
    const { room, ben, said } = await people()
    for (let i = 0; i < 50; i++) await happens(room, mention(said, { words: `no. ${i}` }))
    const first = await inbox(ben.asks)
    const rest = (await ben.asks<Inbox>('GET', `/api/inbox?before=${first.items.at(-1)!.id}`)).body
    expect([first.items.length, first.more, first.unread]).toEqual([40, true, 50])
    expect([rest.items.length, rest.more]).toEqual([10, false])
    expect(new Set([...first.items, ...rest.items].map(({ words }) => words)).size).toBe(50)
  })

  test('hears nothing of a muted story until it is unmuted', async () => {
    const { room, ben, story, said } = await people()
    expect((await ben.asks('PUT', `/api/inbox/muted/${story.id}`)).status).toBe(204)
    expect(await happens(room, mention(said))).toBe(0)
    const settings = (await ben.asks<InboxSettings>('GET', '/api/inbox/settings')).body
    expect(settings.muted).toEqual([{ id: story.id, headline: 'The interview' }])
    await ben.asks('DELETE', `/api/inbox/muted/${story.id}`)
    expect(await happens(room, mention(said))).toBe(1)
    expect(await ben.asks('PUT', '/api/inbox/muted/elsewhere')).toMatchObject({ problem: 'no-story' })
  })

  test('is told live to every window of its person, and to no other', async () => {
    const { room, ana, ben, said } = await people()
    const [one, two, anas] = [await aWindow(room, ben.cookie), await aWindow(room, ben.cookie), await aWindow(room, ana.cookie)]
    await happens(room, mention(said))
    for (const window of [one, two]) expect(await window.next()).toMatchObject({ unread: 1, item: { kind: 'mention' } })
    const [item] = (await inbox(ben.asks)).items
    await ben.asks('PATCH', `/api/inbox/${item!.id}`, { json: { read: true } })
    for (const window of [one, two]) expect(await window.next()).toEqual({ unread: 0, item: null })
    // Had Ana's window been told of Ben's, this would not be its first word.
    await happens(room, mention({ ...said, by: ben.person.id, to: [ana.person.id] }))
    expect(await anas.next()).toMatchObject({ unread: 1, item: { by: { name: 'Ben' } } })
  })

  test('nothing is told of what was rolled back', async () => {
    const { room, ben, said } = await people()
    const { notify } = await import('../../server/inbox/notify.ts')
    await expect(
      room.db.transaction().execute(async (trx) => {
        await notify(room.desk, trx, [mention(said)])
        throw new Error('the comment could not be written')
      }),
    ).rejects.toThrow('could not be written')
    expect(await kinds(ben.asks)).toEqual([])
  })

  test('[P10] settings take only what makes sense', async () => {
    const { ben } = await people()
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
