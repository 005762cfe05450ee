/** Webhooks, heard by a receiver that checks every message with the package of the Standard Webhooks themselves. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { webhookAdapter } from '../../server/targets/webhook.ts'
import { aWay, content, HARBOUR, p, parcel, paywall, picture, remoteOf } from './parcels.ts'

type Heard = { id: string; type: string; data: Record<string, unknown> }

async function aReceiver(secret: string) {
  const heard: Heard[] = []
  const says = { status: 204, body: '', headers: {} as Record<string, string> }
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await read(request)
    const headers = request.headers as Record<string, string>
    try {
      const message = new Webhook(secret).verify(body, headers) as Omit<Heard, 'id'>
      heard.push({ id: headers['webhook-id']!, type: message.type, data: message.data })
      response.writeHead(says.status, says.headers).end(says.body)
    } catch (error) {
      response.writeHead(401).end(String(error))
    }
  }
  const server = createServer((request, response) => void hear(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { heard, says, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/SECRET` }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function aHook() {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const receiver = await aReceiver(secret)
  const way = aWay()
  // The package checks against the machine’s own clock.
  way.now = () => Date.now()
  return { ...receiver, way, secret, adapter: webhookAdapter(way, { url: receiver.url }, secret) }
}

test('every kind of edition is one signed message that says what readers get', async () => {
  const { adapter, heard } = await aHook()
  const blocks = [p('Free.'), picture(HARBOUR), paywall(), p('Paid for.')]
  const members = content(blocks, { visibility: 'members' })
  const note = { label: 'correction' as const, wrong: 'Six.', right: 'Seven.', atTop: true, at: 1_780_000_000_000 }
  const remote = remoteOf(await adapter.deliver(parcel({ content: members })))
  for (const [kind, number] of [
    ['update', 2],
    ['correction', 3],
    ['kill', 4],
    ['return', 5],
  ] as const)
    remoteOf(
      await adapter.deliver(parcel({ id: `parcel-${number}`, kind, number, content: members, notes: [note], before: remote })),
    )
  expect(heard.map(({ id, type }) => [id, type])).toEqual([
    ['parcel-1', 'story.published'],
    ['parcel-2', 'story.updated'],
    ['parcel-3', 'story.corrected'],
    ['parcel-4', 'story.killed'],
    ['parcel-5', 'story.returned'],
  ])
  const [first, , third, killed] = heard.map(({ data }) => data)
  expect(first).toMatchObject({
    story: 'story-1',
    edition: 1,
    kind: 'first',
    url: 'https://news.example/the-last-ferryman',
    visibility: 'members',
    content: { headline: 'The last ferryman', path: 'the-last-ferryman' },
    pictures: [{ url: 'https://news.example/pictures/harbourPicture0001-1x1/1.webp', alt: 'The harbour at noon' }],
  })
  expect(String(first!.html)).toContain('Paid for.')
  expect(String(first!.preview)).toContain('Free.')
  expect(String(first!.preview)).not.toContain('Paid for.')
  expect(third!.notes).toEqual([{ ...note, at: '2026-05-28T20:26:40.000Z' }])
  expect(killed).toMatchObject({ content: null, html: null, preview: null, pictures: [] })
  expect(JSON.stringify(killed)).not.toContain('ferryman has')
  expect(await adapter.compare(parcel(), remote)).toBe(null)
})

test('the same edition has the same id at every try, and its own time', async () => {
  const { adapter, heard, says, way } = await aHook()
  says.status = 500
  expect((await adapter.deliver(parcel())).outcome).toBe('again')
  says.status = 200
  const started = Date.now()
  way.now = () => started + 60_000
  remoteOf(await adapter.deliver(parcel({ isRetry: true })))
  expect(heard.map(({ id }) => id)).toEqual(['parcel-1', 'parcel-1'])
})

test('410 switches the target off; a redirect is not followed; anything else is tried again, and said without the path', async () => {
  const { adapter, says } = await aHook()
  const cases: [number, object][] = [
    [410, { outcome: 'no', off: true }],
    [302, { outcome: 'no' }],
    [400, { outcome: 'again' }],
    [401, { outcome: 'again' }],
    [404, { outcome: 'again' }],
    [429, { outcome: 'again', afterMs: 120_000 }],
    [502, { outcome: 'again', afterMs: 120_000 }],
  ]
  for (const [status, outcome] of cases) {
    Object.assign(says, { status, body: 'Not\u202e <b>now</b>', headers: { location: 'https://elsewhere.example/x', 'retry-after': '120' } }) // prettier-ignore
    const sent = await adapter.deliver(parcel())
    expect(sent, String(status)).toMatchObject(outcome)
    expect('says' in sent && sent.says).not.toMatch(/SECRET|<b>|\u202e/)
  }
})

test('[P10] whatever a receiver answers, it is read in a moment', async () => {
  const { adapter, says } = await aHook()
  for (const sign of ['<', '<a href="', '<!--', '\n', '&']) {
    Object.assign(says, { status: 500, body: sign.repeat(2_000_000 / sign.length) })
    const before = performance.now()
    expect(await adapter.deliver(parcel()), sign).toMatchObject({ outcome: 'again' })
    expect(performance.now() - before, sign).toBeLessThan(3000)
  }
})

test('a test is a message of its own type; a receiver with another secret says no', async () => {
  const { adapter, heard, way, url } = await aHook()
  expect(await adapter.test()).toMatchObject({ ok: true, says: expect.stringContaining('took the test (204)') })
  expect(heard[0]).toMatchObject({ type: 'test', data: { newsroom: { name: 'The Holm Courier' } } })
  const other = webhookAdapter(way, { url }, `whsec_${randomBytes(24).toString('base64')}`)
  expect(await other.test()).toMatchObject({ ok: false, says: expect.stringContaining('401') })
})
