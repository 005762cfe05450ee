/** What every route and every live story of one newsroom works with. */
import type { Logger } from 'pino'
import type { Db } from '../db/open.ts'
import type { Pictures } from './assets/pictures.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { DeskFeed } from './desk-feed.ts'
import type { Inbox } from './inbox/inbox.ts'
import type { LinkEnds } from './link-ends.ts'
import type { ClearOld } from './inbox/clear-old.ts'
import type { Post } from './inbox/post.ts'
import type { Passwords } from './passwords.ts'
import type { Deliveries } from './publish/deliver.ts'
import type { Publisher } from './publish/publish.ts'
import type { Forks } from './review/forks.ts'
import type { LiveSite } from './site/live-site.ts'
import type { Rooms } from './sync/rooms.ts'

export type Desk = {
  db: Db
  config: Config
  clock: Clock
  log: Logger
  passwords: Passwords
  rooms: Rooms
  forks: Forks
  pictures: Pictures
  feed: DeskFeed
  inbox: Inbox
  linkEnds: LinkEnds
  post: Post
  clearOld: ClearOld
  site: LiveSite
  publisher: Publisher
  deliveries: Deliveries
}
