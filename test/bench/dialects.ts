/** The two ways the servers are spoken to: y-websocket's messages, and Hocuspocus's with a name before each. */
import * as encoding from 'lib0/encoding'

export type Dialect = {
  path: string
  headers: string[]
  /** Stands before every message, in both directions. */
  prefix: Uint8Array
  /** What a client says first. */
  hello: Uint8Array[]
}

/** A story on one of the servers, and the sign-ins (Copydesk only) that people come in with in turn. */
export type Place = { server: 'copydesk' | 'hocuspocus' | 'y-websocket-server'; story: string; cookies: string[] }

export function dialectFor({ server, story, cookies }: Place, person: number): Dialect {
  if (server === 'hocuspocus') return hocuspocus(story)
  if (server === 'copydesk') return yWebsocket(`/sync/${story}`, cookies[person % cookies.length]!)
  return yWebsocket(`/${story}`, null)
}

const AUTH = 2
const TOKEN = 0

function yWebsocket(path: string, cookie: string | null): Dialect {
  return { path, headers: cookie === null ? [] : [`Cookie: ${cookie}`], prefix: new Uint8Array(0), hello: [] }
}

function hocuspocus(story: string): Dialect {
  const prefix = encoding.encode((encoder) => encoding.writeVarString(encoder, story))
  const auth = encoding.encode((encoder) => {
    encoding.writeVarString(encoder, story)
    encoding.writeVarUint(encoder, AUTH)
    encoding.writeVarUint(encoder, TOKEN)
    encoding.writeVarString(encoder, '')
    encoding.writeVarString(encoder, '4.7.0')
  })
  return { path: '/', headers: [], prefix, hello: [auth] }
}
