/** The words of a story, for scripts and for taking them elsewhere. */
import { Hono } from 'hono'
import { z } from 'zod'
import { StoryBody } from '../../shared/api.ts'
import { storyToJson } from '../../shared/body/json.ts'
import { toHtml, type Around } from '../../shared/body/html.ts'
import { toMarkdown } from '../../shared/body/markdown.ts'
import { toText } from '../../shared/body/text.ts'
import { pictureAddress, shapeOf } from '../../shared/pictures.ts'
import { readStory } from '../../shared/story.ts'
import { newsroomName } from '../../db/people.ts'
import { storyFor } from '../../db/stories.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import { describe, mustBeSignedIn, noStory, query, type Env } from './edge.ts'

const As = z.object({ as: z.enum(['json', 'text', 'html', 'markdown']).default('json') })

export function bodyRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/body',
    describe({
      summary: 'The words of a story',
      tag: 'Stories',
      query: { as: { description: 'The form; json without it.', choices: ['json', 'text', 'html', 'markdown'] } },
      answer: {
        status: 200,
        description: 'The words as they are on disk.',
        schema: StoryBody,
        media: ['application/json', 'text/plain', 'text/html', 'text/markdown'],
      },
      problems: ['no-story', 'story-damaged', 'invalid-field'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { as } = query(c, As)
      const row = (await storyFor(desk.db, person, c.req.param('id'))) ?? noStory()
      const story = await desk.rooms.read(row.id, readStory)
      const around: Around = {
        outlet: await newsroomName(desk.db),
        addressOf: (asset) => addressOf(desk, asset),
      }
      switch (as) {
        case 'json':
          return c.json(storyToJson(story))
        case 'text':
          return c.body(toText(story, around), 200, { 'content-type': 'text/plain; charset=utf-8' })
        case 'html':
          return c.body(toHtml(story, around), 200, { 'content-type': 'text/html; charset=utf-8' })
        case 'markdown':
          return c.body(toMarkdown(story, around), 200, { 'content-type': 'text/markdown; charset=utf-8' })
      }
    },
  )

  return app
}

/** For those who are signed in here and may read the story. */
function addressOf({ config }: Desk, asset: string): string | null {
  const shape = shapeOf(asset)
  return shape === null ? null : siteUrl(config) + pictureAddress(asset, shape.width)
}
