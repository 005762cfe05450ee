import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { settingsOf } from '../../shared/story.ts'
import { rewrite, p, site } from './site.ts'

const LISTS = [
  '/',
  '/authors/ana-ruiz',
  '/topics/ferries-and-boats',
  '/archive/2026/06',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/news-sitemap.xml',
]
const STORY = { headline: 'The harbour', particulars: { path: 'the-harbour', topics: ['Ferries & boats'] } }
const CORRECTION = {
  label: 'correction',
  wrong: 'An earlier version said ten boats.',
  right: 'There were nine.',
  atTop: false,
} as const

test('a published story is at its path, on the front page, in its lists, feeds and sitemaps', async () => {
  const { get, publishes } = await site()
  await publishes({ ...STORY, body: [p('It was quiet.')] })
  const page = await get('/the-harbour')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<h1>The harbour</h1>')
  expect(page.text).toContain('<time datetime="2026-06-01T16:02:00+02:00">1 June 2026</time>')
  for (const address of LISTS) {
    const list = await get(address)
    expect(list.status, address).toBe(200)
    expect(list.text, address).toMatch(/\/the-harbour\b/)
  }
  expect((await get('/archive')).text).toContain('href="/archive/2026/06"')
  expect((await get('/robots.txt')).text).toContain('Sitemap: https://desk.example/sitemap.xml')
})

test('[P7] the page served is the approved page to the letter; other settings change its frame and not its words', async () => {
  const { get, publishes, ana, db } = await site()
  const { id } = await publishes({ ...STORY, body: [p('It was quiet.')] })
  const approved = await wholePage(db, id)
  expect((await get('/the-harbour')).text).toBe(approved)
  expect((await ana('PATCH', '/api/newsroom/site', { json: { footer: 'Made by hand.', labelStyle: 'q-a' } })).status).toBe(200)
  const after = (await get('/the-harbour')).text
  expect(after).toContain('Made by hand.')
  expect(mainPart(after)).toBe(mainPart(approved))
})

test('a story that says bold is bold, whatever the newsroom does; one that says nothing is labelled as the newsroom does', async () => {
  const { get, writes, publish, ana, desk } = await site()
  await ana('PATCH', '/api/newsroom/site', { json: { labelStyle: 'q-a' } })
  const body = [p('Why?', { role: 'question', speaker: 's1' }), p('Because.', { role: 'answer', speaker: 's2' })]
  const [bold, none] = [await writes({ headline: 'Bold', body }), await writes({ headline: 'None', body })]
  const me = (await ana<{ person: never }>('GET', '/api/session')).body.person
  await desk.rooms.edit(bold, me, (ydoc) => void settingsOf(ydoc).set('labelStyle', 'bold'))
  for (const id of [bold, none]) expect((await publish(id, 'first')).status).toBe(201)
  expect((await get('/story-1')).text).toMatch(/<p class="q"><strong>.*Why\?<\/strong>/)
  expect((await get('/story-2')).text).toContain('<p class="q"><strong class="speaker">Q:</strong> Why?</p>')
})

test('PUB-10 a correction shows at once everywhere, on the page of corrections and in the story’s public change log', async () => {
  const { get, publishes, publish, desk, clock, ana } = await site()
  const { id } = await publishes({ ...STORY, body: [p('Ten boats.')] })
  for (const address of [...LISTS, '/the-harbour', '/corrections', '/the-harbour/changes']) await get(address)
  clock.pass(18 * 3_600_000)
  const me = (await ana<{ person: never }>('GET', '/api/session')).body.person
  await desk.rooms.edit(id, me, (ydoc) => rewrite(ydoc, 'Nine boats FINAL.'))
  expect((await publish(id, 'correction', CORRECTION)).status).toBe(201)
  const page = (await get('/the-harbour')).text
  expect(page).toContain('Nine boats FINAL.')
  expect(page).toContain('Corrected <time datetime="2026-06-02T10:02:00+02:00">2 June 2026</time>')
  expect(page).toMatch(
    /<b>Correction, <time[^>]*>2 June 2026, 10:02<\/time>\.<\/b> An earlier version said ten boats\. There were nine\./,
  )
  expect(page).toContain('"@type":"CorrectionComment"')
  for (const address of ['/corrections', '/the-harbour/changes', '/feed.xml', '/feed.json'])
    expect((await get(address)).text, address).toContain('There were nine.')
  expect((await get('/the-harbour/changes')).text).toContain('First published')
})

