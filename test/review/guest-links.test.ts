/** Guest links: who comes by them, what they may do, and how they end. */
import { describe, expect, test } from 'vitest'
import type { Entered, GuestLink, PersonOfStory } from '../../shared/access.ts'
import type { Session, Story } from '../../shared/api.ts'
import { cookieOf, newStory, scene, secretOf, type Asks, type Scene } from '../routes/scene.ts'

const DAY = 24 * 60 * 60_000

async function aStory() {
  const room = await scene()
  const ana = await room.person('Ana', 'editor')
  const story = await newStory(ana.asks, { headline: 'The last ferry' })
  return { room, ana, story }
}

async function linkTo(asks: Asks, storyId: string, given: Record<string, unknown> = {}) {
  const made = await asks<GuestLink>('POST', '/api/links', { json: { storyId, level: 'comment', ...given } })
  expect(made.status, made.text).toBe(201)
  return { ...made.body, secret: secretOf(made.body.path) }
}

async function comesIn({ stranger, ...room }: Scene, secret: string, name: string) {
  const entered = await stranger<Entered>('POST', '/api/links/enter', { json: { token: secret, name } })
  expect(entered.status, entered.text).toBe(201)
  const cookie = cookieOf(entered.headers.get('set-cookie'))
  return { asks: room.with(cookie), cookie, ...entered.body }
}

const rightsIn = async (asks: Asks, storyId: string) => (await asks('GET', `/api/stories/${storyId}/rights`)).body
const links = async (asks: Asks, storyId: string) =>
  (await asks<{ links: GuestLink[] }>('GET', `/api/links?story=${storyId}`)).body.links

