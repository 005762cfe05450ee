/** A real server, killed between the press, or the due time, and the last delivery: everybody gets the edition once. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { DATABASE_FILE } from '../../db/open.ts'
import { LIST } from '../../server/targets/folder-writer.ts'
import type { Edition, EditionPreview } from '../../shared/shapes/editions.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import type { Target } from '../../shared/shapes/targets.ts'
import { Receiver, SECRET } from '../publish/receiver.ts'
import { Random } from '../random.ts'
import { ServerProcess } from '../server-process.ts'
import { GhostStandIn } from '../targets/ghost-stand-in.ts'

const KILLS = Number(process.env.KILLS ?? 50)

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test(`[P6] SIGKILL at ${KILLS} moments between the press or the due time and the last delivery: every target has the edition exactly once, or an alarm names it`, async () => {
  const random = new Random(Number(process.env.SEED ?? 5))
  const receivers = [await Receiver.open(), await Receiver.open()]
  for (const receiver of receivers) receiver.delay = () => random.below(25)
  const ghost = await GhostStandIn.open(() => Date.now())
  const ground = mkdtempSync(join(tmpdir(), 'copydesk-ground-'))
  const server = await ServerProcess.start({ SITE_FOLDERS: ground })
  onTestFinished(async () => {
    await server.close()
    for (const receiver of receivers) await receiver.close()
    rmSync(ground, { recursive: true, force: true })
  })
  const cookie = await server.setUp()
  const cards = join(server.folder, 'cards')
  mkdirSync(cards, { recursive: true })
  const asks = async <T>(method: string, path: string, json?: unknown, type = 'application/json'): Promise<T> => {
    const headers = { cookie, ...(json === undefined ? {} : { 'content-type': type }) }
    const body = json === undefined ? {} : { body: type === 'application/json' ? JSON.stringify(json) : String(json) }
    const answer = await fetch(`${server.origin}/api${path}`, { method, headers, ...body })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  await asks('PATCH', '/newsroom/publishing', { gates: [], zone: 'UTC' })
  const targets = ['site']
  const folder = join(ground, 'public')
  const adds = async (kind: string, config: object, secret?: string) =>
    void targets.push((await asks<Target>('POST', '/targets', { kind, name: kind, config, ...(secret && { secret }) })).id)
  for (const { url } of receivers) await adds('webhook', { url, allowPrivate: true }, SECRET)
  await adds('ghost', { url: ghost.url, allowPrivate: true }, ghost.key)
  await adds('folder', { folder })
  const stories: string[] = []
  for (let i = 0; i < KILLS; i++) {
    const { id } = await asks<{ id: string }>('POST', '/stories', { headline: `The harbour ${i}`, byline: 'By Olga Owner' })
    await asks('POST', `/stories/${id}/import?into=append`, `Boat ${i} came in on Monday.`, 'text/plain')
    await asks('PATCH', `/stories/${id}/particulars`, { version: 0, path: `harbour-${i}` })
    stories.push(id)
  }
  const published = async (id: string, at: { local: string; zone: string } | null) => {
    const { stamp, page } = await asks<EditionPreview>('POST', `/stories/${id}/preview`, { kind: 'first', at })
    // Its card lies there already: a server that is killed would begin to draw it again and again.
    const tag = /\/cards\/harbour-\d+-([a-z0-9]{11})\.png/.exec(page)![1]!
    writeFileSync(join(cards, `${id}-${tag}.png`), 'a card')
    return asks<Edition>('POST', `/stories/${id}/publish`, { stamp, kind: 'first', at, targets })
  }
  /** While the server is down: the wait till its time is over a moment after it is up again. */
  const soonDue = (story: string): number => {
    const due = Date.now() + 400 + random.below(400)
    const hand = new SQLite(join(server.folder, DATABASE_FILE))
    hand.prepare('update releases set due_at = ? where story_id = ?').run(due, story)
    hand.prepare('update outbox set due_at = ?, next_at = ? where story_id = ?').run(due, due, story)
    hand.close()
    return due
  }
  const later = { local: new Date(Date.now() + 86_400_000).toISOString().slice(0, 16), zone: 'UTC' }
  const isScheduled = (i: number) => i % 2 === 1
  for (const [i, story] of stories.entries()) if (isScheduled(i)) await published(story, later)

  let unanswered = 0
  let due = 0
  for (const [i, story] of stories.entries()) {
    const pressed = isScheduled(i) ? null : published(story, null).catch(() => (unanswered += 1))
    await sleep(isScheduled(i) ? Math.max(0, due - Date.now()) + random.below(60) : random.below(70))
    await server.kill()
    await pressed
    if (isScheduled(i + 1) && stories[i + 1] !== undefined) due = soonDue(stories[i + 1]!)
    await server.begin()
  }
  // Who got no answer presses again.
  for (const story of stories)
    if ((await asks<{ editions: Edition[] }>('GET', `/stories/${story}/editions`)).editions.length === 0)
      await published(story, null)

  for (const [i, story] of stories.entries()) {
    const settled = async () => {
      const [edition] = (await asks<{ editions: Edition[] }>('GET', `/stories/${story}/editions`)).editions
      return edition!.deliveries.map(({ state }) => state)
    }
    await expect.poll(settled, { timeout: 120_000, interval: 50 }).toEqual(targets.map(() => 'out'))
    const { editions } = await asks<{ editions: Edition[] }>('GET', `/stories/${story}/editions`)
    expect(editions).toHaveLength(1)
    expect((await asks<Standing>('GET', `/stories/${story}/standing`)).alarms).toEqual([])
    const page = await (await fetch(`${server.origin}/harbour-${i}`)).text()
    expect(createHash('sha256').update(page).digest('hex')).toBe(editions[0]!.pageHash)
    for (const receiver of receivers) {
      const ids = receiver.heard.filter(({ body }) => body.includes(`Boat ${i} came`)).map(({ id }) => id)
      expect(new Set(ids).size, `story ${i}`).toBe(1)
    }
    const posts = ghost.posts.filter(({ html }) => html.includes(`Boat ${i} came`))
    expect(posts.map(({ title, status }) => [title, status])).toEqual([[`The harbour ${i}`, 'published']])
    expect(readFileSync(join(folder, `harbour-${i}/index.html`), 'utf8')).toBe(page)
  }
  expect(ghost.posts).toHaveLength(KILLS)
  // Nothing half-written is left, and nothing that the site has not.
  const listed = new Set(readFileSync(join(folder, LIST), 'utf8').split('\n').map((line) => line.split(' ')[1])) // prettier-ignore
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  expect(files.map((one) => relative(folder, join(one.parentPath, one.name))).filter((one) => one !== LIST && !listed.has(one))).toEqual([]) // prettier-ignore
  for (const receiver of receivers) {
    expect(receiver.forged).toEqual([])
    expect(receiver.counted.size).toBe(KILLS)
  }
  expect(unanswered, 'some were killed before they were answered').toBeGreaterThan(0)
}, 600_000)
