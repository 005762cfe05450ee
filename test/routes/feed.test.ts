import { serve } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import type { DeskMessage } from '../../shared/api.ts'
import { CLOSE, HEARTBEAT_MS } from '../../shared/protocol.ts'
import { shareStory } from '../../db/stories.ts'
import { newStory, scene, type Scene } from './scene.ts'

const GATHER = 150

/** An open desk: what it was told, one after the other. */
type OpenDesk = {
  next(): Promise<DeskMessage>
  list(): Promise<string[]>
  /** An empty text came. */
  beaten: Promise<void>
  closed: Promise<number>
  socket: WebSocket
}

async function desks(room: Scene): Promise<(cookie?: string, origin?: string) => OpenDesk> {
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: room.app.fetch, port: 0, hostname: '127.0.0.1', websocket: { server: room.wss } }, (info) =>
      resolve(info.port),
    )
    onTestFinished(() => void server.close())
  })
  return (cookie, origin) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, {
      headers: { ...(cookie === undefined ? {} : { cookie }), ...(origin === undefined ? {} : { origin }) },
    })
    onTestFinished(() => socket.terminate())
    const told: DeskMessage[] = []
    const waiting: ((message: DeskMessage) => void)[] = []
    let beat = () => {}
    const beaten = new Promise<void>((resolve) => (beat = resolve))
    socket.on('message', (data: Buffer) => {
      if (data.length === 0) return beat()
      const message = JSON.parse(data.toString()) as DeskMessage
      const first = waiting.shift()
      if (first) first(message)
      else told.push(message)
    })
    const closed = new Promise<number>((resolve, reject) => {
      socket.on('close', resolve)
      socket.on('error', (error) => {
        const refused = /Unexpected server response: (\d+)/.exec(error.message)
        if (refused) resolve(Number(refused[1]))
        else reject(error)
      })
    })
    const next = () => {
      const first = told.shift()
      return first ? Promise.resolve(first) : new Promise<DeskMessage>((resolve) => waiting.push(resolve))
    }
    return {
      next,
      beaten,
      closed,
      socket,
      async list() {
        const message = await next()
        return 'stories' in message ? message.stories.map(({ headline }) => headline).sort() : [JSON.stringify(message)]
      },
    }
  }
}

