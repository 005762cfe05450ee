/** Who may do what in one story: what it allows somebody beside their role. */
import { Hono } from 'hono'
import { StoryRights } from '../../shared/review.ts'
import { rightsOn } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { describe, mustBeSignedIn, noStory, type Env } from './edge.ts'

export function storyPeopleRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/rights',
    describe({
      summary: 'What I may do in a story',
      description: 'Who has the story open is told by message 102 of its websocket whenever this changes.',
      tag: 'Stories',
      answer: { status: 200, description: 'Role and exception taken together.', schema: StoryRights },
      problems: ['no-story'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const rights = await rightsOn(desk.db, person, c.req.param('id'))
      return c.json(rights.level === null ? noStory() : rights)
    },
  )

  return app
}
