/**
 * `tsx test/bench/client.ts`: what the story page costs in a browser. Typing in a story of 3,000 words with
 * one colleague typing in it too, the JavaScript that the page loads, and when its words are there.
 */
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { buildWhenStale } from '../../server/build.ts'
import { newId } from '../../server/secrets.ts'
import { MESSAGE_SAVED, MESSAGE_STALLED } from '../../shared/protocol.ts'
import { bodyOf } from '../../shared/story.ts'
import { openBrowser } from '../browser/chromium.ts'
import { ServerProcess } from '../server-process.ts'

const WORDS = 3_000
const KEYS = 300
const ROUNDS = 5
const KEY_MS = 60
const COLLEAGUE_MS = 200

const say = (line: string) => process.stdout.write(`${line}\n`)
const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const ms = (seconds: number): string => `${(seconds * 1000).toFixed(2)} ms`

/** A colleague's program: fills the story, then types in it. */
class Colleague {
  readonly ydoc = new Y.Doc()
  private readonly provider: WebsocketProvider
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(origin: string, storyId: string, cookie: string) {
    class SignedSocket extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie } })
      }
    }
    this.provider = new WebsocketProvider(`${origin.replace('http', 'ws')}/sync`, storyId, this.ydoc, {
      WebSocketPolyfill: SignedSocket as unknown as typeof globalThis.WebSocket,
      disableBc: true,
    })
    // The stock client prints a complaint for each message it does not know.
    for (const ours of [MESSAGE_SAVED, MESSAGE_STALLED]) this.provider.messageHandlers[ours] = () => {}
  }

  async synced(): Promise<void> {
    if (!this.provider.synced) await new Promise<void>((resolve) => this.provider.once('sync', () => resolve()))
  }

  fill(): void {
    const paragraphs = Array.from({ length: WORDS / 50 }, (_, i) => {
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.setAttribute('id', newId())
      paragraph.setAttribute('role', i % 3 === 0 ? 'question' : 'answer')
      paragraph.insert(0, [new Y.XmlText(Array.from({ length: 50 }, (_, j) => `word${(i * 50 + j) % 997}`).join(' '))])
      return paragraph
    })
    this.ydoc.transact(() => {
      bodyOf(this.ydoc).delete(0, bodyOf(this.ydoc).length)
      bodyOf(this.ydoc).insert(0, paragraphs)
    })
  }

  types(): void {
    const text = (bodyOf(this.ydoc).get(3) as Y.XmlElement).get(0) as Y.XmlText
    this.timer = setInterval(() => text.insert(text.length, 'c'), COLLEAGUE_MS)
  }

  rests(): void {
    clearInterval(this.timer)
  }

  leaves(): void {
    this.rests()
    this.provider.destroy()
    this.ydoc.destroy()
  }
}

async function openStory(browser: Browser, server: ServerProcess, cookie: string, storyId: string) {
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1280, height: 900 } })
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }])
  const page = await context.newPage()
  let [bytes, files] = [0, 0]
  const counted: Promise<void>[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return
    files++
    counted.push(response.body().then((body) => void (bytes += gzipSync(body, { level: 9 }).length)))
  })
  await page.goto(`/desk/story/${storyId}`)
  await page.locator('story-editor .ProseMirror').waitFor()
  const words = await page.evaluate(() => performance.now())
  await Promise.all(counted)
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  return { context, page, bytes, files, words, paint }
}

type Cost = { script: number; task: number }
type Round = { alone: Cost; together: Cost; bytes: number; files: number; words: number; paint: number }

async function costOfKeys(page: Page): Promise<Cost> {
  const debug = await page.context().newCDPSession(page)
  // Time of the thread, not of the wall: another program on the machine must not count.
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await debug.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value
    return { script: of('ScriptDuration'), task: of('TaskDuration') }
  }
  // In the middle of the story, away from the colleague.
  await page.locator('story-editor .ProseMirror > p').nth(30).click()
  await page.keyboard.type('warm up the code that is about to be measured ', { delay: KEY_MS })
  const before = await read()
  await page.keyboard.type('the tide came in '.repeat(20).slice(0, KEYS), { delay: KEY_MS })
  const after = await read()
  return { script: (after.script - before.script) / KEYS, task: (after.task - before.task) / KEYS }
}

await buildWhenStale(say)
const server = await ServerProcess.start()
const browser = await openBrowser()
try {
  const cookie = await server.setUp()
  const storyId = await server.newStory(cookie, 'A story of three thousand words')
  const colleague = new Colleague(server.origin, storyId, cookie)
  await colleague.synced()
  colleague.fill()
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page, ...opening } = await openStory(browser, server, cookie, storyId)
    const alone = await costOfKeys(page)
    colleague.types()
    const together = await costOfKeys(page)
    colleague.rests()
    rounds.push({ alone, together, ...opening })
    await context.close()
  }
  colleague.leaves()
  const of = (read: (round: (typeof rounds)[number]) => number): number => median(rounds.map(read))
  say(`A story of ${WORDS} words, ${KEYS} keys a run, median of ${ROUNDS} fresh pages`)
  say(`  script a key, alone                   ${ms(of(({ alone }) => alone.script))}`)
  say(`  script a key, a colleague typing too  ${ms(of(({ together }) => together.script))}   (at most 4 ms)`)
  say(`  main thread a key, the same           ${ms(of(({ together }) => together.task))}`)
  say(
    `  first paint / words there             ${of(({ paint }) => paint).toFixed(0)} / ${of(({ words }) => words).toFixed(0)} ms`,
  )
  say(
    `  JavaScript of the story page          ${(of(({ bytes }) => bytes) / 1000).toFixed(1)} kB gzipped in ${of(({ files }) => files)} files   (at most 150 kB)`,
  )
} finally {
  await browser.close()
  await server.close()
}
