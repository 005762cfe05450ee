/** One whole newsroom, put together: the server starts it, and so do the tests. */
import type { Hono } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'
import { WebSocketServer, type ServerOptions } from 'ws'
import { foreignChanges, type Db } from '../db/open.ts'
import { MAX_FRAME_BYTES } from '../shared/protocol.ts'
import { Pictures } from './assets/pictures.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Desk } from './context.ts'
import { DeskFeed } from './desk-feed.ts'
import { Inbox } from './inbox/inbox.ts'
import { LinkEnds } from './link-ends.ts'
import { ClearOld } from './inbox/clear-old.ts'
import { Post } from './inbox/post.ts'
import { Passwords } from './passwords.ts'
import { Deliveries } from './publish/deliver.ts'
import { Publisher } from './publish/publish.ts'
import { Forks } from './review/forks.ts'
import { routes } from './routes/index.ts'
import type { PasswordCost } from './secrets.ts'
import { LiveSite } from './site/live-site.ts'
import { Rooms } from './sync/rooms.ts'
import { syncRoute } from './sync/socket.ts'

/** How soon a person changed by a command is felt in open stories. */
const FOREIGN_MS = 1000
const CLOSE_MS = 3000

export type Newsroom = {
  app: Hono<{ Bindings: HttpBindings }>
  desk: Desk
  wss: WebSocketServer
  /** Everything is on disk and everybody has been told to come back later. */
  close(): Promise<void>
}

/** @param passwordCost what a new password's hash costs; tests take less */
export async function newsroom(
  parts: { db: Db; config: Config; clock: Clock; log: Logger },
  passwordCost?: PasswordCost,
): Promise<Newsroom> {
  const { db, clock, log } = parts
  const feed = new DeskFeed(parts)
  const rooms = new Rooms(db, clock, log, feed)
  feed.rooms = rooms
  const pictures = new Pictures(parts)
  await pictures.begin()
  const post = new Post(parts)
  await post.begin()
  const clearOld = new ClearOld(parts)
  clearOld.begin()
  const inbox = new Inbox({ db, log, feed, post })
  const forks = new Forks(db, clock, log, rooms)
  rooms.forks = forks
  await forks.begin()
  const linkEnds = new LinkEnds({ ...parts, rooms, feed })
  await linkEnds.look()
  const passwords = new Passwords(clock, passwordCost)
  const site = new LiveSite(parts)
  const desk = { ...parts, rooms, forks, feed, inbox, post, linkEnds, clearOld, pictures, passwords, site } as Desk
  // Both work with the whole desk.
  desk.publisher = new Publisher(desk)
  desk.deliveries = new Deliveries(desk)
  const options: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    autoPong: false,
    // A socket that was told to go and stays is cut off.
    closeTimeout: CLOSE_MS,
  }
  const wss = new WebSocketServer(options)

  // The root carries the guard and the answers to whatever is not there, for the live story's route too.
  const app = routes(desk)
  app.route('/', syncRoute(desk))

  const stopWatching = await watchOtherProcesses(desk)
  await desk.deliveries.begin()

  return {
    app,
    desk,
    wss,
    async close() {
      stopWatching()
      await desk.deliveries.close()
      await forks.close()
      linkEnds.close()
      await rooms.close()
      await post.close()
      await clearOld.close()
      feed.close()
      pictures.close()
      wss.close()
      for (const ws of wss.clients) ws.terminate()
    },
  }
}

/** Feels within a second what the `person` command changes. */
async function watchOtherProcesses({ db, clock, log, rooms, feed, inbox, linkEnds }: Desk): Promise<() => void> {
  let seen = await foreignChanges(db)
  let cancel: (() => void) | null = null
  let stopped = false
  const look = async () => {
    try {
      const now = await foreignChanges(db)
      if (now === seen) return
      seen = now
      await linkEnds.look()
      await Promise.all([rooms.rightsChanged(), feed.rightsChanged()])
      feed.peopleChanged()
      inbox.recount()
    } catch (error) {
      log.warn({ err: error }, 'could not look for changes made by other processes')
    }
  }
  const again = () => {
    if (stopped) return
    cancel = clock.after(FOREIGN_MS, () => void look().finally(again))
  }
  again()
  return () => {
    stopped = true
    cancel?.()
  }
}
