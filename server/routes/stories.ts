/** The desk's stories: list, make, look, change, delete and take back. */
import { Hono } from 'hono'
import { ChangeStory, NewStory, Stories, Story, type Person, type PersonHere } from '../../shared/api.ts'
import { can } from '../../shared/can.ts'
import { rewrite } from '../../shared/rewrite.ts'
import { slugFrom } from '../../shared/slug.ts'
import { FIELDS, fieldOf, seedStory } from '../../shared/story.ts'
import { addStory, changeSlug, deleteStory, restoreStory, storiesFor, storyFor } from '../../db/stories.ts'
import { liveEdition } from '../../db/editions.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import { mustBeAble } from '../person.ts'
import { newId } from '../secrets.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, noStory, type Env } from './edge.ts'

export function storyRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories',
    describe({
      summary: 'The stories this person may see',
      tag: 'Stories',
      query: { q: { description: 'Words to find in headline, slug, byline or dek, whatever their case and accents.' } },
      answer: { status: 200, description: 'The last edited first.', schema: Stories },
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const rows = await storiesFor(desk.db, person, c.req.query('q')?.slice(0, 200))
      return c.json({ stories: await desk.feed.shown(rows) })
    },
  )

  app.post(
    '/api/stories',
    describe({
      summary: 'Make a story',
      tag: 'Stories',
      takes: NewStory,
      answer: { status: 201, description: 'The new story, with an empty body.', schema: Story },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'create a story')
      const { slug, ...fields } = await json(c, NewStory)
      const id = newId()
      const seed = seedStory(fields, newId())
      const { headline = '', dek = '', byline = '' } = fields
      await addStory(desk.db, {
        id,
        slug: slug || slugFrom(headline, id),
        headline,
        dek,
        byline,
        words: 0,
        createdBy: person.id,
        now: desk.clock.now(),
        seed,
      })
      desk.feed.storyChanged(id)
      return c.json(await storyNow(desk, person, id), 201)
    },
  )

  app.get(
    '/api/stories/:id',
    describe({
      summary: 'One story',
      tag: 'Stories',
      answer: { status: 200, description: 'The story.', schema: Story },
      problems: ['no-story'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      return c.json(await storyNow(desk, person, c.req.param('id')))
    },
  )

  app.patch(
    '/api/stories/:id',
    describe({
      summary: 'Change headline, dek, byline or slug',
      description: 'The first three are shared text: the change goes through the live story, for everybody who has it open.',
      tag: 'Stories',
      takes: ChangeStory,
      answer: { status: 200, description: 'On disk; the story now.', schema: Story },
      problems: ['not-allowed', 'no-story', 'not-saved', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const id = c.req.param('id')
      const row = (await storyFor(desk.db, person, id)) ?? noStory()
      await mustBeAbleOn(desk, person, id, 'write it')
      const given = await json(c, ChangeStory)
      if (FIELDS.some((field) => given[field] !== undefined))
        await desk.rooms.edit(id, hereOf(person), (ydoc) => {
          for (const field of FIELDS) if (given[field] !== undefined) rewrite(fieldOf(ydoc, field), given[field])
        })
      if (given.slug !== undefined) {
        const headline = given.headline ?? row.headline
        await changeSlug(desk.db, id, given.slug || slugFrom(headline, id))
        desk.feed.storyChanged(id)
      }
      return c.json(await storyNow(desk, person, id))
    },
  )

  app.delete(
    '/api/stories/:id',
    describe({
      summary: 'Delete a story',
      description:
        'It leaves the desk and closes for everybody at once. Its words are kept: restore brings it back. What readers have is withdrawn first.',
      tag: 'Stories',
      answer: { status: 204, description: 'Deleted.' },
      problems: ['not-allowed', 'no-story', 'still-live'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const row = (await storyFor(desk.db, person, c.req.param('id'))) ?? noStory()
      mustBeAble(person.role, 'delete a story')
      await mustBeAbleOn(desk, person, row.id, 'write it')
      await desk.db.transaction().execute(async (trx) => {
        // It would stay before readers, and nobody at the desk could reach it any more.
        const live = await liveEdition(trx, row.id)
        if (live !== null && !live.killed)
          throw new Refusal('still-live', 409, 'Readers still have this story. Withdraw it first, and then delete it.')
        await deleteStory(trx, row.id, desk.clock.now())
      })
      await desk.rooms.rightsChanged()
      desk.feed.storyChanged(row.id)
      return c.body(null, 204)
    },
  )

  app.post(
    '/api/stories/:id/restore',
    describe({
      summary: 'Bring a deleted story back',
      tag: 'Stories',
      answer: { status: 200, description: 'The story, as it was.', schema: Story },
      problems: ['not-allowed', 'no-story', 'foreign-origin'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const id = c.req.param('id')
      // A person who may not delete learns no more here than from asking for the story.
      if (!can(person.role, 'delete a story')) {
        if ((await storyFor(desk.db, person, id)) === null) noStory()
        mustBeAble(person.role, 'delete a story')
      }
      if (!(await restoreStory(desk.db, id))) noStory()
      desk.feed.storyChanged(id)
      return c.json(await storyNow(desk, person, id))
    },
  )

  return app
}

export function hereOf({ id, name, hue }: Person): PersonHere {
  return { id, name, hue }
}

/** The desk's row of a story. @throws Refusal `no-story` */
export async function storyNow(desk: Desk, person: Person, id: string): Promise<Story> {
  return (await desk.feed.shown([(await storyFor(desk.db, person, id)) ?? noStory()]))[0]!
}
