/**
 * `npx tsx test/bench/site.ts`: how many readers the public site serves, beside a bare Hono route that answers with the
 * same bytes, in the same run; and what the front page, feeds and archive cost with 10,000 stories beside 100.
 */
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { siteChanged } from '../../server/site/live-site.ts'
import { filledSite } from './filled-site.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const SECONDS = 4
const AT_ONCE = 24

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

async function made(at: Awaited<ReturnType<typeof filledSite>>, path: string): Promise<number> {
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

const few = await filledSite(100)
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

const many = await filledSite(10_000)
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
