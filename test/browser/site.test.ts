/** The public site as readers see it: in light and dark, on a phone, on paper, and by keys alone. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prosemirrorToYXmlFragment } from 'y-prosemirror'
import { schema } from '../../shared/schema.ts'
import { bodyOf, speakersOf } from '../../shared/story.ts'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk({ chapters: true })
/** Where what was seen is put, when it is to be looked at. */
const LOOKS = process.env.LOOKS

async function look({ page }: Colleague, name: string): Promise<void> {
  if (LOOKS === undefined) return
  mkdirSync(LOOKS, { recursive: true })
  await page.screenshot({ path: join(LOOKS, `${name}.png`), fullPage: true })
}

const { nodes } = schema
const text = (words: string) => schema.text(words)
let count = 0
const block = (type: string, words: string, attrs: Record<string, unknown> = {}) =>
  nodes[type as 'paragraph'].create({ id: `b${(count += 1)}`, ...attrs }, text(words))
const q = (words: string) => block('paragraph', words, { role: 'question', speaker: 'me' })
const a = (words: string) => block('paragraph', words, { role: 'answer', speaker: 'her' })

async function picture(storyId: string): Promise<string> {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><rect width="1600" height="900" fill="#8aa4b8"/><rect y="560" width="1600" height="340" fill="#4d6478"/><path d="M500 600h600l-80 120H580z" fill="#20303c"/></svg>',
  )
  const jpeg = await sharp(svg).jpeg().toBuffer()
  const kept = await fetch(`${desk.server.origin}/api/stories/${storyId}/assets`, {
    method: 'POST',
    body: new Uint8Array(jpeg),
    headers: { cookie: await owner(), 'content-type': 'image/jpeg' },
  })
  return ((await kept.json()) as { asset: string }).asset
}

