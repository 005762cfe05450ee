/** Whatever the table of rights does not allow changes nothing and is told nothing, by any route and with any bytes. */
import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { can, may, type Deed, type StoryDeed } from '../../shared/can.ts'
import { SYNC_STEP_1, SYNC_STEP_2, SYNC_UPDATE } from '../../shared/protocol.ts'
import { fieldOf } from '../../shared/story.ts'
import { Session } from '../../server/sync/session.ts'
import { hashOfSecret } from '../../server/secrets.ts'
import { Line, presenceMessage, syncMessage } from '../wire.ts'
import { madeId, opens, remark } from './desk.ts'
import { aReview, mayHear, rightsOf, SECRETS, type Prowler, type Rights, type World } from './world.ts'

/** What a request needs: a right in the story it names, a right at the desk, or what nobody here has. */
type Needs = StoryDeed | Deed | 'nothing' | 'never'
type Tried = { json?: unknown; needs: Needs; query?: string }

/** One's own matters, which everybody who is signed in may change. */
const OWN =
  /^(DELETE \/api\/session|PATCH \/api\/inbox\/settings|DELETE \/api\/inbox\/muted\/:story|POST \/api\/inbox\/read-all)$/

/** What is sent to a route, where it takes more than its address. Each must be refused to who lacks the right. */
function tries({ story, other, ids }: World): Record<string, Tried[]> {
  const thread = (given: object) => remark('pwned', given)
  const login = { email: 'ana@example.org', password: 'guess guess guess' }
  return {
    'POST /api/setup': [{ json: { token: ids.setupSecret, newsroom: 'x', name: 'x', ...login }, needs: 'never' }],
    'POST /api/session': [{ json: login, needs: 'never' }],
    'POST /api/session/link': [{ json: { token: ids.setupSecret }, needs: 'never' }],
    'POST /api/session/password': [{ json: { old: '', password: 'new password' }, needs: 'never' }],
    'POST /api/links/look': [{ json: { token: 'guess-guess-guess-guess' }, needs: 'never' }],
    'POST /api/links/accept': [{ json: { token: ids.setupSecret, name: 'x', ...login }, needs: 'never' }],
    'POST /api/links/enter': [{ json: { token: ids.setupSecret.slice(1), name: 'x' }, needs: 'never' }],
    'PATCH /api/newsroom': [{ json: { name: 'pwned' }, needs: 'name the newsroom' }],
    'PATCH /api/people/:id': [
      { json: { role: 'owner' }, needs: 'manage people' },
      { json: { name: 'pwned' }, needs: 'manage people' },
    ],
    'DELETE /api/people/:id': [{ needs: 'manage people' }],
    'POST /api/people/:id/restore': [{ needs: 'manage people' }],
    'POST /api/invites': [
      { json: { role: 'owner' }, needs: 'never' },
      { json: { role: 'guest', storyId: story.id }, needs: 'share a story' },
    ],
    'DELETE /api/invites/:id': [{ needs: 'share a story' }],
    'POST /api/stories': [{ json: { headline: 'pwned' }, needs: 'create a story' }],
    'PATCH /api/stories/:id': [
      { json: { headline: 'pwned' }, needs: 'write it' },
      { json: { slug: 'pwned' }, needs: 'write it' },
    ],
    'DELETE /api/stories/:id': [{ needs: 'give rights' }],
    'POST /api/stories/:id/restore': [{ needs: 'give rights' }],
    'PATCH /api/stories/:id/people/:person': [{ json: { level: 'write', legal: true }, needs: 'give rights' }],
    'DELETE /api/stories/:id/people/:person': [{ needs: 'give rights' }],
    'GET /api/links': [
      { query: `story=${story.id}`, needs: 'nothing' },
      { query: `story=${other.id}`, needs: 'nothing' },
    ],
    'POST /api/links': [{ json: { storyId: story.id, level: 'suggest', legal: true }, needs: 'give rights' }],
    'PATCH /api/links/:id': [{ json: { level: 'suggest', legal: true, days: 300 }, needs: 'give rights' }],
    'DELETE /api/links/:id': [{ needs: 'give rights' }],
    'GET /api/stories': Object.keys(SECRETS).map((secret) => ({ query: `q=${secret}`, needs: 'nothing' })),
    'GET /api/stories/:id/body': ['json', 'text', 'html', 'markdown'].map((as) => ({ query: `as=${as}`, needs: 'nothing' })),
    'POST /api/stories/:id/import': [{ json: {}, query: 'into=append', needs: 'write it' }],
    'POST /api/imports/preview': [{ json: {}, query: `story=${story.id}`, needs: 'write it' }],
    'POST /api/stories/:id/assets': [{ json: {}, needs: 'write it' }],
    'POST /api/stories/:id/assets/copy': [{ json: { asset: 'zqpicture-16x9' }, needs: 'write it' }],
    'POST /api/style/rules': [{ json: {}, needs: 'edit the house style' }],
    'PATCH /api/style/rules/:id': [{ json: { on: false, version: 1 }, needs: 'edit the house style' }],
    'DELETE /api/style/rules/:id': [{ needs: 'edit the house style' }],
    'POST /api/style/rules/:id/try': [{ needs: 'edit the house style' }],
    'POST /api/targets': [{ json: {}, needs: 'set up publishing' }],
    'PATCH /api/targets/:id': [{ json: { on: false }, needs: 'set up publishing' }],
    'DELETE /api/targets/:id': [{ needs: 'set up publishing' }],
    'POST /api/targets/:id/test': [{ needs: 'set up publishing' }],
    'PUT /api/style/checks/:name': [{ json: { on: false }, needs: 'edit the house style' }],
    'POST /api/stories/:id/threads': [
      { json: thread({}), needs: 'comment' },
      { json: thread({ kind: 'legal' }), needs: 'see legal threads' },
      { json: thread({ id: ids.said.id }), needs: 'never' },
      { json: thread({ id: ids.legal.id }), needs: 'never' },
      { json: thread({ commentId: ids.said.comments[0]!.id }), needs: 'never' },
    ],
    'PATCH /api/stories/:id/threads/:thread': [
      { json: { resolved: true }, needs: 'resolve any thread' },
      { json: { kind: 'legal' }, needs: 'resolve any thread' },
      { json: { kind: 'remark' }, needs: 'resolve any thread' },
      { json: { assignTo: null }, needs: 'resolve any thread' },
      { json: { place: { of: 'story' } }, needs: 'resolve any thread' },
    ],
    'POST /api/stories/:id/threads/:thread/comments': [{ json: { id: madeId(), text: 'pwned' }, needs: 'comment' }],
    'POST /api/stories/:id/threads/:thread/read': [{ needs: 'comment' }],
    'PATCH /api/stories/:id/threads/:thread/comments/:comment': [{ json: { text: 'pwned' }, needs: 'never' }],
    'DELETE /api/stories/:id/threads/:thread/comments/:comment': [{ needs: 'remove any comment' }],
    'POST /api/stories/:id/fork': [{ needs: 'suggest' }],
    'POST /api/stories/:id/draft': [{ json: { passage: null }, needs: 'suggest' }],
    'POST /api/stories/:id/suggestions': [
      { json: { decision: 'accept', hunks: ids.hunks }, needs: 'decide suggestions' },
      // One's own may be taken back; of another's nothing comes.
      { json: { decision: 'reject', hunks: ids.hunks }, needs: 'nothing' },
      { json: { decision: 'undo', act: 'none' }, needs: 'decide suggestions' },
    ],
    'POST /api/stories/:id/preview': [{ json: { kind: 'first' }, needs: 'see its standing' }],
    'POST /api/stories/:id/publish': [
      { json: { stamp: '1.guess-guess', kind: 'first', targets: ['site'] }, needs: 'set its standing' },
    ],
    'DELETE /api/stories/:id/editions/:number': [{ needs: 'set its standing' }],
    'POST /api/stories/:id/editions/:number/deliveries/:target': [{ json: { deed: 'try again' }, needs: 'set its standing' }],
    'PATCH /api/stories/:id/standing': [
      { json: { hold: { reason: 'pwned' } }, needs: 'set its standing' },
      { json: { holder: ids.ana.id }, needs: 'set its standing' },
    ],
    // Whoever writes it files it; only the desk does more, and nobody makes it live.
    'POST /api/stories/:id/stage': [
      { json: { to: 'filed' }, needs: 'write it' },
      { json: { to: 'editing' }, needs: 'set its standing' },
      { json: { to: 'spiked', reason: 'pwned' }, needs: 'set its standing' },
      { json: { to: 'live' }, needs: 'never' },
    ],
    'PATCH /api/stories/:id/particulars': [{ json: { path: 'pwned', version: 0 }, needs: 'set its standing' }],
    'PUT /api/stories/:id/gates/:gate': [{ json: { hash: '0'.repeat(64) }, needs: 'never' }],
    'DELETE /api/stories/:id/gates/:gate': [{ needs: 'nothing' }],
    'GET /api/stories/:id/site-links': [{ needs: 'set its standing' }],
    'POST /api/stories/:id/site-links': [{ json: { kind: 'preview' }, needs: 'set its standing' }],
    'DELETE /api/stories/:id/site-links/:link': [{ needs: 'set its standing' }],
    'PATCH /api/newsroom/site': [{ json: { tagline: 'pwned' }, needs: 'set up publishing' }],
    'POST /api/newsroom/site/logo': [{ json: {}, needs: 'set up publishing' }],
    'POST /api/newsroom/site/look': [{ json: { tagline: 'pwned' }, needs: 'set up publishing' }],
    'PATCH /api/newsroom/publishing': [{ json: { gates: [] }, needs: 'set up publishing' }],
    'GET /api/stories/:id/versions/:version': ['json', 'html', 'text'].map((as) => ({ query: `as=${as}`, needs: 'nothing' })),
    'GET /api/stories/:id/versions/:version/compare': [{ query: 'with=now', needs: 'nothing' }],
    'POST /api/stories/:id/versions': [{ json: { name: 'pwned' }, needs: 'keep versions' }],
    'PATCH /api/stories/:id/versions/:version': [{ json: { name: 'pwned' }, needs: 'keep versions' }],
    'POST /api/stories/:id/versions/:version/restore': [{ needs: 'keep versions' }],
    'POST /api/stories/:id/draft/bring-in': [{ needs: 'suggest' }],
    'PATCH /api/inbox/:id': [{ json: { read: true }, needs: 'never' }],
    'PUT /api/inbox/muted/:story': [{ needs: 'read it' }],
  }
}

