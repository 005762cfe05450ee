/** What people outside see by a link of their own: a story that is not out yet, or one for members, whole. */
import { assetOf } from '../../db/assets.ts'
import { liveEdition } from '../../db/editions.ts'
import { personOf } from '../../db/people.ts'
import { countSiteLink, openSiteLink } from '../../db/site-links.ts'
import { notesOnSite, siteRowOf, wordsOnSite, type SiteRow } from '../../db/site.ts'
import type { AssetsTable, SiteLinksTable } from '../../db/schema.ts'
import { rightsOn } from '../../db/stories.ts'
import { may } from '../../shared/can.ts'
import { layOut } from '../../shared/body/parts.ts'
import { storyOf, type Content } from '../../shared/publish/content.ts'
import { publicPicture } from '../../shared/site/addresses.ts'
import { picturesOf } from '../../shared/site/body.ts'
import { storyPage, type Reader, type StoryPage } from '../../shared/site/page.ts'
import { wordsIn } from '../../shared/site/words.ts'
import type { Desk } from '../context.ts'
import { contentNow } from '../publish/content-now.ts'
import { hashOfSecret } from '../secrets.ts'
import { givenOf, type Made } from './live-site.ts'
import { FOR_ONE } from './site-headers.ts'

const MOST_LETTERS = 200
const HTML = 'text/html; charset=utf-8'

/** While whoever made it may still do so, and the story is there. */
export async function linkOf(desk: Desk, token: string, kind: SiteLinksTable['kind']): Promise<SiteLinksTable | null> {
  if (token.length > MOST_LETTERS) return null
  const link = await openSiteLink(desk.db, hashOfSecret(token), kind, desk.clock.now())
  const by = link && (await personOf(desk.db, link.person_id))
  return by && may(await rightsOn(desk.db, by, link.story_id), 'set its standing') ? link : null
}

/** The story as it is at this moment, as its page would be; null: the link leads nowhere any more. */
export async function previewPage(desk: Desk, token: string): Promise<string | null> {
  const link = await linkOf(desk, token, 'preview')
  if (link === null) return null
  const { content } = await contentNow(desk, link.story_id)
  await countSiteLink(desk.db, link.id)
  const around = await desk.site.around()
  const live = await liveEdition(desk.db, link.story_id)
  const now = desk.clock.now()
  const given: StoryPage = {
    ...around,
    content,
    kind: live === null ? 'first' : 'update',
    at: now,
    notes: await notesOnSite(desk.db, link.story_id),
    publishedAt: live?.publishedAt ?? now,
    changedAt: live?.changedAt ?? now,
    correctedAt: live?.correctedAt ?? null,
    url: `${around.base}/${content.path ?? ''}`,
  }
  const reader: Reader = {
    whole: true,
    band: { says: wordsIn(content.lang || around.site.lang).preview, watermark: true },
    picture: (asset, file) => `/preview/${token}/${asset}/${file}`,
  }
  return storyPage({ ...given, reader })
}

/** A picture of the story that a preview shows. */
export async function previewedPicture(desk: Desk, token: string, asset: string): Promise<AssetsTable | null> {
  const link = await linkOf(desk, token, 'preview')
  const found = link && (await shownIn(desk, (await contentNow(desk, link.story_id)).content, asset))
  // Whatever its body names: a picture is seen by who may see the story that it was put into.
  return found?.story_id === link?.story_id ? found : null
}

/** A members’ story whole; null: the link does not lead to it, any more or ever. */
export async function giftPage(desk: Desk, token: string, row: SiteRow): Promise<string | null> {
  const link = await linkOf(desk, token, 'gift')
  if (link === null || link.story_id !== row.story_id) return null
  await countSiteLink(desk.db, link.id)
  const given = givenOf(await desk.site.around(), await wordsOnSite(desk.db, row))
  return storyPage({
    ...given,
    reader: {
      whole: true,
      band: { says: wordsIn(given.content.lang || given.site.lang).gift, watermark: false },
      picture: (asset, file) => publicPicture(asset, `${file}?gift=${encodeURIComponent(token)}`),
    },
  })
}

/** The story as everybody sees it, with a word that the gift is over: the same for all whose link leads nowhere. */
export async function giftOverPage(desk: Desk, row: SiteRow): Promise<Made> {
  const words = await wordsOnSite(desk.db, row)
  const given = givenOf(await desk.site.around(), words)
  const band = { says: wordsIn(given.content.lang || given.site.lang).giftOver, watermark: false }
  const body = storyPage({ ...given, reader: { whole: false, band, picture: publicPicture } })
  return { type: HTML, body, storyId: row.story_id, changedAt: words.at, headers: FOR_ONE }
}

export async function giftedPicture(desk: Desk, token: string, asset: string): Promise<AssetsTable | null> {
  const link = await linkOf(desk, token, 'gift')
  const row = link && (await siteRowOf(desk.db, link.story_id))
  if (!row || row.killed_at !== null) return null
  return shownIn(desk, (await wordsOnSite(desk.db, row)).content, asset)
}

async function shownIn({ db }: Desk, content: Content, asset: string): Promise<AssetsTable | null> {
  return picturesOf(layOut(storyOf(content))).includes(asset) ? assetOf(db, asset) : null
}
