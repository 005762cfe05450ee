/**
 * `npx tsx test/bench/site.ts`: how many readers the public site serves, beside a bare Hono route that answers with the
 * same bytes, in the same run; and what the front page, feeds and archive cost with 10,000 stories beside 100.
 */
import { rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { addPerson } from '../../db/people.ts'
import { pack } from '../../db/packed.ts'
import { wallClock } from '../../server/clock.ts'
import { makeLog } from '../../server/log.ts'
import { newsroom } from '../../server/newsroom.ts'
import { siteChanged } from '../../server/site/live-site.ts'
import { contentOf, PARTICULARS } from '../../shared/publish/content.ts'
import { SITE_SETTINGS } from '../../shared/shapes/settings.ts'
import { schema } from '../../shared/schema.ts'
import { storyPage } from '../../shared/site/page.ts'
import { SETTINGS } from '../../shared/story.ts'
import { newFolder, openQuickly } from '../new-folder.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const BASE = 'http://localhost:4400'
const SECONDS = 4
const AT_ONCE = 24

/** 3,000 words. */
const words = 'The harbour was quiet for hours, the longest stop since the boats went electric, and she slept. '
const body = schema.node(
  'doc',
  null,
  Array.from({ length: 45 }, (_, i) =>
    schema.node('paragraph', { id: `b${i}`, role: i % 3 === 0 ? 'question' : 'answer' }, [schema.text(words.repeat(4).trim())]),
  ),
)
const contentCalled = (headline: string, path: string) =>
  contentOf(
    { headline, dek: 'A dek.', byline: 'By Ana Ruiz', speakers: {}, settings: { ...SETTINGS }, body },
    { ...PARTICULARS, path, topics: ['Ferries'] },
  )

async function site(stories: number) {
  const folder = await newFolder()
  const db = await openQuickly(folder)
  const config = { port: 4400, host: 'localhost', dataDir: folder, publicUrl: null, mail: null, demo: false }
  const room = await newsroom({ db, config: config as never, clock: wallClock, log: makeLog('silent') })
  const ana = (await addPerson(db, {
    id: 'ana',
    email: 'ana@desk.example',
    name: 'Ana',
    role: 'owner',
    passwordHash: '',
    now: 1,
  }))!
  const now = Date.now()
  const content = contentCalled('A story', 'x')
  const given = {
    newsroom: { name: 'Copydesk' },
    site: SITE_SETTINGS,
    zone: 'UTC',
    base: BASE,
    notes: [],
    correctedAt: null,
    kind: 'first' as const,
  }
  const page = pack(storyPage({ ...given, content, at: now, publishedAt: now, changedAt: now, url: `${BASE}/x` }))
  const packed = pack(JSON.stringify(content))
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < stories; i += 1) {
      const [id, at] = [`s${i}`, now - (stories - i) * 3_600_000]
      await trx
        .insertInto('stories')
        .values({
          id,
          slug: id,
          headline: `Story ${i}`,
          dek: '',
          byline: '',
          words: 0,
          stage: 'live',
          schema: 2,
          created_by: ana.id,
          created_at: at,
          edited_by: ana.id,
          edited_at: at,
        } as never)
        .execute()
      await trx
        .insertInto('versions')
        .values({
          id: `v${i}`,
          story_id: id,
          seq: 1,
          state: packed,
          same_as: null,
          reason: 'publication',
          says: '',
          name: null,
          person_id: ana.id,
          at,
          headline: '',
          words: 0,
        } as never)
        .execute()
      await trx
        .insertInto('editions')
        .values({
          id: `e${i}`,
          story_id: id,
          number: 1,
          kind: 'first',
          content: packed,
          hash: '',
          page,
          page_hash: '',
          headline: `Story ${i}`,
          note: null,
          without_note: null,
          at,
          zone: 'UTC',
          person_id: ana.id,
          made_at: at,
          version_id: `v${i}`,
        })
        .execute()
      await trx
        .insertInto('site_stories')
        .values({
          story_id: id,
          edition_id: `e${i}`,
          path: `story-${i}`,
          headline: `Story ${i}`,
          dek: 'A dek.',
          byline: 'By Ana Ruiz',
          kicker: '',
          visibility: 'public',
          published_at: at,
          changed_at: at,
          corrected_at: null,
          killed_at: null,
          month: new Date(at).toISOString().slice(0, 7),
        })
        .execute()
      await trx
        .insertInto('site_names')
        .values({ kind: 'author', path: 'ana-ruiz', story_id: id, name: 'Ana Ruiz', published_at: at })
        .execute()
      await trx
        .insertInto('site_changes')
        .values({ edition_id: `e${i}`, story_id: id, number: 1, kind: 'first', at, note: null, noted_at: null })
        .execute()
    }
  })
  return {
    room,
    async close() {
      await room.close()
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function rate(port: number, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const end = performance.now() + SECONDS * 1000
  let done = 0
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      get({ port, path, agent, host: '127.0.0.1' }, (answer) => answer.resume().on('end', () => resolve())).on('error', reject)
    })
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < end) {
        await ask()
        done += 1
      }
    }),
  )
  agent.destroy()
  return done / SECONDS
}

const listening = (fetch: (request: Request) => Response | Promise<Response>) =>
  new Promise<{ port: number; close(): void }>((ready) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, (info) =>
      ready({ port: (info as AddressInfo).port, close: () => server.close() }),
    )
  })

const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

async function made(at: Awaited<ReturnType<typeof site>>, path: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 9; i += 1) {
    siteChanged(at.room.desk, null)
    const from = performance.now()
    const answer = await at.room.app.request(path)
    await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    times.push(performance.now() - from)
  }
  return median(times)
}

const few = await site(100)
const page = new Uint8Array(await (await few.room.app.request('/story-99')).arrayBuffer())
const bare = new Hono().get('/story', () => new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
const [ours, theirs] = [await listening(few.room.app.fetch as never), await listening(bare.fetch)]
await Promise.all([rate(ours.port, '/story-99'), rate(theirs.port, '/story')])
const rounds: [number, number][] = []
for (let i = 0; i < 3; i += 1) rounds.push([await rate(ours.port, '/story-99'), await rate(theirs.port, '/story')])
say(
  `A story page of ${page.length} bytes, requests a second: ${rounds.map(([a, b]) => `${a.toFixed(0)} of ${b.toFixed(0)} (${((100 * a) / b).toFixed(0)} %)`).join(', ')}`,
)
say(`Median of the shares: ${(100 * median(rounds.map(([a, b]) => a / b))).toFixed(0)} %`)
ours.close()
theirs.close()

const many = await site(10_000)
for (const path of [
  '/',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/archive',
  `/archive/${new Date().toISOString().slice(0, 7).replace('-', '/')}`,
  '/authors/ana-ruiz',
  '/corrections',
  '/news-sitemap.xml',
  '/sitemap.xml',
]) {
  const [a, b] = [await made(few, path), await made(many, path)]
  say(`${path}: ${a.toFixed(1)} ms with 100 stories, ${b.toFixed(1)} ms with 10,000`)
}
await few.close()
await many.close()
process.exit(0)
