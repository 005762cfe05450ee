/** Setting up targets: who may, what is told to whom, and that a secret never comes out again. */
import { describe, expect, test } from 'vitest'
import type { Target } from '../../shared/shapes/targets.ts'
import type { Role } from '../../shared/can.ts'
import { scene, type Asks } from '../routes/scene.ts'
import { GhostStandIn } from './ghost-stand-in.ts'

const KEY = `${'5f'.repeat(12)}:${'a1'.repeat(32)}`
const HOOK = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const GHOST = { kind: 'ghost', name: 'Ghost', config: { url: 'https://ghost.example/ghost/#/site' }, secret: KEY }

async function aDesk() {
  const room = await scene()
  const as = async (name: string, role: Role) => (await room.person(name, role)).asks
  const oda = await as('Oda', 'owner')
  const add = (json: object) => oda<Target>('POST', '/api/targets', { json })
  return { room, as, oda, add }
}
const list = async (asks: Asks) => (await asks<{ targets: Target[] }>('GET', '/api/targets')).body.targets

describe('a secret', () => {
  test('goes in and never comes out, by no route and in no row', async () => {
    const { room, oda, add } = await aDesk()
    const { body, text } = await add({ ...GHOST, config: { url: 'https://ghost.example/ghost/' } })
    expect(body).toMatchObject({ hasSecret: true, config: { url: 'https://ghost.example' }, on: true, tested: null })
    const texts = [text]
    for (const [method, path, json] of [
      ['GET', '/api/targets', undefined],
      ['PATCH', `/api/targets/${body.id}`, { name: 'Other' }],
      ['POST', `/api/targets/${body.id}/test`, undefined],
    ] as const)
      texts.push((await oda(method, path, json === undefined ? {} : { json })).text)
    const rows = JSON.stringify(await room.db.selectFrom('targets').selectAll().execute())
    for (const one of [...texts, rows]) expect(one).not.toMatch(/a1a1a1|5f5f5f/)
  })

  test('is sent to no other address, and as nobody else, without being given again', async () => {
    const { oda, add } = await aDesk()
    const { body } = await add({ ...GHOST, config: { url: 'https://ghost.example' } })
    const moved = (json: object) => oda<Target>('PATCH', `/api/targets/${body.id}`, { json })
    expect((await moved({ config: { url: 'https://evil.example' } })).text).toContain('Give the secret again')
    expect((await moved({ config: { url: 'https://ghost.example:8443' } })).status).toBe(422)
    expect((await moved({ config: { url: 'https://ghost.example/blog' } })).body.config.url).toBe('https://ghost.example/blog')
    expect((await moved({ config: { url: 'https://other.example' }, secret: KEY })).body.config.url).toBe('https://other.example')
    const press = await add({ kind: 'wordpress', name: 'WP', config: { url: 'https://wp.example', user: 'desk' }, secret: 'abcd efgh ijkl mnop' }) // prettier-ignore
    const asBoss = await oda('PATCH', `/api/targets/${press.body.id}`, { json: { config: { user: 'boss' } } })
    expect(asBoss.text).toContain('Give the secret again')
  })

  test('locked with another key, the target says so and everything else works', async () => {
    const { room, oda, add } = await aDesk()
    const { body } = await add({ ...GHOST, config: { url: 'https://ghost.example' } })
    await room.db
      .updateTable('targets')
      .set({ secret: Buffer.alloc(80, 1) })
      .execute()
    const tested = await oda<Target>('POST', `/api/targets/${body.id}/test`)
    expect(tested.body.tested).toMatchObject({ ok: false, says: expect.stringContaining('another key') })
    expect((await oda('PATCH', `/api/targets/${body.id}`, { json: { secret: KEY } })).status).toBe(200)
  })
})

