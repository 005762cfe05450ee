/** Links to a story for people outside: made and taken back at the desk, followed by whoever has one. */
import { Hono } from 'hono'
import { addSiteLink, endSiteLink, siteLinksOf, type SiteLinkRow } from '../../db/site-links.ts'
import { siteRowOf } from '../../db/site.ts'
import type { SiteLinksTable } from '../../db/schema.ts'
import { NewSiteLink, SiteLink, SiteLinks } from '../../shared/shapes/site-links.ts'
import { Refusal } from '../../shared/refusal.ts'
import { saysPage } from '../../shared/site/plain-pages.ts'
import { wordsIn } from '../../shared/site/words.ts'
import type { Desk } from '../context.ts'
import { hashOfSecret, newId, newSecret } from '../secrets.ts'
import { previewedPicture, previewPage } from '../site/site-links.ts'
import { FOR_ONE, siteHeaders } from '../site/site-headers.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'
import { pictureOf } from './site-files.ts'
import { notOnSite } from './site.ts'

const DAY_MS = 24 * 60 * 60_000
export function siteLinkRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  const { db, clock } = desk

  app.get(
    '/api/stories/:id/site-links',
    describe({
      summary: 'The open links to a story for people outside',
      tag: 'Publishing',
      answer: { status: 200, description: 'The newest first, without their secrets.', schema: SiteLinks },
      problems: ['no-story', 'not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const id = c.req.param('id')
      await mustBeAbleOn(desk, person, id, 'set its standing')
      return c.json({ links: (await siteLinksOf(db, id, clock.now())).map(shown) })
    },
  )

  app.post(
    '/api/stories/:id/site-links',
    describe({
      summary: 'Make a link to a story for somebody outside',
      description:
        'A preview shows the story as it is whenever it is opened, before it is out, watermarked. A gift shows a members’ story ' +
        'whole, for who has no membership; it leads to the story’s own path.',
      tag: 'Publishing',
      takes: NewSiteLink,
      answer: { status: 201, description: 'The link, with the path that holds its secret.', schema: SiteLink },
      problems: ['no-story', 'not-allowed', 'no-edition'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const id = c.req.param('id')
      await mustBeAbleOn(desk, person, id, 'set its standing')
      const { kind, label, days } = await json(c, NewSiteLink)
      const row = kind === 'gift' ? await siteRowOf(db, id) : null
      if (kind === 'gift' && (row === null || row.killed_at !== null))
        throw new Refusal('no-edition', 404, 'Only a story that is on the site can be given to somebody.')
      const secret = newSecret()
      const now = clock.now()
      const link: SiteLinksTable = {
        id: newId(),
        token_hash: hashOfSecret(secret),
        kind,
        story_id: id,
        label,
        person_id: person.id,
        made_at: now,
        expires_at: now + days * DAY_MS,
        ended_at: null,
        uses: 0,
      }
      await addSiteLink(db, link)
      const { id: who, name, hue } = person
      const path = row === null ? `/preview/${secret}` : `/${row.path}?gift=${secret}`
      return c.json({ ...shown({ ...link, by: { id: who, name, hue } }), path }, 201)
    },
  )

  app.delete(
    '/api/stories/:id/site-links/:link',
    describe({
      summary: 'Take a link to a story back',
      tag: 'Publishing',
      answer: { status: 204, description: 'It leads nowhere from now on.' },
      problems: ['no-story', 'not-allowed', 'no-link'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { id, link } = c.req.param()
      await mustBeAbleOn(desk, person, id, 'set its standing')
      if (!(await endSiteLink(db, id, link, clock.now()))) throw new Refusal('no-link', 404, 'There is no such open link.')
      return c.body(null, 204)
    },
  )

  app.get('/preview/:token', async (c) => {
    const page = await previewPage(desk, c.req.param('token'))
    const around = await desk.site.around()
    const words = wordsIn(around.site.lang)
    const headers = { ...siteHeaders(desk.config), ...FOR_ONE, 'content-type': 'text/html; charset=utf-8' }
    if (page === null) return new Response(saysPage(around, words.linkOver, words.linkOverSay), { status: 404, headers })
    return new Response(page, { headers })
  })

  app.get('/preview/:token/:asset/:file', async (c) => {
    const { token, asset, file } = c.req.param()
    const found = await previewedPicture(desk, token, asset)
    const answer = found && (await pictureOf(desk, found, file, undefined, 'private, no-store'))
    return answer ?? notOnSite(desk, c)
  })

  return app
}

const shown = ({ id, kind, label, by, made_at, expires_at, uses }: SiteLinkRow): SiteLink => ({
  id,
  kind,
  label,
  by,
  madeAt: made_at,
  expiresAt: expires_at,
  uses,
})
