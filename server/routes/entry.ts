/** The ways in: setting up, signing in and out, and the links that carry a secret. */
import { Hono } from 'hono'
import type { z } from 'zod'
import { Accepted, AcceptLink, ChangePassword, Link, Session, SetUp, SignIn, UseLink } from '../../shared/api.ts'
import { can, mayGive } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import { addSetupLink, linkOf, useUp } from '../../db/links.ts'
import { addPerson, anyPeople, changeOwnPassword, nameNewsroom, newsroomName, personByEmail, personOf } from '../../db/people.ts'
import type { LinksTable } from '../../db/schema.ts'
import { shareStory, storyFor } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { endOneSignIn, forgetCookie, rightsChanged, startSignIn, type SignedIn } from '../person.ts'
import { hashOfSecret, newId, newSecret } from '../secrets.ts'
import { askedFrom, describe, json, mustBeSignedIn, whoAsks, type Env } from './edge.ts'
import { openGuestLink } from './guest-links.ts'

const SETUP_MS = 7 * 24 * 60 * 60_000

/** The path of a one-time link that makes the first person; null when there is somebody. */
export async function setupLink(desk: Pick<Desk, 'db' | 'clock'>): Promise<string | null> {
  if (await anyPeople(desk.db)) return null
  const secret = newSecret()
  const now = desk.clock.now()
  await addSetupLink(desk.db, {
    id: newId(),
    token_hash: hashOfSecret(secret),
    kind: 'setup',
    role: 'owner',
    story_id: null,
    person_id: null,
    created_by: null,
    created_at: now,
    expires_at: now + SETUP_MS,
    used_at: null,
  })
  return `/desk/setup#${secret}`
}