test('SSRF what leads inside is refused when it is typed in; whoever allows it says so for that target', async () => {
  const { oda, add } = await aDesk()
  const hook = (url: string, allowPrivate = false) =>
    add({ kind: 'webhook', name: 'x', config: { url, allowPrivate }, secret: HOOK })
  for (const url of [
    'https://127.0.0.1/x',
    'https://[::1]/',
    'https://2130706433',
    'http://hook.example',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    'https://a:b@hook.example',
    '',
  ])
    expect((await hook(url)).problem, url).toBe('invalid-field')
  for (const url of ['https://169.254.169.254/latest', 'http://8.8.8.8/'])
    expect((await hook(url, true)).problem, url).toBe('invalid-field')
  const inside = await hook('http://127.0.0.1:8080/hook', true)
  expect(inside.status).toBe(201)
  const closed = await oda('PATCH', `/api/targets/${inside.body.id}`, { json: { config: { allowPrivate: false } } })
  expect(closed.problem).toBe('invalid-field')
})

test('each kind takes only what it knows, and says what is wrong with the rest', async () => {
  const { add } = await aDesk()
  const wrong: [object, string][] = [
    [{ ...GHOST, config: { url: 'https://ghost.example' }, secret: 'nonsense' }, 'Admin API key'],
    [{ ...GHOST, config: { url: 'https://ghost.example' }, secret: '' }, 'Admin API key'],
    [{ kind: 'wordpress', name: 'x', config: { url: 'https://wp.example', user: '' }, secret: 'abcd efgh ijkl mnop' }, 'user'],
    [{ kind: 'webhook', name: 'x', config: { url: 'https://hook.example' }, secret: 'whsec_short' }, 'whsec_'],
    [{ kind: 'folder', name: 'x', config: { folder: '/etc' } }, 'SITE_FOLDERS'],
    [{ ...GHOST, name: ' ' }, 'name'],
  ]
  for (const [json, says] of wrong) {
    const { problem, text } = await add(json)
    expect([problem, text.includes(says)], text).toEqual(['invalid-field', true])
  }
})

test('owners set targets up; who writes sees which there are and no more; others nothing', async () => {
  const { as, add, oda } = await aDesk()
  const { body } = await add({ ...GHOST, config: { url: 'https://ghost.example' } })
  const [eda, wim] = [await as('Eda', 'editor'), await as('Wim', 'writer')]
  for (const asks of [eda, wim]) expect(await list(asks)).toEqual([{ ...body, config: {}, hasSecret: false }])
  for (const role of ['checker', 'guest'] as const) expect((await (await as(role, role))('GET', '/api/targets')).status).toBe(403)
  for (const [method, path] of [
    ['POST', ''],
    ['PATCH', `/${body.id}`],
    ['DELETE', `/${body.id}`],
    ['POST', `/${body.id}/test`],
  ] as const)
    expect((await eda(method, `/api/targets${path}`, { json: {} })).status, method).toBe(403)
  const off = await oda<Target>('PATCH', `/api/targets/${body.id}`, { json: { on: false } })
  expect(off.body.on).toBe(false)
  expect((await oda('DELETE', `/api/targets/${body.id}`)).status).toBe(204)
  expect(await list(oda)).toEqual([])
  expect((await oda('DELETE', `/api/targets/${body.id}`)).problem).toBe('no-target')
  expect((await oda('POST', `/api/targets/${body.id}/test`)).problem).toBe('no-target')
})

test('a test says in words how it went, and the list remembers', async () => {
  const { room, oda, add } = await aDesk()
  const ghost = await GhostStandIn.open(() => room.clock.now())
  const { body } = await add({ kind: 'ghost', name: 'Ours', config: { url: ghost.url, allowPrivate: true }, secret: ghost.key })
  const tested = await oda<Target>('POST', `/api/targets/${body.id}/test`)
  expect(tested.body.tested).toEqual({ at: room.clock.now(), ok: true, says: expect.stringContaining('takes the key') })
  expect((await list(oda))[0]!.tested).toEqual(tested.body.tested)
  expect(ghost.posts).toEqual([])
})
