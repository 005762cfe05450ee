/** What tells programs of the whole site: its feeds, and its sitemaps. */
import { newestOnSite, pathsOnSite, publishedSince, wordsOnSite, type SiteRow } from '../../db/site.ts'
import { atom, itemOf, jsonFeed, rss, type Feed } from '../../shared/site/feeds.ts'
import type { SiteAround } from '../../shared/site/frame.ts'
import { MOST_IN_SITEMAP, MOST_NEWS, NEWS_MS, newsSitemap, robots, sitemap, sitemapIndex } from '../../shared/site/sitemaps.ts'
import type { Desk } from '../context.ts'
import type { Made } from './live-site.ts'
import { FOR_OTHERS } from './site-headers.ts'

const IN_A_FEED = 30
const MINUTE_MS = 60_000
const XML = 'application/xml; charset=utf-8'

type Item = ReturnType<typeof itemOf>
type Make = () => Promise<Made | null>

/** @param most so many stories a sitemap may hold */
export function whole(desk: Desk, most = MOST_IN_SITEMAP): { feeds: Record<string, Make>; sitemaps: Record<string, Make> } {
  const { db, site, clock } = desk
  const items = new Items(desk)
  const feed =
    (type: string, write: (around: SiteAround, feed: Feed) => string): Make =>
    async () => {
      const around = await site.around()
      const rows = await newestOnSite(db, IN_A_FEED)
      const changedAt = Math.max(0, ...rows.map(({ changed_at }) => changed_at))
      const body = write(around, { items: await items.of(around, rows), changedAt })
      return { type, body, headers: FOR_OTHERS, ...(rows.length === 0 ? {} : { changedAt }) }
    }

  const part = async (n: number): Promise<Made | null> => {
    const rows = await pathsOnSite(db, most, (n - 1) * most)
    if (rows.length === 0 && n > 1) return null
    return { type: XML, body: sitemap(await site.around(), rows, n === 1 ? ['/', '/archive', '/corrections'] : []) }
  }
  const sitemaps: Record<string, Make> = {
    '/sitemap.xml': async () => {
      const parts: { changedAt: number }[] = []
      for (let skip = 0; ; skip += most) {
        const rows = await pathsOnSite(db, most, skip)
        if (rows.length === 0) break
        parts.push({ changedAt: rows.reduce((latest, { changed_at }) => Math.max(latest, changed_at), 0) })
        if (rows.length < most) break
      }
      return parts.length < 2 ? part(1) : { type: XML, body: sitemapIndex(await site.around(), parts) }
    },
    '/news-sitemap.xml': async () => {
      const rows = await publishedSince(db, clock.now() - NEWS_MS, MOST_NEWS)
      const news = []
      for (const row of rows) {
        const { content } = await wordsOnSite(db, row)
        news.push({ path: row.path, headline: row.headline, publishedAt: row.published_at, lang: content.lang })
      }
      return { type: XML, body: newsSitemap(await site.around(), news), goodForMs: MINUTE_MS }
    },
    '/robots.txt': async () => ({ type: 'text/plain; charset=utf-8', body: robots(await site.around()) }),
  }
  // As many as a newsroom will ever fill; those that are not there say so.
  for (let n = 1; n <= 20; n += 1) sitemaps[`/sitemap-${n}.xml`] = () => part(n)

  return {
    feeds: {
      '/feed.xml': feed('application/rss+xml; charset=utf-8', rss),
      '/atom.xml': feed('application/atom+xml; charset=utf-8', atom),
      '/feed.json': feed('application/feed+json; charset=utf-8', jsonFeed),
    },
    sitemaps,
  }
}

/** The stories of the feeds as they were made last, edition by edition: most are the same the next time. */
class Items {
  private made = new Map<string, Item>()
  private around: SiteAround | null = null

  constructor(private readonly desk: Desk) {}

  async of(around: SiteAround, rows: readonly SiteRow[]): Promise<Item[]> {
    if (this.around !== around) this.made = new Map()
    this.around = around
    const before = this.made
    const items = new Map<string, Item>()
    for (const row of rows) {
      let item = before.get(row.edition_id)
      if (item === undefined) {
        const { content, notes } = await wordsOnSite(this.desk.db, row)
        item = itemOf(around, {
          storyId: row.story_id,
          content,
          path: row.path,
          notes,
          publishedAt: row.published_at,
          changedAt: row.changed_at,
        })
        // Whoever types need not wait for all of them.
        await new Promise((resolve) => setImmediate(resolve))
      }
      items.set(row.edition_id, item)
    }
    this.made = items
    return [...items.values()]
  }
}
