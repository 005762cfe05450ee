/** Every route of a newsroom but the live story's, under one guard and with one place for problems. */
import { Hono } from 'hono'
import { openAPIRouteHandler } from 'hono-openapi'
import { Refusal } from '../../shared/refusal.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import { feedRoutes } from '../desk-feed.ts'
import { stopMailRoutes } from '../inbox/stop-mail.ts'
import { pageRoutes } from '../pages.ts'
import { cookieName } from '../person.ts'
import { answerProblem } from '../problems.ts'
import { assetRoutes } from './assets.ts'
import { bodyRoutes } from './body.ts'
import type { Env } from './edge.ts'
import { editionRoutes } from './editions.ts'
import { emailRoutes } from './email.ts'
import { entryRoutes } from './entry.ts'
import { forkRoutes } from './forks.ts'
import { guestLinkRoutes } from './guest-links.ts'
import { guard } from './guard.ts'
import { gateRoutes } from './gates.ts'
import { healthRoutes, VERSION } from './health.ts'
import { importRoutes } from './import.ts'
import { inboxRoutes } from './inbox.ts'
import { newsroomRoutes } from './newsroom.ts'
import { passageRoutes } from './passages.ts'
import { publishingSettingsRoutes } from './publishing-settings.ts'
import { standingRoutes } from './standing.ts'
import { siteFileRoutes } from './site-files.ts'
import { siteLinkRoutes } from './site-links.ts'
import { siteSettingsRoutes } from './site-settings.ts'
import { notOnSite, siteRoutes } from './site.ts'
import { storyRoutes } from './stories.ts'
import { storyPeopleRoutes } from './story-people.ts'
import { styleRoutes } from './style.ts'
import { suggestionRoutes } from './suggestions.ts'
import { targetRoutes } from './targets.ts'
import { threadRoutes } from './threads.ts'
import { versionRoutes } from './versions.ts'

/** The root: the live story's own route is added to it, so that the guard holds there too. */
export function routes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  app.use(desk.site.fromMemory)
  app.use(guard(desk))
  app.onError((error, c) => answerProblem(desk, error, c))
  app.notFound((c) =>
    c.req.path.startsWith('/api')
      ? answerProblem(desk, new Refusal('not-found', 404, 'There is nothing under this address.'), c)
      : notOnSite(desk, c),
  )

  for (const part of [
    healthRoutes,
    entryRoutes,
    newsroomRoutes,
    storyRoutes,
    storyPeopleRoutes,
    guestLinkRoutes,
    bodyRoutes,
    importRoutes,
    assetRoutes,
    styleRoutes,
    threadRoutes,
    passageRoutes,
    forkRoutes,
    inboxRoutes,
    stopMailRoutes,
    suggestionRoutes,
    editionRoutes,
    targetRoutes,
    standingRoutes,
    gateRoutes,
    publishingSettingsRoutes,
    versionRoutes,
    emailRoutes,
    feedRoutes,
    pageRoutes,
    siteLinkRoutes,
    siteSettingsRoutes,
    siteFileRoutes,
    // The last: a story's path is whatever nothing else is.
    siteRoutes,
  ])
    app.route('/', part(desk))

  app.get(
    '/api/openapi.json',
    openAPIRouteHandler(app, {
      excludeStaticFile: false,
      documentation: {
        openapi: '3.1.0',
        info: {
          title: 'Copydesk',
          version: VERSION,
          description:
            'What the desk does, for scripts. Sign in with POST /api/session and send the cookie along. ' +
            'Every problem is application/problem+json with a stable type. The live text itself goes over the websocket ' +
            '/sync/<storyId> in the y-websocket protocol.',
        },
        servers: [{ url: siteUrl(desk.config) }],
        security: [{ signIn: [] }],
        components: { securitySchemes: { signIn: { type: 'apiKey', in: 'cookie', name: cookieName(desk.config) } } },
      },
    }),
  )
  return app
}
