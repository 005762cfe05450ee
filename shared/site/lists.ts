/** The pages that lead to stories: the front, the archive, authors, topics, corrections and the change log of a story. */
import { escapeHtml } from '../body/html-words.ts'
import type { EditionKind, Visibility } from '../publish/workflow.ts'
import type { ReaderNote } from '../shapes/editions.ts'
import { frontAddress, monthAddress, nameAddress } from './addresses.ts'
import { framed, type Framed, type SiteAround } from './frame.ts'
import { namePath, piecesOf, saysBy } from './names.ts'
import { noteHtml } from './note.ts'
import { dayIn, isoIn, momentIn, monthWords } from './when.ts'
import { wordsIn, type SiteWords } from './words.ts'

/** What a list says of a story. */
export type Listed = {
  path: string
  headline: string
  dek: string
  byline: string
  kicker: string
  visibility: Visibility
  published_at: number
}

const mainOfPage = (lines: readonly string[]): string => ['<main id="main">', ...lines, '</main>'].join('\n')

function listed(around: SiteAround, story: Listed, words: SiteWords, isLead = false): string {
  const { site, zone } = around
  const kicker = [story.kicker, story.visibility === 'members' ? words.members : ''].filter((one) => one !== '').join(' · ')
  const by = piecesOf(story.byline)
    .map(({ text, isName }) =>
      isName
        ? `<a href="${nameAddress('author', namePath(text.trim()))}" rel="author">${escapeHtml(text.trim())}</a>`
        : escapeHtml(text),
    )
    .join('')
  const who = story.byline === '' ? '' : `${saysBy(story.byline) ? '' : `${escapeHtml(words.by)} `}${by} · `
  const when = `<time datetime="${isoIn(story.published_at, zone)}">${escapeHtml(dayIn(story.published_at, zone, site.lang))}</time>`
  return [
    `<li${isLead ? ' class="lead"' : ''}><article>`,
    kicker === '' ? '' : `<p class="kicker">${escapeHtml(kicker)}</p>`,
    `<h2><a href="/${story.path}">${escapeHtml(story.headline)}</a></h2>`,
    story.dek === '' ? '' : `<p class="dek">${escapeHtml(story.dek)}</p>`,
    `<p class="byline">${who}${when}</p>`,
    '</article></li>',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function turning(address: (page: number) => string, page: number, hasMore: boolean, words: SiteWords): string[] {
  if (page === 1 && !hasMore) return []
  return [
    `<nav class="turn" aria-label="${escapeHtml(words.stories)}">`,
    page > 1 ? `<a href="${address(page - 1)}" rel="prev">← ${escapeHtml(words.newer)}</a>` : '<span></span>',
    ...(hasMore ? [`<a href="${address(page + 1)}" rel="next">${escapeHtml(words.older)} →</a>`] : []),
    '</nav>',
  ]
}

export type Paged = { stories: readonly Listed[]; page: number; hasMore: boolean }

export function frontPage(around: SiteAround, { stories, page, hasMore }: Paged): string {
  const { newsroom, site } = around
  const words = wordsIn(site.lang)
  const first = page === 1
  const main = mainOfPage([
    first ? `<h1 class="unseen">${escapeHtml(newsroom.name)}</h1>` : `<h1>${escapeHtml(words.older)}</h1>`,
    ...(first && site.tagline !== '' ? [`<p class="tagline">${escapeHtml(site.tagline)}</p>`] : []),
    ...(stories.length === 0
      ? [`<p>${escapeHtml(words.nothingYet)}</p>`]
      : ['<ol class="list">', ...stories.map((story, i) => listed(around, story, words, first && i === 0)), '</ol>']),
    ...turning(frontAddress, page, hasMore, words),
  ])
  return framed(around, {
    title: first ? '' : words.older,
    description: first ? site.tagline : '',
    canonical: frontAddress(page),
    main,
    here: 'stories',
  })
}

function listPage(
  around: SiteAround,
  given: Paged & Pick<Framed, 'title'> & { heading: string; kicker?: string; address: (page: number) => string },
): string {
  const words = wordsIn(around.site.lang)
  const { stories, page, hasMore, title, heading, kicker = '', address } = given
  const main = mainOfPage([
    '<header>',
    ...(kicker === '' ? [] : [`<p class="kicker">${escapeHtml(kicker)}</p>`]),
    `<h1>${escapeHtml(heading)}</h1>`,
    '</header>',
    '<ol class="list plain">',
    ...stories.map((story) => listed(around, story, words)),
    '</ol>',
    ...turning(address, page, hasMore, words),
  ])
  return framed(around, { title, description: '', canonical: address(page), main })
}

export function namedPage(around: SiteAround, kind: 'author' | 'topic', path: string, name: string, given: Paged): string {
  const words = wordsIn(around.site.lang)
  const kicker = kind === 'author' ? words.storiesBy : words.topic
  return listPage(around, { ...given, title: name, heading: name, kicker, address: (page) => nameAddress(kind, path, page) })
}

export function monthPage(around: SiteAround, month: string, given: Paged): string {
  const title = monthWords(month, around.site.lang)
  return listPage(around, {
    ...given,
    title,
    heading: title,
    kicker: wordsIn(around.site.lang).archive,
    address: (page) => monthAddress(month, page),
  })
}

/** @param months such as `2026-12`, the newest first */
export function archivePage(around: SiteAround, months: readonly string[]): string {
  const words = wordsIn(around.site.lang)
  const years = [...new Set(months.map((month) => month.slice(0, 4)))]
  const main = mainOfPage([
    `<h1>${escapeHtml(words.archive)}</h1>`,
    ...(months.length === 0 ? [`<p>${escapeHtml(words.nothingYet)}</p>`] : []),
    ...years.flatMap((year) => [
      `<section class="entry"><h2>${year}</h2>`,
      '<ul class="months">',
      ...months
        .filter((month) => month.startsWith(year))
        .map((month) => `<li><a href="${monthAddress(month)}">${escapeHtml(monthWords(month, around.site.lang))}</a></li>`),
      '</ul></section>',
    ]),
  ])
  return framed(around, { title: words.archive, description: '', canonical: '/archive', main, here: 'archive' })
}

export type Corrected = { path: string; headline: string; isKilled: boolean; note: ReaderNote & { at: number } }

export function correctionsPage(
  around: SiteAround,
  given: { notes: readonly Corrected[]; page: number; hasMore: boolean },
): string {
  const { site, zone } = around
  const words = wordsIn(site.lang)
  const { notes, page, hasMore } = given
  const address = (n: number): string => (n === 1 ? '/corrections' : `/corrections/${n}`)
  const main = mainOfPage([
    `<h1>${escapeHtml(words.corrections)}</h1>`,
    `<p class="dek">${escapeHtml(notes.length === 0 ? words.noCorrections : words.correctionsSay)}</p>`,
    ...notes.map(({ path, headline, isKilled, note }) =>
      [
        '<section class="entry">',
        `<h2><a href="/${path}">${escapeHtml(isKilled ? words.withdrawn : headline)}</a></h2>`,
        noteHtml(note, words, site.lang, zone),
        '</section>',
      ].join('\n'),
    ),
    ...turning(address, page, hasMore, words),
  ])
  return framed(around, {
    title: words.corrections,
    description: words.correctionsSay,
    canonical: address(page),
    main,
    here: 'corrections',
  })
}

export type ChangeListed = { kind: EditionKind; at: number; note: ReaderNote | null }

/** @param changes every edition that readers saw, the newest first */
export function changesPage(around: SiteAround, story: Listed, changes: readonly ChangeListed[]): string {
  const { site, zone } = around
  const words = wordsIn(site.lang)
  const kinds: Record<EditionKind, string> = {
    first: words.first,
    update: words.update,
    correction: words.corrected,
    kill: words.withdrawnOn,
    return: words.returned,
  }
  const main = mainOfPage([
    '<header>',
    `<p class="kicker">${escapeHtml(words.changes)}</p>`,
    `<h1><a href="/${story.path}">${escapeHtml(story.headline)}</a></h1>`,
    `<p class="dek">${escapeHtml(words.changesSay)}</p>`,
    '</header>',
    ...changes.map(({ kind, at, note }) => {
      const when = `<time datetime="${isoIn(at, zone)}">${escapeHtml(momentIn(at, zone, site.lang))}</time>`
      const bare = kind === 'update' || kind === 'correction' ? ` ${escapeHtml(words.withoutNote)}` : ''
      const said =
        note === null
          ? `<p><b>${escapeHtml(kinds[kind])}, ${when}.</b>${bare}</p>`
          : noteHtml({ ...note, at }, words, site.lang, zone)
      return `<section class="entry">\n${said}\n</section>`
    }),
  ])
  return framed(around, {
    title: `${words.changes}: ${story.headline}`,
    description: '',
    canonical: `/${story.path}/changes`,
    main,
  })
}