export function entryRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  const sessionOf = async (personId: string): Promise<z.infer<typeof Session>> => {
    const person = await personOf(desk.db, personId)
    if (person === null) throw new Refusal('signed-out', 401, 'You are not signed in. Sign in and try again.')
    return { person, newsroom: { name: await newsroomName(desk.db) } }
  }

  app.post(
    '/api/setup',
    describe({
      summary: 'Make the first person, the owner, and name the newsroom',
      tag: 'Signing in',
      open: true,
      takes: SetUp,
      answer: { status: 201, description: 'Done; the cookie signs the owner in.', schema: Session },
      problems: ['link-ended', 'too-busy'],
    }),
    async (c) => {
      const given = await json(c, SetUp)
      const link = await findLink(desk, given.token, 'setup')
      const passwordHash = await desk.passwords.hash(askedFrom(c), given.password)
      const now = desk.clock.now()
      const owner = await desk.db.transaction().execute(async (trx) => {
        if (!(await useUp(trx, link.id, now)) || (await anyPeople(trx))) throw linkEnded()
        await nameNewsroom(trx, given.newsroom)
        return addPerson(trx, { id: newId(), email: given.email, name: given.name, role: 'owner', passwordHash, now })
      })
      if (owner === null) throw linkEnded()
      c.header('set-cookie', await startSignIn(desk, owner.id))
      return c.json(await sessionOf(owner.id), 201)
    },
  )

  app.post(
    '/api/session',
    describe({
      summary: 'Sign in',
      description: 'Wrong passwords are counted by address and e-mail; right ones never are.',
      tag: 'Signing in',
      open: true,
      takes: SignIn,
      answer: { status: 200, description: 'The cookie is set.', schema: Session },
      problems: ['wrong-password', 'too-many-tries', 'too-busy'],
    }),
    async (c) => {
      const { email, password } = await json(c, SignIn)
      const found = await personByEmail(desk.db, email)
      const person = found !== null && found.removed_at === null ? found : null
      const fits = await desk.passwords.fits(askedFrom(c), email, person?.password_hash ?? null, password)
      if (!fits || person === null) throw new Refusal('wrong-password', 401, 'The e-mail or the password is wrong.')
      const before = await whoAsks(desk, c)
      c.header('set-cookie', await signInAfter(desk, before, person.id))
      return c.json(await sessionOf(person.id))
    },
  )

  app.get(
    '/api/session',
    describe({
      summary: 'Who is signed in',
      tag: 'Signing in',
      answer: { status: 200, description: 'The person and their newsroom.', schema: Session },
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      return c.json({ person, newsroom: { name: await newsroomName(desk.db) } })
    },
  )

  app.delete(
    '/api/session',
    describe({
      summary: 'Sign out',
      description: 'Ends this sign-in at once, the open sockets of it included. Done already counts as done.',
      tag: 'Signing in',
      open: true,
      answer: { status: 204, description: 'Signed out.' },
    }),
    async (c) => {
      const who = await whoAsks(desk, c)
      if (who !== null) await endOneSignIn(desk, who.signIn)
      c.header('set-cookie', forgetCookie(desk.config))
      return c.body(null, 204)
    },
  )

  app.post(
    '/api/session/password',
    describe({
      summary: 'Change your password',
      description: 'Every other sign-in of yours ends at once, the open sockets of it included. Wrong old ones are counted.',
      tag: 'Signing in',
      takes: ChangePassword,
      answer: { status: 204, description: 'Changed; this sign-in goes on.' },
      problems: ['old-password-wrong', 'too-many-tries', 'too-busy'],
    }),
    async (c) => {
      const { person, signIn } = await mustBeSignedIn(desk, c)
      const { old, password } = await json(c, ChangePassword)
      const address = askedFrom(c)
      const from = (await personByEmail(desk.db, person.email))?.password_hash ?? null
      if (from === null || !(await desk.passwords.fits(address, person.email, from, old))) throw oldPasswordWrong()
      const to = await desk.passwords.hash(address, password)
      if (!(await changeOwnPassword(desk.db, person.id, { from, to, keep: signIn }))) throw oldPasswordWrong()
      await rightsChanged(desk)
      return c.body(null, 204)
    },
  )

  app.post(
    '/api/session/link',
    describe({
      summary: 'Sign in by a link',
      tag: 'Signing in',
      open: true,
      takes: UseLink,
      answer: { status: 200, description: 'The cookie is set.', schema: Session },
      problems: ['link-ended'],
    }),
    async (c) => {
      const { token } = await json(c, UseLink)
      const link = await findLink(desk, token, 'signin')
      const person = link.person_id === null ? null : await personOf(desk.db, link.person_id)
      // A demo's links stay good, so that a window closed by mistake is no dead end; its data is thrown away.
      if (person === null || !(desk.config.demo || (await useUp(desk.db, link.id, desk.clock.now())))) throw linkEnded()
      const before = await whoAsks(desk, c)
      c.header('set-cookie', await signInAfter(desk, before, person.id))
      return c.json(await sessionOf(person.id))
    },
  )

  app.post(
    '/api/links/look',
    describe({
      summary: 'What a link is for, without using it up',
      tag: 'Signing in',
      open: true,
      takes: UseLink,
      answer: { status: 200, description: 'What it is for.', schema: Link },
      problems: ['link-ended'],
    }),
    async (c) => {
      const { token } = await json(c, UseLink)
      const newsroom = await newsroomName(desk.db)
      const guest = await openGuestLink(desk, token)
      if (guest !== null) {
        const { link, readBack, by, headline } = guest
        // Who reads passages back is told nothing of the rest, its headline included.
        const story = { id: link.story_id, headline: readBack ? '' : headline }
        return c.json({ kind: 'guest', role: 'guest', level: link.level, readBack, newsroom, story, invitedBy: by })
      }
      const link = await findLink(desk, token)
      const promise = link.kind === 'invite' ? await promised(desk, link) : { invitedBy: null, story: null }
      return c.json({ kind: link.kind, role: link.role, level: null, readBack: false, newsroom, ...promise })
    },
  )

  app.post(
    '/api/links/accept',
    describe({
      summary: 'Accept an invite',
      description:
        'A newcomer gives name, e-mail and password and is signed in. A person who is signed in gives none of them: ' +
        'they may open the story of the invite from now on, and keep their role.',
      tag: 'Signing in',
      open: true,
      takes: AcceptLink,
      answer: { status: 201, description: 'Accepted; a newcomer gets the cookie.', schema: Accepted },
      problems: ['signed-out', 'link-ended', 'email-taken', 'already-in', 'too-busy'],
    }),
    async (c) => {
      const { token, name, email, password } = await json(c, AcceptLink)
      const link = await findLink(desk, token, 'invite')
      const { story } = await promised(desk, link)
      const before = await whoAsks(desk, c)

      if (name === undefined && email === undefined && password === undefined) {
        if (before === null) throw new Refusal('signed-out', 401, 'Sign in first, or give a name, an e-mail and a password.')
        if (story === null)
          throw new Refusal(
            'already-in',
            409,
            `You are in this newsroom already, as ${before.person.name}. The invite is for somebody else.`,
          )
        await desk.db.transaction().execute(async (trx) => {
          if (!(await useUp(trx, link.id, desk.clock.now()))) throw linkEnded()
          await shareStory(trx, story.id, before.person.id)
        })
        await desk.feed.rightsChanged()
        return c.json({ session: await sessionOf(before.person.id), storyId: story.id }, 201)
      }

      const missing = Object.entries({ name, email, password }).find(([, value]) => value === undefined)?.[0]
      if (name === undefined || email === undefined || password === undefined || link.role === null)
        throw new Refusal('invalid-field', 422, `${missing ?? 'the body'}: must be given by a newcomer.`)
      const role = link.role
      if ((await personByEmail(desk.db, email)) !== null) throw emailTaken()
      const passwordHash = await desk.passwords.hash(askedFrom(c), password)
      const now = desk.clock.now()
      const person = await desk.db.transaction().execute(async (trx) => {
        if (!(await useUp(trx, link.id, now))) throw linkEnded()
        // Looked at here again: what was promised may have ended while the password was being hashed.
        await promised({ ...desk, db: trx }, link)
        const made = await addPerson(trx, { id: newId(), email, name, role, passwordHash, now })
        if (made === null) throw emailTaken()
        if (story !== null) await shareStory(trx, story.id, made.id)
        return made
      })
      c.header('set-cookie', await signInAfter(desk, before, person.id))
      desk.feed.peopleChanged()
      return c.json({ session: await sessionOf(person.id), storyId: story?.id ?? null }, 201)
    },
  )

  return app
}

