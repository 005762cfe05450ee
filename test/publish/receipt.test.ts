/** `npm run receipt`: what the site serves is what was approved, or the command says where it is not and fails. */
import { expect, test } from 'vitest'
import { receiptCommand, type Ask } from '../../server/publish/receipt-command.ts'
import { press, type Press } from './press.ts'

const asks =
  ({ reads }: Press): Ask =>
  (url) =>
    reads(new URL(url).pathname.slice(1))
const receipt = (room: Press, ask = asks(room)) => receiptCommand(room.db, 'http://localhost:4400', ask)

test('[P6] every story on the site has the bytes of its receipt; a withdrawn one is gone', async () => {
  const room = await press()
  const { ana, ready, clock } = room
  const [one, two] = [await ready('The harbour'), await ready('The pier')]
  await ready('Not out')
  await ana.publishes(one)
  await ana.publishes(two)
  clock.pass(1000)
  await ana.publishes(two, { kind: 'kill' })
  const { lines, isRight } = await receipt(room)
  expect(isRight).toBe(true)
  expect(lines).toEqual([
    expect.stringMatching(/^right {2}\/the-harbour, edition 1: [0-9a-f]{64}$/),
    expect.stringMatching(/^right {2}\/the-pier, edition 2: [0-9a-f]{64}$/),
    '2 stories: every one is as it was approved.',
  ])
})

test('[P6] settings of the site change the frame around a story, never the story', async () => {
  const room = await press()
  const { ana, ready } = room
  await ana.publishes(await ready('The harbour'))
  const site = await ana.asks('PATCH', '/api/newsroom/site', { json: { footer: 'Made on the quay.' } })
  expect(site.status, site.text).toBe(200)
  expect((await room.reads('the-harbour')).text).toContain('Made on the quay.')
  const { lines, isRight } = await receipt(room)
  expect(isRight).toBe(true)
  expect(lines[0]).toContain('in the frame of settings that changed since')
})

test('[P6] one letter that is another, a page that is not there, and a site that does not answer are found', async () => {
  const room = await press()
  const { ana, ready } = room
  await ana.publishes(await ready('The harbour'))
  const right = asks(room)
  const wrong = async (ask: Ask) => {
    const { lines, isRight } = await receipt(room, ask)
    expect(isRight).toBe(false)
    expect(lines.at(-1)).toBe('1 story: 1 not as approved.')
    return lines[0]
  }
  const other: Ask = async (url) => {
    const { status, text } = await right(url)
    return { status, text: text.replace('opened on Monday', 'opened on monday') }
  }
  expect(await wrong(other)).toMatch(/^WRONG {2}\/the-harbour, edition 1: approved was [0-9a-f]{64}, served is [0-9a-f]{64}$/)
  expect(await wrong(async () => ({ status: 404, text: '' }))).toContain('answers 404 and not 200')
  expect(await wrong(() => Promise.reject(new Error('connect ECONNREFUSED')))).toContain('does not answer (connect ECONNREFUSED)')
})
