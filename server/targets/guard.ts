/**
 * The only way out to addresses that people of the newsroom typed in. Whom we talk to is checked where the connection is
 * made, so that a name that changes its address meanwhile leads nowhere it should not. Redirects are never followed.
 */
import { lookup as systemLookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { reachOf } from './addresses.ts'

export const TIME_MS = 30_000
const MOST_BYTES = 8 * 1024 * 1024

export type Ask = {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Addresses inside this network may be asked, and those without https. */
  allowPrivate: boolean
  timeMs?: number
}
export type Reply = { status: number; headers: http.IncomingHttpHeaders; body: Buffer; text: string }

/**
 * No answer that could be used. Its message is a sentence for the desk, and names the host alone: addresses may hold
 * secrets. `sure`: nothing was sent, so that nothing there can have changed.
 */
export class NoReply extends Error {
  constructor(
    readonly why: 'not allowed' | 'no line' | 'time' | 'size',
    message: string,
    readonly sure: boolean,
  ) {
    super(message)
    this.name = 'NoReply'
  }
}

/** How names become addresses; tests have their own. */
export type Lookup = typeof systemLookup

/** @throws NoReply */
export async function askOutside(ask: Ask, lookup: Lookup = systemLookup): Promise<Reply> {
  const url = mustBeAllowed(ask.url, ask.allowPrivate)
  return new Promise((resolve, reject) => {
    let [sent, answered] = [false, false]
    const fail = (why: NoReply['why'], says: string) => {
      reject(new NoReply(why, says, !sent))
      request.destroy()
    }
    const { body } = ask
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: ask.method,
      headers: {
        'user-agent': 'Copydesk',
        accept: 'application/json',
        // Answers are small, and what is packed may unpack to anything.
        'accept-encoding': 'identity',
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...ask.headers,
      },
      // No line is kept: the next request looks where it goes anew.
      agent: false,
      lookup: guardedLookup(lookup, url, ask.allowPrivate),
    })
    const timer = setTimeout(
      () => fail('time', `${url.host} has not answered within ${Math.round((ask.timeMs ?? TIME_MS) / 1000)} seconds.`),
      ask.timeMs ?? TIME_MS,
    )
    request.on('close', () => {
      clearTimeout(timer)
      // Whatever it said was no answer: as when it would go on by another protocol.
      if (!answered) reject(new NoReply('no line', `${url.host} did not answer as a site does.`, !sent))
    })
    request.on('socket', (socket) =>
      socket.once('connect', () => {
        // Looked at once more where it counts.
        const says = refusalOf(socket.remoteAddress ?? '', url, ask.allowPrivate)
        if (says === null) sent = true
        else fail('not allowed', says)
      }),
    )
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof NotAllowed) reject(new NoReply('not allowed', error.message, true))
      else reject(new NoReply('no line', lineTrouble(url.host, error), !sent))
    })
    request.on('response', (response) => {
      answered = true
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > MOST_BYTES) fail('size', `${url.host} answered with more than ${MOST_BYTES / 1024 / 1024} MB.`)
        else chunks.push(chunk)
      })
      response.on('end', () => {
        const all = Buffer.concat(chunks)
        if (response.complete)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: all, text: all.toString('utf8') })
      })
      response.on('close', () => {
        if (!response.complete) reject(new NoReply('no line', `The answer of ${url.host} was cut off on its way.`, false))
      })
    })
    request.end(body)
  })
}

/** The same when an address is typed in: told at once, not at the first story. @throws NoReply */
export function mustBeAllowed(address: string, allowPrivate: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  const refuse = (says: string) => new NoReply('not allowed', says, true)
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw refuse('The address must be like https://site.example.')
  if (url.username !== '' || url.password !== '') throw refuse('The address must not hold a name or a password.')
  if (url.protocol === 'http:' && !allowPrivate)
    throw refuse('The address must begin with https://, or everybody on the way could read the key and change the story.')
  if (/^[\d.]+$|^\[/.test(url.hostname)) {
    const says = refusalOf(url.hostname, url, allowPrivate)
    if (says !== null) throw refuse(says)
  }
  return url
}

/** Null: this address may be asked. */
function refusalOf(address: string, { host, protocol }: URL, allowPrivate: boolean): string | null {
  const reach = reachOf(address)
  if (reach === 'never') return `${host} is an address that is never asked.`
  if (reach === 'private' && !allowPrivate)
    return `${host} is an address inside this network, or of this machine: such are asked only if the target allows it.`
  if (reach === 'world' && protocol === 'http:')
    return `${host} is outside this network, and there nothing is sent without https.`
  return null
}

class NotAllowed extends Error {}

/** Every address that a name has must be allowed, or none of them is used. */
const guardedLookup =
  (lookup: Lookup, url: URL, allowPrivate: boolean): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, [])
      const first = found[0]
      if (first === undefined) return done(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), [])
      const says = found.map(({ address }) => refusalOf(address, url, allowPrivate)).find((one) => one !== null)
      if (says !== undefined) return done(new NotAllowed(says), [])
      if (options.all === true) done(null, found)
      else done(null, first.address, first.family)
    })
  }

function lineTrouble(host: string, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} cannot be found.`
    case 'ECONNREFUSED':
      return `${host} takes no connections.`
    case 'CERT_HAS_EXPIRED':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of ${host} is not good (${error.code}).`
    default:
      return `The line to ${host} broke (${error.code ?? 'unknown'}).`
  }
}
