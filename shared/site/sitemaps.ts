/** What search engines read to find every page, and what they may not look at. */
import type { SiteAround } from './frame.ts'
import { isoIn } from './when.ts'
import { element, xml } from './xml.ts'

/** As many as one sitemap may hold. */
export const MOST_IN_SITEMAP = 50_000
/** News is what came in the last two days. */
export const NEWS_MS = 2 * 24 * 60 * 60_000
export const MOST_NEWS = 1000

const SITEMAP = { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }

export function sitemap(
  { base, zone }: SiteAround,
  stories: readonly { path: string; changed_at: number }[],
  pages: readonly string[],
): string {
  return xml(
    element(
      'urlset',
      [
        ...pages.map((page) => element('url', [element('loc', base + page)])),
        ...stories.map(({ path, changed_at }) =>
          element('url', [element('loc', `${base}/${path}`), element('lastmod', isoIn(changed_at, zone))]),
        ),
      ],
      SITEMAP,
    ),
  )
}

export function sitemapIndex({ base, zone }: SiteAround, parts: readonly { changedAt: number }[]): string {
  return xml(
    element(
      'sitemapindex',
      parts.map(({ changedAt }, i) =>
        element('sitemap', [element('loc', `${base}/sitemap-${i + 1}.xml`), element('lastmod', isoIn(changedAt, zone))]),
      ),
      SITEMAP,
    ),
  )
}

export type News = { path: string; headline: string; publishedAt: number; lang: string }

export function newsSitemap({ base, zone, newsroom, site }: SiteAround, stories: readonly News[]): string {
  return xml(
    element(
      'urlset',
      stories.map(({ path, headline, publishedAt, lang }) =>
        element('url', [
          element('loc', `${base}/${path}`),
          element('news:news', [
            element('news:publication', [
              element('news:name', newsroom.name),
              element('news:language', languageOf(lang || site.lang)),
            ]),
            element('news:publication_date', isoIn(publishedAt, zone)),
            element('news:title', headline),
          ]),
        ]),
      ),
      { ...SITEMAP, 'xmlns:news': 'http://www.google.com/schemas/sitemap-news/0.9' },
    ),
  )
}

/** Two letters, but for Chinese, whose two scripts are told apart. */
function languageOf(lang: string): string {
  const [first = 'en', second = ''] = lang.toLowerCase().split('-')
  if (first !== 'zh') return first
  return /^(tw|hk|mo|hant)$/.test(second) ? 'zh-tw' : 'zh-cn'
}

export const robots = ({ base }: SiteAround): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /desk',
    'Disallow: /preview/',
    '',
    `Sitemap: ${base}/sitemap.xml`,
    `Sitemap: ${base}/news-sitemap.xml`,
    '',
  ].join('\n')
