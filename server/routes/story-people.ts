/** Who may do what in one story: what it allows somebody beside their role. */
import { Hono, type Context } from 'hono'
import { ChangeException, PeopleOfStory, PersonOfStory } from '../../shared/access.ts'
import type { Person } from '../../shared/api.ts'
import { mayGive, onStory, type Exception, type OnStory } from '../../shared/can.ts'
import { blockIds } from '../../shared/passages.ts'
import { Refusal } from '../../shared/refusal.ts'
import { StoryRights } from '../../shared/review.ts'
import { peopleOfStory, removeException, setException, type PersonOfStory as Row } from '../../db/story-people.ts'
import { rightsOn } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { rightsChanged } from '../person.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, noStory, type Env } from './edge.ts'

const NONE: Exception = { level: null, legal: null, passages: null }

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

  app.get(
    '/api/stories/:id/people',
    describe({
      summary: 'Who may do what in a story',
      tag: 'Stories',
      answer: { status: 200, description: 'Everybody of the newsroom, and who came by a guest link.', schema: PeopleOfStory },
      problems: ['not-allowed', 'no-story'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      await mustBeAbleOn(desk, person, storyId, 'give rights')
      return c.json({ people: await shown(desk, storyId) })
    },
  )

  app.patch(
    '/api/stories/:id/people/:person',
    describe({
      summary: 'Let somebody do more or less in a story than their role has it',
      description: 'It holds at once, in every window they have open. Guests by link can do what their link says.',
      tag: 'Stories',
      takes: ChangeException,
      answer: { status: 200, description: 'What it comes to.', schema: PersonOfStory },
      problems: ['not-allowed', 'no-story', 'no-person', 'story-damaged'],
    }),
    async (c) => {
      const { storyId, them, mine } = await theirs(c)
      if (them.byLink !== null) throw new Refusal('not-allowed', 403, 'They came by a guest link: change the link.')
      const given = await json(c, ChangeException)
      if (given.legal === true && !mine.legal)
        throw new Refusal('not-allowed', 403, 'Only who may see legal threads can let others see them.')
      if (given.passages) await mustBeBlocks(desk, storyId, given.passages)
      await setException(desk.db, storyId, them.id, { ...NONE, ...them.exception, ...given })
      await rightsChanged(desk)
      return c.json((await shown(desk, storyId)).find(({ id }) => id === them.id) ?? noPerson())
    },
  )

  app.delete(
    '/api/stories/:id/people/:person',
    describe({
      summary: 'Make no exception for somebody',
      description: 'They may do what their role has it; a guest is out of the story at once. What they wrote stays.',
      tag: 'Stories',
      answer: { status: 204, description: 'Done.' },
      problems: ['not-allowed', 'no-story', 'no-person'],
    }),
    async (c) => {
      const { storyId, them } = await theirs(c)
      await removeException(desk.db, storyId, them.id)
      await rightsChanged(desk)
      return c.body(null, 204)
    },
  )

  /** Nobody changes their own rights, or those of somebody above them. @throws Refusal */
  async function theirs(c: Context<Env>): Promise<{ storyId: string; me: Person; mine: OnStory; them: Row }> {
    const { person: me } = await mustBeSignedIn(desk, c)
    const storyId = c.req.param('id') ?? ''
    const mine = await mustBeAbleOn(desk, me, storyId, 'give rights')
    const id = c.req.param('person') ?? ''
    const them = (await peopleOfStory(desk.db, storyId)).find((one) => one.id === id)
    if (!them) return noPerson()
    if (id === me.id) throw new Refusal('not-allowed', 403, 'Nobody changes what they may do themselves: ask a colleague.')
    if (!mayGive(me.role, them.role))
      throw new Refusal('not-allowed', 403, `Your role (${me.role}) may not change what one of role ${them.role} may do.`)
    return { storyId, me, mine, them }
  }

  return app
}

function noPerson(): never {
  throw new Refusal('no-person', 404, 'There is no such person in this newsroom.')
}

/** @throws Refusal `invalid-field` */
export async function mustBeBlocks(desk: Desk, storyId: string, passages: readonly string[]): Promise<void> {
  const there = new Set(await desk.rooms.read(storyId, blockIds))
  const gone = passages.find((id) => !there.has(id))
  if (gone !== undefined) throw new Refusal('invalid-field', 422, `passages: the story has no block ${gone}.`)
}

async function shown(desk: Desk, storyId: string): Promise<PersonOfStory[]> {
  const rows = await peopleOfStory(desk.db, storyId)
  return Promise.all(
    rows.map(async (row) => {
      const { level, legal } = row.byLink === null ? onStory(row.role, row.exception) : await rightsOn(desk.db, row, storyId)
      return { ...row, level, legal }
    }),
  )
}
