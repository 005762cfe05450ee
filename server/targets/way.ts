/** What every adapter works with: the guarded way out, the pictures, what holds for the newsroom, and what answers mean. */
import { createHash } from 'node:crypto'
import type { SiteSettings } from '../../shared/shapes/settings.ts'
import type { Ask, Reply } from './guard.ts'
import { NoReply } from './guard.ts'
import type { Sent } from './target.ts'

export type Way = {
  ask(ask: Omit<Ask, 'allowPrivate'>): Promise<Reply>
  now(): number
  /** In a form that every program reads; null: it is not there. */
  picture(asset: string): Promise<{ bytes: Uint8Array; type: string } | null>
  /** Whether readers of the built-in site have it. */
  isOnSite(storyId: string): Promise<boolean>
  newsroom: { name: string }
  site: SiteSettings
  zone: string
  /** Where the built-in site begins. */
  base: string
}

/** It could not be delivered, and what is to be done about it. */
export class Undelivered extends Error {
  constructor(readonly sent: Extract<Sent, { outcome: 'again' | 'no' }>) {
    super(sent.says)
    this.name = 'Undelivered'
  }
}
export const no = (says: string): Undelivered => new Undelivered({ outcome: 'no', says })
export const again = (says: string, afterMs?: number): Undelivered =>
  new Undelivered({ outcome: 'again', says, ...(afterMs === undefined ? {} : { afterMs }) })

/** Runs a delivery; whatever kept it from the target becomes an outcome. Bugs stay bugs. */
export async function delivering(run: () => Promise<Sent>): Promise<Sent> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Undelivered) return error.sent
    if (error instanceof NoReply) return { outcome: error.why === 'not allowed' ? 'no' : 'again', says: error.message }
    throw error
  }
}

/** Runs a test of a target: every trouble is its answer. */
export async function testing(run: () => Promise<string>): Promise<{ ok: boolean; says: string }> {
  try {
    return { ok: true, says: await run() }
  } catch (error) {
    if (error instanceof Undelivered || error instanceof NoReply) return { ok: false, says: error.message }
    throw error
  }
}

/**
 * Whatever every server says by its number alone. @throws Undelivered unless it is some 2xx
 * @param who what it is called, e.g. `Ghost at site.example`
 * @param says its own words about it, if there are any
 */
export function mustBeGood(reply: Reply, who: string, says: string): void {
  const { status, headers } = reply
  if (status >= 200 && status < 300) return
  const words = says === '' ? '' : `: “${plainLine(says)}”`
  if (status >= 300 && status < 400) {
    const to = String(headers.location ?? '')
    const host = URL.canParse(to) ? ` (${new URL(to).origin})` : ''
    throw no(`${who} leads elsewhere${host}, and is not followed. Give the target the address where it really is.`)
  }
  if (status === 401) throw no(`${who} does not take the key or password${words}.`)
  if (status === 403) throw no(`${who} takes the key or password, but does not allow this${words}.`)
  if (status === 429) throw again(`${who} asks us to wait${words}.`, retryAfter(headers['retry-after']))
  if (status === 408 || status === 425 || status >= 500)
    throw again(`${who} is in trouble (${status})${words}.`, retryAfter(headers['retry-after']))
  throw no(`${who} refused it (${status})${words}.`)
}

/** Seconds, or a date; never longer than an hour. */
function retryAfter(given: string | undefined): number | undefined {
  const seconds = Number(given)
  return given === undefined || !Number.isFinite(seconds) || seconds <= 0 ? undefined : Math.min(seconds, 3600) * 1000
}

/** Words of another server, fit for one line of ours. It may send anything: no more is read than can be of use. */
export const plainLine = (text: string, most = 200): string => {
  const line = text
    .slice(0, 100 * most)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most)}…`
}

export function jsonIn(reply: Reply): unknown {
  try {
    return JSON.parse(reply.text) as unknown
  } catch {
    return null
  }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What a story is called in places that only machines look at: nothing of the desk can be read from it. */
export const markOf = (storyId: string): string => `copydesk-${sha256(storyId).slice(0, 20)}`

/** The part of a picture's id that is its own; some systems read a meaning into its shape. */
const stemOf = (asset: string): string => asset.split('-')[0]!
export const pictureName = (asset: string, type: string): string => `${stemOf(asset)}.${type === 'image/png' ? 'png' : 'jpg'}`

/** Whether an address there is that of a picture that was sent; some systems put a number behind a name, or make it small. */
export const isPictureAt = (asset: string, address: string): boolean =>
  address.toLowerCase().includes(stemOf(asset).toLowerCase())

/** At most this many characters, whole words, and a sign that there was more. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const short = text.slice(0, most - 1)
  const at = short.lastIndexOf(' ')
  return `${(at > most / 2 ? short.slice(0, at) : short).replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
