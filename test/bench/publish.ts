/**
 * `npx tsx test/bench/publish.ts`: what one press of the button costs the server, with a story of 3,000 words, everything
 * on disk as it is in earnest: from the request to the answer, when readers have it.
 */
import { rmSync } from 'node:fs'
import * as Y from 'yjs'
import { addPerson, addSignIn } from '../../db/people.ts'
import { open } from '../../db/open.ts'
import { wallClock } from '../../server/clock.ts'
import { makeLog } from '../../server/log.ts'
import { newsroom } from '../../server/newsroom.ts'
import { hashOfSecret, newSecret } from '../../server/secrets.ts'
import type { Story } from '../../shared/api.ts'
import type { Edition, EditionPreview } from '../../shared/shapes/editions.ts'
import { bodyOf } from '../../shared/story.ts'
import { newFolder } from '../new-folder.ts'

const PRESSES = 40
const PARAGRAPHS = 60
/** 50 words. */
const WORDS = 'She tied up the last boat at ten and walked home along the wall, and nobody asked her why she did. '
  .repeat(3)
  .slice(0, 270)

const folder = await newFolder()
const db = await open(folder)
const config = { port: 4400, host: 'localhost', dataDir: folder, publicUrl: null, mail: null, demo: false }
const { app, desk, close } = await newsroom({ db, config: config as never, clock: wallClock, log: makeLog('silent') })
await addPerson(db, { id: 'ana', email: 'ana@desk.example', name: 'Ana', role: 'owner', passwordHash: 'none', now: Date.now() })
const secret = newSecret()
await addSignIn(db, { token_hash: hashOfSecret(secret), person_id: 'ana', created_at: 0, expires_at: Date.now() + 86_400_000 })

async function asks<T>(method: string, path: string, json?: unknown): Promise<T> {
  const headers = { cookie: `copydesk=${secret}`, origin: 'http://localhost:4400', 'content-type': 'application/json' }
  const request = { method, headers, ...(json === undefined ? {} : { body: JSON.stringify(json) }) }
  const answer = await app.request(`http://localhost:4400/api${path}`, request, {
    incoming: { socket: { remoteAddress: '127.0.0.1' } },
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return (await answer.json()) as T
}

await asks('PATCH', '/newsroom/publishing', { gates: [], zone: 'UTC' })
const took = { preview: [] as number[], publish: [] as number[] }
for (let i = 0; i < PRESSES; i += 1) {
  const { id } = await asks<Story>('POST', '/stories', {
    headline: `The harbour ${i}`,
    dek: 'What it was like.',
    byline: 'By Ana',
  })
  await desk.rooms.edit(id, null, (ydoc) => {
    const body = bodyOf(ydoc)
    for (let at = 0; at < PARAGRAPHS; at += 1) {
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.setAttribute('id', `b${i}-${at}`)
      paragraph.setAttribute('role', at % 3 === 0 ? 'question' : 'answer')
      paragraph.insert(0, [new Y.XmlText(`${at}. ${WORDS}`)])
      body.insert(body.length, [paragraph])
    }
  })
  await asks('PATCH', `/stories/${id}/particulars`, { version: 0, path: `harbour-${i}` })
  const t0 = performance.now()
  const { stamp } = await asks<EditionPreview>('POST', `/stories/${id}/preview`, { kind: 'first' })
  const t1 = performance.now()
  await asks<Edition>('POST', `/stories/${id}/publish`, { stamp, kind: 'first', targets: ['site'] })
  took.preview.push(t1 - t0)
  took.publish.push(performance.now() - t1)
}
for (const [what, times] of Object.entries(took)) {
  const inOrder = times.toSorted((a, b) => a - b)
  const of = (share: number) => inOrder[Math.floor((inOrder.length - 1) * share)]!.toFixed(1)
  process.stdout.write(
    `${what} of 3,000 words: median ${of(0.5)} ms, p95 ${of(0.95)} ms, longest ${of(1)} ms, of ${times.length}\n`,
  )
}
await close()
await db.destroy()
rmSync(folder, { recursive: true, force: true })
