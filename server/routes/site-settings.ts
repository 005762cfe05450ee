/** The public site’s settings, its logo, and how it would look with others. */
import { Hono } from 'hono'
import { keepSiteSettings, siteSettings } from '../../db/publishing.ts'
import { newestOnSite } from '../../db/site.ts'
import { MAX_PICTURE_BYTES } from '../../shared/pictures.ts'
import { ChangeSiteSettings, SiteLook, SiteSettings } from '../../shared/shapes/settings.ts'
import { Refusal } from '../../shared/refusal.ts'
import { safeHref } from '../../shared/links.ts'
import { lookAddress } from '../../shared/site/addresses.ts'
import { cssOf } from '../../shared/site/frame.ts'
import { frontPage } from '../../shared/site/lists.ts'
import { tooLarge } from '../assets/pictures.ts'
import type { Desk } from '../context.ts'
import { mustBeAble } from '../person.ts'
import { siteChanged } from '../site/live-site.ts'
import { Logo } from '../site/logo.ts'
import { describe, json, mustBeSignedIn, type Env } from './edge.ts'

const KINDS = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
const IN_A_LOOK = 6

export function siteSettingsRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  const logo = new Logo(desk)

  app.get(
    '/api/newsroom/site',
    describe({
      summary: 'How the public site is set up',
      tag: 'Publishing',
      answer: { status: 200, description: 'What is set, and what holds where nothing is.', schema: SiteSettings },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'read every story')
      return c.json(await siteSettings(desk.db))
    },
  )

  app.patch(
    '/api/newsroom/site',
    describe({
      summary: 'Change how the public site is set up',
      description:
        'Only what is given changes. What frames a story changes at once; the words of published stories stay as they are.',
      tag: 'Publishing',
      takes: ChangeSiteSettings,
      answer: { status: 200, description: 'On disk; as it is set now.', schema: SiteSettings },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'set up publishing')
      const given = await json(c, ChangeSiteSettings)
      const joinUrl = given.joinUrl === undefined ? undefined : leadingTo(given.joinUrl)
      return c.json(await change(desk, { ...given, joinUrl }))
    },
  )

  app.post(
    '/api/newsroom/site/logo',
    describe({
      summary: 'Give the site a logo',
      description:
        'The body is the file: JPEG, PNG, WebP, AVIF or GIF. It is made anew of its pixels; a drawing in SVG is refused.',
      tag: 'Publishing',
      takesFile: KINDS,
      answer: { status: 201, description: 'On disk; the settings with it.', schema: SiteSettings },
      problems: ['not-allowed', 'too-busy'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'set up publishing')
      if (Number(c.req.header('content-length') ?? 0) > MAX_PICTURE_BYTES) throw tooLarge()
      const id = await logo.keep(person.id, c.req.raw.body ?? new Uint8Array())
      return c.json(await change(desk, { logo: id }), 201)
    },
  )

  app.post(
    '/api/newsroom/site/look',
    describe({
      summary: 'See the front page with other settings',
      description: 'Changes nothing.',
      tag: 'Publishing',
      takes: ChangeSiteSettings,
      answer: { status: 200, description: 'The page.', schema: SiteLook },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'set up publishing')
      const given = await json(c, ChangeSiteSettings)
      const around = await desk.site.around()
      const site = { ...around.site, ...present(given) }
      const stories = await newestOnSite(desk.db, IN_A_LOOK)
      const page = frontPage({ ...around, site }, { stories, page: 1, hasMore: false })
      return c.json({ page: page.replace(cssOf(site).address, lookAddress(site.accent)) })
    },
  )

  return app
}

const present = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>

async function change(
  desk: Desk,
  given: { [Name in keyof SiteSettings]?: SiteSettings[Name] | undefined },
): Promise<SiteSettings> {
  const settings = await desk.db.transaction().execute(async (trx) => {
    const after: SiteSettings = { ...(await siteSettings(trx)), ...present(given) }
    await keepSiteSettings(trx, after)
    return after
  })
  siteChanged(desk, null)
  return settings
}

/** In letters that a header can hold, whatever was typed in. @throws Refusal */
function leadingTo(joinUrl: string): string {
  if (joinUrl === '') return ''
  const href = safeHref(joinUrl)
  if (href === null || !/^https?:\/\//i.test(href) || !URL.canParse(href))
    throw new Refusal('invalid-field', 422, 'joinUrl: must be an address such as https://newsroom.example/join.')
  return new URL(href).href
}
