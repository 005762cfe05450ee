/** Publishing: see what readers would get, publish just that, and look after where it went. */
import { Hono } from 'hono'
import { editionOf, wholeEdition } from '../../db/editions.ts'
import {
  AskPreview,
  DecideDelivery,
  Edition,
  EditionPreview,
  Editions,
  Publish,
  WholeEdition,
} from '../../shared/shapes/editions.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import { decide } from '../publish/decide.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'

const STORY = '/api/stories/:id'
const EDITION = `${STORY}/editions/:number`

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal('no-edition', 404, 'Editions are numbered from 1.')
  return Number(text)
}

export function editionRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.post(
    `${STORY}/preview`,
    describe({
      summary: 'See what readers would get',
      description: 'Changes nothing. Its stamp publishes exactly this, or nothing.',
      tag: 'Publishing',
      takes: AskPreview,
      answer: { status: 200, description: 'The page, the letter, the card, and what stands in the way.', schema: EditionPreview },
      problems: ['no-story', 'not-allowed', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      await mustBeAbleOn(desk, person, c.req.param('id'), 'see its standing')
      return c.json(await desk.publisher.preview(person, c.req.param('id'), await json(c, AskPreview)))
    },
  )

  app.post(
    `${STORY}/publish`,
    describe({
      summary: 'Publish what was previewed, now or later',
      description: 'The same stamp again is the same edition. What waits of this story does not go out any more.',
      tag: 'Publishing',
      takes: Publish,
      answer: { status: 201, description: 'The edition, and where it goes.', schema: Edition },
      problems: [
        'no-story',
        'not-allowed',
        'blocked',
        'text-moved',
        'wrong-kind',
        'needs-note',
        'no-target',
        'no-edition',
        'path-taken',
        'no-move',
        'story-damaged',
      ],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      await mustBeAbleOn(desk, person, c.req.param('id'), 'see its standing')
      return c.json(await desk.publisher.publish(person, c.req.param('id'), await json(c, Publish)), 201)
    },
  )

  app.get(
    `${STORY}/editions`,
    describe({
      summary: 'The editions of a story, and where each went',
      tag: 'Publishing',
      answer: { status: 200, description: 'The newest first.', schema: Editions },
      problems: ['no-story', 'not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      await mustBeAbleOn(desk, person, c.req.param('id'), 'see its standing')
      return c.json({ editions: await desk.publisher.editions(c.req.param('id')) })
    },
  )

  app.get(
    EDITION,
    describe({
      summary: 'One edition, with its page',
      tag: 'Publishing',
      answer: { status: 200, description: 'The edition, and the page that was approved.', schema: WholeEdition },
      problems: ['no-story', 'not-allowed', 'no-edition'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      await mustBeAbleOn(desk, person, c.req.param('id'), 'see its standing')
      const number = numberOf(c.req.param('number'))
      const edition = await desk.publisher.edition(c.req.param('id'), number)
      const { id } = (await editionOf(desk.db, c.req.param('id'), number))!
      return c.json({ ...edition, page: (await wholeEdition(desk.db, id)).page })
    },
  )

  app.delete(
    EDITION,
    describe({
      summary: 'Cancel an edition that waits for its time',
      tag: 'Publishing',
      answer: { status: 200, description: 'The edition, which will not go out.', schema: Edition },
      problems: ['no-story', 'not-allowed', 'no-edition', 'foreign-origin'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      await mustBeAbleOn(desk, person, c.req.param('id'), 'see its standing')
      return c.json(await desk.publisher.cancel(person, c.req.param('id'), numberOf(c.req.param('number'))))
    },
  )

  app.post(
    `${EDITION}/deliveries/:target`,
    describe({
      summary: 'Decide about a delivery',
      description: 'Try it again, say whose text stays where both changed it, or compare what is there with what was sent.',
      tag: 'Publishing',
      takes: DecideDelivery,
      answer: { status: 200, description: 'The edition with its deliveries.', schema: Edition },
      problems: ['no-story', 'not-allowed', 'no-edition', 'too-busy'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { id, number, target } = c.req.param()
      await mustBeAbleOn(desk, person, id, 'see its standing')
      const { deed } = await json(c, DecideDelivery)
      await desk.publisher.mustPublish(person, id)
      await decide(desk, id, numberOf(number), target, deed)
      return c.json(await desk.publisher.edition(id, numberOf(number)))
    },
  )

  return app
}
