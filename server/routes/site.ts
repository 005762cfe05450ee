/** What readers are given: the front page, stories, lists, feeds, and what search engines ask for. */
import { Hono, type Context } from 'hono'
import {
  changesOnSite,
  correctionsOnSite,
  monthsOnSite,
  movedTo,
  newestOnSite,
  siteRowAt,
  storiesNamed,
  storiesOfMonth,
  type SiteRow,
} from '../../db/site.ts'
import { path as pathShape } from '../../shared/shapes/words.ts'
import { FRONT_PAGES, STORIES_A_LIST, STORIES_A_PAGE } from '../../shared/site/addresses.ts'
import {
  archivePage,
  changesPage,
  correctionsPage,
  frontPage,
  monthPage,
  namedPage,
  type Paged,
} from '../../shared/site/lists.ts'
import { aboutPage, feedsPage, saysPage } from '../../shared/site/plain-pages.ts'
import { wordsIn } from '../../shared/site/words.ts'
import type { Desk } from '../context.ts'
import { storyOnSite, type Made } from '../site/live-site.ts'
import { FOR_ONE, siteHeaders } from '../site/site-headers.ts'
import { giftOverPage, giftPage } from '../site/site-links.ts'
import { whole } from '../site/whole.ts'
import type { Env } from './edge.ts'

const HTML = 'text/html; charset=utf-8'

export function siteRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  const { db, site } = desk
  const page = async (make: () => string | null | Promise<string | null>): Promise<Made | null> => {
    const body = await make()
    return body === null ? null : { type: HTML, body }
  }
  const answer = async (c: Context<Env>, make: () => Promise<Made | null>, as = c.req.path): Promise<Response> =>
    (await site.answer(c, make, as)) ?? notOnSite(desk, c)

  const front = (c: Context<Env>, number: number) =>
    answer(c, () =>
      page(async () => {
        const paged = await pageOf(number, STORIES_A_PAGE, (most, skip) => newestOnSite(db, most, skip))
        return paged && frontPage(await site.around(), { ...paged, hasMore: paged.hasMore && number < FRONT_PAGES })
      }),
    )
  app.get('/', (c) => front(c, 1))
  app.get('/page/:page', (c) => {
    const number = numberOf(c.req.param('page'))
    if (number === null) return notOnSite(desk, c)
    return number > FRONT_PAGES ? leadTo(desk, '/archive', 302) : front(c, number)
  })

  app.get('/archive', (c) => answer(c, () => page(async () => archivePage(await site.around(), await monthsOnSite(db)))))
  app.get('/archive/:year/:month/:page?', (c) => {
    const month = `${c.req.param('year')}-${c.req.param('month')}`
    const number = numberOf(c.req.param('page'))
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || number === null) return notOnSite(desk, c)
    return answer(c, () =>
      page(async () => {
        const paged = await pageOf(number, STORIES_A_LIST, (most, skip) => storiesOfMonth(db, month, most, skip))
        return paged === null || paged.stories.length === 0 ? null : monthPage(await site.around(), month, paged)
      }),
    )
  })

  for (const [root, kind] of [
    ['authors', 'author'],
    ['topics', 'topic'],
  ] as const)
    app.get(`/${root}/:name/:page?`, (c) => {
      const name = c.req.param('name')
      const number = numberOf(c.req.param('page'))
      if (!isPath(name) || number === null) return notOnSite(desk, c)
      return answer(c, () =>
        page(async () => {
          const found = await storiesNamed(db, kind, name, STORIES_A_LIST + 1, (number - 1) * STORIES_A_LIST)
          if (found === null) return null
          return namedPage(await site.around(), kind, name, found.name, cut(found.stories, number, STORIES_A_LIST))
        }),
      )
    })

  app.get('/corrections/:page?', (c) => {
    const number = numberOf(c.req.param('page'))
    if (number === null) return notOnSite(desk, c)
    return answer(c, () =>
      page(async () => {
        const found = await correctionsOnSite(db, STORIES_A_LIST + 1, (number - 1) * STORIES_A_LIST)
        if (found.length === 0 && number > 1) return null
        const notes = found
          .slice(0, STORIES_A_LIST)
          .map(({ row, note }) => ({ path: row.path, headline: row.headline, isKilled: row.killed_at !== null, note }))
        return correctionsPage(await site.around(), { notes, page: number, hasMore: found.length > STORIES_A_LIST })
      }),
    )
  })

  app.get('/about', (c) =>
    answer(c, () =>
      page(async () => {
        const around = await site.around()
        return around.site.about === '' ? null : aboutPage(around)
      }),
    ),
  )
  app.get('/feeds', (c) => answer(c, () => page(async () => feedsPage(await site.around()))))
  app.get('/join', async (c) => {
    const { joinUrl } = (await site.around()).site
    return joinUrl === '' ? notOnSite(desk, c) : leadTo(desk, joinUrl, 302)
  })

  const { feeds, sitemaps } = whole(desk)
  for (const [address, make] of Object.entries({ ...feeds, ...sitemaps })) app.get(address, (c) => answer(c, make))

  app.get('/:path/changes', (c) => {
    const path = c.req.param('path')
    return answer(c, async () => {
      const row = isPath(path) ? await siteRowAt(db, path) : null
      if (row === null || row.killed_at !== null) return row && storyOnSite(desk, row)
      const body = changesPage(await site.around(), row, await changesOnSite(db, row.story_id))
      return { type: HTML, body, storyId: row.story_id }
    })
  })

  app.get('/:path', async (c, next) => {
    const path = c.req.param('path')
    if (!isPath(path)) return next()
    const row = await siteRowAt(db, path)
    const moved = row === null ? await movedTo(db, path) : null
    const gift = c.req.query('gift')
    if (moved !== null && moved.killed_at === null)
      return gift === undefined
        ? leadTo(desk, `/${moved.path}`, 301)
        : leadTo(desk, `/${moved.path}?gift=${encodeURIComponent(gift)}`, 302)
    const found = row ?? moved
    if (found === null) return next()
    if (gift === undefined || found.visibility === 'public' || found.killed_at !== null)
      return answer(c, () => storyOnSite(desk, found))
    const page = await giftPage(desk, gift, found)
    if (page !== null) return new Response(page, { headers: { ...siteHeaders(desk.config), ...FOR_ONE, 'content-type': HTML } })
    // Whatever somebody guesses, it is one page in memory.
    return answer(c, () => giftOverPage(desk, found), `${c.req.path}?gift`)
  })

  return app
}