/** What may stand in the place of each part of an address. */
function places(world: World): Record<string, string[]> {
  const { story, other, ids } = world
  const stories = [story.id, other.id, ids.draft.id]
  return {
    '/api/stories/:id': stories,
    '/api/people/:id': [ids.ana.id, ids.removed.id],
    '/api/links/:id': [ids.link.id, ids.otherLink.id],
    '/api/invites/:id': [ids.invite.id],
    '/api/inbox/:id': [ids.inboxItem],
    '/api/style/rules/:id': ['none'],
    '/api/targets/:id': ['none'],
    ':name': ['quotes'],
    ':story': stories,
    ':person': [ids.ana.id, ids.ben.id],
    ':thread': [ids.said.id, ids.legal.id, ids.elsewhere.id],
    ':comment': [ids.said, ids.legal, ids.elsewhere].map(({ comments }) => comments[0]!.id),
    ':version': [ids.version],
    ':asset': ['zqpicture-16x9'],
    ':file': ['16.webp'],
    ':number': ['1'],
    ':target': ['site'],
    ':gate': ['copy', 'legal'],
    ':link': ['none'],
  }
}

function addresses(path: string, world: World): string[] {
  const fill = places(world)
  let all: string[] = ['']
  let sofar = ''
  for (const part of path.split('/').slice(1)) {
    sofar += `/${part}`
    const values = part.startsWith(':') ? (fill[part] ?? fill[sofar]) : [part]
    if (values === undefined) throw new Error(`Say what may stand for ${part} in ${path}.`)
    all = all.flatMap((before) => values.map((value) => `${before}/${value}`))
  }
  if (!path.includes(':thread')) return all
  // A thread under its own story and under another; of comments, its own.
  const { said, legal, elsewhere } = world.ids
  return all.filter(
    (address) =>
      !address.includes('/fork-') &&
      (!path.includes(':comment') ||
        [said, legal, elsewhere].some(({ id, comments }) => address.includes(id) && address.includes(comments[0]!.id))),
  )
}

