import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { DATABASE_FILE } from '../../db/open.ts'
import type { Decided, Fork, Hunk } from '../../shared/review.ts'
import { bodyOf } from '../../shared/story.ts'
import { Random } from '../random.ts'
import { ServerProcess } from '../server-process.ts'
import { plainText } from '../wire.ts'

const ROUNDS = Math.ceil(Number(process.env.KILLS ?? 30) / 10)

let server: ServerProcess
let cookie: string
let storyId: string

beforeAll(async () => {
  server = await ServerProcess.start()
  cookie = await server.setUp()
  storyId = await server.newStory(cookie, 'The deckhand who stopped the boats')
})
afterAll(() => server.close())

async function asks<T>(method: string, what: string, json?: unknown): Promise<T> {
  const answer = await fetch(`${server.origin}/api/stories/${storyId}/${what}`, {
    method,
    headers: { cookie, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

const hunks = async (): Promise<Hunk[]> => (await asks<{ hunks: Hunk[] }>('GET', 'suggestions')).hunks

/** The story, or a fork of it, as it is on disk. */
function wordsOnDisk(id: string): string[] {
  const disk = new SQLite(join(server.folder, DATABASE_FILE), { readonly: true })
  const rows = disk.prepare('select bytes from updates where story_id = ? order by seq').all(id) as { bytes: Uint8Array }[]
  disk.close()
  const ydoc = new Y.Doc()
  ydoc.transact(() => {
    for (const { bytes } of rows) Y.applyUpdate(ydoc, bytes)
  })
  return bodyOf(ydoc).toArray().map(plainText).join(' ').match(/w\d+x/g) ?? []
}

test(`[P1] SIGKILL at ${ROUNDS} random moments of accepting: each change is in the story once, or is still suggested, never both`, async () => {
  const fork = await asks<Fork>('POST', 'fork')
  const ydoc = new Y.Doc()
  const provider = new WebsocketProvider(`ws://127.0.0.1:${server.port}/sync`, fork.id, ydoc, {
    disableBc: true,
    maxBackoffTime: 200,
    WebSocketPolyfill: class extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie } })
      }
    } as never,
  })
  const synced = () => expect.poll(() => provider.synced, { timeout: 20_000, interval: 20 }).toBe(true)
  const typed: string[] = []
  const promised: string[] = []
  await synced()
  for (let round = 1; round <= ROUNDS; round++) {
    const random = new Random(round)
    const paragraph = bodyOf(ydoc).get(0) as Y.XmlElement
    for (let i = 0; i < 4; i++) {
      const word = `w${typed.length}x`
      typed.push(word)
      // Apart from each other, so that each is a change of its own.
      ;(paragraph.get(0) as Y.XmlText).insert(0, `${word}, and then. `)
    }
    await expect.poll(async () => (await hunks()).some(({ now }) => now.includes(typed.at(-1)!)), { timeout: 20_000 }).toBe(true)
    const open = await hunks()
    const accepting = asks<Decided>('POST', 'suggestions', { decision: 'accept', hunks: open.map(({ id }) => id) }).then(
      ({ done }) => done,
      (): string[] => [],
    )
    const soon = random.below(3)
    for (let turn = 0; turn < soon; turn++) await new Promise((resolve) => setImmediate(resolve))
    if (random.chance(30)) await accepting
    await server.kill()
    const done = await accepting
    for (const { id, now } of open) if (done.includes(id)) promised.push(...(now.match(/w\d+x/g) ?? []))
    await server.begin()
    await synced()
    const story = wordsOnDisk(storyId)
    const suggested = (await hunks()).flatMap(({ now }) => now.match(/w\d+x/g) ?? [])
    expect(new Set(story).size).toBe(story.length)
    expect(promised.filter((word) => !story.includes(word))).toEqual([])
    expect(suggested.filter((word) => story.includes(word))).toEqual([])
    expect(typed.filter((word) => !story.includes(word) && !suggested.includes(word))).toEqual([])
  }
  provider.destroy()
}, 600_000)