describe('a guest link', () => {
  test('lets a lawyer in with nothing but a name, into one story', async () => {
    const { room, ana, story } = await aStory()
    const other = await newStory(ana.asks, { headline: 'Another one' })
    const { secret } = await linkTo(ana.asks, story.id, { level: 'comment', legal: true, label: 'The lawyers' })

    const look = await room.stranger('POST', '/api/links/look', { json: { token: secret } })
    expect(look.body).toMatchObject({ kind: 'guest', level: 'comment', invitedBy: 'Ana', story: { headline: 'The last ferry' } })
    expect(look.text).not.toContain('lawyers')

    const lea = await comesIn(room, secret, 'Lea Roth')
    expect(lea).toMatchObject({ storyId: story.id, readBack: false })
    // Whatever name they give, nobody takes them for one of the newsroom.
    expect(lea.session.person).toMatchObject({ name: 'Lea Roth (guest)', email: '', role: 'guest' })
    expect(await rightsIn(lea.asks, story.id)).toEqual({ role: 'guest', level: 'comment', legal: true, passages: null })
    expect((await lea.asks<{ stories: Story[] }>('GET', '/api/stories')).body.stories.map(({ id }) => id)).toEqual([story.id])
    expect((await lea.asks('GET', `/api/stories/${other.id}`)).problem).toBe('no-story')
    expect((await lea.asks('PATCH', `/api/stories/${story.id}`, { json: { dek: 'Mine' } })).problem).toBe('not-allowed')
    // She is in no list of the newsroom's people, has no password, and cannot be given a role.
    expect((await ana.asks<{ people: { name: string }[] }>('GET', '/api/people')).body.people.map(({ name }) => name)).toEqual([
      'Ana',
    ])
    const owner = await room.person('Oda', 'owner')
    expect((await owner.asks('PATCH', `/api/people/${lea.session.person.id}`, { json: { role: 'owner' } })).problem).toBe(
      'no-person',
    )
    expect((await lea.asks('PATCH', `/api/people/${lea.session.person.id}`, { json: { name: 'Ana' } })).problem).toBe('no-person')
    const email = `${lea.session.person.id}@guest.invalid`
    expect((await room.stranger('POST', '/api/session', { json: { email, password: '' } })).problem).toBe('wrong-password')
  })

  test('is listed with who came by it, how often and when last; never with its secret', async () => {
    const { room, ana, story } = await aStory()
    const { id, secret } = await linkTo(ana.asks, story.id, { label: 'For the museum', most: 2 })
    room.clock.pass(1000)
    await comesIn(room, secret, 'Lea')
    room.clock.pass(1000)
    await comesIn(room, secret, 'Mo')
    const [listed] = await links(ana.asks, story.id)
    expect(listed).toMatchObject({
      id,
      label: 'For the museum',
      uses: 2,
      most: 2,
      createdBy: 'Ana',
      lastUsedAt: room.clock.now(),
      endedAt: null,
    })
    expect(listed!.guests.map(({ name }) => name)).toEqual(['Lea (guest)', 'Mo (guest)'])
    expect(JSON.stringify(await links(ana.asks, story.id))).not.toContain(secret)
    // As many as may.
    const third = await room.stranger('POST', '/api/links/enter', { json: { token: secret, name: 'Third' } })
    expect(third.problem).toBe('link-full')
    expect(await links(ana.asks, story.id)).toEqual([listed])
  })

  test('[P3] taken back, it is over at once for who came by it; given again, they are back as who they were', async () => {
    const { room, ana, story } = await aStory()
    const { id, secret } = await linkTo(ana.asks, story.id)
    const lea = await comesIn(room, secret, 'Lea')
    expect((await ana.asks('DELETE', `/api/links/${id}`)).status).toBe(204)
    expect((await lea.asks('GET', '/api/session')).problem).toBe('signed-out')
    expect((await lea.asks('GET', `/api/stories/${story.id}`)).problem).toBe('signed-out')
    for (const path of ['look', 'enter'])
      expect((await room.stranger('POST', `/api/links/${path}`, { json: { token: secret, name: 'Mo' } })).problem).toBe(
        'link-ended',
      )
    expect((await links(ana.asks, story.id))[0]).toMatchObject({ endedAt: room.clock.now(), uses: 1 })

    expect((await ana.asks('PATCH', `/api/links/${id}`, { json: { open: true } })).body).toMatchObject({ endedAt: null })
    expect((await lea.asks<Session>('GET', '/api/session')).body.person.id).toBe(lea.session.person.id)
  })

  test('[P3] ends by itself to the millisecond, and can be given more time', async () => {
    const { room, ana, story } = await aStory()
    const { id, secret } = await linkTo(ana.asks, story.id, { days: 2 })
    const lea = await comesIn(room, secret, 'Lea')
    room.clock.pass(2 * DAY - 1)
    expect((await lea.asks('GET', `/api/stories/${story.id}`)).status).toBe(200)
    room.clock.pass(1)
    expect((await lea.asks('GET', `/api/stories/${story.id}`)).problem).toBe('signed-out')
    expect((await room.stranger('POST', '/api/links/enter', { json: { token: secret, name: 'Mo' } })).problem).toBe('link-ended')
    expect((await ana.asks('PATCH', `/api/links/${id}`, { json: { open: true } })).problem).toBe('invalid-field')
    expect((await ana.asks<GuestLink>('PATCH', `/api/links/${id}`, { json: { days: 3 } })).body).toMatchObject({
      endedAt: null,
      expiresAt: room.clock.now() + 3 * DAY,
    })
    expect((await lea.asks('GET', `/api/stories/${story.id}`)).status).toBe(200)
  })

  test('[P3] changed, it holds at once for who came by it', async () => {
    const { room, ana, story } = await aStory()
    const { id, secret } = await linkTo(ana.asks, story.id, { level: 'suggest' })
    const lea = await comesIn(room, secret, 'Lea')
    expect(await rightsIn(lea.asks, story.id)).toMatchObject({ level: 'suggest', legal: false })
    await ana.asks('PATCH', `/api/links/${id}`, { json: { level: 'read' } })
    expect(await rightsIn(lea.asks, story.id)).toMatchObject({ level: 'read' })
  })

  test('two links are one guest: who comes by another in the same browser stays who they are', async () => {
    const { room, ana, story } = await aStory()
    const other = await newStory(ana.asks, { headline: 'Another one' })
    const [first, second] = [await linkTo(ana.asks, story.id), await linkTo(ana.asks, other.id, { level: 'read' })]
    const lea = await comesIn(room, first.secret, 'Lea')
    const again = await lea.asks<Entered>('POST', '/api/links/enter', { json: { token: second.secret } })
    expect(again.body).toMatchObject({ storyId: other.id, session: { person: { id: lea.session.person.id } } })
    expect(again.headers.get('set-cookie')).toBeNull()
    // Opened again it counts no second time.
    await lea.asks('POST', '/api/links/enter', { json: { token: second.secret } })
    expect((await links(ana.asks, other.id))[0]!.uses).toBe(1)
    expect(await rightsIn(lea.asks, other.id)).toMatchObject({ level: 'read' })
    await ana.asks('DELETE', `/api/links/${first.id}`)
    expect((await lea.asks('GET', `/api/stories/${story.id}`)).problem).toBe('no-story')
    expect((await lea.asks('GET', `/api/stories/${other.id}`)).status).toBe(200)
  })

  test('a colleague who opens it is in the story as ever, and no use is counted', async () => {
    const { room, ana, story } = await aStory()
    const { secret } = await linkTo(ana.asks, story.id, { level: 'read' })
    const ben = await room.person('Ben', 'writer')
    expect((await ben.asks<Entered>('POST', '/api/links/enter', { json: { token: secret } })).body).toMatchObject({
      storyId: story.id,
    })
    expect(await rightsIn(ben.asks, story.id)).toMatchObject({ level: 'write' })
    expect((await links(ana.asks, story.id))[0]!.uses).toBe(0)
    // A guest with a password, who does not see the story otherwise, is let in by it.
    const gil = await room.person('Gil', 'guest')
    await gil.asks('POST', '/api/links/enter', { json: { token: secret } })
    expect(await rightsIn(gil.asks, story.id)).toMatchObject({ level: 'read' })
  })

  test('[P3] opens no door for somebody who made it and may no longer share', async () => {
    const { room, ana, story } = await aStory()
    const oda = await room.person('Oda', 'owner')
    const { secret } = await linkTo(ana.asks, story.id)
    const lea = await comesIn(room, secret, 'Lea')
    await oda.asks('DELETE', `/api/people/${ana.person.id}`)
    expect((await room.stranger('POST', '/api/links/enter', { json: { token: secret, name: 'Ana again' } })).problem).toBe(
      'link-ended',
    )
    // Who is in stays in: an owner can take the link back.
    expect((await lea.asks('GET', `/api/stories/${story.id}`)).status).toBe(200)
    expect(await links(oda.asks, story.id)).toHaveLength(1)
  })

  test('[P3] is made, seen and changed only by who may share the story', async () => {
    const { room, ana, story } = await aStory()
    const { id, secret } = await linkTo(ana.asks, story.id)
    const lea = await comesIn(room, secret, 'Lea')
    const [ben, cleo] = [await room.person('Ben', 'writer'), await room.person('Cleo', 'checker')]
    for (const { asks } of [ben, cleo, lea]) {
      expect((await asks('POST', '/api/links', { json: { storyId: story.id, level: 'suggest' } })).problem).toBe('not-allowed')
      expect((await asks('GET', `/api/links?story=${story.id}`)).problem).toBe('not-allowed')
      expect((await asks('PATCH', `/api/links/${id}`, { json: { level: 'suggest' } })).problem).toBe('no-link')
      expect((await asks('DELETE', `/api/links/${id}`)).problem).toBe('no-link')
    }
    // An editor whom this story keeps from legal threads lets nobody else see them.
    const oda = await room.person('Oda', 'owner')
    await oda.asks('PATCH', `/api/stories/${story.id}/people/${ana.person.id}`, { json: { legal: false } })
    expect((await ana.asks('POST', '/api/links', { json: { storyId: story.id, level: 'comment', legal: true } })).problem).toBe(
      'not-allowed',
    )
    expect((await ana.asks('PATCH', `/api/links/${id}`, { json: { legal: true } })).problem).toBe('not-allowed')
    expect(await links(oda.asks, story.id)).toMatchObject([{ level: 'comment', legal: false, endedAt: null }])
  })

  test.each([
    [{ level: 'write' }],
    [{ days: 0 }],
    [{ most: 101 }],
    [{ passages: [] }],
    [{ passages: ['no-such-block'] }],
    [{ level: 'suggest', passages: ['b0'] }],
  ])('[P10] %j makes none', async (given) => {
    const { ana, story } = await aStory()
    const made = await ana.asks('POST', '/api/links', { json: { storyId: story.id, level: 'comment', ...given } })
    expect(made.problem).toBe('invalid-field')
    expect(await links(ana.asks, story.id)).toEqual([])
  })
})

