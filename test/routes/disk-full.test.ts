/** The disk takes nothing: whoever asks for a change is told so in words, nothing is half done, and it works again by itself. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Story } from '../../shared/api.ts'
import { newStory, PASSWORD, scene, type Asks, type Scene } from './scene.ts'

const DAY = 24 * 60 * 60_000
const INTERVIEW = `Who lights it now?\n\n${'A machine does, and it never sleeps. '.repeat(400)}`

/** How a disk can fail, and be whole again. */
const WAYS = [
  ['is full', ({ db }: Scene, on: boolean) => sql`pragma max_page_count = ${sql.lit(on ? 1 : 1_000_000)}`.execute(db)],
  ['turns read-only', ({ db }: Scene, on: boolean) => sql`pragma query_only = ${sql.lit(on ? 1 : 0)}`.execute(db)],
] as const

const headlines = async (asks: Asks) =>
  (await asks<{ stories: Story[] }>('GET', '/api/stories')).body.stories.map(({ headline }) => headline).toSorted()

const importInto = (asks: Asks, id: string) =>
  asks('POST', `/api/stories/${id}/import`, { body: INTERVIEW, headers: { 'content-type': 'text/plain' } })

describe.each(WAYS)('the disk %s', (_, fail) => {
  test('[PER-04] while stories are made: those that were called made are there, the refused one is not, and reading goes on', async () => {
    const room = await scene()
    const { asks } = await room.person('Ana', 'editor')
    const made = [(await newStory(asks, { headline: 'Before' })).headline]
    await fail(room, true)
    let refused = null
    // A full disk still has room in its last pages.
    for (let i = 0; i < 200 && refused === null; i++) {
      const headline = `${i} ${'long '.repeat(200)}`.trim()
      const answer = await asks('POST', '/api/stories', { json: { headline } })
      if (answer.status === 201) made.push(headline)
      else refused = answer
    }
    expect([refused?.status, refused?.problem]).toEqual([503, 'not-saved'])
    expect(refused?.text).toContain('nothing was changed')
    expect(await headlines(asks)).toEqual(made.toSorted())
    await fail(room, false)
    await newStory(asks, { headline: 'After' })
    expect(await headlines(asks)).toEqual([...made, 'After'].toSorted())
  })

  test('[PER-04] while a file comes in: the story stays as it was, and takes the whole file later', async () => {
    const room = await scene()
    const { asks } = await room.person('Ana', 'editor')
    const { id } = await newStory(asks)
    const text = async () => (await asks('GET', `/api/stories/${id}/body?as=text`)).text
    const before = await text()
    await fail(room, true)
    // The room waits a while for the disk to come back before it says no.
    const answers: Awaited<ReturnType<typeof importInto>>[] = []
    void importInto(asks, id).then((answer) => answers.push(answer))
    while (answers.length === 0) {
      await new Promise((resolve) => setImmediate(resolve))
      room.clock.pass(100)
    }
    expect([answers[0]!.status, answers[0]!.problem]).toEqual([503, 'not-saved'])
    expect(await text()).toBe(before)
    await fail(room, false)
    room.clock.pass(10_000)
    await room.desk.rooms.queue.settled()
    // What was on its way when the disk failed may be on disk now: then it is there whole.
    const again = await importInto(asks, id)
    expect([200, 409]).toContain(again.status)
    expect((await text()).match(/never sleeps/g)).toHaveLength(400)
  })

  test('[PER-04] while people sign in: they are told, and whoever is in already reads on', async () => {
    const room = await scene()
    const [ana, ben] = [await room.person('Ana', 'editor'), await room.person('Ben', 'writer')]
    await newStory(ana.asks, { headline: 'Kept' })
    // So long that reading would also prolong the sign-in.
    room.clock.pass(2 * DAY)
    await fail(room, true)
    const signIn = () => room.stranger('POST', '/api/session', { json: { email: 'ben@example.org', password: PASSWORD } })
    let answer = await signIn()
    for (let i = 0; i < 200 && answer.status === 200; i++) answer = await signIn()
    expect([answer.status, answer.problem, answer.headers.get('set-cookie')]).toEqual([503, 'not-saved', null])
    expect(await headlines(ben.asks)).toEqual(['Kept'])
    await fail(room, false)
    expect((await signIn()).status).toBe(200)
  })
})