test('a withdrawn story is gone for readers: 410 with a short notice, and in no list, feed, sitemap or picture', async () => {
  const { get, publishes, publish, clock } = await site()
  const { id } = await publishes({ ...STORY, dek: 'Zqdek', body: [p('Zqbody')] })
  clock.pass(60_000)
  expect((await publish(id, 'correction', { ...CORRECTION, wrong: 'It said Zqclaim.' })).status).toBe(201)
  clock.pass(60_000)
  for (const address of [...LISTS, '/the-harbour', '/the-harbour/changes', '/corrections']) await get(address)
  const note = { label: 'retraction', wrong: '', right: 'Its premise was wrong.', atTop: true } as const
  expect((await publish(id, 'kill', note)).status).toBe(201)
  for (const address of ['/the-harbour', '/the-harbour/changes']) {
    const gone = await get(address)
    expect(gone.status, address).toBe(410)
    expect(gone.text).toContain('Its premise was wrong.')
    expect(gone.text).not.toMatch(/The harbour|Zq|Ana Ruiz/)
    expect(gone.text).toContain('noindex')
  }
  for (const address of LISTS) expect((await get(address)).text, address).not.toMatch(/the-harbour|Zq|The harbour/)
  expect((await get('/authors/ana-ruiz')).status).toBe(404)
  const told = (await get('/corrections')).text
  expect(told).toContain('Its premise was wrong.')
  expect(told, 'earlier notes repeat what it said').not.toMatch(/The harbour|Zq/)
  expect((await publish(id, 'return')).status).toBe(201)
  expect((await get('/corrections')).text).toContain('Zqclaim')
  expect((await get('/the-harbour')).text).toContain('Zqbody')
  expect((await get('/')).text).toContain('The harbour')
})

test('SLG-06 an old path leads to the present one for good; a slash too many and capitals do, too', async () => {
  const { get, publishes, publish, ana } = await site()
  const { id } = await publishes({ ...STORY, body: [p('It was quiet.')] })
  const { version } = (await ana<{ version: number }>('GET', `/api/stories/${id}/standing`)).body
  const moved = await ana('PATCH', `/api/stories/${id}/particulars`, { json: { version, path: 'the-quiet-harbour' } })
  expect(moved.status, moved.text).toBe(200)
  expect((await get('/the-quiet-harbour')).status).toBe(404)
  expect((await publish(id, 'update')).status).toBe(201)
  const old = await get('/the-harbour')
  expect([old.status, old.headers.get('location')]).toEqual([301, '/the-quiet-harbour'])
  expect((await get('/the-quiet-harbour')).status).toBe(200)
  expect((await get('/the-quiet-harbour')).text).toContain('rel="canonical" href="https://desk.example/the-quiet-harbour"')
  for (const spelling of ['/the-quiet-harbour/', '/The-Quiet-Harbour', '//the-quiet-harbour', '/the-quiet-harbour//'])
    expect((await get(spelling)).headers.get('location'), spelling).toBe('/the-quiet-harbour')
  expect((await get('/Archive/')).headers.get('location')).toBe('/archive')
  for (const nowhere of [
    '//evil.example',
    '/nowhere',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fx',
    '/the-quiet-harbour/x',
    '/page/0',
    '/page/1',
  ])
    expect((await get(nowhere)).status, nowhere).toBe(404)
})

test('[P8] FED-08 what is not out is nowhere: a draft, a scheduled and an embargoed story are as if they were not', async () => {
  const { get, writes, ana, publish } = await site()
  await writes({ ...STORY, headline: 'Zqdraft', body: [p('Zqdraft')] })
  const scheduled = await writes({ headline: 'Zqscheduled', body: [p('Zqscheduled')], particulars: { path: 'zqscheduled' } })
  const at = { local: '2026-06-05T06:00', zone: 'Europe/Berlin' }
  const seen = await ana<{ stamp: string }>('POST', `/api/stories/${scheduled}/preview`, { json: { kind: 'first', at } })
  const out = await ana('POST', `/api/stories/${scheduled}/publish`, {
    json: { stamp: seen.body.stamp, kind: 'first', at, targets: ['site'] },
  })
  expect(out.status, out.text).toBe(201)
  const embargoed = await writes({ headline: 'Zqembargo', body: [p('Zqembargo')], particulars: { path: 'zqembargo' } })
  const embargo = { until: Date.UTC(2026, 8, 1), zone: 'Europe/Berlin' }
  expect((await ana('PATCH', `/api/stories/${embargoed}/standing`, { json: { embargo } })).status).toBe(200)
  expect((await publish(embargoed, 'first')).status).toBe(422)
  for (const address of [
    ...LISTS,
    '/archive',
    '/corrections',
    '/the-harbour',
    '/zqscheduled',
    '/zqembargo',
    '/zqscheduled/changes',
  ]) {
    const answer = await get(address)
    expect(answer.text + [...answer.headers].join(), address).not.toMatch(/zq/i)
    if (/harbour|zq/.test(address)) expect(answer.status, address).toBe(404)
  }
})

