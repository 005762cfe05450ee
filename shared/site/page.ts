/**
 * A story’s page as readers get it. The same bytes for the same things given: a preview is rendered, approved, and
 * rendered again when it is published, and nothing of the clock is in it. What is in `<main>` is what was approved, to the
 * letter, for as long as the edition stands; what is around it follows the newsroom’s settings.
 */
import { escapeHtml } from '../body/html-words.ts'
import { layOut, type Layout } from '../body/parts.ts'
import { oneLine } from '../body/spans.ts'
import { storyOf, type Content } from '../publish/content.ts'
import type { EditionKind } from '../publish/workflow.ts'
import type { LabelStyle } from '../story.ts'
import { cardAddress, nameAddress, publicPicture } from './addresses.ts'
import { bodyHtml, freePictures, minutesOf, summaryOf } from './body.ts'
import { framed, meta, property, type SiteAround } from './frame.ts'
import { newsArticle } from './json-ld.ts'
import { namePath, piecesOf, saysBy } from './names.ts'
import { noteHtml, type NoteNow } from './note.ts'
import { tagOf } from './tag.ts'
import { dayIn, isoIn } from './when.ts'
import { directionOf, wordsIn, type SiteWords } from './words.ts'

export type StoryPage = SiteAround & {
  content: Content
  kind: EditionKind
  /** The time of this edition. */
  at: number
  /** All notes to readers that hold, the oldest first; this edition's is the last of them. */
  notes: readonly NoteNow[]
  publishedAt: number
  /** When what readers see last changed. */
  changedAt: number
  correctedAt: number | null
  /** The canonical address of the page, whole. */
  url: string
  /** Without it, what everybody gets. */
  reader?: Reader
}

/** Somebody who has a link of their own to one story. */
export type Reader = {
  /** Has what is for members alone, too. */
  whole: boolean
  band: { says: string; watermark: boolean }
  picture: (asset: string, file: string) => string
}

export function storyPage(given: StoryPage): string {
  return given.kind === 'kill' ? storyPageAround(given, goneMain(given)) : storyPageAround(given, storyMain(given))
}

/** The approved `<main>` of a kept page in the present frame; the same bytes as ever while no setting has changed. */
export function storyPageAround(given: StoryPage, main: string): string {
  if (given.kind === 'kill') {
    const title = wordsIn(langOf(given)).withdrawn
    return framed(given, { title, description: '', canonical: null, main, isHidden: true })
  }
  const { content, reader } = given
  const layout = layOut(storyOf(content))
  const path = new URL(given.url).pathname
  const title = content.searchTitle || layout.headline
  return framed(given, {
    title,
    description: descriptionOf(content, layout),
    canonical: path,
    head: reader === undefined ? told(given, layout) : [],
    main,
    ...(reader === undefined ? {} : { band: reader.band, isHidden: true }),
  })
}

/** What is in `<main>`, of a page made here. @throws Error when there is none */
export function mainOf(page: string): string {
  const from = page.indexOf('<main')
  const to = page.indexOf('</main>', from)
  if (from < 0 || to < 0) throw new Error('this is no page of the site')
  return page.slice(from, to + '</main>'.length)
}

export const labelStyleOf = ({ content, site }: Pick<StoryPage, 'content' | 'site'>): LabelStyle =>
  content.labelStyle || site.labelStyle

export const langOf = ({ content, site }: Pick<StoryPage, 'content' | 'site'>): string => content.lang || site.lang

export const descriptionOf = (content: Content, layout: Layout): string =>
  content.searchText || layout.dek || summaryOf(layout, content.visibility === 'members')

/** What the card of a story shows: it is made once for each of these. */
export type CardWords = { title: string; kicker: string; newsroom: string; accent: string }
export const cardOf = ({ content, newsroom, site }: Pick<StoryPage, 'content' | 'newsroom' | 'site'>): CardWords => ({
  title: content.socialTitle || oneLine(content.headline),
  kicker: content.kicker,
  newsroom: newsroom.name,
  accent: site.accent,
})
/** Raised when cards begin to look otherwise. */
const CARDS = 1
export const cardTag = (card: CardWords): string => tagOf(JSON.stringify([CARDS, card]))

/** For search engines and for whoever shares it. */
function told(given: StoryPage, layout: Layout): string[] {
  const { content, newsroom, base, zone, notes, publishedAt, changedAt } = given
  const lang = langOf(given)
  const description = descriptionOf(content, layout)
  const card = cardOf(given)
  const image = base + cardAddress(content.path ?? '', cardTag(card))
  const members = content.visibility === 'members'
  return [
    property('og:type', 'article'),
    property('og:site_name', newsroom.name),
    property('og:title', card.title),
    property('og:description', description),
    property('og:url', given.url),
    property('og:locale', lang.replace('-', '_')),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', card.title),
    property('article:published_time', isoIn(publishedAt, zone)),
    property('article:modified_time', isoIn(changedAt, zone)),
    ...content.topics.map((topic) => property('article:tag', topic)),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', card.title),
    meta('twitter:description', description),
    meta('twitter:image', image),
    newsArticle({
      layout,
      headline: layout.headline,
      description,
      lang,
      url: given.url,
      base,
      newsroom: newsroom.name,
      logo: given.site.logo,
      card: image,
      pictures: freePictures(layout, members),
      topics: content.topics,
      members,
      publishedAt,
      changedAt,
      zone,
      notes,
    }),
  ].filter((line) => line !== '')
}

