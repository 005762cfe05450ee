/** A person's own inbox: what is in it, what of it is read, and how they want to hear of it. */
import { Hono } from 'hono'
import { ChangeInboxSettings, ChangeItem, Inbox, InboxItem, InboxSettings, ReadAll, Unread } from '../../shared/inbox.ts'
import type { Person } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import { inboxItem, inboxOf, markAllRead, markRead, mute, mutedBy, setWish, unmute, unreadOf, wishOf } from '../../db/inbox.ts'
import { storyFor } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { isMailable, mailDue } from '../inbox/when.ts'
import { describe, json, mustBeSignedIn, noStory, type Env } from './edge.ts'

const A_PAGE = 40

export function inboxRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/inbox',
    describe({
      summary: 'What happened that concerns this person',
      description:
        'Nothing they may not see, and nothing they did themselves. New ones are pushed over the websocket /live/inbox.',
      tag: 'Inbox',
      query: { before: { description: 'The id of an item: only older ones.' } },
      answer: { status: 200, description: 'The newest first.', schema: Inbox },
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const page = await inboxOf(desk.db, person.id, A_PAGE, c.req.query('before'))
      return c.json({ ...page, unread: await unreadOf(desk.db, person.id) })
    },
  )

  app.get(
    '/api/inbox/settings',
    describe({
      summary: 'How this person wants to hear of it',
      tag: 'Inbox',
      answer: { status: 200, description: 'Mail, and muted stories.', schema: InboxSettings },
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      return c.json(await settings(person))
    },
  )

  app.patch(
    '/api/inbox/settings',
    describe({
      summary: 'Change how this person wants to hear of it',
      tag: 'Inbox',
      takes: ChangeInboxSettings,
      answer: { status: 200, description: 'The settings now.', schema: InboxSettings },
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { mail, dailyAt, zone } = await json(c, ChangeInboxSettings)
      const before = await wishOf(desk.db, person.id)
      const wish = {
        mail: mail ?? before.mail,
        dailyAt: dailyAt === undefined ? before.dailyAt : minutesOf(dailyAt),
        zone: zone ?? before.zone,
      }
      // What is waiting to be mailed goes by the new wish, too.
      await setWish(desk.db, person.id, wish, mailDue(wish, desk.clock.now()))
      desk.post.look()
      return c.json(await settings(person))
    },
  )

  app.put(
    '/api/inbox/muted/:story',
    describe({
      summary: 'Hear nothing more of a story',
      tag: 'Inbox',
      answer: { status: 204, description: 'Muted.' },
      problems: ['no-story'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const story = (await storyFor(desk.db, person, c.req.param('story'))) ?? noStory()
      await mute(desk.db, person.id, story.id)
      return c.body(null, 204)
    },
  )

  app.delete(
    '/api/inbox/muted/:story',
    describe({
      summary: 'Hear of a story again',
      tag: 'Inbox',
      answer: { status: 204, description: 'No longer muted.' },
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      await unmute(desk.db, person.id, c.req.param('story'))
      return c.body(null, 204)
    },
  )

  app.post(
    '/api/inbox/read-all',
    describe({
      summary: 'Everything up to a time is read',
      tag: 'Inbox',
      takes: ReadAll,
      answer: { status: 200, description: 'How much is unread now.', schema: Unread },
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { until } = await json(c, ReadAll)
      await markAllRead(desk.db, person.id, until, desk.clock.now())
      desk.inbox.changed(person.id)
      return c.json({ unread: await unreadOf(desk.db, person.id) })
    },
  )

  app.patch(
    '/api/inbox/:id',
    describe({
      summary: 'Mark as read or unread',
      tag: 'Inbox',
      takes: ChangeItem,
      answer: { status: 200, description: 'It, now.', schema: InboxItem },
      problems: ['no-item'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { read } = await json(c, ChangeItem)
      const id = c.req.param('id')
      await markRead(desk.db, person.id, id, read ? desk.clock.now() : null)
      const item = await inboxItem(desk.db, person.id, id)
      if (item === null) throw new Refusal('no-item', 404, 'There is no such thing in your inbox.')
      desk.inbox.changed(person.id)
      return c.json(item)
    },
  )

  async function settings(person: Person): Promise<InboxSettings> {
    const { mail, dailyAt, zone } = await wishOf(desk.db, person.id)
    return {
      mail,
      dailyAt: clockOf(dailyAt),
      zone,
      canMail: desk.post.isOpen && isMailable(person.email),
      muted: await mutedBy(desk.db, person.id),
    }
  }

  return app
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
