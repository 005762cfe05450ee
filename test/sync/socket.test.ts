import { shareStory } from '../../db/stories.ts'
import { createAdaptorServer } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { CLOSE, MESSAGE_SYNC, SYNC_STEP_1 } from '../../shared/protocol.ts'
import { SCHEMA } from '../../shared/schema.ts'
import { TestNewsroom, type SignedInPerson } from '../newsroom.ts'

let desk: TestNewsroom
let server: ReturnType<typeof createAdaptorServer>
let port: number
let ana: SignedInPerson
let storyId: string

beforeEach(async () => {
  desk = await TestNewsroom.open()
  server = createAdaptorServer({ fetch: desk.room.app.fetch, websocket: { server: desk.room.wss } })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  ana = await desk.person('Ana')
  storyId = await desk.story(['The harbour was quiet.'])
})
afterEach(async () => {
  await desk.close()
  await new Promise((resolve) => server.close(resolve))
})

type Ending = { status?: number; code?: number; first?: Uint8Array }

/** How a knock at the door ends: an HTTP status, a close code, or the first message. */
async function knock(path: string, headers: Record<string, string>, send?: Uint8Array | string): Promise<Ending> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, answer) => resolve({ status: answer.statusCode! }))
    socket.on('error', () => {})
    socket.on('open', () => {
      if (send !== undefined) socket.send(send)
    })
    socket.on('message', (data: Buffer) => {
      if (send !== undefined) return
      resolve({ first: data })
      socket.terminate()
    })
    socket.on('close', (code) => resolve({ code }))
  })
}

describe('the door of a story', () => {
  test('a person with a cookie is greeted with sync step 1', async () => {
    const { first } = await knock(`/sync/${storyId}`, { cookie: ana.cookie })
    expect([first![0], first![1]]).toEqual([MESSAGE_SYNC, SYNC_STEP_1])
  })

  test.each(['https://evil.example', 'null', 'http://news.example.evil.com', 'http://127.0.0.1.evil.example', 'file://'])(
    '[P10] AUT-03 a page of another site (%s) is refused before it can use the cookie',
    async (origin) => {
      expect(await knock(`/sync/${storyId}`, { cookie: ana.cookie, origin })).toEqual({ status: 403 })
      expect(await knock('/live', { cookie: ana.cookie, origin })).toEqual({ status: 403 })
    },
  )

  test('our own page is let in', async () => {
    const { first } = await knock(`/sync/${storyId}`, { cookie: ana.cookie, origin: `http://127.0.0.1:${port}` })
    expect(first).toBeDefined()
  })

  test('without a sign-in, or with one that has ended, a stock client is told to stop', async () => {
    expect(await knock(`/sync/${storyId}`, {})).toEqual({ code: CLOSE.signedOut })
    expect(await knock(`/sync/${storyId}`, { cookie: 'copydesk=forged' })).toEqual({ code: CLOSE.signedOut })
    desk.clock.pass(400 * 86_400_000)
    expect(await knock(`/sync/${storyId}`, { cookie: ana.cookie })).toEqual({ code: CLOSE.signedOut })
  })

  test('a story that is not there and one that is not theirs look the same to a guest', async () => {
    const guest = await desk.person('Guest', 'guest')
    expect(await knock('/sync/nowhere', { cookie: guest.cookie })).toEqual({ code: CLOSE.noStory })
    expect(await knock(`/sync/${storyId}`, { cookie: guest.cookie })).toEqual({ code: CLOSE.noStory })
    await shareStory(desk.db, storyId, guest.id)
    expect((await knock(`/sync/${storyId}`, { cookie: guest.cookie })).first).toBeDefined()
  })

  test('[P9] an older page is told to reload before it can write; a script counts as current', async () => {
    expect(await knock(`/sync/${storyId}?schema=${SCHEMA - 1}`, { cookie: ana.cookie })).toEqual({ code: CLOSE.olderClient })
    expect(await knock(`/sync/${storyId}?schema=nonsense`, { cookie: ana.cookie })).toEqual({ code: CLOSE.olderClient })
    expect((await knock(`/sync/${storyId}?schema=${SCHEMA}`, { cookie: ana.cookie })).first).toBeDefined()
  })

  test('[P10] DOS-12 a text message or an oversized frame closes its socket, for good when sending it again would not help; the server goes on', async () => {
    expect(await knock(`/sync/${storyId}`, { cookie: ana.cookie }, 'hello')).toEqual({ code: CLOSE.badMessage })
    expect(await knock(`/sync/${storyId}`, { cookie: ana.cookie }, new Uint8Array(3 * 1024 * 1024))).toEqual({
      code: CLOSE.tooLarge,
    })
    expect(await knock(`/sync/${storyId}`, { cookie: ana.cookie }, new Uint8Array(17 * 1024 * 1024))).toEqual({ code: 1009 })
    expect((await knock(`/sync/${storyId}`, { cookie: ana.cookie })).first).toBeDefined()
  })

  test('[P10] PER-05 DOS-08 a hundred knocks at stories that do not exist leave nothing behind', async () => {
    for (let i = 0; i < 20; i++)
      await Promise.all(Array.from({ length: 20 }, (_, n) => knock(`/sync/none-${i}-${n}`, { cookie: ana.cookie })))
    expect(desk.rooms.size).toBe(0)
    expect(desk.disk.prepare('select count(*) as n from stories').get()).toEqual({ n: 1 })
  })

  test('[P10] DOS-08 one person opens only so many sockets; others come in as before', async () => {
    const open: WebSocket[] = []
    let refused: number | null = null
    for (let i = 0; i < 80 && refused === null; i++) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/sync/${storyId}`, { headers: { cookie: ana.cookie } })
      open.push(socket)
      refused = await new Promise<number | null>((resolve) => {
        socket.on('message', () => resolve(null))
        socket.on('close', (code) => resolve(code))
      })
    }
    expect(refused).toBe(CLOSE.tooMany)
    const ben = await desk.person('Ben')
    expect((await knock(`/sync/${storyId}`, { cookie: ben.cookie })).first).toBeDefined()
    for (const socket of open) socket.terminate()
  })

  test('[P3] a role taken away by a command in another process is felt in the open story', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/sync/${storyId}`, { headers: { cookie: ana.cookie } })
    await new Promise((resolve) => socket.once('message', resolve))
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    const { default: SQLite } = await import('better-sqlite3')
    const other = new SQLite(desk.disk.name)
    other.prepare('delete from sign_ins').run()
    other.close()
    desk.clock.pass(1100)
    expect(await closed).toBe(CLOSE.signedOut)
  })
})
