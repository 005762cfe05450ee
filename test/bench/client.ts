/**
 * `npx tsx test/bench/client.ts`: what the story page costs in a browser. Typing in a story of 3,000 words and in one of
 * 30,000, alone and with one colleague typing in it too, the JavaScript that the page loads, and when its words are there.
 * `npx tsx test/bench/client.ts 3000` for one length only; `ROUNDS=1` for a quick look.
 */
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { buildWhenStale } from '../../server/build.ts'
import { openBrowser } from '../browser/chromium.ts'
import { ServerProcess } from '../server-process.ts'
import { costOfKeys, HOW, median, sentencesOf, SLOW, FAST, type Keys } from './key-cost.ts'
import { caretInTheMiddle, Colleague, windowOf } from './page.ts'
import { long } from './stories.ts'

/** Words, and how many milliseconds of script a key may cost. */
const GOALS = [
  [3_000, 4],
  [30_000, 8],
] as const
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const TEXT = 'the tide came in '.repeat(20)

const say = (line: string) => process.stdout.write(`${line}\n`)

async function openStory(browser: Browser, origin: string, cookie: string, storyId: string) {
  const context = await windowOf(browser, origin, cookie)
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

await buildWhenStale(say)
const wanted = Number(process.argv[2] ?? Number.NaN)
const server = await ServerProcess.start()
const browser = await openBrowser({ whole: true })
say(HOW)
try {
  const cookie = await server.setUp()
  for (const [words, goal] of GOALS) {
    if (!Number.isNaN(wanted) && wanted !== words) continue
    const storyId = await server.newStory(cookie, `A story of ${words} words`)
    const colleague = new Colleague(server.origin, storyId, cookie)
    await colleague.synced()
    await colleague.writes(long(words))
    const [alone, both, slowly]: [Keys[], Keys[], Keys[]] = [[], [], []]
    const opened: { bytes: number; files: number; words: number; paint: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { context, page, ...opening } = await openStory(browser, server.origin, cookie, storyId)
      await caretInTheMiddle(page)
      await page.keyboard.type('warm up the code that is about to be measured ', { delay: FAST })
      alone.push(await costOfKeys(browser, page, TEXT.slice(0, 150), FAST))
      colleague.types()
      both.push(await costOfKeys(browser, page, TEXT.slice(0, 150), FAST))
      colleague.rests()
      slowly.push(await costOfKeys(browser, page, TEXT.slice(0, 15), SLOW))
      opened.push(opening)
      await context.close()
    }
    colleague.leaves()
    const of = (read: (one: (typeof opened)[number]) => number): number => median(opened.map(read))
    say(`${words} words, ${ROUNDS} fresh pages; at most ${goal} ms of script a key, with a colleague typing too`)
    for (const line of sentencesOf('alone', alone)) say(line)
    for (const line of sentencesOf('with a colleague', both)) say(line)
    for (const line of sentencesOf('alone, a pause after each key', slowly)) say(line)
    say(`  first paint / words there: ${of(({ paint }) => paint).toFixed(0)} / ${of((one) => one.words).toFixed(0)} ms`)
    const kB = of(({ bytes }) => bytes) / 1000
    say(`  JavaScript of the story page: ${kB.toFixed(1)} kB gzipped in ${of(({ files }) => files)} files (at most 150 kB)`)
  }
} finally {
  await browser.close()
  await server.close()
}
