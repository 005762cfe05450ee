import { expect, test } from 'vitest'
import { p, site } from './site.ts'

const LISTS = [
  '/',
  '/authors/ana-ruiz',
  '/topics/ferries-and-boats',
  '/archive/2026/06',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/news-sitemap.xml',
]

test('a published story is at its path, on the front page, in its lists, feeds and sitemaps', async () => {
  const { get, publishes } = await site()
  await publishes({
    headline: 'The harbour',
    body: [p('It was quiet.')],
    particulars: { path: 'the-harbour', topics: ['Ferries & boats'], kicker: 'Interview' },
  })
  const page = await get('/the-harbour')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<h1>The harbour</h1>')
  expect(page.text).toContain('<time datetime="2026-06-01T16:02:00+02:00">1 June 2026</time>')
  for (const address of LISTS) {
    const list = await get(address)
    expect(list.status, address).toBe(200)
    expect(list.text, address).toContain('The harbour')
    expect(list.text, address).toMatch(/\/the-harbour\b/)
  }
  expect((await get('/archive')).text).toContain('href="/archive/2026/06"')
  expect((await get('/sitemap.xml')).text).toContain('<loc>https://desk.example/the-harbour</loc>')
  expect((await get('/robots.txt')).text).toContain('Sitemap: https://desk.example/sitemap.xml')
})