const isStoryDeed = (needs: Needs): needs is StoryDeed => needs in STORY_DEEDS
const STORY_DEEDS: Partial<Record<Needs, true>> = Object.fromEntries(
  [
    'read it',
    'read passages',
    'comment',
    'see legal threads',
    'decide suggestions',
    'suggest',
    'write it',
    'give rights',
    'resolve any thread',
    'remove any comment',
    'see its standing',
    'set its standing',
    'keep versions',
  ].map((deed) => [deed, true]),
)

/** Whether the table allows it; then it is not tried here. */
function isAllowed(rights: Rights, who: Prowler, needs: Needs, address: string): boolean {
  if (needs === 'nothing' || needs === 'never') return false
  if (!isStoryDeed(needs)) return who.person !== null && rights.isIn && can(who.person.role, needs)
  const named = [rights.story, rights.other].filter(({ id }) => address.includes(id))
  return (named.length > 0 ? named : [rights.story]).some(({ on }) => may(on, needs))
}

describe('by the API', () => {
  test('[P3] AUT-05 nobody changes or learns anything that the table of rights does not give, by whatever route', async () => {
    const world = await aReview()
    const table = tries(world)
    const routes = world.room.app.routes.filter(({ path, method }) => path.startsWith('/api/') && method !== 'ALL')
    expect(world.ids.hunks).not.toEqual([])
    await world.changed()
    for (const who of world.prowlers) {
      const rights = await rightsOf(world, who)
      const hears = mayHear(rights)
      let tried = 0
      for (const { method, path } of routes) {
        const route = `${method} ${path}`
        if (OWN.test(route) || path === '/api/openapi.json') continue
        const sent: Tried[] = table[route] ?? [{ needs: 'nothing' }]
        // Who is not signed in is turned away before anything is looked at.
        const [most, every] = rights.isIn ? [undefined, sent] : [1, sent.slice(0, 1)]
        for (const address of addresses(path, world).slice(0, most))
          for (const { json, needs, query } of every) {
            if (isAllowed(rights, who, needs, address)) continue
            const answer = await who.asks(method, query ? `${address}?${query}` : address, json === undefined ? {} : { json })
            tried += 1
            const what = `${who.name}: ${method} ${address} ${JSON.stringify(json ?? '')} → ${answer.status} ${answer.text.slice(0, 300)}`
            if (await world.changed()) throw new Error(`Changed something: ${what}`)
            if (needs !== 'nothing' && answer.status < 400) throw new Error(`Was not refused: ${what}`)
            const heard = Object.keys(SECRETS).filter((one) => answer.text.includes(one) && !hears(one) && !query?.includes(one))
            if (heard.length > 0) throw new Error(`Heard ${heard.join(', ')}: ${what}`)
          }
      }
      expect(tried, who.name).toBeGreaterThan(rights.isIn ? 100 : 30)
    }
  }, 300_000)

  test('[P3] what is kept from somebody leaves no trace in what they can ask for, nor on their line', async () => {
    const world = await aReview()
    const { room, story, other, ids, ana, ben, oda } = world
    const watching = world.prowlers.filter(({ name }) => /read|comment|suggest|foreign|another|checker/.test(name))
    const lines = await Promise.all(watching.map((who) => sitsIn(world, who)))
    const all = async (who: Prowler) => {
      const answers: Record<string, string> = {}
      for (const { method, path } of room.app.routes) {
        if (method !== 'GET' || !path.startsWith('/api/') || path === '/api/openapi.json') continue
        for (const address of addresses(path, world)) answers[address] = (await who.asks('GET', address)).text
      }
      // A checker reads the other story, and so hears when it was edited.
      return Object.fromEntries(
        Object.entries(answers).filter(([at, text]) => !/checker|writer/.test(who.name) || !`${at}${text}`.includes(other.id)),
      )
    }
    const before = await Promise.all(watching.map(all))
    const written = lines.map((line) => line?.writes)

    const mention = watching.map(({ person }) => `@[${person!.id}]`).join(' ')
    const hidden = await opens(ana.asks, story.id, remark(`Sue us, ${mention}`, { kind: 'legal', assignTo: oda.person.id }))
    expect(hidden.status).toBe(201)
    const at = `/api/stories/${story.id}/threads/${hidden.body.id}`
    expect((await oda.asks('POST', `${at}/comments`, { json: { id: madeId(), text: `No, ${mention}` } })).status).toBe(201)
    expect(
      (await ana.asks('PATCH', `${at}/comments/${hidden.body.comments[0]!.id}`, { json: { text: `Hush ${mention}` } })).status,
    ).toBe(200)
    expect((await ana.asks('PATCH', at, { json: { resolved: true } })).status).toBe(200)
    expect((await oda.asks('POST', `${at}/read`)).status).toBe(204)
    await room.desk.rooms.edit(ids.draft.id, ben.person, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'Psst '))
    await room.desk.forks.settled()
    expect((await opens(ana.asks, other.id, remark('Elsewhere'))).status).toBe(201)
    await room.desk.rooms.edit(other.id, ana.person, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'Psst '))
    await room.desk.rooms.queue.settled()

    const after = await Promise.all(watching.map(all))
    for (const [i, who] of watching.entries()) {
      if (!/another/.test(who.name)) expect(after[i], who.name).toEqual(before[i])
      // Not even an empty message in the place of one.
      expect(lines[i]?.writes, `${who.name}'s line`).toBe(written[i])
    }
  }, 120_000)
})