async function owner(): Promise<string> {
  const { context } = await desk.signIn('Ona', 'owner')
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

async function publishes(
  headline: string,
  dek: string,
  particulars: Record<string, unknown>,
  write: (asset: string) => ReturnType<typeof q>[],
): Promise<string> {
  const id = await desk.story([], { headline, dek, byline: 'By Ana Ruiz and Ben Okri' })
  const blocks = write(await picture(id))
  const script = await desk.script(id)
  script.ydoc.transact(() => {
    speakersOf(script.ydoc).set('me', { name: 'Ana Ruiz', initials: 'AR', kind: 'interviewer' })
    speakersOf(script.ydoc).set('her', { name: 'Mara Lind', initials: 'ML', kind: 'subject' })
    bodyOf(script.ydoc).delete(0, bodyOf(script.ydoc).length)
    prosemirrorToYXmlFragment(schema.node('doc', null, blocks), bodyOf(script.ydoc))
  })
  await soon(async () => (await desk.reads(id)).body.length).toBe(blocks.length)
  script.close()
  const { version } = (await (await desk.asks('GET', `/api/stories/${id}/standing`)).json()) as { version: number }
  await desk.asks('PATCH', `/api/stories/${id}/particulars`, { version, ...particulars })
  await out(id, 'first')
  return id
}

async function out(id: string, kind: string, note: unknown = null): Promise<void> {
  const { stamp } = (await (await desk.asks('POST', `/api/stories/${id}/preview`, { kind, note })).json()) as { stamp: string }
  await desk.asks('POST', `/api/stories/${id}/publish`, { stamp, kind, note, targets: ['site'] })
}

test('a newsroom publishes, and corrects', async () => {
  await desk.asks('PATCH', '/api/newsroom', { name: 'The Night Desk' })
  await desk.asks('PATCH', '/api/newsroom/publishing', { gates: [], zone: 'Europe/Berlin' })
  await desk.asks('PATCH', '/api/newsroom/site', {
    tagline: 'Long talks about short nights.',
    about: '# Who we are\n\nA desk.',
    footer: 'The Night Desk, Pier 4.',
    joinUrl: 'https://join.example/',
  })
  await publishes(
    'Who empties the lockers',
    'Nine people, one key, and a list that nobody signs.',
    { path: 'lockers', topics: ['Ferries'] },
    () => [block('paragraph', 'The list hangs by the door.')],
  )
  await publishes(
    'What the tide tables leave out',
    'A pilot on the hour that is in no book.',
    { path: 'tide-tables', kicker: 'Essay', visibility: 'members' },
    () => [
      block('paragraph', 'The hour has no name.'),
      nodes.paywall.create({ id: 'wall' }) as never,
      block('paragraph', 'Hidden.'),
    ],
  )
  const id = await publishes(
    'The deckhand who stopped the boats',
    'She tied up the last ferry on the night of the gala, and went home to wait for the phone.',
    { path: 'the-deckhand', kicker: 'Interview', topics: ['Ferries', 'Work'] },
    (asset) => [
      nodes.notice.create({ id: 'n', kind: 'reader-note' }, [
        block('paragraph', 'A note to readers: Thursday’s story is normally for members. Today’s is free for everyone.'),
      ]) as never,
      block(
        'paragraph',
        'The harbour was quiet for 31 hours, the longest stop since the boats went electric. She spent most of it asleep. “I didn’t have a plan past the rope,” she said by phone on Thursday.',
      ),
      q('What happened on Monday night?'),
      a(
        'I tied her up and I simply walked off. There was no signal, no leaflet. I wanted [the owner] to look out of his window and see a boat that did not move.',
      ),
      nodes.image.create({
        id: 'im',
        asset,
        alt: 'A ferry at its berth, at dusk',
        caption: 'The last boat, on the night of the gala.',
        credit: 'Photo: Ben Okri',
      }) as never,
      nodes.pullQuote.create({ id: 'pq', speaker: 'her' }, text('“It wasn’t brave. It was mostly cold.”')) as never,
      q('You knew he was at the gala?'),
      a(
        'Everyone knew. He had the whole pier lit up, and the boats paid for the light. So we took one boat out of the picture, and that was enough.',
      ),
      block('heading', 'After the gala', { level: 2 }),
      a('Nobody rang until noon.'),
    ],
  )
  await out(id, 'correction', {
    label: 'correction',
    wrong: 'An earlier version said that the owner lit the pier.',
    right: 'The permit was the city’s.',
    atTop: false,
  })
}, 240_000)

test('the site is calm in light and dark, on a phone and on paper; axe finds nothing; nothing comes from elsewhere', async () => {
  const eve = await desk.stranger('Eve', { viewport: { width: 1000, height: 1250 } })
  const asked: string[] = []
  eve.page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  for (const scheme of ['light', 'dark'] as const) {
    await eve.inColours(scheme)
    for (const [path, name] of [
      ['/', 'front'],
      ['/the-deckhand', 'story'],
      ['/tide-tables', 'members'],
      ['/archive', 'archive'],
      ['/topics/ferries', 'topic'],
      ['/corrections', 'corrections'],
      ['/the-deckhand/changes', 'changes'],
      ['/about', 'about'],
      ['/feeds', 'feeds'],
    ] as const) {
      await eve.goesTo(path)
      await eve.page.evaluate(() => document.fonts.ready)
      await look(eve, `${name}-${scheme}`)
      expect(await eve.axeFinds(), `${path} ${scheme}`).toEqual([])
    }
  }
  expect(new Set(asked)).toEqual(new Set(['127.0.0.1']))

  await eve.inColours('light')
  await eve.page.setViewportSize({ width: 360, height: 740 })
  for (const [path, name] of [
    ['/', 'front'],
    ['/the-deckhand', 'story'],
    ['/archive', 'archive'],
  ] as const) {
    await eve.goesTo(path)
    await look(eve, `${name}-phone`)
    expect(await eve.page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    for (const box of await eve.page
      .locator('nav a, .name a')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
      expect(box).toBeGreaterThanOrEqual(44)
  }
  await eve.page.setViewportSize({ width: 800, height: 1100 })
  await eve.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await eve.goesTo('/the-deckhand')
  await look(eve, 'story-print')
  expect(await eve.page.locator('.top nav').isVisible()).toBe(false)
}, 300_000)

test('by keys alone and without a script: past the head to the text, and on to a story', async () => {
  const eve = await desk.stranger('Eve', { javaScriptEnabled: false })
  await eve.goesTo('/')
  await eve.presses('Tab')
  await expect.poll(() => eve.page.locator('.skip').evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await eve.presses('Enter', 'Tab')
  expect(await eve.page.evaluate(() => document.activeElement?.textContent)).toBe('The deckhand who stopped the boats')
  await eve.presses('Enter')
  await eve.page.waitForURL('**/the-deckhand')
  expect(await eve.page.locator('h1').textContent()).toBe('The deckhand who stopped the boats')
})

test('an owner sets the site up and sees the front page beside it, before and after it is kept', async () => {
  const ona = await desk.signIn('Ona', 'owner')
  await ona.goesTo('/desk/site')
  const shown = ona.page.frameLocator('site-page iframe')
  await expect.poll(() => shown.locator('.tagline').textContent()).toBe('Long talks about short nights.')
  await ona.page.getByLabel('Tagline').fill('Shorter nights.')
  await expect.poll(() => shown.locator('.tagline').textContent()).toBe('Shorter nights.')
  await expect.poll(() => shown.locator('body').evaluate((body) => getComputedStyle(body).fontFamily)).toContain('Newsreader')
  await ona.presses('Tab')
  await expect.poll(async () => (await (await fetch(`${desk.server.origin}/`)).text()).includes('Shorter nights.')).toBe(true)
  await look(ona, 'settings')
  expect(await ona.axeFinds()).toEqual([])
})
