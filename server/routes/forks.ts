/** A person's own fork of a story: to suggest in, or to write in privately. Its text is on the wire, at /sync/<its id>. */
import { Hono, type Context } from 'hono'
import type { Person } from '../../shared/api.ts'
import { Fork, MyFork, OpenDraft } from '../../shared/review.ts'
import type { Desk } from '../context.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'

export function forkRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/fork',
    describe({
      summary: 'My suggestions: the fork they are written in',
      tag: 'Review',
      answer: { status: 200, description: 'Null: I have not suggested anything.', schema: MyFork },
      problems: ['no-story'],
    }),
    async (c) => {
      const { person, storyId } = await asks(desk, c, 'read it')
      return c.json({ fork: await desk.forks.mine(storyId, person, 'suggesting') })
    },
  )

  app.post(
    '/api/stories/:id/fork',
    describe({
      summary: 'Suggest: open my fork of the story',
      description:
        'A copy of the story for one person, at /sync/<id>, that only they can open. It follows the story; what they change in it ' +
        'is shown to the others as suggestions, and changes the story only when it is accepted.',
      tag: 'Review',
      answer: { status: 200, description: 'The one they have, or a new one.', schema: Fork },
      problems: ['not-allowed', 'no-story', 'story-damaged', 'foreign-origin'],
    }),
    async (c) => {
      const { person, storyId } = await asks(desk, c, 'suggest')
      return c.json(await desk.forks.open(storyId, person, 'suggesting', null))
    },
  )

  app.delete(
    '/api/stories/:id/fork',
    describe({
      summary: 'Give up all my suggestions',
      tag: 'Review',
      answer: { status: 204, description: 'Nobody sees them any longer; the story was not touched.' },
      problems: ['no-story'],
    }),
    async (c) => {
      const { person, storyId } = await asks(desk, c, 'read it')
      await desk.forks.giveUp(storyId, person, 'suggesting')
      return c.body(null, 204)
    },
  )

  app.get(
    '/api/stories/:id/draft',
    describe({
      summary: 'My private draft',
      tag: 'Review',
      answer: { status: 200, description: 'Null: there is none.', schema: MyFork },
      problems: ['no-story'],
    }),
    async (c) => {
      const { person, storyId } = await asks(desk, c, 'read it')
      return c.json({ fork: await desk.forks.mine(storyId, person, 'private') })
    },
  )

  app.post(
    '/api/stories/:id/draft',
    describe({
      summary: 'Write privately: open my private draft',
      description:
        'As a fork for suggesting, but nobody sees what is in it: only that this person is writing privately, and where, ' +
        'until they bring it in.',
      tag: 'Review',
      takes: OpenDraft,
      answer: { status: 200, description: 'The one they have, or a new one.', schema: Fork },
      problems: ['not-allowed', 'no-story', 'story-damaged'],
    }),
    async (c) => {
      const { person, storyId } = await asks(desk, c, 'suggest')
      const { passage } = await json(c, OpenDraft)
      return c.json(await desk.forks.open(storyId, person, 'private', passage))
    },
  )

  app.delete(
    '/api/stories/:id/draft',
    describe({
      summary: 'Give up my private draft',
      tag: 'Review',
      answer: { status: 204, description: 'Nobody has seen it.' },
      problems: ['no-story'],
    }),
    async (c) => {
      const { person, storyId } = await asks(desk, c, 'read it')
      await desk.forks.giveUp(storyId, person, 'private')
      return c.body(null, 204)
    },
  )

  app.post(
    '/api/stories/:id/draft/bring-in',
    describe({
      summary: 'Bring my private draft in',
      description:
        'Its changes are from now on seen by all as suggestions, to be decided like any others. Where the story has changed the same ' +
        'words meanwhile both stand there, and it is said. What was suggested openly before stays beside them.',
      tag: 'Review',
      answer: { status: 200, description: 'The fork they are in now.', schema: Fork },
      problems: ['no-story', 'not-allowed', 'no-draft', 'story-damaged', 'foreign-origin'],
    }),
    async (c) => {
      const { person, storyId } = await asks(desk, c, 'suggest')
      return c.json(await desk.forks.bringIn(storyId, person))
    },
  )

  return app
}

/** @throws Refusal `no-story`, `not-allowed` */
async function asks(desk: Desk, c: Context<Env>, deed: 'read it' | 'suggest'): Promise<{ person: Person; storyId: string }> {
  const { person } = await mustBeSignedIn(desk, c)
  const storyId = c.req.param('id') ?? ''
  await mustBeAbleOn(desk, person, storyId, deed)
  return { person, storyId }
}