/** Opens the story on a line of their own, as far as it lets them. */
async function sitsIn(world: World, who: Prowler): Promise<(Line & { send(message: Uint8Array): void }) | null> {
  const { room, story } = world
  const { rooms } = room.desk
  const { on: rights } = (await rightsOf(world, who)).story
  if (!may(rights, 'read it')) return null
  const line = new Line(() => {})
  const session = new Session(line, who.person!, hashOfSecret(who.signIn.split('=')[1]!), rights, room.clock.now())
  const entered = (await rooms.enter(story.id, session))!
  const send = (message: Uint8Array) => entered.receive(session, message)
  send(syncMessage(SYNC_STEP_1, new Uint8Array([0])))
  return Object.assign(line, { send })
}

describe('on the wire', () => {
  test('[P3] AUT-01 who may not write changes nothing in the story, in forks or in presence, whatever bytes they send', async () => {
    const world = await aReview()
    const { room, story, other, ids, ana } = world
    const { rooms } = room.desk
    const anas = (await sitsIn(world, { name: 'Ana', asks: ana.asks, person: ana.person, signIn: ana.cookie }))!
    const shown = new Y.Doc()
    Y.applyUpdate(shown, await rooms.read(story.id, (ydoc) => Y.encodeStateAsUpdate(ydoc)))
    shown.clientID = 4711
    const before = Y.encodeStateVector(shown)
    fieldOf(shown, 'headline').insert(0, 'pwned ')
    const forged = Y.encodeStateAsUpdate(shown, before)
    await world.changed()
    let sat = 0
    for (const who of world.prowlers) {
      // A fork is its author's alone, and a story is for whom it is.
      const rights = await rightsOf(world, who)
      if (who.person && rights.isIn)
        for (const [id, mayRead] of [
          [story.id, may(rights.story.on, 'read it')],
          [other.id, may(rights.other.on, 'read it')],
          [ids.suggested.id, false],
          [ids.draft.id, false],
        ] as const)
          expect((await rooms.mayEnter(id, who.person)) !== null, `${who.name} in ${id}`).toBe(mayRead)
      const line = await sitsIn(world, who)
      if (line === null) continue
      sat += 1
      const [heard, from] = [anas.down.length, anas.writes]
      for (const step of [SYNC_UPDATE, SYNC_STEP_2]) line.send(syncMessage(step, forged))
      // As Ana, and under a client id that is nobody's.
      line.send(presenceMessage([[4712, 1, { user: { id: ana.person.id, name: 'Ana' }, field: 'headline' }]]))
      line.send(presenceMessage([[0, 9, { user: { name: 'Nobody' } }]]))
      await rooms.queue.settled()
      room.clock.pass(300)
      expect(await rooms.read(story.id, (ydoc) => fieldOf(ydoc, 'headline').toString())).toBe('A zqheadline')
      const told = anas.down
        .slice(heard)
        .map((message) => Buffer.from(message).toString('latin1'))
        .join()
      expect(told, `what Ana is shown of ${who.name}`).not.toContain(`"name":"Ana"`)
      expect(
        anas.down.slice(heard).every((message) => message[0] !== 0),
        `${who.name} sent ${anas.writes - from}`,
      ).toBe(true)
      // What only the server says is no message of theirs.
      line.send(Uint8Array.from([102, 2, 123, 125]))
      expect(line.closed?.code, who.name).toBe(4400)
    }
    expect(sat).toBeGreaterThan(5)
  })

  test('[P3] a right that changes or ends is felt at once by who has the story open, and by nobody else', async () => {
    const world = await aReview()
    const { room, ids, ana } = world
    const [commenter, lawyer] = ['a guest who may comment', 'a lawyer by link'].map((name) =>
      world.prowlers.find((one) => one.name === name)!,
    ) as [Prowler, Prowler]
    await ana.asks('PATCH', `/api/links/${ids.link.id}`, { json: { days: 1 } })
    room.clock.pass(24 * 60 * 60_000 - 20_000)
    const [theirs, lawyers] = [(await sitsIn(world, commenter))!, (await sitsIn(world, lawyer))!]
    const writes = lawyers.writes
    const last = () => Buffer.from(theirs.down.at(-1)!).toString('utf8')
    await ana.asks('PATCH', `/api/links/${ids.link.id}`, { json: { level: 'suggest' } })
    expect(last()).toContain('"rights":{"role":"guest","level":"suggest"')
    await ana.asks('PATCH', `/api/links/${ids.link.id}`, { json: { level: 'read' } })
    expect(last()).toContain('"level":"read"')
    expect(lawyers.writes).toBe(writes)
    room.clock.pass(20_000)
    await room.desk.linkEnds.upToDate()
    await expect.poll(() => theirs.closed?.code).toBe(4410)
    expect(lawyers.closed).toBeNull()
  })
})
