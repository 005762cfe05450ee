/** Who is asking: the cookie -> person, and which pages may speak for them. */
import { parse, serialize } from 'hono/utils/cookie'
import type { Role } from '../shared/can.ts'
import { can, type Deed } from '../shared/can.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Person } from '../shared/api.ts'
import { noteUse } from '../db/guest-links.ts'
import { addSignIn, endSignIn, prolongSignIn, signInOf } from '../db/people.ts'
import { overHttps, type Config } from './config.ts'
import type { Desk } from './context.ts'
import { hashOfSecret, newSecret } from './secrets.ts'

const DAY_MS = 24 * 60 * 60_000
/** A sign-in ends after this long without use. */
const SIGN_IN_MS = 30 * DAY_MS
/** The server decides when a sign-in ends; the cookie has only to outlive it. Browsers allow 400 days. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60

/** A guest who came by a link: no e-mail, no password, and in no list of people. */
export const isByLink = ({ email }: Pick<Person, 'email'>): boolean => email === ''

/** @param signIn the hash by which the sign-in is kept */
export type SignedIn = { person: Person; signIn: string }

/** The person of a cookie; null when it names no sign-in that still holds. */
export async function signedIn(
  desk: Pick<Desk, 'db' | 'clock' | 'config' | 'log' | 'linkEnds'>,
  cookieHeader: string | undefined,
): Promise<SignedIn | null> {
  if (cookieHeader === undefined) return null
  const name = cookieName(desk.config)
  const secret = parse(cookieHeader, name)[name]
  if (secret === undefined || secret.length > 200) return null
  const signIn = hashOfSecret(secret)
  await desk.linkEnds.upToDate()
  const now = desk.clock.now()
  const found = await signInOf(desk.db, signIn, now)
  if (found === null) return null
  // At most once a day, or every request would write.
  if (found.expiresAt < now + SIGN_IN_MS - DAY_MS) await prolong(desk, signIn, now)
  return { person: found.person, signIn }
}

/** A disk that takes nothing is no reason to keep somebody from reading: the next request tries again. */
async function prolong({ db, log }: Pick<Desk, 'db' | 'log'>, signIn: string, now: number): Promise<void> {
  try {
    await prolongSignIn(db, signIn, now + SIGN_IN_MS)
  } catch (error) {
    log.warn({ err: error }, 'a sign-in could not be prolonged')
  }
}

/** @throws Refusal `not-allowed` */
export function mustBeAble(role: Role, deed: Deed): void {
  if (!can(role, deed)) throw new Refusal('not-allowed', 403, `Your role (${role}) may not ${deed}.`)
}

const GUEST_EVERY_MS = 10 * 60_000

/** A guest link was used just now: for the desk's list of links, and never a reason to keep somebody out. */
export async function noteGuest({ db, clock, log }: Desk, storyId: string, personId: string): Promise<void> {
  try {
    await noteUse(db, storyId, personId, clock.now(), GUEST_EVERY_MS)
  } catch (error) {
    log.warn({ err: error }, 'when a guest link was last used could not be noted')
  }
}

/** Signs a person in; the answer is the Set-Cookie header. */
export async function startSignIn(desk: Pick<Desk, 'db' | 'clock' | 'config'>, personId: string): Promise<string> {
  const secret = newSecret()
  const now = desk.clock.now()
  await addSignIn(desk.db, {
    token_hash: hashOfSecret(secret),
    person_id: personId,
    created_at: now,
    expires_at: now + SIGN_IN_MS,
  })
  return cookie(desk.config, secret, COOKIE_SECONDS)
}

/** Ends one sign-in and cuts the sockets that were opened with it. */
export async function endOneSignIn(desk: Desk, signIn: string): Promise<void> {
  await endSignIn(desk.db, signIn)
  await rightsChanged(desk)
}

/** Call after anything that changes who may do what: every open socket is looked at again. */
export async function rightsChanged(desk: Desk): Promise<void> {
  await Promise.all([desk.rooms.rightsChanged(), desk.feed.rightsChanged()])
  desk.inbox.recount()
}

export function forgetCookie(config: Config): string {
  return cookie(config, '', 0)
}

function cookie(config: Config, value: string, maxAge: number): string {
  return serialize(cookieName(config), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: overHttps(config),
    maxAge,
  })
}

/** `__Host-` makes the browser refuse a cookie that another host or plain http tries to plant. */
export function cookieName(config: Config): string {
  return overHttps(config) ? '__Host-copydesk' : 'copydesk'
}

/**
 * May this page speak for the person whose cookie comes along? Asked on the upgrade and on every
 * unsafe method. No Origin means no browser: a script, which holds the cookie itself.
 */
export function originAllowed(config: Config, origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  if (from.origin === 'null' || from.origin !== origin.toLowerCase()) return false
  if (config.publicUrl !== null) {
    const own = new URL(config.publicUrl)
    // The public site must not be spoken for by its http twin.
    if (from.host === own.host) return from.origin === own.origin
  }
  return /^https?:$/.test(from.protocol) && from.host === host?.toLowerCase()
}
