/** The newest stories for feed readers, whole: RSS 2.0, Atom and JSON Feed 1.1. Of members’ stories only the preview. */
import { escapeHtml } from '../body/html-words.ts'
import { layOut } from '../body/parts.ts'
import { storyOf, type Content } from '../publish/content.ts'
import { nameAddress, publicPicture } from './addresses.ts'
import { bodyHtml } from './body.ts'
import type { SiteAround } from './frame.ts'
import { authorsOf, namePath } from './names.ts'
import { noteHtml, type NoteNow } from './note.ts'
import { descriptionOf, labelStyleOf, langOf } from './page.ts'
import { tagOf } from './tag.ts'
import { isoIn } from './when.ts'
import { wordsIn } from './words.ts'
import { element, xml } from './xml.ts'

export type FeedStory = {
  storyId: string
  content: Content
  path: string
  notes: readonly NoteNow[]
  publishedAt: number
  changedAt: number
}

/** The same for a story whatever becomes of its path or the site’s address: readers are shown nothing twice. */
export function feedId(storyId: string): string {
  const hex = ['a', 'b', 'c', 'd']
    .map((salt) =>
      Number.parseInt(tagOf(salt + storyId).slice(-6), 36)
        .toString(16)
        .padStart(8, '0')
        .slice(-8),
    )
    .join('')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type Item = {
  id: string
  url: string
  title: string
  summary: string
  html: string
  lang: string
  authors: { name: string; url: string }[]
  topics: readonly string[]
  published: string
  changed: string
  publishedAt: number
}

export function itemOf(around: SiteAround, story: FeedStory): Item {
  const { base, zone, newsroom, site } = around
  const { content } = story
  const layout = layOut(storyOf(content))
  const lang = langOf({ content, site })
  const url = `${base}/${story.path}`
  const members = content.visibility === 'members'
  const absolute = (href: string): string => (URL.canParse(href, url) ? new URL(href, url).href : href)
  const body = bodyHtml({
    layout,
    labelStyle: labelStyleOf({ content, site }),
    outlet: newsroom.name,
    lang,
    members,
    whole: false,
    join: members ? url : null,
    picture: (asset, file) => base + publicPicture(asset, file),
    address: absolute,
  })
  const words = wordsIn(lang)
  const notes = (top: boolean): string[] =>
    story.notes.filter(({ atTop }) => atTop === top).map((note) => noteHtml(note, words, lang, zone))
  const dek = layout.dek === '' ? [] : [`<p><em>${escapeHtml(layout.dek)}</em></p>`]
  return {
    id: feedId(story.storyId),
    url,
    title: layout.headline,
    summary: descriptionOf(content, layout),
    html: [...dek, ...notes(true), ...body, ...notes(false)]
      .join('\n')
      .replace(/ class="unseen"/g, ' style="position:absolute;clip-path:inset(50%)"'),
    lang,
    authors: authorsOf(layout.byline).map((name) => ({ name, url: base + nameAddress('author', namePath(name)) })),
    topics: content.topics,
    published: isoIn(story.publishedAt, zone),
    changed: isoIn(Math.max(story.changedAt, story.publishedAt), zone),
    publishedAt: story.publishedAt,
  }
}

export type Feed = { items: readonly Item[]; changedAt: number }

const descriptionOfSite = ({ site, newsroom }: SiteAround): string => site.tagline || newsroom.name

export function rss(around: SiteAround, { items, changedAt }: Feed): string {
  const { base, newsroom, site } = around
  return xml(
    element(
      'rss',
      [
        element('channel', [
          element('title', newsroom.name),
          element('link', `${base}/`),
          element('description', descriptionOfSite(around)),
          element('language', site.lang),
          element('lastBuildDate', new Date(changedAt).toUTCString()),
          element('atom:link', '', { rel: 'self', type: 'application/rss+xml', href: `${base}/feed.xml` }),
          ...items.map((item) =>
            element('item', [
              element('title', item.title),
              element('link', item.url),
              element('guid', item.id, { isPermaLink: 'false' }),
              element('pubDate', new Date(item.publishedAt).toUTCString()),
              ...item.authors.map(({ name }) => element('dc:creator', name)),
              ...item.topics.map((topic) => element('category', topic)),
              item.summary === '' ? '' : element('description', item.summary),
              element('content:encoded', item.html),
            ]),
          ),
        ]),
      ],
      {
        version: '2.0',
        'xmlns:atom': 'http://www.w3.org/2005/Atom',
        'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      },
    ),
  )
}

export function atom(around: SiteAround, { items, changedAt }: Feed): string {
  const { base, newsroom, site, zone } = around
  return xml(
    element(
      'feed',
      [
        element('title', newsroom.name),
        site.tagline === '' ? '' : element('subtitle', site.tagline),
        element('id', feedId(`site ${newsroom.name}`)),
        element('updated', isoIn(changedAt, zone)),
        element('link', '', { rel: 'self', type: 'application/atom+xml', href: `${base}/atom.xml` }),
        element('link', '', { rel: 'alternate', type: 'text/html', href: `${base}/` }),
        element('author', [element('name', newsroom.name), element('uri', `${base}/`)]),
        ...items.map((item) =>
          element(
            'entry',
            [
              element('title', item.title),
              element('link', '', { rel: 'alternate', type: 'text/html', href: item.url }),
              element('id', item.id),
              element('published', item.published),
              element('updated', item.changed),
              ...item.authors.map(({ name, url }) => element('author', [element('name', name), element('uri', url)])),
              ...item.topics.map((topic) => element('category', '', { term: topic })),
              item.summary === '' ? '' : element('summary', item.summary),
              element('content', item.html, { type: 'html' }),
            ],
            { 'xml:lang': item.lang },
          ),
        ),
      ],
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': site.lang },
    ),
  )
}

export function jsonFeed(around: SiteAround, { items }: Feed): string {
  const { base, newsroom, site } = around
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: newsroom.name,
    home_page_url: `${base}/`,
    feed_url: `${base}/feed.json`,
    description: descriptionOfSite(around),
    language: site.lang,
    authors: [{ name: newsroom.name, url: `${base}/` }],
    items: items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      content_html: item.html,
      ...(item.summary === '' ? {} : { summary: item.summary }),
      date_published: item.published,
      date_modified: item.changed,
      ...(item.authors.length === 0 ? {} : { authors: item.authors }),
      ...(item.topics.length === 0 ? {} : { tags: item.topics }),
      language: item.lang,
    })),
  })
}