function storyMain(given: StoryPage): string {
  const { content, notes, reader, zone } = given
  const layout = layOut(storyOf(content))
  const lang = langOf(given)
  const words = wordsIn(lang)
  const members = content.visibility === 'members'
  const body = bodyHtml({
    layout,
    labelStyle: labelStyleOf(given),
    outlet: given.newsroom.name,
    lang,
    members,
    whole: reader?.whole ?? false,
    join: given.site.joinUrl === '' ? null : '/join',
    picture: reader?.picture ?? publicPicture,
  })
  const kicker = [content.kicker, members ? words.members : ''].filter((one) => one !== '').join(' · ')
  const head = [
    kicker === '' ? '' : `<p class="kicker">${escapeHtml(kicker)}</p>`,
    `<h1>${escapeHtml(layout.headline)}</h1>`,
    layout.dek === '' ? '' : `<p class="dek">${escapeHtml(layout.dek)}</p>`,
    byline(given, layout, words, lang),
  ].filter((line) => line !== '')
  const [atTop, atFoot] = [true, false].map((top) => notes.filter((note) => note.atTop === top)) as [NoteNow[], NoteNow[]]
  const lines = [
    `<main id="main" class="story" lang="${escapeHtml(lang)}" dir="${directionOf(lang)}">`,
    '<article>',
    '<header>',
    ...head,
    '</header>',
    ...notesHtml(atTop, words, lang, zone, 'notes first'),
    ...body,
    ...notesHtml(atFoot, words, lang, zone, 'notes'),
    ...(content.topics.length === 0
      ? []
      : [
          `<nav class="topics" aria-label="${escapeHtml(words.topics)}"><ul>`,
          ...content.topics.map(
            (topic) => `<li><a href="${nameAddress('topic', namePath(topic))}" rel="tag">${escapeHtml(topic)}</a></li>`,
          ),
          '</ul></nav>',
        ]),
    '</article>',
    '</main>',
  ]
  return lines.join('\n')
}

function byline(given: StoryPage, layout: Layout, words: SiteWords, lang: string): string {
  const { zone, publishedAt, changedAt, correctedAt, content } = given
  const names = piecesOf(layout.byline).map(({ text, isName }) =>
    isName
      ? `<a href="${nameAddress('author', namePath(text.trim()))}" rel="author">${escapeHtml(text.trim())}</a>`
      : escapeHtml(text),
  )
  const by = layout.byline === '' ? '' : `${saysBy(layout.byline) ? '' : `${escapeHtml(words.by)} `}${names.join('')}`
  const time = (at: number): string => `<time datetime="${isoIn(at, zone)}">${escapeHtml(dayIn(at, zone, lang))}</time>`
  const changes = content.path === null ? null : `/${content.path}/changes`
  const change = (says: string, at: number): string => {
    const text = `${escapeHtml(says)} ${time(at)}`
    return changes === null ? text : `<a href="${changes}">${text}</a>`
  }
  const later = [
    correctedAt === null ? '' : change(words.corrected, correctedAt),
    changedAt > Math.max(publishedAt, correctedAt ?? 0) ? change(words.updated, changedAt) : '',
  ]
  const minutes = `${minutesOf(layout)} ${escapeHtml(words.minutes)}`
  const pieces = [by, time(publishedAt), minutes, ...later].filter((one) => one !== '')
  return `<p class="byline">${pieces.join(' · ')}</p>`
}

function notesHtml(notes: readonly NoteNow[], words: SiteWords, lang: string, zone: string, name: string): string[] {
  if (notes.length === 0) return []
  return [
    `<section class="${name}" aria-label="${escapeHtml(words.corrections)}">`,
    ...notes.map((note) => noteHtml(note, words, lang, zone)),
    '</section>',
  ]
}

/** A withdrawn story: that it was, when, and what readers are told of it; nothing of what it said. */
function goneMain(given: StoryPage): string {
  const { zone, notes, at } = given
  const lang = langOf(given)
  const words = wordsIn(lang)
  const own = notes.filter((note) => note.at >= at)
  return [
    `<main id="main" class="story" lang="${escapeHtml(lang)}" dir="${directionOf(lang)}">`,
    '<article>',
    '<header>',
    `<h1>${escapeHtml(words.withdrawn)}</h1>`,
    `<p class="byline">${escapeHtml(words.withdrawnOn)} <time datetime="${isoIn(at, zone)}">${escapeHtml(dayIn(at, zone, lang))}</time></p>`,
    '</header>',
    `<p>${escapeHtml(words.withdrawnWhy)}</p>`,
    ...notesHtml(own, words, lang, zone, 'notes'),
    '</article>',
    '</main>',
  ].join('\n')
}
