import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import * as decoding from 'lib0/decoding'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { DATABASE_FILE } from '../../db/open.ts'
import { MESSAGE_SAVED, MESSAGE_SYNC, SYNC_STEP_1 } from '../../shared/protocol.ts'
import { bodyOf } from '../../shared/story.ts'
import { Random } from '../random.ts'
import { ServerProcess } from '../server-process.ts'
import { plainText } from '../wire.ts'

const ROUNDS = Number(process.env.KILLS ?? 30)

let server: ServerProcess
let cookie: string
let storyId: string

beforeAll(async () => {
  server = await ServerProcess.start()
  cookie = await server.setUp()
  storyId = await server.newStory(cookie, 'The deckhand who stopped the boats')
})
afterAll(() => server.close())

/** A stock y-websocket client that remembers what it was promised and what it was shown. */
class Typist {
  readonly ydoc = new Y.Doc()
  readonly provider: WebsocketProvider
  sent: Uint8Array[] = []
  acked = 0
  /** Own updates that the server called saved. */
  promised: Uint8Array[] = []
  /** Updates of others that this client was shown. */
  shown: Uint8Array[] = []

  constructor() {
    const begin = () => {
      this.sent = []
      this.acked = 0
    }
    const sends = (update: Uint8Array) => this.sent.push(update)
    this.provider = new WebsocketProvider(`ws://127.0.0.1:${server.port}/sync`, storyId, this.ydoc, {
      disableBc: true,
      maxBackoffTime: 200,
      WebSocketPolyfill: class extends WebSocket {
        constructor(url: string) {
          super(url, { headers: { cookie } })
          begin()
        }
        override send(data: Uint8Array) {
          if (data[0] === MESSAGE_SYNC && data[1] !== SYNC_STEP_1) {
            const decoder = decoding.createDecoder(data.subarray(2))
            sends(decoding.readVarUint8Array(decoder))
          }
          super.send(data)
        }
      } as never,
    })
    this.provider.messageHandlers[MESSAGE_SAVED] = (_encoder: unknown, decoder: decoding.Decoder) => {
      const count = decoding.readVarUint(decoder)
      this.promised.push(...this.sent.slice(this.acked, count))
      this.acked = count
    }
    this.ydoc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === this.provider) this.shown.push(update)
    })
  }

  types(random: Random, word: string): void {
    const body = bodyOf(this.ydoc)
    if (body.length === 0) return
    this.ydoc.transact(() => {
      const paragraph = body.get(random.below(body.length)) as Y.XmlElement
      let text = paragraph.get(0)
      if (!(text instanceof Y.XmlText)) {
        text = new Y.XmlText()
        paragraph.insert(0, [text])
      }
      if (random.chance(20) && text.length > 10) text.delete(random.below(text.length - 4), 4)
      else text.insert(random.below(text.length + 1), `${word} `)
    })
  }

  async synced(): Promise<void> {
    if (this.provider.synced) return
    await new Promise<void>((resolve) => {
      const heard = (synced: boolean) => {
        if (!synced) return
        this.provider.off('sync', heard)
        resolve()
      }
      this.provider.on('sync', heard)
    })
  }
}

function onDisk(): Y.Doc {
  const disk = new SQLite(join(server.folder, DATABASE_FILE), { readonly: true })
  const rows = disk.prepare('select bytes from updates where story_id = ? order by seq').all(storyId) as { bytes: Uint8Array }[]
  disk.close()
  const ydoc = new Y.Doc()
  ydoc.transact(() => {
    for (const { bytes } of rows) Y.applyUpdate(ydoc, bytes)
  })
  return ydoc
}

/** How many of these updates bring something that the disk does not have. */
function notOnDisk(updates: readonly Uint8Array[]): number {
  const disk = onDisk()
  const before = Y.snapshot(disk)
  let missing = 0
  for (const update of updates) {
    Y.applyUpdate(disk, update)
    if (!Y.equalSnapshots(before, Y.snapshot(disk))) {
      missing += 1
      break
    }
  }
  return missing
}

test(`[P1] [P2] SIGKILL at ${ROUNDS} random moments of typing: 0 acknowledged and 0 already-shown edits lost, and everybody heals`, async () => {
  const typists = [new Typist(), new Typist(), new Typist()]
  await Promise.all(typists.map((typist) => typist.synced()))
  let lost = 0
  let promised = 0
  let shown = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const random = new Random(round)
    const keys = 20 + random.below(200)
    for (let key = 0; key < keys; key++) {
      random.pick(typists).types(random, `r${round}k${key}`)
      // Lets the sockets breathe, so that the kill falls anywhere between a key and its way to the others.
      if (random.chance(60)) await new Promise((resolve) => setImmediate(resolve))
    }
    await server.kill()
    for (const typist of typists) {
      promised += typist.promised.length
      shown += typist.shown.length
      lost += notOnDisk([...typist.promised, ...typist.shown])
      typist.promised = []
      typist.shown = []
    }
    await server.begin()
    await Promise.all(typists.map((typist) => typist.synced()))
  }
  expect({ lost }).toEqual({ lost: 0 })
  expect(promised).toBeGreaterThan(ROUNDS)
  expect(shown).toBeGreaterThan(ROUNDS)

  // Whatever was still only with its writer is on its way again: wait until all three agree with the disk.
  const text = (ydoc: Y.Doc) => bodyOf(ydoc).toArray().map(plainText).join('|')
  await expect
    .poll(() => new Set([...typists.map(({ ydoc }) => text(ydoc)), text(onDisk())]).size, { timeout: 20_000, interval: 50 })
    .toBe(1)
  for (const { provider } of typists) provider.destroy()
}, 600_000)
