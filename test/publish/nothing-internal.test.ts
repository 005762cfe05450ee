/** [P8] Whatever is public is crawled for words that were planted in everything that is not. */
import * as Y from 'yjs'
import { expect, test } from 'vitest'
import type { Checks } from '../../shared/shapes/checks.ts'
import type { Fork } from '../../shared/review.ts'
import { bodyOf } from '../../shared/story.ts'
import { siteFiles } from '../../server/targets/site-crawl.ts'
import { opens, remark } from '../review/desk.ts'
import { pass, press, type Press } from './press.ts'

type Public = { address: string; type: string; status: number; bytes: string; headers: string }

/** Every public address that a link, a feed, a sitemap, a picture or a style leads to from the front page. */
async function crawl({ app }: Press): Promise<Public[]> {
  const found: Public[] = []
  const known = new Set<string>()
  const next = [
    '/',
    '/robots.txt',
    '/sitemap.xml',
    '/news-sitemap.xml',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/feeds',
    '/corrections',
    '/about',
    '/archive',
    '/nowhere',
  ]
  for (let address = next.shift(); address !== undefined; address = next.shift()) {
    if (known.has(address)) continue
    known.add(address)
    const answer = await app.request(address, {}, { incoming: { socket: { remoteAddress: '192.0.2.9' } } })
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\n')
    found.push({ address, status: answer.status, type: answer.headers.get('content-type') ?? '', bytes, headers })
    if (!/html|xml|json|css/.test(answer.headers.get('content-type') ?? '')) continue
    for (const [, there] of bytes.matchAll(
      /(?:href|src|content|url|"@id")\s*[=:]\s*"([^"]+)"|<(?:loc|link|guid[^>]*)>([^<]+)</g,
    )) {
      const to = URL.canParse(there ?? '', 'http://localhost:4400/') ? new URL(there!, 'http://localhost:4400/') : null
      if (to?.origin === 'http://localhost:4400' && !to.pathname.startsWith('/desk')) next.push(to.pathname)
    }
  }
  return found
}

const MARKERS = [
  'comment',
  'legal',
  'suggested',
  'draft',
  'gate',
  'hold',
  'spiked',
  'spikewhy',
  'scheduled',
  'embargoed',
  'unpublished',
]
MARKERS.push('deleted', 'later', 'version', 'slug', 'withoutnote', 'colleague', 'p-zq', '@example.org', 'target')

