import { describe, expect, test } from 'vitest'
import type { Accepted, Invite, Link, Session, Story } from '../../shared/api.ts'
import type { Role } from '../../shared/can.ts'
import { demo } from '../../server/demo.ts'
import { setupLink } from '../../server/routes/entry.ts'
import { hashPassword, passwordFits } from '../../server/secrets.ts'
import { cookieOf, newStory, PASSWORD, scene, secretOf, type Asks } from './scene.ts'

const DAY = 24 * 60 * 60_000
const newcomer = (token: string, name = 'Dora') => ({
  token,
  name,
  email: `${name.toLowerCase()}@example.org`,
  password: PASSWORD,
})

const give = async (asks: Asks, role: Role) => (await asks('POST', '/api/invites', { json: { role } })).status

async function inviteLink(asks: Asks, role: Role, storyId?: string): Promise<{ id: string; token: string }> {
  const made = await asks<Invite>('POST', '/api/invites', { json: { role, ...(storyId === undefined ? {} : { storyId }) } })
  expect(made.status).toBe(201)
  expect(made.body.path).toMatch(/^\/desk\/join#/)
  return { id: made.body.id, token: secretOf(made.body.path) }
}

describe('setting up', () => {
  const form = { newsroom: 'The Harbour Letter', name: 'Ana', email: 'Ana@Example.org ', password: PASSWORD }

  test('the link makes the owner and the newsroom, once', async () => {
    const { desk, stranger, with: as } = await scene()
    const token = secretOf((await setupLink(desk)) ?? '')
    const look = await stranger<Link>('POST', '/api/links/look', { json: { token } })
    expect(look.body).toMatchObject({ kind: 'setup', story: null, invitedBy: null })

    const done = await stranger<Session>('POST', '/api/setup', { json: { token, ...form } })
    expect(done.status).toBe(201)
    expect(done.body).toMatchObject({
      person: { name: 'Ana', email: 'ana@example.org', role: 'owner' },
      newsroom: { name: 'The Harbour Letter' },
    })
    const ana = as(cookieOf(done.headers.get('set-cookie')))
    expect((await ana<Session>('GET', '/api/session')).body.person.name).toBe('Ana')

    const again = await stranger('POST', '/api/setup', { json: { token, ...form, email: 'eve@example.org' } })
    expect([again.status, again.problem]).toEqual([410, 'link-ended'])
    expect(await setupLink(desk)).toBeNull()
  })

  test('two who use it at once make one owner', async () => {
    const { desk, db, stranger } = await scene()
    const token = secretOf((await setupLink(desk)) ?? '')
    const both = await Promise.all(
      ['ana', 'eve'].map((name) => stranger('POST', '/api/setup', { json: { token, ...form, email: `${name}@example.org` } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 410])
    expect(await db.selectFrom('people').selectAll().execute()).toHaveLength(1)
  })

  test('a new start prints a new link, and the old one ends', async () => {
    const { desk, stranger } = await scene()
    const old = secretOf((await setupLink(desk)) ?? '')
    const fresh = secretOf((await setupLink(desk)) ?? '')
    expect((await stranger('POST', '/api/setup', { json: { token: old, ...form } })).status).toBe(410)
    expect((await stranger('POST', '/api/setup', { json: { token: fresh, ...form } })).status).toBe(201)
  })

  test('a password that is too short is refused by name, and the link stays good', async () => {
    const { desk, stranger } = await scene()
    const token = secretOf((await setupLink(desk)) ?? '')
    const short = await stranger('POST', '/api/setup', { json: { token, ...form, password: 'short' } })
    expect([short.status, short.problem]).toEqual([422, 'invalid-field'])
    expect(short.body.detail).toMatch(/^password: /)
    expect((await stranger('POST', '/api/setup', { json: { token, ...form } })).status).toBe(201)
  })
})

describe('signing in', () => {
  test('the cookie is the only key, and is kept only as a hash', async () => {
    const { db, stranger, person, with: as } = await scene()
    await person('Ana', 'editor')
    const done = await stranger<Session>('POST', '/api/session', { json: { email: ' ANA@example.org', password: PASSWORD } })
    expect(done.status).toBe(200)
    const header = done.headers.get('set-cookie') ?? ''
    expect(header).toMatch(/^copydesk=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const rows = JSON.stringify(await db.selectFrom('sign_ins').selectAll().execute())
    expect(rows).not.toContain(cookieOf(header).split('=')[1])
    expect((await as(cookieOf(header))('GET', '/api/session')).status).toBe(200)
    expect((await stranger('GET', '/api/session')).problem).toBe('signed-out')
  })

  test('over https the cookie insists on it', async () => {
    const { stranger, person } = await scene({ publicUrl: 'https://news.example' })
    await person('Ana', 'editor')
    const done = await stranger('POST', '/api/session', { json: { email: 'ana@example.org', password: PASSWORD } })
    expect(done.headers.get('set-cookie')).toMatch(/^__Host-copydesk=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(done.headers.get('strict-transport-security')).toMatch(/^max-age=/)
  })

  test('a password is kept as argon2id, at a cost that makes guessing slow', async () => {
    const made = await hashPassword(PASSWORD)
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect([await passwordFits(made, PASSWORD), await passwordFits(made, `${PASSWORD} `)]).toEqual([true, false])
  })

  test('a wrong password and an unknown e-mail answer the same words', async () => {
    const { stranger, person } = await scene()
    await person('Ana', 'editor')
    const wrong = await stranger('POST', '/api/session', { json: { email: 'ana@example.org', password: 'wrong words' } })
    const unknown = await stranger('POST', '/api/session', { json: { email: 'nobody@example.org', password: 'wrong words' } })
    expect(wrong.status).toBe(401)
    expect(unknown.text).toBe(wrong.text)
  })

  test('signing out ends the sign-in itself, not only the cookie', async () => {
    const { person } = await scene()
    const ana = await person('Ana', 'editor')
    const out = await ana.asks('DELETE', '/api/session')
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toMatch(/^copydesk=; Max-Age=0/)
    expect((await ana.asks('GET', '/api/session')).status).toBe(401)
  })

  test('thirty days without a visit end it; a visit a day keeps it', async () => {
    const { person, clock } = await scene()
    const [ana, ben] = [await person('Ana', 'editor'), await person('Ben', 'writer')]
    for (let day = 0; day < 40; day++) {
      clock.pass(DAY)
      expect((await ana.asks('GET', '/api/session')).status).toBe(200)
    }
    expect((await ben.asks('GET', '/api/session')).status).toBe(401)
  })

  test('signing in as somebody else ends what this browser was before', async () => {
    const { person } = await scene()
    const ana = await person('Ana', 'editor')
    await person('Ben', 'writer')
    // Herself in one more window: the first one stays open.
    expect((await ana.asks('POST', '/api/session', { json: { email: 'ana@example.org', password: PASSWORD } })).status).toBe(200)
    expect((await ana.asks('GET', '/api/session')).status).toBe(200)
    expect((await ana.asks('POST', '/api/session', { json: { email: 'ben@example.org', password: PASSWORD } })).status).toBe(200)
    expect((await ana.asks('GET', '/api/session')).status).toBe(401)
  })
})

describe('invites', () => {
  test('a newcomer joins with the role of the link, once', async () => {
    const { person, stranger, with: as } = await scene()
    const ana = await person('Ana', 'editor')
    const { token } = await inviteLink(ana.asks, 'writer')
    expect((await stranger<Link>('POST', '/api/links/look', { json: { token } })).body).toMatchObject({
      kind: 'invite',
      role: 'writer',
      invitedBy: 'Ana',
    })

    const joined = await stranger<Accepted>('POST', '/api/links/accept', { json: newcomer(token) })
    expect(joined.status).toBe(201)
    expect(joined.body).toMatchObject({ session: { person: { name: 'Dora', role: 'writer' } }, storyId: null })
    const dora = as(cookieOf(joined.headers.get('set-cookie')))
    expect((await dora('POST', '/api/stories', { json: {} })).status).toBe(201)
    expect((await stranger('POST', '/api/links/accept', { json: newcomer(token, 'Eve') })).problem).toBe('link-ended')
  })

  test('two who accept at once make one person', async () => {
    const { person, stranger, db } = await scene()
    const ana = await person('Ana', 'owner')
    const { token } = await inviteLink(ana.asks, 'editor')
    const both = await Promise.all(
      ['Dora', 'Eve'].map((name) => stranger('POST', '/api/links/accept', { json: newcomer(token, name) })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 410])
    expect(await db.selectFrom('people').selectAll().execute()).toHaveLength(2)
  })

  test('it ends after seven days, when it is taken back, and with the right of whoever gave it', async () => {
    const { person, stranger, clock } = await scene()
    const [owner, editor] = [await person('Ana', 'owner'), await person('Ben', 'editor')]
    const look = async (token: string) => (await stranger('POST', '/api/links/look', { json: { token } })).status

    const taken = await inviteLink(editor.asks, 'guest')
    expect(await look(taken.token)).toBe(200)
    expect((await owner.asks('DELETE', `/api/invites/${taken.id}`)).status).toBe(204)
    expect(await look(taken.token)).toBe(410)

    const bens = await inviteLink(editor.asks, 'editor')
    await owner.asks('PATCH', `/api/people/${editor.person.id}`, { json: { role: 'writer' } })
    expect(await look(bens.token)).toBe(410)
    expect((await stranger('POST', '/api/links/accept', { json: newcomer(bens.token) })).problem).toBe('link-ended')

    const old = await inviteLink(owner.asks, 'checker')
    clock.pass(7 * DAY)
    expect(await look(old.token)).toBe(410)
    expect((await owner.asks<{ invites: Invite[] }>('GET', '/api/invites')).body.invites).toEqual([])
  })

  test('nobody gives a role above what they may give', async () => {
    const { person } = await scene()
    const [owner, editor, writer] = [await person('Ana', 'owner'), await person('Ben', 'editor'), await person('Cleo', 'writer')]
    expect(await give(owner.asks, 'owner')).toBe(201)
    expect([await give(editor.asks, 'owner'), await give(editor.asks, 'editor')]).toEqual([403, 201])
    expect(await give(writer.asks, 'guest')).toBe(403)
  })

  test('a guest is invited to one story and sees no other', async () => {
    const { person, stranger, with: as } = await scene()
    const ana = await person('Ana', 'editor')
    const [theirs, other] = [await newStory(ana.asks, { headline: 'Shared' }), await newStory(ana.asks, { headline: 'Secret' })]
    const { token } = await inviteLink(ana.asks, 'guest', theirs.id)
    const joined = await stranger<Accepted>('POST', '/api/links/accept', { json: newcomer(token) })
    expect(joined.body.storyId).toBe(theirs.id)
    const dora = as(cookieOf(joined.headers.get('set-cookie')))
    const list = await dora<{ stories: Story[] }>('GET', '/api/stories')
    expect(list.body.stories.map(({ headline }) => headline)).toEqual(['Shared'])
    expect((await dora<{ stories: Story[] }>('GET', '/api/stories?q=secret')).body.stories).toEqual([])
    expect((await dora('GET', `/api/stories/${theirs.id}/body`)).status).toBe(200)
    const hidden = await dora('GET', `/api/stories/${other.id}/body`)
    const absent = await dora('GET', '/api/stories/nosuchstory1/body')
    expect(hidden.status).toBe(404)
    expect(hidden.text).toBe(absent.text)
    expect((await dora('PATCH', `/api/stories/${theirs.id}`, { json: { headline: 'Mine' } })).status).toBe(403)
    expect((await dora('PATCH', `/api/stories/${other.id}`, { json: { headline: 'Mine' } })).status).toBe(404)
    expect((await dora('GET', '/api/people')).status).toBe(403)
  })

  test('somebody signed in keeps their role and gains the story', async () => {
    const { person } = await scene()
    const [ana, guest] = [await person('Ana', 'editor'), await person('Gus', 'guest')]
    const story = await newStory(ana.asks)
    const { token } = await inviteLink(ana.asks, 'editor', story.id)
    const accepted = await guest.asks<Accepted>('POST', '/api/links/accept', { json: { token } })
    expect(accepted.body).toMatchObject({ session: { person: { role: 'guest' } }, storyId: story.id })
    expect((await guest.asks('GET', `/api/stories/${story.id}`)).status).toBe(200)
    const general = await inviteLink(ana.asks, 'editor')
    expect((await guest.asks('POST', '/api/links/accept', { json: { token: general.token } })).problem).toBe('already-in')
    expect((await guest.asks('POST', '/api/links/look', { json: { token: general.token } })).status).toBe(200)
  })

  test('an e-mail that is taken stays whose it is, a removed person included', async () => {
    const { person, stranger } = await scene()
    const [ana, ben] = [await person('Ana', 'owner'), await person('Ben', 'writer')]
    await ana.asks('DELETE', `/api/people/${ben.person.id}`)
    const { token } = await inviteLink(ana.asks, 'guest')
    for (const name of ['Ana', 'Ben'])
      expect((await stranger('POST', '/api/links/accept', { json: newcomer(token, name) })).problem).toBe('email-taken')
    expect((await stranger('POST', '/api/links/accept', { json: newcomer(token, 'Dora') })).status).toBe(201)
  })

  test('[AUT-06] a forged Host never gets into a link', async () => {
    const { person } = await scene({ publicUrl: 'https://news.example' })
    const ana = await person('Ana', 'owner')
    const made = await ana.asks('POST', '/api/invites', {
      json: { role: 'guest' },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(made.status).toBe(201)
    expect(made.text).not.toContain('evil')
    const about = await ana.asks('GET', '/api/openapi.json', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(about.text).toContain('https://news.example')
    expect(about.text).not.toContain('evil')
  })
})

describe('the demo', () => {
  test('three people, a few stories on their way, links that work again and again', async () => {
    const { desk, stranger, with: as } = await scene({ demo: true })
    const lines = await demo(desk, 1)
    const tokens = lines.flatMap((line) => /\/desk\/enter#(\S+)/.exec(line)?.[1] ?? [])
    expect(tokens).toHaveLength(3)
    for (const token of [...tokens, ...tokens]) {
      const entered = await stranger<Session>('POST', '/api/session/link', { json: { token } })
      expect(entered.status).toBe(200)
      const { body } = await as(cookieOf(entered.headers.get('set-cookie')))<{ stories: Story[] }>('GET', '/api/stories')
      expect(body.stories.map(({ stage }) => stage).toSorted()).toEqual([
        'editing',
        'editing',
        'filed',
        'live',
        'ready',
        'writing',
      ])
      expect(body.stories.every(({ words }) => words > 0)).toBe(true)
    }
  })
})
