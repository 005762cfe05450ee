/** The route `/sync/<storyId>`: from an upgrade request to a session in a room. */
import { Hono } from 'hono'
import { upgradeWebSocket, type HttpBindings } from '@hono/node-server'
import type { WebSocket } from 'ws'
import { nothing } from '../../shared/can.ts'
import { CLOSE } from '../../shared/protocol.ts'
import { SCHEMA } from '../../shared/schema.ts'
import type { Desk } from '../context.ts'
import { isByLink, noteGuest, originAllowed, signedIn, type SignedIn } from '../person.ts'
import type { Room } from './room.ts'
import { Damaged } from './saved-text.ts'
import { Session, type Wire } from './session.ts'

/** What may arrive while the story is still being loaded. */
const MAX_EARLY_BYTES = 4 * 1024 * 1024
const SOCKETS_A_PERSON = 60

export function syncRoute(desk: Desk): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const sockets = new Sockets()
  app.get(
    '/sync/:storyId',
    async (c, next) => {
      if (!originAllowed(desk.config, c.req.header('origin'), c.req.header('host'))) return c.text('Not from this page.', 403)
      await next()
    },
    upgradeWebSocket(async (c) => {
      const { rights } = desk.rooms
      const who = await signedIn(desk, c.req.header('cookie'))
      const storyId = c.req.param('storyId') ?? ''
      const schema = c.req.query('schema')
      return {
        onOpen: (_, ws) =>
          void enter(
            desk,
            sockets,
            ws.raw as unknown as WebSocket,
            (c.env as HttpBindings).incoming.socket,
            who,
            rights,
            storyId,
            schema,
          ),
      }
    }),
  )
  return app
}

/** How many sockets each person has open, those still loading included. */
class Sockets {
  private readonly open = new Map<string, number>()

  /** False: they have as many as they may. */
  take(personId: string): boolean {
    const count = this.open.get(personId) ?? 0
    if (count >= SOCKETS_A_PERSON) return false
    this.open.set(personId, count + 1)
    return true
  }

  giveBack(personId: string): void {
    const count = (this.open.get(personId) ?? 1) - 1
    if (count > 0) this.open.set(personId, count)
    else this.open.delete(personId)
  }
}

async function enter(
  desk: Desk,
  sockets: Sockets,
  ws: WebSocket,
  socket: HttpBindings['incoming']['socket'],
  who: SignedIn | null,
  rights: number,
  storyId: string,
  schema: string | undefined,
): Promise<void> {
  // Without a listener an oversized frame would end the process; ws closes the socket itself.
  ws.on('error', (error) => desk.log.info({ storyId, err: error }, 'socket error'))
  // A stock client stops for good on these codes; a refused upgrade it would repeat for ever.
  if (!who) return ws.close(CLOSE.signedOut, 'Sign in first.')
  if (schema !== undefined && !(Number(schema) >= SCHEMA))
    return ws.close(CLOSE.olderClient, 'This page is older than the story: reload to continue.')
  if (!sockets.take(who.person.id)) return ws.close(CLOSE.tooMany, 'Too many stories open at once.')

  const session = new Session(wireOf(ws, socket), who.person, who.signIn, nothing(who.person.role), desk.clock.now())
  let room: Room | null = null
  const early: Uint8Array[] = []
  let earlyBytes = 0
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return ws.close(CLOSE.badMessage, 'Only binary messages.')
    if (room) room.receive(session, data)
    else if ((earlyBytes += data.length + 64) <= MAX_EARLY_BYTES) early.push(data)
    else ws.close(CLOSE.tooMany, 'Too much before the story was loaded.')
  })
  // Counted as messages are, and answered by hand: a flood of pings would queue pongs for one that never reads.
  ws.on('ping', (data: Buffer) => {
    if (!session.heard(data.length, desk.clock.now())) ws.terminate()
    else if (ws.bufferedAmount < MAX_EARLY_BYTES) ws.pong(data)
  })
  ws.on('pong', () => {
    if (!session.heard(0, desk.clock.now())) ws.terminate()
  })
  ws.on('close', () => {
    session.closed = true
    sockets.giveBack(who.person.id)
    if (room) desk.rooms.leave(room, session)
  })
  try {
    // Nobody learns by the answer whether a story that is not theirs exists.
    const allowed = await desk.rooms.mayEnter(storyId, who.person)
    session.rights = allowed ?? session.rights
    const entered = allowed && (await desk.rooms.enter(storyId, session, rights))
    if (!entered) return ws.close(CLOSE.noStory, 'There is no such story.')
    room = entered
    if (isByLink(who.person)) void noteGuest(desk, storyId, who.person.id)
    for (const message of early) room.receive(session, message)
  } catch (error) {
    // An empty story must never stand in for one that could not be loaded.
    if (error instanceof Damaged) ws.close(CLOSE.damaged, reasonOf(error.message))
    else {
      desk.log.error({ storyId, err: error }, 'a story could not be entered')
      ws.close(CLOSE.notLoaded, 'The story could not be loaded just now.')
    }
  }
}

/** A close frame holds 123 bytes of reason. */
function reasonOf(text: string): string {
  let reason = text
  while (Buffer.byteLength(reason) > 120) reason = reason.slice(0, -1)
  return reason
}

/** Frames go straight to the socket, many in one write; `ws` keeps reading, closing and answering pings. */
function wireOf(ws: WebSocket, socket: HttpBindings['incoming']['socket']): Wire {
  return {
    write: (frames) => {
      if (ws.readyState === ws.OPEN) socket.write(frames)
    },
    close: (code, reason) => {
      ws.close(code, reasonOf(reason))
    },
    ping: () => {
      if (ws.readyState === ws.OPEN) ws.ping()
    },
    pause: () => ws.pause(),
    resume: () => ws.resume(),
    get buffered() {
      return socket.writableLength
    },
  }
}