test('[P8] nothing internal is in anything public: pages, lists, feeds, sitemaps, cards, headers, letters and parcels', async () => {
  const room = await press()
  const { ana, ready, desk, clock } = room
  await room.person('zqxcolleague', 'editor')
  const { receiver, id: hook } = await room.hook()
  await ana.asks('PATCH', `/api/targets/${hook}`, { json: { name: 'zqxtarget' } })

  const story = await ready('The harbour')
  await ana.asks('PATCH', `/api/stories/${story}`, { json: { slug: 'zqxslug' } })
  const at = (what: string) => `/api/stories/${story}/${what}`
  const { hash } = (await ana.asks<Checks>('GET', at('checks'))).body
  const planted: number[] = []
  const plants = async (method: string, path: string, json?: unknown) => {
    const answer = await ana.asks<{ id: string }>(method, path, json === undefined ? {} : { json })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    planted.push(answer.status)
    return answer.body
  }
  await plants('PUT', at('gates/copy'), { hash, note: 'zqxgate' })
  await opens(ana.asks, story, remark('zqxcomment', { quote: 'The harbour zqxcomment' }))
  await opens(ana.asks, story, remark('zqxlegal', { kind: 'legal' }))
  await plants('POST', at('versions'), { name: 'zqxversion' })
  const targets = ['site', hook]
  expect((await ana.publishes(story, { targets })).status).toBe(201)
  clock.pass(1000)
  await room.writes(story, ' And more was said.')
  expect((await ana.publishes(story, { kind: 'update', withoutNote: 'zqxwithoutnote', targets })).status).toBe(201)
  await room.writes(story, ' zqxlater')

  const types = (into: string, words: string) =>
    desk.rooms.edit(into, null, (ydoc) => void (bodyOf(ydoc).get(0) as Y.XmlElement).insert(0, [new Y.XmlText(words)]))
  const fork = await plants('POST', at('fork'))
  await types((fork as unknown as Fork).id, 'zqxsuggested ')
  const draft = await plants('POST', at('draft'), { passage: null })
  await types((draft as unknown as Fork).id, 'zqxdraft ')
  clock.pass(10_000)
  await plants('PATCH', at('standing'), { hold: { reason: 'zqxhold' } })

  const spiked = await ready('zqxspiked')
  await plants('POST', `/api/stories/${spiked}/stage`, { to: 'spiked', reason: 'zqxspikewhy' })
  const tomorrow = { local: '2026-06-02T10:00', zone: 'Europe/Berlin' }
  expect((await ana.publishes(await ready('zqxscheduled'), { at: tomorrow, targets })).status).toBe(201)
  const embargoed = await ready('zqxembargoed')
  await plants('PATCH', `/api/stories/${embargoed}/standing`, { embargo: { until: Date.UTC(2026, 6, 1), zone: 'UTC' } })
  expect((await ana.publishes(embargoed)).status).toBe(422)
  await ready('zqxunpublished')
  const deleted = await ready('zqxdeleted')
  expect((await ana.asks('DELETE', `/api/stories/${deleted}`)).status).toBe(204)
  // Another frame: kept pages are made anew.
  await plants('PATCH', '/api/newsroom/site', { footer: 'Made on the quay.' })
  await pass(room, 1000)

  const everything = await crawl(room)
  const kinds = ['text/html', 'xml', 'json', 'text/css', 'image/png', 'text/plain']
  for (const kind of kinds)
    expect(
      everything.filter(({ type, status }) => type.includes(kind) && status === 200),
      kind,
    ).not.toEqual([])
  expect(everything.find(({ address }) => address === '/the-harbour')?.bytes).toContain('And more was said.')
  for (const as of ['html', 'text', 'eml']) {
    const { text } = await ana.asks('GET', at(`email?as=${as}`))
    // A letter of what is published; the desk's own look at it may have what was typed since.
    everything.push({
      address: `letter as ${as}`,
      type: '',
      status: 200,
      bytes: text.replaceAll('zqxlater', ''),
      headers: '',
    })
  }
  expect(receiver.heard.length).toBeGreaterThanOrEqual(2)
  for (const { body, type } of receiver.heard)
    everything.push({ address: `parcel ${type}`, type: '', status: 200, bytes: body, headers: '' })
  const leaks = everything.flatMap(({ address, bytes, headers }) =>
    MARKERS.map((word) => (/^[@p]/.test(word) ? word : `zqx${word}`))
      .filter((word) => `${address}\n${headers}\n${bytes}`.toLowerCase().includes(word))
      .map((word) => `${word} in ${address}`),
  )
  expect(leaks).toEqual([])
}, 120_000)

