/** The site’s stylesheet and type, the pictures that are public, and the cards of stories. */
import { Hono } from 'hono'
import { assetFor } from '../../db/assets.ts'
import { movedTo, publicAsset, siteRowAt, wordsOnSite } from '../../db/site.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { AssetsTable } from '../../db/schema.ts'
import { cardOf, cardTag } from '../../shared/site/page.ts'
import type { Desk } from '../context.ts'
import { contentNow } from '../publish/content-now.ts'
import { Cards } from '../site/cards.ts'
import { siteFile } from '../site/files.ts'
import { givenOf } from '../site/live-site.ts'
import { Logo } from '../site/logo.ts'
import { giftedPicture } from '../site/site-links.ts'
import { FOR_OTHERS, siteHeaders } from '../site/site-headers.ts'
import { describe, mustBeAbleOn, mustBeSignedIn, whoAsks, type Env } from './edge.ts'
import { notOnSite } from './site.ts'

/** A withdrawn story takes its pictures along: nobody keeps them for longer than this without asking. */
const FOR_AN_HOUR = 'public, max-age=3600'

export function siteFileRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  const [cards, logo] = [new Cards(desk), new Logo(desk)]

  app.get('/site/:file', async (c) => {
    const made = await desk.site.answer(c, async () => siteFile(await desk.site.around(), c.req.path))
    return made ?? notOnSite(desk, c)
  })

  app.get('/pictures/:asset/:file', async (c) => {
    const { asset: id, file } = c.req.param()
    const match = c.req.header('if-none-match')
    const gift = c.req.query('gift')
    const given = gift === undefined ? null : await giftedPicture(desk, gift, id)
    if (given !== null) return (await pictureOf(desk, given, file, match, 'private, no-store')) ?? notOnSite(desk, c)
    const asset = await publicAsset(desk.db, id)
    if (asset !== null) return (await pictureOf(desk, asset, file, match, FOR_AN_HOUR)) ?? notOnSite(desk, c)
    const bytes = (await desk.site.around()).site.logo === id ? await logo.read(id, file) : null
    if (bytes !== null) return answered(desk, bytes, 'image/webp', FOR_AN_HOUR)
    // In the publish panel stands the page as readers will get it, before they do.
    const who = await whoAsks(desk, c)
    const theirs = who === null ? null : await assetFor(desk.db, who.person, id)
    if (theirs === null) return notOnSite(desk, c)
    return (await pictureOf(desk, theirs, file, match, 'private, no-store', {})) ?? notOnSite(desk, c)
  })

  app.get('/cards/:card', async (c) => {
    const [, path, tag] = /^([a-z0-9-]{1,120})-([a-z0-9]{11})\.png$/.exec(c.req.param('card')) ?? []
    if (path === undefined || tag === undefined) return notOnSite(desk, c)
    const row = (await siteRowAt(desk.db, path)) ?? (await movedTo(desk.db, path))
    if (row === null || row.killed_at !== null) return notOnSite(desk, c)
    const card = cardOf(givenOf(await desk.site.around(), await wordsOnSite(desk.db, row)))
    // Of an edition before, or in a colour before: what was shared then still shows what it showed, or shows what is now.
    const before = cardTag(card) === tag ? null : await cards.kept(row.story_id, tag)
    const bytes = before ?? (await cards.of(row.story_id, card))
    return bytes === null ? notOnSite(desk, c) : answered(desk, bytes, 'image/png', 'public, max-age=86400')
  })

  app.get(
    '/api/stories/:id/card',
    describe({
      summary: 'The card that a link to the story will have, as the story is now',
      description: 'For its editors, before it is public.',
      tag: 'Publishing',
      answer: { status: 200, description: 'The picture.', media: ['image/png'] },
      problems: ['no-story', 'not-allowed', 'not-found', 'story-damaged', 'too-busy'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const id = c.req.param('id')
      await mustBeAbleOn(desk, person, id, 'see its standing')
      const { content } = await contentNow(desk, id)
      const bytes = await cards.of(`desk-${id}`, cardOf({ ...(await desk.site.around()), content }))
      if (bytes === null) throw new Refusal('not-found', 404, 'The card could not be drawn.')
      return c.body(bytes, 200, { 'content-type': 'image/png', 'cache-control': 'private, no-store' })
    },
  )

  return app
}

const answered = (desk: Desk, bytes: Uint8Array<ArrayBuffer>, type: string, cacheControl: string): Response =>
  new Response(bytes, {
    headers: { ...siteHeaders(desk.config), ...FOR_OTHERS, 'content-type': type, 'cache-control': cacheControl },
  })

/** Null: it has no such file. */
export async function pictureOf(
  desk: Desk,
  asset: AssetsTable,
  file: string,
  match: string | undefined,
  cacheControl: string,
  /** Who beside the site itself may show it. */
  others: Readonly<Record<string, string>> = FOR_OTHERS,
): Promise<Response | null> {
  const etag = `"${asset.id}/${file}"`
  const headers = { ...siteHeaders(desk.config), ...others, 'cache-control': cacheControl, etag }
  try {
    const { bytes, type } = await desk.pictures.read(asset, file)
    if (match === etag) return new Response(null, { status: 304, headers })
    return new Response(bytes, { headers: { ...headers, 'content-type': type } })
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
