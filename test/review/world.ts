/**
 * A review under way, full of words that are not for everybody, and people of every kind around it: for scenes that
 * try whatever the table of rights does not allow.
 */
import { sql } from 'kysely'
import * as Y from 'yjs'
import { addAsset } from '../../db/assets.ts'
import type { Db } from '../../db/open.ts'
import { rightsOn } from '../../db/stories.ts'
import type { Entered, GuestLink } from '../../shared/access.ts'
import type { Invite, Person } from '../../shared/api.ts'
import { may, nothing, type OnStory, type Role } from '../../shared/can.ts'
import type { Fork, Thread } from '../../shared/review.ts'
import { bodyOf } from '../../shared/story.ts'
import { keepVersion } from '../../server/versions/keep.ts'
import { cookieOf, newStory, scene, secretOf, type Asks } from '../routes/scene.ts'
import { opens, remark } from './desk.ts'

const DAY = 24 * 60 * 60_000

/** Somebody who tries what is not for them. */
export type Prowler = {
  name: string
  asks: Asks
  person: Person | null
  signIn: string
}

/** Words that stand in one place each, and what one must be allowed to hear them. */
export const SECRETS: Record<string, (of: { story: OnStory; other: OnStory }) => boolean> = {
  zqpassage: ({ story }) => may(story, 'read passages'),
  zqtext: ({ story }) => may(story, 'read it'),
  zqheadline: ({ story }) => may(story, 'read it'),
  zqslug: ({ story }) => may(story, 'read it'),
  zqremark: ({ story }) => may(story, 'comment') && story.passages === null,
  zqlegal: ({ story }) => may(story, 'see legal threads') && story.passages === null,
  zqsuggested: ({ story }) => may(story, 'see suggestions'),
  zqdraft: () => false,
  zqother: ({ other }) => may(other, 'read it'),
  zqotherremark: ({ other }) => may(other, 'comment') && other.passages === null,
  zqlabel: ({ story }) => may(story, 'give rights'),
  zqkept: ({ story }) => may(story, 'see its standing'),
}

export type World = Awaited<ReturnType<typeof aReview>>