test('[P8] nor is what has ended: cancelled, withdrawn, taken back, put back, or kept for members, on the site or in its folder', async () => {
  const room = await press()
  const { ana, ready, desk, clock, app } = room
  const words = 'paid cancelled killed claim topic sentback version restored label path target preview secretly'.split(' ')
  const does = async (method: string, path: string, json?: unknown) => {
    const answer = await ana.asks<{ id: string; path: string; version: number }>(method, path, json === undefined ? {} : { json })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  const says = async (id: string, particulars: Record<string, unknown>) => {
    const { version } = await ana.standing(id)
    await does('PATCH', `/api/stories/${id}/particulars`, { version, ...particulars })
  }
  const publishes = async (id: string, given = {}) => {
    const answer = await ana.publishes(id, given)
    expect(answer.status, answer.text).toBe(201)
  }
  const adds = (id: string, ...blocks: [type: string, text: string][]) =>
    desk.rooms.edit(id, null, (ydoc) => {
      const made = blocks.map(([type, text]) => {
        const block = new Y.XmlElement(type)
        block.setAttribute('id', `b${text.length}`)
        if (text !== '') block.insert(0, [new Y.XmlText(text)])
        return block
      })
      bodyOf(ydoc).insert(1, made)
    })
  const tomorrow = { local: '2026-06-02T10:00', zone: 'Europe/Berlin' }
  const { id: hook } = await room.hook()
  await does('PATCH', `/api/targets/${hook}`, { name: 'zqxtarget' })

  const members = await ready('For members')
  await adds(members, ['paywall', ''], ['paragraph', 'zqxpaid'])
  await says(members, { visibility: 'members' })
  await publishes(members)
  const gift = await does('POST', `/api/stories/${members}/site-links`, { kind: 'gift', label: 'zqxlabel' })
  expect((await room.reads(gift.path.slice(1))).text).toContain('zqxpaid')

  const killed = await ready('Once zqxkilled')
  await says(killed, { topics: ['zqxtopic'] })
  await publishes(killed, { targets: ['site', hook] })
  clock.pass(1000)
  await room.writes(killed, ' zqxkilled')
  const note = { label: 'correction', wrong: 'It said zqxclaim.', right: 'It was not so.', atTop: true } as const
  await publishes(killed, { kind: 'correction', note })
  const card = /\/cards\/[a-z0-9-]+\.png/.exec((await room.reads('once-zqxkilled')).text)![0]
  expect((await room.reads(card.slice(1))).status).toBe(200)
  clock.pass(1000)
  await publishes(killed, { kind: 'kill' })

  const put = await ready('The quay')
  await does('POST', `/api/stories/${put}/versions`, { name: 'zqxversion' })
  await room.writes(put, ' zqxrestored')
  const kept = (await ana.asks<{ versions: { id: string }[] }>('GET', `/api/stories/${put}/versions`)).body.versions[0]!
  await does('POST', `/api/stories/${put}/versions/${kept.id}/restore`)
  await does('POST', `/api/stories/${put}/stage`, { to: 'editing' })
  await does('POST', `/api/stories/${put}/stage`, { to: 'writing', reason: 'zqxsentback' })
  await publishes(put)
  await says(put, { path: 'zqxpath' })
  await publishes(put, { kind: 'update', withoutNote: 'zqxsecretly', at: tomorrow })

  const cancelled = await ready('zqxcancelled')
  await publishes(cancelled, { at: tomorrow })
  await does('DELETE', `/api/stories/${cancelled}/editions/1`)
  const outside = await ready('zqxpreview')
  const preview = await does('POST', `/api/stories/${outside}/site-links`, { kind: 'preview' })
  expect((await room.reads(preview.path.slice(1))).text).toContain('zqxpreview')
  await does('DELETE', `/api/stories/${outside}/site-links/${preview.id}`)
  await does('DELETE', `/api/stories/${members}/site-links/${gift.id}`)

  const everything = await crawl(room)
  const more = ['/once-zqxkilled', '/once-zqxkilled/changes', '/topics/zqxtopic', '/zqxcancelled', '/zqxpath', '/zqxpreview']
  for (const address of [...more, card, preview.path, gift.path, `${preview.path}/none-16x9/16.webp`]) {
    const answer = await app.request(address, {}, { incoming: { socket: { remoteAddress: '192.0.2.9' } } })
    const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\n')
    everything.push({ address: '', type: '', status: answer.status, bytes: await answer.text(), headers })
    expect(answer.status, address).toBe(address === gift.path ? 200 : /killed(\/changes)?$/.test(address) ? 410 : 404)
  }
  for await (const { file, bytes } of siteFiles(desk))
    everything.push({
      address: /killed/.test(file) ? '' : `file ${file}`,
      type: '',
      status: 200,
      bytes: Buffer.from(bytes).toString('latin1'),
      headers: '',
    })
  expect(everything.some(({ address }) => address === 'file for-members/index.html')).toBe(true)
  const leaks = everything.flatMap(({ address, bytes, headers }) =>
    words
      // Readers followed links to a withdrawn story: its address stays, and says that it was withdrawn.
      .filter((word) => `${address}\n${headers}\n${bytes}`.replaceAll('once-zqxkilled', '').includes(`zqx${word}`))
      .map((word) => `${word} in ${address || bytes.slice(0, 200)}`),
  )
  expect(leaks).toEqual([])
}, 120_000)
