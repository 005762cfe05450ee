/**
 * `npx tsx test/bench/review.ts`: what a review costs: a story of 6,000 words with 200 threads and 200 open suggestions,
 * beside the same story without any. Typing in it in a browser, opening it, and how soon a comment is told to twenty
 * people who type. `keys`, `opening` or `comments` behind it for one of the three alone; `ROUNDS=1` for a quick look.
 */
import type { Browser, Page } from 'playwright-core'
import { buildWhenStale } from '../../server/build.ts'
import { newId } from '../../server/secrets.ts'
import type { Suggestions, Thread } from '../../shared/review.ts'
import type { StoryText } from '../../shared/story.ts'
import { openBrowser } from '../browser/chromium.ts'
import { ServerProcess } from '../server-process.ts'
import { Crowd } from './crowd.ts'
import { costOf, costOfKeys, FAST, HOW, median, quantile, sentencesOf, SLOW, type Keys } from './key-cost.ts'
import { caretInTheMiddle, Colleague, windowOf } from './page.ts'
import { long, reworded } from './stories.ts'

const WORDS = 6_000
const THREADS = 200
const SUGGESTERS = 2
const SUGGESTIONS = 200
const TYPISTS = 20
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const OPENINGS = 2 * ROUNDS + 1
const COMMENTS = 100
const TEXT = 'the tide came in '.repeat(20)
const PASSWORD = 'a long bench password'

const say = (line: string) => process.stdout.write(`${line}\n`)
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

await buildWhenStale(say)
const server = await ServerProcess.start()
const owner = await server.setUp()

