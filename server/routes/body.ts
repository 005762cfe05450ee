/** The words of a story, for scripts and for taking them elsewhere. */
import { Hono } from 'hono'
import { z } from 'zod'
import { StoryBody, type Person } from '../../shared/api.ts'
import { storyToJson } from '../../shared/body/json.ts'
import { toHtml, type Around } from '../../shared/body/html.ts'
import { toMarkdown } from '../../shared/body/markdown.ts'
import { toText } from '../../shared/body/text.ts'
import { pictureAddress, shapeOf } from '../../shared/pictures.ts'
import { Refusal } from '../../shared/refusal.ts'
import { fold } from '../../shared/slug.ts'
import { readStory } from '../../shared/story.ts'
import { assetFor } from '../../db/assets.ts'
import { newsroomName } from '../../db/people.ts'
import { storyFor } from '../../db/stories.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import { DocxWriter } from '../docx/docx-writer.ts'
import { storyWithThreads } from '../docx/threads.ts'
import { describe, mustBeSignedIn, noStory, query, type Env } from './edge.ts'

const FORMS = {
  json: ['json', 'application/json'],
  text: ['txt', 'text/plain; charset=utf-8'],
  html: ['html', 'text/html; charset=utf-8'],
  markdown: ['md', 'text/markdown; charset=utf-8'],
  docx: ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
} as const
type Form = keyof typeof FORMS
const CHOICES = Object.keys(FORMS) as Form[]
const As = z.object({ as: z.enum(CHOICES).default('json') })

export function bodyRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  const word = new DocxWriter(desk.clock)

  app.get(
    '/api/stories/:id/body',
    describe({
      summary: 'The words of a story',
      description:
        'Questions and speakers stand as the story’s label style has them. What comes as HTML, Markdown or a Word file can be ' +
        'imported again and is the same story. Pictures are in the Word file; elsewhere they are addresses of this newsroom. ' +
        'The Word file has the open threads that this person may see as its comments; no other form has any.',
      tag: 'Stories',
      query: { as: { description: 'The form; json without it.', choices: CHOICES } },
      answer: {
        status: 200,
        description: 'The words as they are on disk. Content-Disposition has a name for the file.',
        schema: StoryBody,
        media: CHOICES.map((form) => FORMS[form][1].replace(/;.*/, '')),
      },
      problems: ['no-story', 'story-damaged', 'invalid-field', 'too-busy', 'too-large'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { as } = query(c, As)
      const row = (await storyFor(desk.db, person, c.req.param('id'))) ?? noStory()
      const outlet = await newsroomName(desk.db)
      const around: Around = { outlet, addressOf: (asset) => addressOf(desk, asset) }
      const [ending, type] = FORMS[as]
      const headers = {
        'content-type': type,
        'content-disposition': `${as === 'docx' ? 'attachment' : 'inline'}; ${nameOfFile(`${row.slug}.${ending}`)}`,
      }
      if (as === 'docx') {
        const whole = await storyWithThreads(desk, person, row.id)
        return c.body(await word.write(whole, outlet, (asset) => picture(desk, person, asset), person.id), 200, headers)
      }
      const story = await desk.rooms.read(row.id, readStory)
      switch (as) {
        case 'json':
          return c.json(storyToJson(story), 200, headers)
        case 'text':
          return c.body(toText(story, around), 200, headers)
        case 'html':
          return c.body(toHtml(story, around), 200, headers)
        case 'markdown':
          return c.body(toMarkdown(story, around), 200, headers)
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

async function picture({ db, pictures, log }: Desk, person: Person, id: string) {
  const asset = await assetFor(db, person, id)
  if (asset === null) return null
  try {
    return await pictures.plain(asset)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.warn({ asset: id }, 'a picture is missing in a Word file')
    return null
  }
}

/** A name for the file that every system takes, and for those that can the slug as it is written (RFC 6266). */
export function nameOfFile(file: string): string {
  const safe = file
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replace(/^[. ]+/, '')
    .trim()
  const ascii = fold(safe).replace(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}
