import { HtmlValidate } from 'html-validate'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { contentOf, PARTICULARS } from '../../shared/publish/content.ts'
import { SITE_SETTINGS } from '../../shared/shapes/settings.ts'
import { schema } from '../../shared/schema.ts'
import { whole } from '../../server/site/whole.ts'
import { atom, itemOf, jsonFeed, rss } from '../../shared/site/feeds.ts'
import { storyPage } from '../../shared/site/page.ts'
import { SETTINGS } from '../../shared/story.ts'
import { A_STORY, site, TITLE } from './site.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // HTML allows both.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-raw-characters': 'error',
    // Titles of stories are as long as editors make them.
    'long-title': 'off',
    // Nothing on the site is a button made of a link.
    'prefer-native-element': 'off',
  },
})

const PAGES = [
  '/',
  '/everything',
  '/everything/changes',
  '/archive',
  '/archive/2026/06',
  '/authors/ana-ruiz',
  '/topics/q-and-a',
  '/corrections',
  '/about',
  '/feeds',
  '/nowhere',
]
const HREFS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
]

const everything = (particulars: Record<string, unknown> = {}) => ({
  headline: TITLE,
  dek: 'Dek with <script>alert(1)</script> & "quotes"',
  byline: 'By Ana Ruiz, Ben Okri & Çelik “C” O’Neil',
  body: A_STORY(),
  particulars: { path: 'everything', kicker: 'Q&A', topics: ['Q&A', '</script><b>', '..%2f..%2fx', '汉字'], ...particulars },
})