async function asks<T>(method: string, path: string, cookie: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Somebody new in the newsroom; the answer is their cookie. */
async function comes(name: string): Promise<string> {
  const { path } = await asks<{ path: string }>('POST', '/api/invites', owner, { role: 'editor' })
  const token = path.slice(path.indexOf('#') + 1)
  const answer = await fetch(`${server.origin}/api/links/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name, email: `${name.toLowerCase().replace(' ', '')}@desk.example`, password: PASSWORD }),
  })
  if (answer.status !== 201) throw new Error(`${name} was not let in: ${await answer.text()}`)
  return answer.headers.get('set-cookie')!.split(';')[0]!
}

async function storyOf(text: StoryText): Promise<string> {
  const id = await server.newStory(owner, 'The tide')
  const writer = new Colleague(server.origin, id, owner)
  await writer.synced()
  await writer.writes(text)
  writer.leaves()
  return id
}

/** On words of one paragraph after the other, and from the start again. */
async function remarks(storyId: string, text: StoryText): Promise<void> {
  const blocks = text.body.children.filter((block) => block.isTextblock && block.content.size > 40)
  for (let i = 0; i < THREADS; i++) {
    const block = blocks[Math.floor((i * blocks.length) / THREADS) % blocks.length]!
    const words = [...block.textContent.matchAll(/\p{L}{4,}/gu)]
    const word = words[(i * 7) % words.length]!
    await asks('POST', `/api/stories/${storyId}/threads`, owner, {
      id: newId(),
      commentId: newId(),
      kind: 'remark',
      place: { of: 'quote', block: String(block.attrs.id), at: word.index },
      quote: word[0],
      text: `Is this what was said? Line ${i}, please look at the tape again.`,
    })
  }
}

async function suggests(storyId: string, text: StoryText, cookies: readonly string[]): Promise<void> {
  const each = SUGGESTIONS / cookies.length
  for (const [i, cookie] of cookies.entries()) {
    const { id } = await asks<{ id: string }>('POST', `/api/stories/${storyId}/fork`, cookie)
    const fork = new Colleague(server.origin, id, cookie)
    await fork.synced()
    await fork.writes(reworded(text, `put${i}`, each, i))
    fork.leaves()
  }
}

/** The story of the review, once all that it is to have is there. */
async function reviewed(text: StoryText): Promise<string> {
  const storyId = await storyOf(text)
  await remarks(storyId, text)
  const people = await Promise.all(Array.from({ length: SUGGESTERS }, (_, i) => comes(`Suggester ${i}`)))
  await suggests(storyId, text, people)
  const { threads } = await asks<{ threads: Thread[] }>('GET', `/api/stories/${storyId}/threads`, owner)
  const { hunks } = await asks<Suggestions>('GET', `/api/stories/${storyId}/suggestions`, owner)
  const onWords = threads.filter(({ place }) => place.of === 'words').length
  if (onWords !== THREADS || hunks.length !== SUGGESTIONS)
    throw new Error(`the story has ${onWords} threads on words and ${hunks.length} suggestions`)
  return storyId
}

/** Alternately in the two stories, so that what else the machine does falls on both alike. */
async function keys(browser: Browser, stories: Record<'plain' | 'reviewed', string>): Promise<void> {
  const seen = { plain: [] as Keys[], reviewed: [] as Keys[], together: [] as Keys[], slowly: [] as Keys[] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of round % 2 === 0 ? (['plain', 'reviewed'] as const) : (['reviewed', 'plain'] as const)) {
      const context = await windowOf(browser, server.origin, owner)
      const page = await context.newPage()
      await opens(page, stories[name], name === 'reviewed')
      await caretInTheMiddle(page)
      await page.keyboard.type('warm up the code that is about to be measured ', { delay: FAST })
      await page.waitForTimeout(SLOW)
      seen[name].push(await costOfKeys(browser, page, TEXT.slice(0, 150), FAST))
      if (name === 'reviewed') {
        const colleague = new Colleague(server.origin, stories[name], owner)
        await colleague.synced()
        colleague.types()
        seen.together.push(await costOfKeys(browser, page, TEXT.slice(0, 150), FAST))
        colleague.leaves()
        await page.waitForTimeout(SLOW)
        seen.slowly.push(await costOfKeys(browser, page, TEXT.slice(0, 15), SLOW))
      }
      await context.close()
    }
  say(`A key, at most 8 ms of script (${ROUNDS} fresh pages each)`)
  for (const line of sentencesOf('the story alone', seen.plain)) say(line)
  for (const line of sentencesOf('with the review', seen.reviewed)) say(line)
  for (const line of sentencesOf('with the review, a colleague typing too', seen.together)) say(line)
  for (const line of sentencesOf('with the review, a pause after each key', seen.slowly)) say(line)
}

type Opening = { words: number; all: number }

/** Until the words are there, and until all that is remarked and suggested is drawn beside them. */
async function opens(page: Page, storyId: string, isReviewed: boolean): Promise<Opening> {
  await page.goto(`/desk/story/${storyId}`)
  const opened = await page.waitForFunction(
    (cards) => {
      const copy = document.querySelector('story-editor .ProseMirror')
      if (copy === null) return null
      const seen = globalThis as unknown as { wordsAt?: number }
      seen.wordsAt ??= performance.now()
      const placed = document.querySelectorAll('.margin-item.is-placed').length
      const isDrawn = cards === 0 || copy.querySelector('.suggested') !== null
      return placed >= cards && isDrawn ? { words: seen.wordsAt, all: performance.now() } : null
    },
    isReviewed ? THREADS + SUGGESTIONS : 0,
    { polling: 'raf', timeout: 300_000 },
  )
  return (await opened.jsonValue())!
}

async function opening(browser: Browser, stories: Record<'plain' | 'reviewed', string>): Promise<void> {
  const seen = {
    plain: [] as (Opening & { script: number; task: number })[],
    reviewed: [] as (Opening & { script: number; task: number })[],
  }
  for (let round = 0; round <= OPENINGS; round++)
    for (const name of ['plain', 'reviewed'] as const) {
      const context = await windowOf(browser, server.origin, owner)
      const page = await context.newPage()
      let times: Opening = { words: 0, all: 0 }
      const cost = await costOf(browser, page, async () => {
        times = await opens(page, stories[name], name === 'reviewed')
        await page.waitForTimeout(SLOW)
      })
      // The first is for the server's and the disk's memory.
      if (round > 0) seen[name].push({ ...times, ...cost })
      await context.close()
    }
  const f = (read: (one: (typeof seen.plain)[number]) => number): string => {
    const [plain, reviewed] = [median(seen.plain.map(read)), median(seen.reviewed.map(read))]
    return `${plain.toFixed(0)} ms alone, ${reviewed.toFixed(0)} ms with the review: ${(reviewed - plain).toFixed(0)} ms more`
  }
  say(`Opening it, at most 150 ms more (median of ${OPENINGS} fresh windows each, in turn)`)
  say(`  until the words are there        ${f(({ words }) => words)}`)
  say(`  until all beside them is there   ${f(({ all }) => all)}`)
  say(`  script, a second of quiet after  ${f(({ script }) => script)}`)
  say(`  main thread, the same            ${f(({ task }) => task)}`)
}

/** Twenty people type in the story of the review, 5 keys a second each, and somebody comments every 150 ms. */
async function comments(storyId: string): Promise<void> {
  const cookies = await Promise.all(Array.from({ length: 4 }, (_, i) => comes(`Typist ${i}`)))
  const crowd = new Crowd(server.port, [{ server: 'copydesk', story: storyId, cookies }], TYPISTS)
  await crowd.gather(0)
  const sentAt = new Map<string, number>()
  const waits: number[] = []
  crowd.onNotice((text) => {
    const now = performance.now()
    const { thread } = JSON.parse(text) as { thread?: { id: string } }
    const at = thread === undefined ? undefined : sentAt.get(thread.id)
    if (at !== undefined) waits.push(now - at)
  })
  const block = long(WORDS).body.children.find((one) => one.isTextblock && one.content.size > 40)!
  const word = /\p{L}{4,}/u.exec(block.textContent)!
  await crowd.type(3, 5, true, false)
  const typing = crowd.type((COMMENTS * 150) / 1000 + 2, 5, true, true)
  for (let i = 0; i < COMMENTS; i++) {
    const id = newId()
    sentAt.set(id, performance.now())
    await asks('POST', `/api/stories/${storyId}/threads`, owner, {
      id,
      commentId: newId(),
      kind: 'remark',
      place: { of: 'quote', block: String(block.attrs.id), at: word.index },
      quote: word[0],
      text: `And this? ${i}`,
    })
    await sleep(Math.max(0, 150 - (performance.now() - sentAt.get(id)!)))
  }
  await typing
  await crowd.allArrived(20_000)
  const { p50, p99, edits } = crowd.take()
  for (const fault of crowd.faults) say(`  NOT AS IT SHOULD BE: ${fault}`)
  await crowd.leave()
  say(`A comment reaches the others, at most 150 ms at p95 (${COMMENTS} comments, ${TYPISTS} people typing, on the wire)`)
  say(
    `  from asking to being told: median ${median(waits).toFixed(1)} ms, p95 ${quantile(waits, 0.95).toFixed(1)} ms, worst ${quantile(waits, 1).toFixed(1)} ms`,
  )
  say(
    `  told ${waits.length} of ${COMMENTS * TYPISTS}; beside it ${edits} keys, to a colleague p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  )
}

const only = process.argv[2]
const isAsked = (what: string): boolean => only === undefined || only === what
try {
  const text = long(WORDS)
  const stories = { plain: await storyOf(text), reviewed: await reviewed(text) }
  say(`A story of ${WORDS} words, ${THREADS} threads, ${SUGGESTIONS} suggestions by ${SUGGESTERS} people`)
  if (isAsked('keys') || isAsked('opening')) {
    const browser = await openBrowser({ whole: true })
    try {
      if (isAsked('keys')) {
        say(HOW)
        await keys(browser, stories)
      }
      if (isAsked('opening')) await opening(browser, stories)
    } finally {
      await browser.close()
    }
  }
  if (isAsked('comments')) await comments(stories.reviewed)
} finally {
  await server.close()
}
