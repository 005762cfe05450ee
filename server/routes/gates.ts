/** Gates: named people say of exactly this text that it has passed, and what still keeps it from going out. */
import { Hono } from 'hono'
import { GATES, mayPass, type Gate } from '../../shared/publish/workflow.ts'
import { Checks } from '../../shared/shapes/checks.ts'
import { PassGate, Standing } from '../../shared/shapes/standing.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import { checkStory } from '../publish/check.ts'
import { pass, takeBack } from '../publish/gates.ts'
import { contentNow, standingFor } from '../publish/standing.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'

const GATE = '/api/stories/:id/gates/:gate'

/** @throws Refusal `not-found` */
function gateNamed(name: string): Gate {
  const gate = GATES.find((one) => one === name)
  if (gate === undefined) throw new Refusal('not-found', 404, `There is no gate of this name: it is one of ${GATES.join(', ')}.`)
  return gate
}

export function gateRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/checks',
    describe({
      summary: 'What keeps a story from going out, and what is odd about it',
      description:
        'Asked as if it went out now, as its first edition or an update. Publishing, schedules and updates are held to the same list. ' +
        'Its hash names the content that was checked: a gate is passed on it.',
      tag: 'Publishing',
      answer: { status: 200, description: 'Blockers first.', schema: Checks },
      problems: ['not-allowed', 'no-story', 'story-damaged', 'not-saved'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      await mustBeAbleOn(desk, person, storyId, 'see its standing')
      const now = await contentNow(desk, storyId)
      const checks = await checkStory(desk, storyId, { ...now, kind: 'first', at: desk.clock.now(), person })
      return c.json({ hash: now.hash, checks })
    },
  )

  app.put(
    GATE,
    describe({
      summary: 'Pass a gate',
      description:
        'In the name of who asks, on the content of this hash and no other; a version is kept. When anything that readers would get ' +
        'changes after that, the gate is stale.',
      tag: 'Publishing',
      takes: PassGate,
      answer: { status: 200, description: 'On disk; where it stands now.', schema: Standing },
      problems: ['not-allowed', 'no-story', 'not-found', 'text-moved', 'changed-meanwhile', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const rights = await mustBeAbleOn(desk, person, storyId, 'see its standing')
      const gate = gateNamed(c.req.param('gate'))
      if (!mayPass(rights, gate)) throw new Refusal('not-allowed', 403, `You may not pass the gate “${gate}” of this story.`)
      await pass(desk, storyId, gate, person, await json(c, PassGate))
      return c.json(await standingFor(desk, storyId, rights))
    },
  )

  app.delete(
    GATE,
    describe({
      summary: 'Take back that a gate was passed',
      description: 'Whoever may pass it may take it back. What was said stays on the record.',
      tag: 'Publishing',
      answer: { status: 200, description: 'On disk; where it stands now.', schema: Standing },
      problems: ['not-allowed', 'no-story', 'not-found', 'foreign-origin', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const rights = await mustBeAbleOn(desk, person, storyId, 'see its standing')
      const gate = gateNamed(c.req.param('gate'))
      if (!mayPass(rights, gate)) throw new Refusal('not-allowed', 403, `You may not take back the gate “${gate}” of this story.`)
      await takeBack(desk, storyId, gate, person)
      return c.json(await standingFor(desk, storyId, rights))
    },
  )

  return app
}
