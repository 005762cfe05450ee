/**
 * The whole public site as files, asked for as a reader would: what is linked is fetched, so that no link among them leads
 * nowhere. Nothing goes over a wire.
 */
import { Hono } from 'hono'
import { escapeHtml } from '../../shared/body/html-words.ts'
import { addressesOnSite, aroundStory, type AroundStory } from '../../db/site.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import type { Env } from '../routes/edge.ts'
import { siteFileRoutes } from '../routes/site-files.ts'
import { notOnSite, siteRoutes } from '../routes/site.ts'

/** `isList`: it leads to others, and so is written after them. */
export type SiteFile = { file: string; bytes: Uint8Array; isList: boolean }

/** What of the site may have changed: where to look, and whether an address is of it. */
export type Part = { begin: string[]; has(address: string): boolean }

/** Where a reader may begin. */
const ENTRANCES = [
  '/',
  '/archive',
  '/corrections',
  '/feeds',
  '/about',
  '/feed.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/news-sitemap.xml',
  '/robots.txt',
  '/site/icon.svg',
]
/** What only the server itself can answer. */
const NOT_FILES = /^\/(api|desk|gift|live|preview|problems|stop-mail|sync)(\/|$)/
const LISTS = /^\/($|page\/|archive|authors\/|topics\/|corrections|feeds|[a-z-]+\.(xml|json|txt)$)/
/** What an address answers with is a page or another file: before it was asked nobody knows. */
const FORMS = [true, false]
/** Each part of an address becomes a name on a disk: nothing that leads elsewhere, nothing hidden. */
const PART = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/

/** The file of an address; null: it is none that is written. */
export function fileOf(address: string, isPage: boolean): string | null {
  if (address === '/') return 'index.html'
  const parts = address.slice(1).replace(/\/$/, '').split('/')
  if (!address.startsWith('/') || !parts.every((part) => PART.test(part) && part.length <= 200)) return null
  return [...parts, ...(isPage ? ['index.html'] : [])].join('/')
}

/** The address whose answer a file is. */
export const addressOf = (file: string): string => `/${file.replace(/(^|\/)index\.html$/, '')}`

/** What changes with these stories, and nothing else: the cost is that of their lists, however many stories there are. */
export async function partOf(desk: Pick<Desk, 'db'>, storyIds: readonly string[]): Promise<Part> {
  const around = await Promise.all(storyIds.map((id) => aroundStory(desk.db, id)))
  const all = (name: keyof AroundStory) => around.flatMap((one) => one[name])
  const pages = [...all('paths').map((path) => `/${path}`), ...all('lists')]
  const below = new Set([...pages, '/page', '/corrections', ...all('pictures').map((id) => `/pictures/${id}`)])
  const cards = new Set(all('paths'))
  const exactly = new Set(ENTRANCES)
  return {
    begin: pages,
    has(address) {
      if (exactly.has(address) || /^\/sitemap-\d+\.xml$/.test(address)) return true
      const card = /^\/cards\/(.+)-[a-z0-9]{11}\.png$/.exec(address)?.[1]
      if (card !== undefined) return cards.has(card)
      for (let at = address; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (below.has(at)) return true
      return false
    },
  }
}

/**
 * @param part null: the whole site
 * @param isThere whether there is a file already of what may not have changed: it is not asked for again
 */
export async function* siteFiles(
  desk: Desk,
  part: Part | null = null,
  isThere: (file: string) => boolean = () => false,
): AsyncGenerator<SiteFile> {
  const app = new Hono<Env>().route('/', siteRoutes(desk)).route('/', siteFileRoutes(desk))
  app.notFound((c) => notOnSite(desk, c))
  const base = siteUrl(desk.config)
  const seen = new Set<string>()
  const waiting: string[] = []
  const found = (address: string): void => {
    if (seen.has(address) || NOT_FILES.test(address)) return
    if (part !== null && !part.has(address) && FORMS.some((isPage) => isThere(fileOf(address, isPage) ?? ''))) return
    seen.add(address)
    waiting.push(address)
  }
  for (const address of part?.begin ?? (await addressesOnSite(desk.db)).map((path) => `/${path}`)) found(address)
  for (const address of ENTRANCES) found(address)
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const made = await fetched(app, base, address)
    if (made === null) continue
    for (const link of made.links) found(link)
    const file = fileOf(address, made.isPage)
    if (file !== null) yield { file, bytes: made.bytes, isList: LISTS.test(address) }
  }
  const lost = await app.request(`${base}/no-such-page-here`)
  if (lost.status === 404) yield { file: '404.html', bytes: await bytesOf(lost), isList: true }
}

/** What the site says of this story now. */
export async function pageOnSite(desk: Desk, path: string): Promise<Uint8Array> {
  const app = new Hono<Env>().route('/', siteRoutes(desk))
  return bytesOf(await app.request(`${siteUrl(desk.config)}/${path}`))
}

const bytesOf = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer())

async function fetched(app: Hono<Env>, base: string, address: string) {
  const response = await app.request(base + address)
  const to = response.headers.get('location')
  if (to !== null) return { isPage: true, bytes: Buffer.from(leadingTo(to)), links: to.startsWith('/') ? [to] : [] }
  if (response.status !== 200 && response.status !== 410) return null
  const type = response.headers.get('content-type') ?? ''
  const bytes = await bytesOf(response)
  const isText = /^(text|application)\//.test(type)
  return { isPage: type.startsWith('text/html'), bytes, links: isText ? linksIn(Buffer.from(bytes).toString('utf8'), base) : [] }
}

/** A static host cannot say 301. */
function leadingTo(to: string): string {
  const at = escapeHtml(to)
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Moved</title>\n<meta http-equiv="refresh" content="0; url=${at}">\n<link rel="canonical" href="${at}">\n</head>\n<body><p><a href="${at}">It is here now.</a></p></body>\n</html>\n`
}

/** Addresses of the site in a page, a feed or a stylesheet, whole or from its root. */
function linksIn(text: string, base: string): string[] {
  const links: string[] = []
  const add = (address: string): void => {
    const plain = address.replaceAll('&amp;', '&')
    if (!URL.canParse(plain, base)) return
    const url = new URL(plain, base)
    if (url.origin === base) links.push(url.pathname)
  }
  for (const [, value = ''] of text.matchAll(/\s(?:href|src|content)="([^"]*)"/g))
    if (value.startsWith('/') || value.startsWith(`${base}/`)) add(value)
  for (const [, value = ''] of text.matchAll(/\ssrcset="([^"]*)"/g))
    for (const source of value.split(',')) add(source.trim().split(/\s/)[0] ?? '')
  for (const [, value = ''] of text.matchAll(/url\(["']?([^"')]+)["']?\)/g)) add(value)
  for (const [, value = ''] of text.matchAll(/["'>](https?:\/\/[^\s"'<>\\]+)/g)) add(value)
  // In feeds HTML is itself escaped.
  for (const [, value = ''] of text.matchAll(/\\?&?(?:quot;|\\")(https?:\/\/[^\s"'<>\\&]+)/g)) add(value)
  return links
}
