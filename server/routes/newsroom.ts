/** The newsroom itself: its name, its people, and invites to it. */
import { Hono } from 'hono'
import { ChangeNewsroom, ChangePerson, Invite, Invites, NewInvite, Newsroom, People, Person } from '../../shared/api.ts'
import { can, mayGive, type Role } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import { addLink, openInvites, removeLink } from '../../db/links.ts'
import {
  changeRole,
  nameNewsroom,
  newsroomName,
  people,
  personOf,
  removedPeople,
  removePerson,
  renamePerson,
  restorePerson,
} from '../../db/people.ts'
import type { LinksTable } from '../../db/schema.ts'
import { storyFor } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { isByLink, mustBeAble, rightsChanged } from '../person.ts'
import { hashOfSecret, newId, newSecret } from '../secrets.ts'
import { siteChanged } from '../site/live-site.ts'
import { describe, json, mustBeSignedIn, noStory, type Env } from './edge.ts'

const INVITE_MS = 7 * 24 * 60 * 60_000

export function newsroomRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/newsroom',
    describe({
      summary: "The newsroom's settings",
      tag: 'Newsroom',
      answer: { status: 200, description: 'Its name.', schema: Newsroom },
    }),
    async (c) => {
      await mustBeSignedIn(desk, c)
      return c.json({ name: await newsroomName(desk.db) })
    },
  )

  app.patch(
    '/api/newsroom',
    describe({
      summary: 'Rename the newsroom',
      tag: 'Newsroom',
      takes: ChangeNewsroom,
      answer: { status: 200, description: 'Its name now.', schema: Newsroom },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'name the newsroom')
      const { name } = await json(c, ChangeNewsroom)
      await nameNewsroom(desk.db, name)
      siteChanged(desk, null)
      return c.json({ name })
    },
  )

  app.get(
    '/api/people',
    describe({
      summary: 'Everybody in the newsroom',
      description: 'Guests are not told who else there is.',
      tag: 'Newsroom',
      answer: { status: 200, description: 'The people, the oldest first.', schema: People },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'read every story')
      return c.json({ people: await people(desk.db) })
    },
  )

  app.patch(
    '/api/people/:id',
    describe({
      summary: "Change a person's role or name",
      description: 'Anybody may change their own name. A new role holds at once, in every story they have open.',
      tag: 'Newsroom',
      takes: ChangePerson,
      answer: { status: 200, description: 'The person now.', schema: Person },
      problems: ['not-allowed', 'no-person', 'last-owner'],
    }),
    async (c) => {
      const { person: me } = await mustBeSignedIn(desk, c)
      const { name, role } = await json(c, ChangePerson)
      const id = c.req.param('id')
      if (id !== me.id || role !== undefined) mustBeAble(me.role, 'manage people')
      const person = await mustBeThere(desk, id)
      if (role !== undefined && role !== person.role) {
        mustBeAbleToGive(me.role, person.role)
        mustBeAbleToGive(me.role, role)
        if (!(await changeRole(desk.db, id, role))) throw lastOwner()
      }
      if (name !== undefined) await renamePerson(desk.db, id, name)
      await rightsChanged(desk)
      desk.feed.peopleChanged()
      return c.json(await mustBeThere(desk, id))
    },
  )

  app.delete(
    '/api/people/:id',
    describe({
      summary: 'Remove a person',
      description: 'Ends their sign-ins and their open sockets at once. What they wrote stays theirs.',
      tag: 'Newsroom',
      answer: { status: 204, description: 'Removed.' },
      problems: ['not-allowed', 'no-person', 'last-owner'],
    }),
    async (c) => {
      const { person: me } = await mustBeSignedIn(desk, c)
      mustBeAble(me.role, 'manage people')
      const person = await mustBeThere(desk, c.req.param('id'))
      if (!(await removePerson(desk.db, person.id, desk.clock.now()))) throw lastOwner()
      await rightsChanged(desk)
      desk.feed.peopleChanged()
      return c.body(null, 204)
    },
  )

  app.get(
    '/api/people/removed',
    describe({
      summary: 'Who has been removed from the newsroom',
      tag: 'Newsroom',
      answer: { status: 200, description: 'The people, the last removed first.', schema: People },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'manage people')
      return c.json({ people: await removedPeople(desk.db) })
    },
  )

  app.post(
    '/api/people/:id/restore',
    describe({
      summary: 'Bring a removed person back',
      description: 'With the name, role and password they had. Stories that were shared with them alone have to be shared again.',
      tag: 'Newsroom',
      answer: { status: 200, description: 'The person, as they were.', schema: Person },
      problems: ['not-allowed', 'no-person', 'foreign-origin'],
    }),
    async (c) => {
      const { person: me } = await mustBeSignedIn(desk, c)
      mustBeAble(me.role, 'manage people')
      const id = c.req.param('id')
      // Done already counts as done.
      await restorePerson(desk.db, id)
      const person = await mustBeThere(desk, id)
      desk.feed.peopleChanged()
      return c.json(person)
    },
  )

  app.get(
    '/api/invites',
    describe({
      summary: 'The invites that are still open',
      tag: 'Newsroom',
      answer: { status: 200, description: 'The newest first, without their secrets.', schema: Invites },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'share a story')
      const invites = await openInvites(desk.db, desk.clock.now())
      return c.json({ invites: invites.filter((link) => mayTakeBack(person, link)).map(inviteOf) })
    },
  )

  app.post(
    '/api/invites',
    describe({
      summary: 'Invite somebody, to the newsroom or to one story',
      description: 'The link works once and for seven days. Send it to one person only.',
      tag: 'Newsroom',
      takes: NewInvite,
      answer: { status: 201, description: 'The invite, with the path that holds its secret.', schema: Invite },
      problems: ['not-allowed', 'no-story'],
    }),
    async (c) => {
      const { person: me } = await mustBeSignedIn(desk, c)
      mustBeAble(me.role, 'share a story')
      const { role, storyId } = await json(c, NewInvite)
      mustBeAbleToGive(me.role, role)
      if (storyId !== undefined && (await storyFor(desk.db, me, storyId)) === null) noStory()
      const secret = newSecret()
      const now = desk.clock.now()
      const link: LinksTable = {
        id: newId(),
        token_hash: hashOfSecret(secret),
        kind: 'invite',
        role,
        story_id: storyId ?? null,
        person_id: null,
        created_by: me.id,
        created_at: now,
        expires_at: now + INVITE_MS,
        used_at: null,
      }
      await addLink(desk.db, link)
      return c.json({ ...inviteOf(link), path: `/desk/join#${secret}` }, 201)
    },
  )

  app.delete(
    '/api/invites/:id',
    describe({
      summary: 'Take an invite back',
      tag: 'Newsroom',
      answer: { status: 204, description: 'Its link no longer works.' },
      problems: ['not-allowed', 'no-invite'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'share a story')
      const id = c.req.param('id')
      const link = (await openInvites(desk.db, desk.clock.now())).find((one) => one.id === id && mayTakeBack(person, one))
      if (!link) throw new Refusal('no-invite', 404, 'There is no such open invite.')
      await removeLink(desk.db, id)
      return c.body(null, 204)
    },
  )

  return app
}

const lastOwner = () => new Refusal('last-owner', 409, 'A newsroom keeps at least one owner. Make somebody else an owner first.')

async function mustBeThere(desk: Desk, id: string): Promise<Person> {
  const person = await personOf(desk.db, id)
  if (person === null || isByLink(person)) throw new Refusal('no-person', 404, 'There is no such person in this newsroom.')
  return person
}

function mustBeAbleToGive(mine: Role, given: Role): void {
  if (!mayGive(mine, given))
    throw new Refusal('not-allowed', 403, `Your role (${mine}) may not make or change one of role ${given}.`)
}

function mayTakeBack(me: Person, link: LinksTable): boolean {
  return link.created_by === me.id || (link.role !== null && can(me.role, 'share a story') && mayGive(me.role, link.role))
}

function inviteOf(link: LinksTable): Invite {
  return {
    id: link.id,
    role: link.role ?? 'guest',
    storyId: link.story_id,
    createdAt: link.created_at,
    expiresAt: link.expires_at,
  }
}