describe('exceptions of a story', () => {
  const people = async (asks: Asks, id: string) =>
    Object.fromEntries(
      (await asks<{ people: PersonOfStory[] }>('GET', `/api/stories/${id}/people`)).body.people.map(({ name, level, legal }) => [
        name,
        `${level}${legal ? ', legal' : ''}`,
      ]),
    )

  test('[P3] say of somebody that they may do more or less than their role, in this story alone', async () => {
    const { room, ana, story } = await aStory()
    const other = await newStory(ana.asks)
    const [ben, cleo, gil] = [
      await room.person('Ben', 'writer'),
      await room.person('Cleo', 'checker'),
      await room.person('Gil', 'guest'),
    ]
    const set = (who: { person: { id: string } }, json: unknown) =>
      ana.asks('PATCH', `/api/stories/${story.id}/people/${who.person.id}`, { json })
    expect(await people(ana.asks, story.id)).toEqual({ Ana: 'write, legal', Ben: 'write', Cleo: 'suggest', Gil: 'null' })
    await set(ben, { level: 'read' })
    await set(cleo, { level: 'write', legal: true })
    await set(gil, { level: 'suggest' })
    expect(await people(ana.asks, story.id)).toEqual({ Ana: 'write, legal', Ben: 'read', Cleo: 'write, legal', Gil: 'suggest' })
    expect((await ben.asks('PATCH', `/api/stories/${story.id}`, { json: { dek: 'Ben' } })).problem).toBe('not-allowed')
    expect((await cleo.asks('PATCH', `/api/stories/${story.id}`, { json: { dek: 'Cleo' } })).status).toBe(200)
    expect((await gil.asks('GET', `/api/stories/${story.id}`)).status).toBe(200)
    expect((await ben.asks('PATCH', `/api/stories/${other.id}`, { json: { dek: 'Ben' } })).status).toBe(200)
    expect((await cleo.asks('PATCH', `/api/stories/${other.id}`, { json: { dek: 'Cleo' } })).problem).toBe('not-allowed')

    for (const { person } of [ben, cleo, gil])
      expect((await ana.asks('DELETE', `/api/stories/${story.id}/people/${person.id}`)).status).toBe(204)
    expect(await people(ana.asks, story.id)).toEqual({ Ana: 'write, legal', Ben: 'write', Cleo: 'suggest', Gil: 'null' })
    expect((await gil.asks('GET', `/api/stories/${story.id}`)).problem).toBe('no-story')
  })

  test('[P3] are made by who may share the story, never for oneself or somebody above, nor for who came by a link', async () => {
    const { room, ana, story } = await aStory()
    const [oda, ben] = [await room.person('Oda', 'owner'), await room.person('Ben', 'writer')]
    const { secret } = await linkTo(ana.asks, story.id)
    const lea = await comesIn(room, secret, 'Lea')
    const set = (asks: Asks, id: string, json: unknown) => asks('PATCH', `/api/stories/${story.id}/people/${id}`, { json })
    expect((await set(ben.asks, ben.person.id, { legal: true })).problem).toBe('not-allowed')
    expect((await set(ana.asks, ana.person.id, { level: 'write' })).problem).toBe('not-allowed')
    expect((await set(ana.asks, oda.person.id, { level: 'read' })).problem).toBe('not-allowed')
    expect((await set(ana.asks, lea.session.person.id, { level: 'write' })).problem).toBe('not-allowed')
    expect((await set(ana.asks, 'nobody', { level: 'write' })).problem).toBe('no-person')
    expect((await set(ana.asks, ben.person.id, { level: 'rule' })).problem).toBe('invalid-field')
    expect((await set(lea.asks, ben.person.id, { level: 'read' })).problem).toBe('not-allowed')
    expect(await people(oda.asks, story.id)).toEqual({
      Oda: 'write, legal',
      Ana: 'write, legal',
      Ben: 'write',
      'Lea (guest)': 'comment',
    })
    // But a guest is shown the door like anybody.
    await ana.asks('DELETE', `/api/stories/${story.id}/people/${lea.session.person.id}`)
    expect((await lea.asks('GET', `/api/stories/${story.id}`)).problem).toBe('signed-out')
  })
})
