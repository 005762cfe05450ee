/** Guest links: made and ended by who may share a story, and the way in for those they were sent to. */
import { Hono, type Context } from 'hono'
import type { Person } from '../../shared/api.ts'
import { may, type OnStory } from '../../shared/can.ts'
import { ChangeGuestLink, EnterByLink, Entered, GuestLink, GuestLinks, NewGuestLink } from '../../shared/access.ts'
import { Refusal } from '../../shared/refusal.ts'
import {
  addGuestLink,
  cameBy,
  changeGuestLink,
  guestLinkBySecret,
  guestLinkOf,
  guestLinksOf,
  guestsOf,
  letIn,
  useGuestLink,
} from '../../db/guest-links.ts'
import { addGuest, everybody, newsroomName, personOf } from '../../db/people.ts'
import type { GuestLinksTable } from '../../db/schema.ts'
import { rightsOn, storyFor } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { isByLink, rightsChanged, startSignIn } from '../person.ts'
import { hashOfSecret, newId, newSecret } from '../secrets.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, whoAsks, type Env } from './edge.ts'
import { mustBeBlocks } from './story-people.ts'

const DAY_MS = 24 * 60 * 60_000

export function guestLinkRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  /** @throws Refusal `no-link`: also for one of a story they may not share */
  async function linkNamed(c: Context<Env>): Promise<{ link: GuestLinksTable; person: Person; rights: OnStory }> {
    const { person } = await mustBeSignedIn(desk, c)
    const link = await guestLinkOf(desk.db, c.req.param('id') ?? '')
    const rights = link && (await rightsOn(desk.db, person, link.story_id))
    if (!link || !rights || !may(rights, 'give rights')) throw noLink()
    return { link, person, rights }
  }

  app.get(
    '/api/links',
    describe({
      summary: 'The guest links of a story',
      tag: 'Stories',
      query: { story: { description: 'The id of the story.' } },
      answer: { status: 200, description: 'The newest first, ended ones too, with who came by them.', schema: GuestLinks },
      problems: ['not-allowed', 'no-story'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.query('story') ?? ''
      await mustBeAbleOn(desk, person, storyId, 'give rights')
      return c.json({ links: await shown(desk, storyId) })
    },
  )

  app.post(
    '/api/links',
    describe({
      summary: 'Make a guest link to a story',
      description: 'Whoever opens it gives a name, and is in this one story, for as long as the link is open.',
      tag: 'Stories',
      takes: NewGuestLink,
      answer: { status: 201, description: 'The link, with the path that holds its secret.', schema: GuestLink },
      problems: ['not-allowed', 'no-story', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { storyId, days, legal, passages, ...given } = await json(c, NewGuestLink)
      const rights = await mustBeAbleOn(desk, person, storyId, 'give rights')
      mustFit({ ...given, legal, passages }, rights)
      if (passages !== null) await mustBeBlocks(desk, storyId, passages)
      const secret = newSecret()
      const now = desk.clock.now()
      const row: GuestLinksTable = {
        id: newId(),
        token_hash: hashOfSecret(secret),
        story_id: storyId,
        ...given,
        legal: legal ? 1 : 0,
        passages: passages === null ? null : JSON.stringify(passages),
        uses: 0,
        created_by: person.id,
        created_at: now,
        expires_at: now + days * DAY_MS,
        ended_at: null,
        last_used_at: null,
      }
      await addGuestLink(desk.db, row)
      await desk.linkEnds.look()
      return c.json({ ...linkOf(row, person.name, []), path: `/desk/guest#${secret}` }, 201)
    },
  )

  app.patch(
    '/api/links/:id',
    describe({
      summary: 'Change a guest link, end it or open it again',
      tag: 'Stories',
      takes: ChangeGuestLink,
      answer: { status: 200, description: 'It holds at once, in every window of its guests.', schema: GuestLink },
      problems: ['not-allowed', 'no-link', 'story-damaged'],
    }),
    async (c) => {
      const { link, rights } = await linkNamed(c)
      const { days, open, legal, passages, ...given } = await json(c, ChangeGuestLink)
      const now = desk.clock.now()
      const before = { level: link.level, legal: link.legal === 1, passages: blocksOf(link) }
      const after = {
        ...before,
        ...given,
        ...(legal === undefined ? {} : { legal }),
        ...(passages === undefined ? {} : { passages }),
      }
      mustFit(after, rights)
      if (passages) await mustBeBlocks(desk, link.story_id, passages)
      const expiresAt = days === undefined ? link.expires_at : now + days * DAY_MS
      if (open === true && expiresAt <= now)
        throw new Refusal('invalid-field', 422, 'days: must be given with it, because the time of this link is over.')
      const isOpen = open ?? (link.ended_at === null || (days !== undefined && link.ended_at === link.expires_at))
      await changeGuestLink(desk.db, link.id, {
        ...given,
        legal: after.legal ? 1 : 0,
        passages: after.passages === null ? null : JSON.stringify(after.passages),
        expires_at: expiresAt,
        ended_at: isOpen ? null : (link.ended_at ?? now),
      })
      await held(desk)
      return c.json(await oneShown(desk, link))
    },
  )

  app.delete(
    '/api/links/:id',
    describe({
      summary: 'Take a guest link back',
      description: 'Whoever came by it is out of the story at once. What they wrote stays. Changing it to open undoes this.',
      tag: 'Stories',
      answer: { status: 204, description: 'Ended.' },
      problems: ['no-link'],
    }),
    async (c) => {
      const { link } = await linkNamed(c)
      await changeGuestLink(desk.db, link.id, { ended_at: link.ended_at ?? desk.clock.now() })
      await held(desk)
      return c.body(null, 204)
    },
  )

  app.post(
    '/api/links/enter',
    describe({
      summary: 'Come in by a guest link',
      description:
        'A stranger gives a name and is signed in as a guest of the one story. Who is signed in gives none: the link opens the ' +
        'story for them too, if it was not open to them before.',
      tag: 'Signing in',
      open: true,
      takes: EnterByLink,
      answer: { status: 201, description: 'In; a stranger gets the cookie.', schema: Entered },
      problems: ['link-ended', 'link-full'],
    }),
    async (c) => {
      const { token, name } = await json(c, EnterByLink)
      const open = await openGuestLink(desk, token)
      if (open === null) throw linkEnded()
      const { link } = open
      const before = await whoAsks(desk, c)
      const known = before?.person ?? null
      if (known === null && name === undefined)
        throw new Refusal('invalid-field', 422, 'name: must be given by who is not signed in.')
      const person = known ?? (await comesIn(desk, link, name!))
      if (known !== null && (await needsIt(desk, link, known))) {
        await desk.db.transaction().execute(async (trx) => {
          if (!(await useGuestLink(trx, link.id, desk.clock.now()))) throw linkFull()
          await letIn(trx, link, known.id)
        })
        await rightsChanged(desk)
      }
      if (known === null) c.header('set-cookie', await startSignIn(desk, person.id))
      const { passages } = await rightsOn(desk.db, person, link.story_id)
      const session = { person, newsroom: { name: await newsroomName(desk.db) } }
      return c.json({ session, storyId: link.story_id, readBack: passages !== null }, 201)
    },
  )

  return app
}

const noLink = () => new Refusal('no-link', 404, 'There is no such guest link.')
const linkEnded = () => new Refusal('link-ended', 410, 'This link has ended: it was taken back or is too old. Ask for a new one.')
const linkFull = () =>
  new Refusal('link-full', 409, 'As many people have come by this link as it is for. Ask whoever sent it for another one.')

/** Its time may have changed, and everybody who came by it is looked at again. */
async function held(desk: Desk): Promise<void> {
  await desk.linkEnds.look()
  await rightsChanged(desk)
}

/** New guests come in only while whoever made the link may still share the story. Null: it has ended. */
export async function openGuestLink(
  desk: Desk,
  token: string,
): Promise<{ link: GuestLinksTable; readBack: boolean; by: string; headline: string } | null> {
  const link = await guestLinkBySecret(desk.db, hashOfSecret(token), desk.clock.now())
  const by = link && (await personOf(desk.db, link.created_by))
  const story = by && (await storyFor(desk.db, by, link.story_id))
  if (!story || !may(await rightsOn(desk.db, by, story.id), 'give rights')) return null
  return { link, readBack: link.passages !== null, by: by.name, headline: story.headline || story.slug }
}

/** As everybody sees it wherever they are named, so that nobody takes them for one of the newsroom. */
const guestName = (name: string): string => `${name} (guest)`

async function comesIn(desk: Desk, link: GuestLinksTable, name: string): Promise<Person> {
  const now = desk.clock.now()
  return desk.db.transaction().execute(async (trx) => {
    if (!(await useGuestLink(trx, link.id, now))) throw linkFull()
    const guest = await addGuest(trx, { id: newId(), name: guestName(name), now })
    await letIn(trx, link, guest.id)
    return guest
  })
}

/** A guest may come by another link than before; who may see the story anyway needs none. */
async function needsIt(desk: Desk, link: GuestLinksTable, person: Person): Promise<boolean> {
  if ((await cameBy(desk.db, link.story_id, person.id)) === link.id) return false
  return isByLink(person) || (await rightsOn(desk.db, person, link.story_id)).level === null
}

/** @throws Refusal */
function mustFit(given: { level: GuestLinksTable['level']; legal: boolean; passages: string[] | null }, mine: OnStory): void {
  if (given.passages !== null && given.level === 'suggest')
    throw new Refusal('invalid-field', 422, 'level: passages can be read and commented on, not rewritten.')
  if (given.legal && !mine.legal) throw new Refusal('not-allowed', 403, 'Only who may see legal threads can let others see them.')
}

async function shown(desk: Desk, storyId: string): Promise<GuestLink[]> {
  const names = new Map((await everybody(desk.db)).map(({ id, name }) => [id, name]))
  const guests = await guestsOf(desk.db, storyId)
  return (await guestLinksOf(desk.db, storyId)).map((link) =>
    linkOf(
      link,
      names.get(link.created_by) ?? '',
      guests.filter(({ linkId }) => linkId === link.id).map(({ id, name, hue }) => ({ id, name, hue })),
    ),
  )
}

async function oneShown(desk: Desk, { id, story_id }: GuestLinksTable): Promise<GuestLink> {
  return (await shown(desk, story_id)).find((one) => one.id === id)!
}

const blocksOf = ({ passages }: GuestLinksTable): string[] | null =>
  passages === null ? null : (JSON.parse(passages) as string[])

function linkOf(link: GuestLinksTable, createdBy: string, guests: GuestLink['guests']): GuestLink {
  const { id, label, level, most, uses } = link
  return {
    id,
    storyId: link.story_id,
    label,
    level,
    legal: link.legal === 1,
    passages: blocksOf(link),
    most,
    uses,
    guests,
    createdBy,
    createdAt: link.created_at,
    expiresAt: link.expires_at,
    endedAt: link.ended_at,
    lastUsedAt: link.last_used_at,
  }
}
