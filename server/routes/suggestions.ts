/** What others have suggested in a story: seen, accepted, rejected, and that taken back. */
import { Hono } from 'hono'
import { may } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import { Decide, Decided, Suggestions } from '../../shared/review.ts'
import type { Desk } from '../context.ts'
import { accept, reject, undo } from '../review/decide.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'

export function suggestionRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/suggestions',
    describe({
      summary: 'What is suggested in a story',
      description:
        'Every change that is open, in the order of the story, and who is writing privately. Over the story’s websocket a notice ' +
        'tells of one person’s changes whenever they are others than before.',
      tag: 'Review',
      answer: { status: 200, description: 'As it is now.', schema: Suggestions },
      problems: ['no-story', 'not-allowed', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      await mustBeAbleOn(desk, person, storyId, 'see suggestions')
      return c.json(await desk.forks.suggestions(storyId))
    },
  )

  app.post(
    '/api/stories/:id/suggestions',
    describe({
      summary: 'Accept or reject suggestions, or take that back',
      description:
        'Accepting is one ordinary edit of the live story, in the name of who accepts. Rejecting takes the change out of its author’s ' +
        'fork; who may not decide may take back their own. What has changed since it was shown is left alone and named in `gone`.',
      tag: 'Review',
      takes: Decide,
      answer: { status: 200, description: 'On disk.', schema: Decided },
      problems: ['no-story', 'not-allowed', 'story-damaged', 'nothing-to-undo', 'does-not-fit'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const rights = await mustBeAbleOn(desk, person, storyId, 'suggest')
      const decides = may(rights, 'decide suggestions')
      const given = await json(c, Decide)
      if (given.decision === 'reject') return c.json(await reject(desk, storyId, person, given.hunks, !decides))
      if (given.decision === 'undo') return c.json(await undo(desk, storyId, person, given.act, decides))
      if (!decides) throw new Refusal('not-allowed', 403, 'In this story you may suggest changes, not accept them.')
      return c.json(await accept(desk, storyId, person, given.hunks))
    },
  )

  return app
}
