import { describe, expect, test } from 'vitest'
import type { Person } from '../../shared/api.ts'
import { shareStory } from '../../db/stories.ts'
import { cookieOf, newStory, PASSWORD, scene, type Asks, type Scene } from './scene.ts'

const NEXT = 'a quite different horse'
const change = (asks: Asks, old: string, password: string) => asks('POST', '/api/session/password', { json: { old, password } })

async function signIn({ stranger, with: as }: Scene, name: string, password = PASSWORD): Promise<{ status: number; asks: Asks }> {
  const email = `${name.toLowerCase()}@example.org`
  const { status, headers } = await stranger('POST', '/api/session', { json: { email, password } })
  return { status, asks: as(cookieOf(headers.get('set-cookie'))) }
}

describe('one’s own password', () => {
  test('is changed with the old one: this window goes on, every other is signed out', async () => {
    const room = await scene()
    const gus = await room.person('Gus', 'guest')
    const [desk, phone, ben] = [await signIn(room, 'Gus'), await signIn(room, 'Gus'), await room.person('Ben', 'writer')]
    expect((await change(desk.asks, PASSWORD, NEXT)).status).toBe(204)
    expect((await desk.asks('GET', '/api/session')).status).toBe(200)
    for (const other of [phone, gus]) expect((await other.asks('GET', '/api/session')).problem).toBe('signed-out')
    expect((await ben.asks('GET', '/api/session')).status).toBe(200)
    expect([(await signIn(room, 'Gus')).status, (await signIn(room, 'Gus', NEXT)).status]).toEqual([401, 200])
  })

  test('is not changed by whoever only found the window open, and guesses there are counted like those at the door', async () => {
    const room = await scene()
    await room.person('Ana', 'owner')
    const window = await signIn(room, 'Ana')
    const wrong = await change(window.asks, 'not this one', NEXT)
    expect([wrong.status, wrong.problem]).toEqual([403, 'old-password-wrong'])
    expect((await change(window.asks, PASSWORD, 'short')).problem).toBe('invalid-field')
    expect((await change(room.stranger, PASSWORD, NEXT)).problem).toBe('signed-out')
    for (let guess = 2; guess <= 10; guess++) expect((await change(window.asks, `guess ${guess}`, NEXT)).status).toBe(403)
    expect((await change(window.asks, PASSWORD, NEXT)).problem).toBe('too-many-tries')
    // From another address nobody is kept out.
    const { status } = await room.stranger('POST', '/api/session', {
      json: { email: 'ana@example.org', password: PASSWORD },
      address: '198.51.100.4',
    })
    expect(status).toBe(200)
  })

  test('changed in two windows at once is one of the two, and the other is told', async () => {
    const room = await scene()
    await room.person('Ana', 'owner')
    const [one, two] = [await signIn(room, 'Ana'), await signIn(room, 'Ana')]
    const both = await Promise.all([change(one.asks, PASSWORD, `${NEXT} 1`), change(two.asks, PASSWORD, `${NEXT} 2`)])
    const done = both.findIndex(({ status }) => status === 204)
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 403])
    expect((await signIn(room, 'Ana', `${NEXT} ${done + 1}`)).status).toBe(200)
    expect((await signIn(room, 'Ana', `${NEXT} ${2 - done}`)).status).toBe(401)
  })
})

describe('a removed person', () => {
  test('is brought back by an owner as who they were, signs in as before, and is shown nothing that was shared', async () => {
    const room = await scene()
    const [ana, gus] = [await room.person('Ana', 'owner'), await room.person('Gus', 'guest')]
    const story = await newStory(ana.asks, { headline: 'Shared once' })
    await shareStory(room.db, story.id, gus.person.id)
    const removed = async () => (await ana.asks<{ people: Person[] }>('GET', '/api/people/removed')).body.people
    expect(await removed()).toEqual([])
    await ana.asks('DELETE', `/api/people/${gus.person.id}`)
    expect(await removed()).toEqual([gus.person])
    expect((await signIn(room, 'Gus')).status).toBe(401)

    const back = await ana.asks<Person>('POST', `/api/people/${gus.person.id}/restore`)
    expect([back.status, back.body]).toEqual([200, gus.person])
    expect(await removed()).toEqual([])
    const again = await signIn(room, 'Gus')
    expect(again.status).toBe(200)
    expect((await gus.asks('GET', '/api/session')).problem).toBe('signed-out')
    expect((await again.asks<{ stories: unknown[] }>('GET', '/api/stories')).body.stories).toEqual([])
  })

  test('is brought back once by two who do it at once; nobody else may, and nobody unknown comes', async () => {
    const room = await scene()
    const [ana, ed, will] = [
      await room.person('Ana', 'owner'),
      await room.person('Ed', 'editor'),
      await room.person('Will', 'writer'),
    ]
    await ana.asks('DELETE', `/api/people/${will.person.id}`)
    for (const asks of [ed.asks, room.stranger]) {
      expect([401, 403]).toContain((await asks('GET', '/api/people/removed')).status)
      expect([401, 403]).toContain((await asks('POST', `/api/people/${will.person.id}/restore`)).status)
    }
    const restore = () => ana.asks('POST', `/api/people/${will.person.id}/restore`)
    expect((await Promise.all([restore(), restore()])).map(({ status }) => status)).toEqual([200, 200])
    expect((await ana.asks('POST', '/api/people/nobody/restore')).problem).toBe('no-person')
  })
})
