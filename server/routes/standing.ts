/** Where a story stands: looked at, moved, held, handed on, and what it says to readers beside its text. */
import { Hono } from 'hono'
import { ChangeParticulars, ChangeStanding, MoveStory, Standing } from '../../shared/shapes/standing.ts'
import type { Desk } from '../context.ts'
import { change, changeParticulars } from '../publish/change.ts'
import { move } from '../publish/move.ts'
import { standingFor } from '../publish/standing.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'

export function standingRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/standing',
    describe({
      summary: 'Where a story stands',
      description: 'Guests are not told. Over the story’s websocket a notice `standing` says when to ask again.',
      tag: 'Publishing',
      answer: { status: 200, description: 'As it is now.', schema: Standing },
      problems: ['not-allowed', 'no-story', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const rights = await mustBeAbleOn(desk, person, storyId, 'see its standing')
      return c.json(await standingFor(desk, storyId, rights))
    },
  )

  app.patch(
    '/api/stories/:id/standing',
    describe({
      summary: 'Set holder, due time, hold or embargo',
      tag: 'Publishing',
      takes: ChangeStanding,
      answer: { status: 200, description: 'On disk; where it stands now.', schema: Standing },
      problems: ['not-allowed', 'no-story', 'no-person', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const rights = await mustBeAbleOn(desk, person, storyId, 'set its standing')
      await change(desk, storyId, person, await json(c, ChangeStanding))
      return c.json(await standingFor(desk, storyId, rights))
    },
  )

  app.post(
    '/api/stories/:id/stage',
    describe({
      summary: 'Move a story to another stage',
      description:
        'Only publishing makes a story live, and what is live is withdrawn before it is spiked. Who sends it back or spikes it says why.',
      tag: 'Publishing',
      takes: MoveStory,
      answer: { status: 200, description: 'On disk, and a version kept; where it stands now.', schema: Standing },
      problems: ['not-allowed', 'no-story', 'no-move', 'blocked', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const rights = await mustBeAbleOn(desk, person, storyId, 'see its standing')
      await move(desk, storyId, person, rights, await json(c, MoveStory))
      return c.json(await standingFor(desk, storyId, rights))
    },
  )

  app.patch(
    '/api/stories/:id/particulars',
    describe({
      summary: 'Change path, topics, visibility and what else a story says to readers beside its text',
      tag: 'Publishing',
      takes: ChangeParticulars,
      answer: { status: 200, description: 'On disk; where it stands now.', schema: Standing },
      problems: ['not-allowed', 'no-story', 'changed-meanwhile', 'path-taken', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const rights = await mustBeAbleOn(desk, person, storyId, 'set its standing')
      await changeParticulars(desk, storyId, await json(c, ChangeParticulars))
      return c.json(await standingFor(desk, storyId, rights))
    },
  )

  return app
}