const isPath = (text: string): boolean => pathShape.safeParse(text).success

/** Null: it is no number of a page; page 1 has an address without one. */
function numberOf(text: string | undefined): number | null {
  if (text === undefined) return 1
  const number = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  return number > 1 ? number : null
}

const cut = (stories: readonly SiteRow[], page: number, most: number): Paged => ({
  stories: stories.slice(0, most),
  page,
  hasMore: stories.length > most,
})

/** One more than is shown says whether there are more: nothing is counted. Null: no page so far back. */
async function pageOf(
  page: number,
  most: number,
  read: (most: number, skip: number) => Promise<SiteRow[]>,
): Promise<Paged | null> {
  const stories = await read(most + 1, (page - 1) * most)
  return stories.length === 0 && page > 1 ? null : cut(stories, page, most)
}

/** Paths of a story never become another's, but browsers need not remember for good where one led. */
function leadTo(desk: Desk, location: string, status: 301 | 302): Response {
  return new Response(null, {
    status,
    headers: { ...siteHeaders(desk.config), location, 'cache-control': status === 301 ? 'public, max-age=60' : 'no-store' },
  })
}

const LISTS = /^\/(archive(\/\d{4}\/\d\d)?|about|corrections|feeds|(authors|topics)\/[a-z0-9-]+)$/

/** Nothing under this address: but a slash too many or a capital leads to where it was meant to. */
export async function notOnSite(desk: Desk, c: Context<Env>): Promise<Response> {
  const { path } = c.req
  const plain = `/${path.split('/').filter(Boolean).join('/').toLowerCase()}`
  if (plain !== path && (await isThere(desk, plain))) return leadTo(desk, plain, 301)
  const around = await desk.site.around()
  const words = wordsIn(around.site.lang)
  return new Response(saysPage(around, words.notHere, words.notHereSay), {
    status: 404,
    headers: { ...siteHeaders(desk.config), 'content-type': HTML, 'cache-control': 'no-store' },
  })
}

async function isThere({ db }: Desk, path: string): Promise<boolean> {
  if (LISTS.test(path)) return true
  const name = path.slice(1)
  return isPath(name) && ((await siteRowAt(db, name)) ?? (await movedTo(db, name))) !== null
}