/**
 * Signs in a browser that may be signed in already. Whoever it was before is signed out; but if it is the
 * same person in one more window, the other windows stay as they are.
 */
async function signInAfter(desk: Desk, before: SignedIn | null, personId: string): Promise<string> {
  const cookie = await startSignIn(desk, personId)
  if (before !== null && before.person.id !== personId) await endOneSignIn(desk, before.signIn)
  return cookie
}

const linkEnded = () =>
  new Refusal('link-ended', 410, 'This link has ended: it was used, taken back or is too old. Ask for a new one.')

const oldPasswordWrong = () => new Refusal('old-password-wrong', 403, 'This is not your old password.')

const emailTaken = () =>
  new Refusal('email-taken', 409, 'Somebody has this e-mail already. If it is you, sign in and open the link again.')

async function findLink(desk: Desk, token: string, kind?: LinksTable['kind']): Promise<LinksTable> {
  const link = await linkOf(desk.db, hashOfSecret(token), desk.clock.now())
  if (link === null || (kind !== undefined && link.kind !== kind)) throw linkEnded()
  return link
}

/** An invite is worth what its inviter may give today. @throws Refusal `link-ended` */
async function promised(
  desk: Pick<Desk, 'db'>,
  link: LinksTable,
): Promise<{ invitedBy: string | null; story: { id: string; headline: string } | null }> {
  const inviter = link.created_by === null ? null : await personOf(desk.db, link.created_by)
  if (inviter === null || link.role === null || !mayGive(inviter.role, link.role) || !can(inviter.role, 'share a story'))
    throw linkEnded()
  if (link.story_id === null) return { invitedBy: inviter.name, story: null }
  const story = await storyFor(desk.db, inviter, link.story_id)
  if (story === null) throw linkEnded()
  return { invitedBy: inviter.name, story: { id: story.id, headline: story.headline || story.slug } }
}