describe('an open desk', () => {
  test('is told the whole list, then each story that changes, once a moment', async () => {
    const room = await scene()
    const open = await desks(room)
    const ana = await room.person('Ana', 'editor')
    const story = await newStory(ana.asks, { headline: 'First' })
    const desk = open(ana.cookie)
    expect(await desk.list()).toEqual(['First'])

    for (const headline of ['Second', 'Third', 'Fourth'])
      await ana.asks('PATCH', `/api/stories/${story.id}`, { json: { headline } })
    room.clock.pass(GATHER)
    expect(await desk.next()).toMatchObject({ story: { id: story.id, headline: 'Fourth', editedBy: { name: 'Ana' } } })

    await ana.asks('DELETE', `/api/stories/${story.id}`)
    room.clock.pass(GATHER)
    // Had the three changes been told one by one, this would not be the next word.
    expect(await desk.next()).toEqual({ gone: story.id })
    await ana.asks('POST', `/api/stories/${story.id}/restore`)
    room.clock.pass(GATHER)
    expect(await desk.next()).toMatchObject({ story: { headline: 'Fourth' } })
  })

  test('of a guest hears only of the stories shared with them', async () => {
    const room = await scene()
    const open = await desks(room)
    const [ana, gus] = [await room.person('Ana', 'owner'), await room.person('Gus', 'guest')]
    const [theirs, other] = [await newStory(ana.asks, { headline: 'Theirs' }), await newStory(ana.asks, { headline: 'Other' })]
    const desk = open(gus.cookie)
    expect(await desk.list()).toEqual([])

    await shareStory(room.db, theirs.id, gus.person.id)
    await room.desk.feed.rightsChanged()
    expect(await desk.list()).toEqual(['Theirs'])

    await ana.asks('PATCH', `/api/stories/${other.id}`, { json: { headline: 'Other still' } })
    await ana.asks('DELETE', `/api/stories/${other.id}`)
    await ana.asks('PATCH', `/api/stories/${theirs.id}`, { json: { headline: 'Theirs still' } })
    room.clock.pass(GATHER)
    expect(await desk.next()).toMatchObject({ story: { headline: 'Theirs still' } })
    await ana.asks('DELETE', `/api/stories/${theirs.id}`)
    room.clock.pass(GATHER)
    expect(await desk.next()).toEqual({ gone: theirs.id })
  })

  test('a new role shows at once what it may see', async () => {
    const room = await scene()
    const open = await desks(room)
    const [ana, gus] = [await room.person('Ana', 'owner'), await room.person('Gus', 'guest')]
    await newStory(ana.asks, { headline: 'Inside' })
    const desk = open(gus.cookie)
    expect(await desk.list()).toEqual([])
    await ana.asks('PATCH', `/api/people/${gus.person.id}`, { json: { role: 'checker' } })
    expect(await desk.list()).toEqual(['Inside'])
    await ana.asks('PATCH', `/api/people/${gus.person.id}`, { json: { role: 'guest' } })
    expect(await desk.list()).toEqual([])
  })

  test('hears from the server also when nothing changes, so that a silent line is known to be cut', async () => {
    const room = await scene()
    const open = await desks(room)
    const desk = open((await room.person('Ana', 'editor')).cookie)
    await desk.list()
    room.clock.pass(HEARTBEAT_MS)
    await desk.beaten
  })

  test('hears that people have changed', async () => {
    const room = await scene()
    const open = await desks(room)
    const ana = await room.person('Ana', 'owner')
    const desk = open(ana.cookie)
    await desk.list()
    await ana.asks('PATCH', `/api/people/${ana.person.id}`, { json: { name: 'Anna' } })
    room.clock.pass(GATHER)
    expect(await desk.next()).toEqual({ people: true })
  })

  test('is closed the moment its sign-in ends, and only it', async () => {
    const room = await scene()
    const open = await desks(room)
    const [ana, ben] = [await room.person('Ana', 'owner'), await room.person('Ben', 'writer')]
    const [anas, bens] = [open(ana.cookie), open(ben.cookie)]
    await Promise.all([anas.list(), bens.list()])
    await ana.asks('DELETE', `/api/people/${ben.person.id}`)
    expect(await bens.closed).toBe(CLOSE.signedOut)
    expect(anas.socket.readyState).toBe(WebSocket.OPEN)
    await ana.asks('DELETE', '/api/session')
    expect(await anas.closed).toBe(CLOSE.signedOut)
  })

  test('without a sign-in is accepted and closed with the reason', async () => {
    const open = await desks(await scene())
    expect(await open().closed).toBe(CLOSE.signedOut)
    expect(await open('copydesk=made-up').closed).toBe(CLOSE.signedOut)
  })

  test('[AUT-03] is refused to the page of another site', async () => {
    const room = await scene()
    const open = await desks(room)
    const ana = await room.person('Ana', 'owner')
    for (const origin of ['https://evil.example', 'null', 'https://127.0.0.1.evil.example'])
      expect(await open(ana.cookie, origin).closed, origin).toBe(403)
  })

  test('[DOS-08] thirty windows are one person’s share; a colleague has their own', async () => {
    const room = await scene()
    const open = await desks(room)
    const [ana, ben] = [await room.person('Ana', 'owner'), await room.person('Ben', 'writer')]
    const many = Array.from({ length: 30 }, () => open(ana.cookie))
    await Promise.all(many.map((desk) => desk.list()))
    expect(await open(ana.cookie).closed).toBe(CLOSE.tooMany)
    expect(await open(ben.cookie).list()).toEqual([])
    many[0]!.socket.close()
    await many[0]!.closed
    // Its place is free again.
    expect(await open(ana.cookie).list()).toEqual([])
  })

  test('that talks is closed, whatever it says; the others never notice', async () => {
    const room = await scene()
    const open = await desks(room)
    const [ana, ben] = [await room.person('Ana', 'owner'), await room.person('Ben', 'writer')]
    const [anas, bens] = [open(ana.cookie), open(ben.cookie)]
    await Promise.all([anas.list(), bens.list()])
    for (let i = 0; i < 100; i++) bens.socket.send('{"stories":[]}')
    expect(await bens.closed).toBe(CLOSE.tooMany)
    const big = open(ben.cookie)
    await big.list()
    big.socket.send(Buffer.alloc(4 * 1024 * 1024))
    expect(await big.closed).toBe(CLOSE.tooMany)
    await newStory(ana.asks, { headline: 'Still here' })
    room.clock.pass(GATHER)
    expect(await anas.next()).toMatchObject({ story: { headline: 'Still here' } })
  })

  test('that gives no sign of life is let go', async () => {
    const room = await scene()
    const open = await desks(room)
    const ana = await room.person('Ana', 'owner')
    const desk = open(ana.cookie)
    await desk.list()
    // Two beats pass before a pong can come back.
    room.clock.pass(25_000)
    room.clock.pass(25_000)
    expect(await desk.closed).toBe(1006)
  })
})
