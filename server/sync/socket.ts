/** The route `/sync/<storyId>`: from an upgrade request to a session in a room. */
import { Hono } from 'hono'
import { upgradeWebSocket, type HttpBindings } from '@hono/node-server'
import type { WebSocket } from 'ws'
import { can } from '../../shared/can.ts'
import { CLOSE } from '../../shared/protocol.ts'
import { SCHEMA } from '../../shared/schema.ts'
import type { Desk } from '../context.ts'
import { originAllowed, signedIn, type SignedIn } from '../person.ts'
import { Damaged, type Room } from './room.ts'
import { Session, type Wire } from './session.ts'

/** What may arrive while the story is still being loaded. */
const MAX_EARLY_MESSAGES = 200

export function syncRoute(desk: Desk): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get(
    '/sync/:storyId',
    async (c, next) => {
      if (!originAllowed(desk.config, c.req.header('origin'), c.req.header('host'))) return c.text('Not from this page.', 403)
      await next()
    },
    upgradeWebSocket(async (c) => {
      const who = await signedIn(desk, c.req.header('cookie'))
      const storyId = c.req.param('storyId') ?? ''
      const schema = c.req.query('schema')
      return {
        onOpen: (_, ws) =>
          void enter(desk, ws.raw as unknown as WebSocket, (c.env as HttpBindings).incoming.socket, who, storyId, schema),
      }
    }),
  )
  return app
}

async function enter(
  desk: Desk,
  ws: WebSocket,
  socket: HttpBindings['incoming']['socket'],
  who: SignedIn | null,
  storyId: string,
  schema: string | undefined,
): Promise<void> {
  // Without a listener an oversized frame would end the process; ws closes the socket itself.
  ws.on('error', (error) => desk.log.info({ storyId, err: error }, 'socket error'))
  // A stock client stops for good on these codes; a refused upgrade it would repeat for ever.
  if (!who) return ws.close(CLOSE.signedOut, 'Sign in first.')
  if (schema !== undefined && !(Number(schema) >= SCHEMA))
    return ws.close(CLOSE.olderClient, 'This page is older than the story: reload to continue.')
  if (desk.rooms.isFull(who.person.id)) return ws.close(CLOSE.tooMany, 'Too many stories open at once.')

  const session = new Session(
    wireOf(ws, socket),
    who.person,
    who.signIn,
    can(who.person.role, 'write the story'),
    desk.clock.now(),
  )
  let room: Room | null = null
  const early: Uint8Array[] = []
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return ws.close(CLOSE.badMessage, 'Only binary messages.')
    if (room) room.receive(session, data)
    else if (early.push(data) > MAX_EARLY_MESSAGES) ws.close(CLOSE.tooMany, 'Too many messages.')
  })
  ws.on('pong', () => void session.heard(0, desk.clock.now()))
  ws.on('close', () => {
    session.closed = true
    if (room) desk.rooms.leave(room, session)
  })
  try {
    // Nobody learns by the answer whether a story that is not theirs exists.
    const entered = (await desk.rooms.mayOpen(storyId, who.person)) ? await desk.rooms.enter(storyId, session) : null
    if (!entered) return ws.close(CLOSE.noStory, 'There is no such story.')
    room = entered
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
