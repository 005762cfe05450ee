/** How the newsroom publishes: which gates every story needs, who may publish, and where its clock stands. */
import { Hono } from 'hono'
import { keepPublishingSettings, publishingSettings } from '../../db/publishing.ts'
import { ChangePublishingSettings, PublishingSettings } from '../../shared/shapes/settings.ts'
import { GATES } from '../../shared/publish/workflow.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import { mustBeAble } from '../person.ts'
import { standingOfAllChanged } from '../publish/standing.ts'
import { siteChanged } from '../site/live-site.ts'
import { describe, json, mustBeSignedIn, type Env } from './edge.ts'

export function publishingSettingsRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/newsroom/publishing',
    describe({
      summary: 'How the newsroom publishes',
      tag: 'Publishing',
      answer: { status: 200, description: 'What is set, and what holds where nothing is.', schema: PublishingSettings },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'read every story')
      return c.json(await publishingSettings(desk.db))
    },
  )

  app.patch(
    '/api/newsroom/publishing',
    describe({
      summary: 'Change how the newsroom publishes',
      description: 'Only what is given changes; it holds at once, for every story that is not out.',
      tag: 'Publishing',
      takes: ChangePublishingSettings,
      answer: { status: 200, description: 'On disk; as it is set now.', schema: PublishingSettings },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'set up publishing')
      const given = await json(c, ChangePublishingSettings)
      const settings = await desk.db.transaction().execute(async (trx) => {
        const before = await publishingSettings(trx)
        const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        const both: PublishingSettings = { ...before, ...asked }
        const after = {
          ...both,
          gates: GATES.filter((gate) => both.gates.includes(gate)),
          publishers: [...new Set(both.publishers)],
        }
        if (after.secondPerson && after.gates.length === 0)
          throw new Refusal('invalid-field', 422, 'secondPerson: needs a gate, for the first person to pass.')
        await keepPublishingSettings(trx, after)
        return after
      })
      standingOfAllChanged(desk)
      siteChanged(desk, null)
      return c.json(settings)
    },
  )

  return app
}
