/** A story as a letter to readers, to be sent with whatever the newsroom sends mail with. */
import { Hono } from 'hono'
import { z } from 'zod'
import { kindsAfter } from '../../shared/publish/kinds.ts'
import { toEmail } from '../../shared/site/email.ts'
import { storyFor } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { historyOf, makePage } from '../publish/make-page.ts'
import { emlOf } from '../site/eml.ts'
import { nameOfFile } from './body.ts'
import { describe, mustBeAbleOn, mustBeSignedIn, noStory, query, type Env } from './edge.ts'

const FORMS = { html: 'text/html; charset=utf-8', text: 'text/plain; charset=utf-8', eml: 'message/rfc822' } as const
const ENDINGS = { html: 'html', text: 'txt', eml: 'eml' } as const
const CHOICES = ['html', 'text', 'eml'] as const
const As = z.object({ as: z.enum(CHOICES).default('html') })

export function emailRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/email',
    describe({
      summary: 'A story as a letter to readers',
      description:
        'As it is on disk now, with the notes that readers have been given. Tables and styles in place; of a members’ story what ' +
        'everybody may read. Its pictures are those of the built-in site, so they are there once the story is. `eml` has both forms.',
      tag: 'Publishing',
      query: { as: { description: 'The form; html without it.', choices: [...CHOICES] } },
      answer: {
        status: 200,
        description: 'A file. Content-Disposition has a name for it.',
        media: CHOICES.map((form) => FORMS[form].replace(/;.*/, '')),
      },
      problems: ['no-story', 'not-allowed', 'story-damaged', 'invalid-field'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { as } = query(c, As)
      const id = c.req.param('id')
      await mustBeAbleOn(desk, person, id, 'see its standing')
      const row = (await storyFor(desk.db, person, id)) ?? noStory()
      const kind = kindsAfter((await historyOf(desk, id)).before)[0]!
      const { of } = await makePage(desk, id, { kind, note: null, at: desk.clock.now() })
      const email = toEmail(of)
      const headers = {
        'content-type': FORMS[as],
        'content-disposition': `attachment; ${nameOfFile(`${row.slug}.${ENDINGS[as]}`)}`,
      }
      return c.body(as === 'eml' ? await emlOf(email, desk.clock.now()) : email[as], 200, headers)
    },
  )

  return app
}