test('XSS-04 [P8] every kind of page is valid HTML, whatever is in a story', async () => {
  const { get, publishes, publish, ana } = await site()
  const about =
    '# About us\n\nWe write. <script>alert(1)</script> [x](javascript:alert(1)) ![a](https://evil.example/x.png)\n\n## More\n\n- a\n- b'
  await ana('PATCH', '/api/newsroom/site', {
    json: { tagline: 'A & B <i>', about, footer: 'Foot <b>', joinUrl: 'https://join.example/' },
  })
  const { id } = await publishes(everything())
  await publish(id, 'correction', { label: 'correction', wrong: 'Wrong <b>.', right: 'Right & so.\nAnd more.', atTop: true })
  for (const address of PAGES) {
    const { text, status } = await get(address)
    expect(status, address).toBe(address === '/nowhere' ? 404 : 200)
    const report = await validator.validateString(text)
    const said = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${text.split('\n')[line - 1]})`),
    )
    expect(said, address).toEqual([])
    expect(text, address).not.toMatch(/<script>|<b>(?!Correction|First)|<i>|src="http/)
    expect(text.match(/<h1/g), address).toHaveLength(1)
  }
  const page = (await get('/everything')).text
  expect(page).toContain('<a href="https://shop.example/" rel="sponsored nofollow">')
  expect(page).toContain('<p class="q"><strong><span class="unseen">Cora: </span>What happened?</strong></p>')
  expect((await get('/join')).headers.get('location')).toBe('https://join.example/')
})

test('LNK-01 no address that runs a program is a link, though it came past every check: not on the page, not in any feed', () => {
  const body = schema.node('doc', null, A_STORY(HREFS))
  const story = { headline: 'x', dek: '', byline: '', speakers: {}, settings: { ...SETTINGS }, body }
  const content = contentOf(story, { ...PARTICULARS, path: 'x' })
  const around = { newsroom: { name: 'N' }, site: SITE_SETTINGS, zone: 'UTC', base: 'https://desk.example' }
  const times = { publishedAt: 1e12, changedAt: 1e12, notes: [] }
  const page = storyPage({
    ...around,
    ...times,
    content,
    kind: 'first',
    at: 1e12,
    correctedAt: null,
    url: 'https://desk.example/x',
  })
  const feed = { items: [itemOf(around, { ...times, storyId: 's', content, path: 'x' })], changedAt: 1e12 }
  for (const text of [page, rss(around, feed), atom(around, feed), jsonFeed(around, feed)]) {
    expect(text).toContain('https://good.example/?a=1&amp;')
    expect(text).not.toMatch(/href=(&quot;|\\?")\s*(java\s*script|data|vbscript)/i)
  }
})

type Seen = { path: string; text: string; attributes: Record<string, string> }

/** Every element, in order. @throws when it is no XML */
function elementsOf(xml: string): Seen[] {
  const seen: Seen[] = []
  const open: Seen[] = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ name, attributes }) => {
    const one = {
      path: [...open.map(({ path }) => path.split('/').at(-1)), name].join('/'),
      text: '',
      attributes: attributes as Record<string, string>,
    }
    open.push(one)
    seen.push(one)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return seen
}

test('FED-02 FED-03 FED-07 UNI-05 the feeds are valid, say every word once as it is, and hold nothing that runs', async () => {
  const { get, publishes } = await site()
  await publishes(everything())
  const rss = elementsOf((await get('/feed.xml')).text)
  const textOf = (path: string) => rss.find((one) => one.path === path)?.text
  for (const name of ['title', 'link', 'description']) expect(textOf(`rss/channel/${name}`)).toBeTruthy()
  expect(textOf('rss/channel/item/title')).toBe(TITLE)
  expect(textOf('rss/channel/item/pubDate')).toBe('Mon, 01 Jun 2026 14:02:00 GMT')
  const guid = rss.find(({ path }) => path.endsWith('item/guid'))!
  expect(guid.attributes).toEqual({ isPermaLink: 'false' })
  expect(guid.text).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const html = textOf('rss/channel/item/content:encoded')!
  expect(html).toContain('a ]]&gt; b &lt;!-- x --&gt; 👍')
  expect(html).not.toMatch(/<script|<iframe|<object|src="\//)
  for (const [, href] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(href).toMatch(/^(https?:|mailto:)/)

  const atom = elementsOf((await get('/atom.xml')).text)
  for (const path of ['feed/id', 'feed/title', 'feed/updated', 'feed/entry/id', 'feed/entry/title', 'feed/entry/updated'])
    expect(atom.filter((one) => one.path === path).length, path).toBe(1)
  expect(atom.find(({ path }) => path === 'feed/entry/title')!.text).toBe(TITLE)
  expect(atom.find(({ path }) => path === 'feed/entry/published')!.text).toBe('2026-06-01T16:02:00+02:00')
  expect(atom.find(({ path }) => path === 'feed/entry/id')!.text).toBe(guid.text)
  expect(atom.find(({ path }) => path === 'feed/entry/content')!.text).toBe(html)

  const json = JSON.parse((await get('/feed.json')).text) as { version: string; items: Record<string, unknown>[] }
  expect(json.version).toBe('https://jsonfeed.org/version/1.1')
  expect(json.items[0]).toMatchObject({
    id: guid.text,
    url: 'https://desk.example/everything',
    title: TITLE,
    content_html: html,
    date_published: '2026-06-01T16:02:00+02:00',
  })
  for (const address of ['/sitemap.xml', '/news-sitemap.xml'])
    expect(elementsOf((await get(address)).text).length).toBeGreaterThan(3)
  expect(elementsOf((await get('/news-sitemap.xml')).text).find(({ path }) => path.endsWith('news:title'))!.text).toBe(TITLE)
})

test('a site with more stories than one sitemap may hold has an index of several, and every story is in one of them', async () => {
  const { desk, publishes } = await site()
  const paths: string[] = []
  for (let i = 0; i < 5; i++) paths.push((await publishes({ headline: `Story ${i}` })).path)
  const { sitemaps } = whole(desk, 2)
  const locations = async (address: string) =>
    elementsOf(String((await sitemaps[address]!())!.body)).flatMap(({ path, text }) => (path.endsWith('/loc') ? [text] : []))
  const base = 'https://desk.example'
  expect(await locations('/sitemap.xml')).toEqual([1, 2, 3].map((n) => `${base}/sitemap-${n}.xml`))
  const parts = await Promise.all([1, 2, 3].map((n) => locations(`/sitemap-${n}.xml`)))
  expect(parts.map(({ length }) => length)).toEqual([2 + 3, 2, 1])
  expect(parts.flat().toSorted()).toEqual(['', 'archive', 'corrections', ...paths].map((path) => `${base}/${path}`).toSorted())
  expect(await sitemaps['/sitemap-4.xml']!()).toBe(null)
})

test('PUB-07 FED-05 what search engines and cards are told is complete, escaped once, and the same moment as everywhere', async () => {
  const { get, publishes } = await site()
  await publishes(everything())
  const page = (await get('/everything')).text
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)![1]!) as Record<string, never>
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: TITLE,
    datePublished: '2026-06-01T16:02:00+02:00',
    dateModified: '2026-06-01T16:02:00+02:00',
    isAccessibleForFree: true,
    author: [{ name: 'Ana Ruiz' }, { name: 'Ben Okri' }, { name: 'Çelik “C” O’Neil' }],
    publisher: { name: 'The Night Desk' },
    keywords: ['Q&A', '</script><b>', '..%2f..%2fx', '汉字'],
  })
  expect(page).toContain('<meta property="article:tag" content="Q&amp;A">')
  expect(page).toContain('<meta property="og:title" content="AT&amp;T &lt;buys&gt; &quot;X&quot; 👍 ]]&gt;">')
})

test('UPL-06 names of topics and authors make addresses of letters and hyphens alone, and each its own', async () => {
  const { get, publishes } = await site()
  await publishes({
    ...everything(),
    byline: 'By a/b, ../../etc & C++',
    particulars: { path: 'everything', topics: ['C++', 'C#', 'C', '汉字', '日本', '..'] },
  })
  const hrefs = [...(await get('/everything')).text.matchAll(/href="(\/(?:topics|authors)\/[^"]*)"/g)].map(([, href]) => href!)
  expect(new Set(hrefs).size).toBe(9)
  for (const href of hrefs) {
    expect(href).toMatch(/^\/(topics|authors)\/[a-z0-9]+(-[a-z0-9]+)*$/)
    expect((await get(href)).status, href).toBe(200)
  }
})

test('a story of the length of the sample is a page of less than 30 kB, its stylesheet with it', async () => {
  const { get, publishes } = await site()
  const text = 'The harbour was quiet for 31 hours, the longest stop since the boats went electric. '
  const body = Array.from({ length: 48 }, (_, i) =>
    schema.node('paragraph', { id: `l${i}`, role: i % 3 === 0 ? 'question' : 'answer' }, [schema.text(text.repeat(3).trim())]),
  )
  await publishes({ body, particulars: { path: 'long' } })
  const page = (await get('/long')).text
  const css = /href="(\/site\/[a-z0-9]{11}\.css)"/.exec(page)![1]!
  expect(page.length + (await get(css)).text.length).toBeLessThan(30_000)
})