export async function aReview() {
  const room = await scene()
  const { desk, db, clock } = room
  const oda = await room.person('Oda', 'owner')
  const ana = await room.person('Ana', 'editor')
  const ben = await room.person('Ben', 'writer')
  const sue = await room.person('Sue', 'checker')
  const story = await newStory(ana.asks, { headline: 'A zqheadline', slug: 'zqslug' })
  const other = await newStory(ana.asks, { headline: 'A zqother' })
  const write = (id: string, words: string[], by: { person: Person } = ana) =>
    desk.rooms.edit(id, by.person, (ydoc) => {
      const body = bodyOf(ydoc)
      for (const [i, text] of words.entries()) {
        const paragraph = new Y.XmlElement('paragraph')
        paragraph.setAttribute('id', `b${i}-${id}`)
        paragraph.insert(0, [new Y.XmlText(text)])
        body.insert(body.length, [paragraph])
      }
    })
  await write(story.id, ['Read this back: zqpassage.', 'Only for who may read it: zqtext.'])
  await write(other.id, ['Of another story: zqother.'])
  await write(story.id, ['Only in what was kept: zqkept.'])
  const version = await keepVersion(desk, { storyId: story.id, reason: 'named', says: 'kept', by: ana.person.id, name: 'zqkept' })
  await desk.rooms.edit(story.id, ana.person, (ydoc) => bodyOf(ydoc).delete(bodyOf(ydoc).length - 1, 1))
  const said = await opens(ana.asks, story.id, remark('A zqremark', { assignTo: ben.person.id }))
  const legal = await opens(ana.asks, story.id, remark('The zqlegal matter', { kind: 'legal' }))
  const elsewhere = await opens(ana.asks, other.id, remark('A zqotherremark'))
  const suggested = (await sue.asks<Fork>('POST', `/api/stories/${story.id}/fork`)).body
  await write(suggested.id, ['She would say zqsuggested.'], sue)
  const draft = (await ben.asks<Fork>('POST', `/api/stories/${story.id}/draft`, { json: { passage: null } })).body
  await write(draft.id, ['He is trying zqdraft.'], ben)
  const asset = { story_id: story.id, sha256: 'aa', type: 'image/jpeg', bytes: 1, created_by: null, created_at: 0 } as const
  await addAsset(db, { ...asset, id: 'zqpicture-16x9' })
  const invite = (await ana.asks<Invite>('POST', '/api/invites', { json: { role: 'writer' } })).body

  const link = async (storyId: string, given: Record<string, unknown>) => {
    const made = await ana.asks<GuestLink>('POST', '/api/links', { json: { storyId, label: 'zqlabel', days: 30, ...given } })
    return { ...made.body, secret: secretOf(made.body.path) }
  }
  const prowler = (name: string, asks: Asks, person: Person | null, cookie: string): Prowler => ({
    name,
    asks,
    person,
    signIn: cookie,
  })
  const guest = async (name: string, storyId: string, given: Record<string, unknown>) => {
    const made = await link(storyId, given)
    const entered = await room.stranger<Entered>('POST', '/api/links/enter', { json: { token: made.secret, name } })
    const cookie = cookieOf(entered.headers.get('set-cookie'))
    return { made, ...prowler(name, room.with(cookie), entered.body.session.person, cookie) }
  }
  const member = async (name: string, role: Role) => {
    const { asks, person, cookie } = await room.person(name, role)
    return prowler(name, asks, person, cookie)
  }

  const passages = [`b0-${story.id}`]
  const reader = await guest('a guest who may read', story.id, { level: 'read' })
  const commenter = await guest('a guest who may comment', story.id, { level: 'comment' })
  const suggester = await guest('a guest who may suggest', story.id, { level: 'suggest' })
  const readBack = await guest('who reads passages back', story.id, { level: 'comment', passages })
  const lawyer = await guest('a lawyer by link', story.id, { level: 'comment', legal: true })
  const takenBack = await guest('a guest whose link was taken back', story.id, { level: 'suggest', legal: true })
  const expired = await guest('a guest whose link is over', story.id, { level: 'suggest', legal: true, days: 1 })
  const foreign = await guest('a guest of another story', other.id, { level: 'suggest', legal: true })
  const checker = await member('a checker', 'checker')
  const held = await member('a writer whom the story lets read', 'writer')
  const password = await member('a guest with a password, of no story', 'guest')
  const removed = await member('a removed editor', 'editor')
  await ana.asks('PATCH', `/api/stories/${story.id}/people/${held.person!.id}`, { json: { level: 'read' } })
  await ana.asks('DELETE', `/api/links/${takenBack.made.id}`)
  await oda.asks('DELETE', `/api/people/${removed.person!.id}`)
  clock.pass(DAY)
  await desk.forks.settled()

  return {
    room,
    story,
    other,
    ids: {
      said: said.body as Thread,
      legal: legal.body as Thread,
      elsewhere: elsewhere.body as Thread,
      version,
      suggested,
      draft,
      invite,
      link: commenter.made,
      otherLink: foreign.made,
      ana: ana.person,
      ben: ben.person,
      removed: removed.person!,
      hunks: (await ana.asks<{ hunks: { id: string }[] }>('GET', `/api/stories/${story.id}/suggestions`)).body.hunks.map(
        ({ id }) => id,
      ),
      inboxItem: ((await ben.asks<{ items: { id: string }[] }>('GET', '/api/inbox')).body.items ?? [])[0]?.id ?? 'none',
      setupSecret: reader.made.secret,
    },
    ana,
    ben,
    sue,
    oda,
    prowlers: [
      prowler('a stranger', room.stranger, null, ''),
      takenBack,
      expired,
      foreign,
      password,
      removed,
      reader,
      commenter,
      suggester,
      readBack,
      lawyer,
      checker,
      held,
    ] as Prowler[],
    changed: whetherChanged(db),
  }
}

/** Asked again and again: whether anything in the database is another than it was when it was last asked. */
function whetherChanged(db: Db): () => Promise<boolean> {
  let [count, all] = [-1, '']
  return async () => {
    // Counts what was rolled back, too: then the rows themselves are looked at.
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
    if (rows[0]!.n === count) return false
    count = rows[0]!.n
    const before = all
    all = await everything(db)
    return all !== before
  }
}

async function everything(db: Db): Promise<string> {
  const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`.execute(db)
  const rows = await Promise.all(tables.rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
  // When a guest link was last used is noted whatever its guest looks at.
  return JSON.stringify(
    rows.map((table) => table.rows),
    (name, value: unknown) => (name === 'last_used_at' ? undefined : value),
  )
}

export type Rights = { isIn: boolean } & Record<'story' | 'other', { id: string; on: OnStory }>

/** What they may do by the table; nothing, if their sign-in does not hold. */
export async function rightsOf({ story, other, room }: World, who: Prowler): Promise<Rights> {
  const isIn = (await who.asks('GET', '/api/session')).status === 200
  const on = async (id: string) => ({
    id,
    on: isIn && who.person ? await rightsOn(room.db, who.person, id) : nothing('guest'),
  })
  return { isIn, story: await on(story.id), other: await on(other.id) }
}

/** Which of the secrets they may hear. */
export function mayHear({ story, other }: Rights): (secret: string) => boolean {
  return (secret) => SECRETS[secret]!({ story: story.on, other: other.on })
}