test('pages are served with a strong ETag, a date and a minute of shelf life in proxies, none in browsers; the same again is a 304', async () => {
  const { get, publishes, publish, clock } = await site()
  const { id } = await publishes({ ...STORY, body: [p('It was quiet. '.repeat(200))] })
  for (const address of ['/the-harbour', '/', '/feed.xml', '/feed.json', '/sitemap.xml']) {
    const first = await get(address)
    const etag = first.headers.get('etag')!
    expect(etag, address).toMatch(/^"[\w-]{22}"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate')
    expect(Date.parse(first.headers.get('last-modified')!)).toBeGreaterThan(0)
    expect((await get(address, { 'if-none-match': etag })).status, address).toBe(304)
    expect((await get(address, { 'if-none-match': 'W/"x"' })).status).toBe(200)
    expect((await get(address, { 'if-modified-since': first.headers.get('last-modified')! })).status).toBe(304)
  }
  const packed = await get('/the-harbour', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('etag')).toMatch(/-br"$/)
  expect((await get('/the-harbour', { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe('gzip')
  const before = (await get('/the-harbour')).headers.get('etag')!
  clock.pass(60_000)
  await publish(id, 'correction', CORRECTION)
  expect((await get('/the-harbour', { 'if-none-match': before })).status).toBe(200)
})

test('nothing on a page runs or comes from elsewhere: the policy is strict, and no page has a script but its data', async () => {
  const { get, publishes } = await site()
  await publishes({ ...STORY, body: [p('Quiet.')] })
  for (const address of ['/', '/the-harbour', '/archive', '/corrections', '/nowhere', '/the-harbour/changes']) {
    const { headers, text } = await get(address)
    const policy = headers.get('content-security-policy')!
    expect(policy, address).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|script-src|https?:/)
    expect(text.replace(/<script type="application\/ld\+json">/g, ''), address).not.toMatch(/<script|style=|\son\w+=|<iframe/)
    for (const [, from] of text.matchAll(/<(?:img|link rel="(?:stylesheet|icon)")[^>]*(?:src|href)="([^"]+)"/g))
      expect(from, address).toMatch(/^\/[^/]/)
  }
  const css = /href="(\/site\/[a-z0-9]{11}\.css)"/.exec((await get('/')).text)![1]!
  const sheet = await get(css)
  expect(sheet.headers.get('cache-control')).toContain('immutable')
  for (const [, url] of sheet.text.matchAll(/url\(([^)]+)\)/g)) {
    expect(url).toMatch(/^\/site\/newsreader-/)
    expect((await get(url!)).headers.get('content-type')).toBe('font/woff2')
  }
})

function mainPart(page: string): string {
  return /<main[\s\S]*<\/main>/.exec(page)![0]
}

async function wholePage(
  db: Parameters<typeof import('../../db/editions.ts').wholeEdition>[0],
  storyId: string,
): Promise<string> {
  const { liveEdition, wholeEdition } = await import('../../db/editions.ts')
  return (await wholeEdition(db, (await liveEdition(db, storyId))!.id)).page
}

test('the front page turns back ten times; further back the archive leads', async () => {
  const { get, publishes, db } = await site()
  await publishes(STORY)
  // 300 more, which are the same story under other names.
  await sql`pragma foreign_keys = off`.execute(db)
  await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 300)
    insert into site_stories select 'other-' || i, edition_id, 'other-' || i, headline, dek, byline, kicker, visibility,
      published_at - i, changed_at, corrected_at, killed_at, month from site_stories, n`.execute(db)
  const next = async (address: string) => / href="([^"]*)" rel="next"/.exec((await get(address)).text)?.[1] ?? null
  expect([await next('/'), await next('/page/9'), await next('/page/10')]).toEqual(['/page/2', '/page/10', null])
  expect((await get('/page/11')).headers.get('location')).toBe('/archive')
})
