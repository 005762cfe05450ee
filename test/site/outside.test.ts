import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { Asset } from '../../shared/api.ts'
import type { SiteSettings } from '../../shared/shapes/settings.ts'
import type { SiteLink } from '../../shared/shapes/site-links.ts'
import { schema } from '../../shared/schema.ts'
import { p, rewriteWith, site, type Site } from './site.ts'

// The darkroom is a process of its own that gives way to everything else.
vi.setConfig({ testTimeout: 120_000 })

const wall = schema.node('paywall', { id: 'wall' })
const picture = (asset: string, id: string) => schema.node('image', { id, asset, alt: 'A pier', credit: 'Ben' })
const MEMBERS = { path: 'for-members', visibility: 'members' }

async function uploads({ ana }: Site, storyId: string, colour: string): Promise<string> {
  const body = await sharp({ create: { width: 800, height: 600, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  const kept = await ana<Asset>('POST', `/api/stories/${storyId}/assets`, {
    body: new Uint8Array(body),
    headers: { 'content-type': 'image/jpeg' },
  })
  if (kept.status !== 201) throw new Error(kept.text)
  return kept.body.asset
}

async function link({ ana }: Site, storyId: string, kind: 'preview' | 'gift', days = 7): Promise<SiteLink> {
  const made = await ana<SiteLink>('POST', `/api/stories/${storyId}/site-links`, { json: { kind, label: 'For Eve', days } })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

test('[P8] what is for members is cut on the server: not in the page, a feed, the data or a picture; a gift link opens it', async () => {
  const room = await site()
  const { get, writes, publish, ana, clock } = room
  await ana('PATCH', '/api/newsroom/site', { json: { joinUrl: 'https://join.example/' } })
  const id = await writes({ headline: 'Members', particulars: MEMBERS })
  const [open, hidden] = [await uploads(room, id, '#112233'), await uploads(room, id, '#445566')]
  await rewriteWith(room, id, [p('Free words.'), picture(open, 'i1'), wall, p('Zqhidden words.'), picture(hidden, 'i2')])
  expect((await publish(id, 'first')).status).toBe(201)
  const everywhere = ['/for-members', '/', '/feed.xml', '/atom.xml', '/feed.json', '/archive/2026/06', '/for-members/changes']
  for (const address of everywhere) expect((await get(address)).text, address).not.toMatch(new RegExp(`Zqhidden|${hidden}`))
  const page = (await get('/for-members')).text
  expect(page).toContain('Free words.')
  expect(page).toMatch(
    /<section class="paywall">\n<p class="members">The rest of this story is for members\.<\/p>\n<p class="join"><a href="\/join">/,
  )
  expect(page).toContain(
    '"isAccessibleForFree":false,"hasPart":{"@type":"WebPageElement","isAccessibleForFree":false,"cssSelector":".paywall"}',
  )
  expect((await get(`/pictures/${open}/640.webp`)).status).toBe(200)
  expect((await get(`/pictures/${hidden}/640.webp`)).status).toBe(404)

  const gift = await link(room, id, 'gift', 1)
  const given = await get(gift.path!)
  expect(given.text).toContain('Zqhidden words.')
  expect(given.text).toContain('noindex')
  expect(given.headers.get('cache-control')).toBe('private, no-store')
  const inside = new RegExp(`/pictures/${hidden}/640\\.webp\\?gift=[\\w-]+`).exec(given.text)![0]
  expect((await get(inside)).headers.get('cache-control')).toBe('private, no-store')
  // Whoever asks next without the link gets none of it out of memory.
  expect((await get('/for-members')).text).not.toContain('Zqhidden')
  expect((await get('/for-members?gift=guess')).text).not.toContain('Zqhidden')
  clock.pass(86_400_000)
  const over = await get(gift.path!)
  expect([over.status, over.text.includes('Zqhidden'), over.text.includes('has ended')]).toEqual([200, false, true])
  expect((await get(inside)).status).toBe(404)
})

test('whatever is guessed as a gift, the page is made once and comes out of memory, until the story changes', async () => {
  const { get, publishes, publish, desk } = await site()
  const { id } = await publishes({ headline: 'Members', body: [p('Free.'), wall, p('Zqhidden.')], particulars: MEMBERS })
  const first = await get('/for-members?gift=guess')
  expect(first.headers.get('cache-control')).toBe('private, no-store')
  const { pages } = desk.site.inMemory
  expect(pages).toBeGreaterThan(0)
  for (const guess of ['another', 'x'.repeat(150), '']) {
    const again = await get(`/for-members?gift=${guess}`)
    expect([again.text, again.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')])
  }
  expect(desk.site.inMemory.pages).toBe(pages)
  expect((await get('/for-members')).text).not.toContain('has ended')
  await publish(id, 'kill')
  expect((await get('/for-members?gift=guess')).status).toBe(410)
})

test('a members’ story without a paywall shows nobody else a word of it', async () => {
  const { get, publishes } = await site()
  await publishes({ headline: 'Members', body: [p('Zqhidden.')], particulars: MEMBERS })
  for (const address of ['/for-members', '/feed.xml', '/feed.json']) expect((await get(address)).text).not.toContain('Zqhidden')
})

test('[P8] a preview shows the story as it is now to whoever has the link, marked, in no machine’s list, until it is taken back', async () => {
  const room = await site()
  const { get, writes, ana } = room
  const id = await writes({ headline: 'Not yet', particulars: { path: 'not-yet' } })
  const asset = await uploads(room, id, '#112233')
  await rewriteWith(room, id, [p('Zqfirst.'), picture(asset, 'i1')])
  const preview = await link(room, id, 'preview')
  expect(preview.path).toMatch(/^\/preview\/[\w-]{43}$/)
  const seen = await get(preview.path!)
  expect(seen.text).toContain('Zqfirst.')
  expect(seen.text).toContain('class="watermark"')
  expect(seen.text).toContain('<meta name="robots" content="noindex, nofollow, noarchive">')
  expect(seen.headers.get('x-robots-tag')).toContain('noindex')
  expect(seen.headers.get('cache-control')).toBe('private, no-store')
  expect(seen.headers.get('referrer-policy')).toBe('same-origin')
  await rewriteWith(room, id, [p('Zqsecond.'), picture(asset, 'i1')])
  expect((await get(preview.path!)).text).toContain('Zqsecond.')
  expect((await get(`${preview.path}/${asset}/640.webp`)).status).toBe(200)
  expect((await get(`/pictures/${asset}/640.webp`)).status).toBe(404)
  expect((await get(`/preview/guess/${asset}/640.webp`)).status).toBe(404)
  const listed = await ana<{ links: SiteLink[] }>('GET', `/api/stories/${id}/site-links`)
  expect(listed.body.links).toMatchObject([{ kind: 'preview', label: 'For Eve', uses: 2 }])
  expect(listed.text).not.toContain(preview.path!.slice(9))
  expect((await ana('DELETE', `/api/stories/${id}/site-links/${preview.id}`)).status).toBe(204)
  for (const address of [preview.path!, `${preview.path}/${asset}/640.webp`]) {
    const over = await get(address)
    expect(over.status).toBe(404)
    expect(over.text).not.toContain('Zqsecond')
  }
})

test('only who sets a story’s standing makes such links, and they end with that right', async () => {
  const room = await site()
  const { get, writes, person } = room
  const id = await writes({ particulars: { path: 'x-y' } })
  const [ben, cy] = [await person('Ben', 'editor'), await person('Cy', 'writer')]
  expect((await cy.asks('POST', `/api/stories/${id}/site-links`, { json: { kind: 'preview' } })).problem).toBe('not-allowed')
  const made = await ben.asks<SiteLink>('POST', `/api/stories/${id}/site-links`, { json: { kind: 'preview' } })
  expect((await get(made.body.path!)).status).toBe(200)
  await room.ana('PATCH', `/api/people/${ben.person.id}`, { json: { role: 'checker' } })
  expect((await get(made.body.path!)).status).toBe(404)
  expect((await room.ana('POST', `/api/stories/${id}/site-links`, { json: { kind: 'gift' } })).problem).toBe('no-edition')
})

test('IMG-03 IMG-05 pictures are public while a story on the site shows them, whatever its path and the site’s address', async () => {
  const room = await site()
  const { get, writes, publish } = room
  const id = await writes({ particulars: { path: 'with-a-picture' } })
  const asset = await uploads(room, id, '#112233')
  await rewriteWith(room, id, [picture(asset, 'i1'), p('Words.')])
  expect((await get(`/pictures/${asset}/640.webp`)).status).toBe(404)
  await publish(id, 'first')
  const page = (await get('/with-a-picture')).text
  expect(page).toContain(
    `<img src="/pictures/${asset}/800.webp" srcset="/pictures/${asset}/640.webp 640w, /pictures/${asset}/800.webp 800w"`,
  )
  expect(page).toContain('width="800" height="600" alt="A pier"')
  const main = /<main[\s\S]*<\/main>/.exec(page)![0]
  expect(main).not.toContain('desk.example')
  const seen = await get(`/pictures/${asset}/800.webp`)
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(seen.headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await get(`/pictures/${asset}/picture.jpg`)).status).toBe(200)
  expect((await get(`/pictures/${asset}/picture.jpg`, { 'if-none-match': `"${asset}/picture.jpg"` })).status).toBe(304)
  for (const file of ['upload', '..%2f..%2fcopydesk.sqlite', '641.webp'])
    expect((await get(`/pictures/${asset}/${file}`)).status).toBe(404)
  await publish(id, 'kill')
  expect((await get(`/pictures/${asset}/800.webp`)).status).toBe(404)
})

test('the card of a story is drawn once, beside the server, kept, and gone for readers with the story', async () => {
  const { get, publishes, publish, dataDir, app: room } = await site()
  const { id } = await publishes({ headline: 'The deckhand who stopped the boats 🚢', particulars: { path: 'the-deckhand' } })
  const address = /https:\/\/desk\.example(\/cards\/the-deckhand-[a-z0-9]{11}\.png)/.exec((await get('/the-deckhand')).text)![1]!
  const [one, two] = await Promise.all([0, 1].map(() => room.request(address)))
  expect([one!.status, one!.headers.get('content-type')]).toEqual([200, 'image/png'])
  const { width, height } = await sharp(Buffer.from(await one!.arrayBuffer())).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect(two!.status).toBe(200)
  expect(readdirSync(join(dataDir, 'cards'))).toHaveLength(1)
  expect((await get('/cards/the-deckhand-aaaaaaaaaaa.png')).status).toBe(200)
  for (const nowhere of ['/cards/nowhere-aaaaaaaaaaa.png', '/cards/..%2f..%2fx-aaaaaaaaaaa.png', '/cards/the-deckhand.png'])
    expect((await get(nowhere)).status, nowhere).toBe(404)
  await publish(id, 'kill')
  expect((await get(address)).status).toBe(404)
})

test('UPL-01 a logo is made anew of its pixels, shown to everybody, and never a drawing that carries a program', async () => {
  const { ana, get, person } = await site()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  for (const type of ['image/svg+xml', 'image/png'])
    expect((await ana('POST', '/api/newsroom/site/logo', { body: svg, headers: { 'content-type': type } })).problem).toBe(
      'wrong-type',
    )
  const png = await sharp({ create: { width: 400, height: 100, channels: 4, background: '#11223380' } })
    .png()
    .toBuffer()
  const send = { body: new Uint8Array(png), headers: { 'content-type': 'image/png' } }
  const writer = await person('Cy', 'writer')
  expect((await writer.asks('POST', '/api/newsroom/site/logo', send)).problem).toBe('not-allowed')
  const set = await ana<SiteSettings>('POST', '/api/newsroom/site/logo', send)
  expect(set.status, set.text).toBe(201)
  const front = (await get('/')).text
  expect(front).toContain(`<img src="/pictures/${set.body.logo}/400.webp" width="400" height="100" alt="The Night Desk">`)
  expect((await get(`/pictures/${set.body.logo}/400.webp`)).headers.get('content-type')).toBe('image/webp')
  expect((await ana<SiteSettings>('PATCH', '/api/newsroom/site', { json: { logo: null } })).body.logo).toBeNull()
  expect((await get('/')).text).not.toContain('/pictures/')
})

test('settings of the site hold at once, are refused when they make no sense, and can be looked at before', async () => {
  const { ana, get, person } = await site()
  await get('/')
  const look = await ana<{ page: string }>('POST', '/api/newsroom/site/look', { json: { tagline: 'Quietly', accent: '#ffee00' } })
  expect(look.body.page).toContain('Quietly')
  // Yellow cannot be read on paper: it is taken as dark as it must be.
  const css = await get('/site/look-ffee00.css')
  expect(look.body.page).toContain('href="/site/look-ffee00.css"')
  expect(css.text).toContain('light-dark(#')
  expect(css.text).not.toContain('light-dark(#ffee00')
  expect((await get('/')).text).not.toContain('Quietly')
  await ana('PATCH', '/api/newsroom/site', { json: { tagline: 'Quietly', lang: 'de' } })
  const front = (await get('/')).text
  expect(front).toContain('Quietly')
  expect(front).toContain('<html lang="de" dir="ltr">')
  for (const json of [
    { accent: 'red' },
    { lang: '"><script>' },
    { joinUrl: 'javascript:alert(1)' },
    { logo: '../../x' },
    { labelStyle: 'x' },
  ])
    expect((await ana('PATCH', '/api/newsroom/site', { json })).status, JSON.stringify(json)).toBe(422)
  // Whatever was typed in, /join leads there in letters that a header holds.
  for (const joinUrl of [
    'https://join.example/é',
    'https://join.example/\r\nSet-Cookie: a=b',
    'https://join.example/🚢" onclick="x',
  ]) {
    expect((await ana('PATCH', '/api/newsroom/site', { json: { joinUrl } })).status, joinUrl).toBe(200)
    const join = await get('/join')
    expect([join.status, join.headers.get('set-cookie')]).toEqual([302, null])
    expect(join.headers.get('location')).toMatch(/^https:\/\/join\.example\/[\w%:=-]+$/)
  }
  const ben = await person('Ben', 'editor')
  expect((await ben.asks('PATCH', '/api/newsroom/site', { json: { tagline: 'x' } })).problem).toBe('not-allowed')
})

test('[P8] from the name of a card nobody learns that another story is there, nor gets the card of a withdrawn one', async () => {
  const { ana, get, publishes, publish, writes } = await site()
  const [here, gone] = [
    await publishes({ headline: 'Here', particulars: { path: 'here' } }),
    await publishes({ headline: 'Gone soon', particulars: { path: 'gone' } }),
  ]
  const secret = await writes({ headline: 'Nobody knows', particulars: { path: 'secret' } })
  const tagOf = async (id: string, kind: string) => {
    const seen = await ana<{ social: { image: string } }>('POST', `/api/stories/${id}/preview`, { json: { kind } })
    return /-([a-z0-9]{11})\.png$/.exec(seen.body.social.image)![1]!
  }
  const [theirs, unseen] = [await tagOf(gone.id, 'update'), await tagOf(secret, 'first')]
  for (const id of [gone.id, secret]) expect((await ana('GET', `/api/stories/${id}/card`)).status).toBe(200)
  expect((await get(`/cards/gone-${theirs}.png`)).status).toBe(200)
  expect((await publish(gone.id, 'kill')).status).toBe(201)
  const own = (await get(`/cards/here-${await tagOf(here.id, 'update')}.png`)).text
  for (const tag of [theirs, unseen]) {
    expect((await get(`/cards/here-${tag}.png`)).text).toBe(own)
    expect((await get(`/cards/gone-${tag}.png`)).status).toBe(404)
  }
})

test('SLG-06 a gift goes on to where its story is now', async () => {
  const room = await site()
  const { get, publishes, publish, ana } = room
  const { id } = await publishes({ headline: 'Members', body: [p('Zqhidden.')], particulars: MEMBERS })
  const gift = await link(room, id, 'gift')
  const { version } = (await ana<{ version: number }>('GET', `/api/stories/${id}/standing`)).body
  await ana('PATCH', `/api/stories/${id}/particulars`, { json: { version, path: 'moved-on' } })
  await publish(id, 'update')
  const old = await get(gift.path!)
  expect([old.status, old.headers.get('cache-control')]).toEqual([302, 'no-store'])
  expect((await get(old.headers.get('location')!)).text).toContain('Zqhidden.')
  expect((await get('/for-members')).headers.get('location')).toBe('/moved-on')
})

test('[P6] a story whose picture the disk has lost goes out to nobody; the same file puts it back', async () => {
  const room = await site()
  const { writes, publish, dataDir, get } = room
  const id = await writes({ headline: 'The pier', particulars: { path: 'the-pier' } })
  const asset = await uploads(room, id, '#112233')
  await rewriteWith(room, id, [p('Words.'), picture(asset, 'i1')])
  rmSync(join(dataDir, 'assets', asset), { recursive: true })
  const refused = await publish(id, 'first')
  expect(refused).toMatchObject({ status: 422, problem: 'blocked' })
  expect(refused.body).toMatchObject({ checks: [{ name: 'image-missing', blocks: true, place: { block: 'i1' } }] })
  expect((await get('/the-pier')).status).toBe(404)
  expect(await uploads(room, id, '#112233')).toBe(asset)
  expect((await publish(id, 'first')).status).toBe(201)
  expect((await get(`/pictures/${asset}/640.webp`)).status).toBe(200)
})

test('[P8] a picture of another story goes out with none that only names it, nor is it seen through a preview', async () => {
  const room = await site()
  const { get, writes, publish, ana } = room
  const [secret, mine] = [await writes({ headline: 'Secret' }), await writes({ headline: 'Mine', particulars: { path: 'mine' } })]
  const asset = await uploads(room, secret, '#112233')
  await rewriteWith(room, mine, [p('Words.'), picture(asset, 'i1')])
  const preview = await link(room, mine, 'preview')
  expect((await get(`${preview.path}/${asset}/640.webp`)).status).toBe(404)
  const refused = await publish(mine, 'first')
  expect(refused).toMatchObject({ status: 422, problem: 'blocked' })
  expect(refused.body).toMatchObject({ checks: [{ name: 'image-missing', place: { block: 'i1' } }] })
  expect((await get(`/pictures/${asset}/640.webp`)).status).toBe(404)
  const copied = await ana<{ asset: string }>('POST', `/api/stories/${mine}/assets/copy`, { json: { asset } })
  await rewriteWith(room, mine, [p('Words.'), picture(copied.body.asset, 'i1')])
  expect((await publish(mine, 'first')).status).toBe(201)
})
