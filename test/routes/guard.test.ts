import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Env } from '../../server/routes/edge.ts'
import { guard } from '../../server/routes/guard.ts'
import { pageRoutes } from '../../server/pages.ts'
import { originAllowed } from '../../server/person.ts'
import { PROBLEMS } from '../../server/problems.ts'
import { newStory, PASSWORD, scene, type Scene } from './scene.ts'

/** Sends a path as it is written, as no client library would. */
async function listening(
  room: Pick<Scene, 'app' | 'wss'>,
): Promise<(path: string, headers?: Record<string, string>) => Promise<{ status: number; text: string }>> {
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: room.app.fetch, port: 0, hostname: '127.0.0.1', websocket: { server: room.wss } }, (info) =>
      resolve(info.port),
    )
    onTestFinished(() => void server.close())
  })
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      })
      asked.on('error', reject)
      asked.end()
    })
}

/** A built client of our own making, with a secret beside it. */
async function built() {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-dist-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dist = join(folder, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '"a secret"')
  writeFileSync(join(dist, '.env'), 'a secret')
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>The shell</title>')
  writeFileSync(join(dist, 'assets', 'main-a1b2.js'), `export const long = '${'words '.repeat(500)}'`)
  writeFileSync(join(dist, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const room = await scene()
  const app = new Hono<Env>()
  app.use(guard(room.desk))
  app.route('/', pageRoutes(room.desk, dist))
  return { app, dist, wss: room.wss }
}

const config = (publicUrl: string | null) => ({
  port: 4400,
  host: 'localhost',
  dataDir: 'data',
  publicUrl,
  mail: null,
  siteFolders: [],
  key: null,
  demo: false,
})

describe('pages of other sites', () => {
  test('[AUT-03] only our own page may speak for a person', () => {
    const home = config(null)
    expect(originAllowed(home, 'http://localhost:4400', 'localhost:4400')).toBe(true)
    expect(originAllowed(home, undefined, 'localhost:4400')).toBe(true)
    const foreign = [
      'null',
      '',
      'https://evil.example',
      'http://localhost',
      'http://localhost:5173',
      'http://localhost:4400.evil.example',
      'file://',
      'http://localhost:4400/',
    ]
    for (const origin of foreign) expect(originAllowed(home, origin, 'localhost:4400'), origin).toBe(false)

    const site = config('https://news.example')
    expect(originAllowed(site, 'https://news.example', '10.0.0.7:4400')).toBe(true)
    for (const origin of ['http://news.example', 'https://news.example.evil.com', 'https://evil.example'])
      expect(originAllowed(site, origin, 'news.example'), origin).toBe(false)
  })

  test('an unsafe request from one changes nothing, JSON or not', async () => {
    const { person } = await scene()
    const ana = await person('Ana', 'owner')
    const story = await newStory(ana.asks, { headline: 'Kept' })
    for (const origin of ['https://evil.example', 'null'])
      for (const [method, path] of [
        ['DELETE', `/api/stories/${story.id}`],
        ['PATCH', `/api/stories/${story.id}`],
        ['POST', '/api/stories'],
        ['DELETE', '/api/session'],
      ] as const) {
        const answer = await ana.asks(method, path, { json: { headline: 'Gone' }, headers: { origin } })
        expect([answer.status, answer.problem], `${method} ${path}`).toEqual([403, 'foreign-origin'])
      }
    expect((await ana.asks('GET', `/api/stories/${story.id}`)).body.headline).toBe('Kept')
    const own = await ana.asks('PATCH', `/api/stories/${story.id}`, {
      json: { headline: 'New' },
      headers: { origin: 'http://localhost' },
    })
    expect(own.status).toBe(200)
  })
})

describe('what is sent', () => {
  test('is refused with a name when it is no JSON, of another type, too large or misses a field', async () => {
    const { person } = await scene()
    const { asks } = await person('Ana', 'owner')
    const json = { 'content-type': 'application/json' }
    const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) => {
      const answer = await asks<{ detail: string }>('POST', '/api/stories', { body, headers })
      return [answer.status, answer.problem, answer.body.detail]
    }
    expect((await post('{"headline": ')).slice(0, 2)).toEqual([400, 'bad-json'])
    expect((await post(new Uint8Array([0x22, 0xff, 0x22]))).slice(0, 2)).toEqual([400, 'bad-json'])
    expect((await post('{}', { 'content-type': 'text/plain' })).slice(0, 2)).toEqual([415, 'wrong-type'])
    expect((await post('{}', {})).slice(0, 2)).toEqual([415, 'wrong-type'])
    expect((await post(`{"headline":"${'a'.repeat(1024 * 1024)}"}`)).slice(0, 2)).toEqual([413, 'too-large'])
    expect((await post('{}', { ...json, 'content-length': '99999999' })).slice(0, 2)).toEqual([413, 'too-large'])
    const [status, problem, detail] = await post('{"headline": 7}')
    expect([status, problem]).toEqual([422, 'invalid-field'])
    expect(detail).toMatch(/^headline: /)
    expect((await post('[]')).slice(0, 2)).toEqual([422, 'invalid-field'])
    expect((await post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).slice(0, 2)).toEqual([422, 'invalid-field'])
  })

  test('[XSS-07] a __proto__ in it makes nobody anything', async () => {
    const { person } = await scene()
    const { asks } = await person('Wim', 'writer')
    const answer = await asks('POST', '/api/stories', {
      body: '{"headline":"x","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(201)
    expect('isAdmin' in {}).toBe(false)
  })

  test('a name holds no half characters and nothing that turns the text around it', async () => {
    const { person } = await scene()
    const ana = await person('Ana', 'owner')
    const rename = async (name: string) => (await ana.asks('PATCH', `/api/people/${ana.person.id}`, { json: { name } })).status
    for (const name of ['', '   ', 'A\nB', 'A\u202eB', 'A\u0000B', '\ud83d', 'x'.repeat(81)])
      expect(await rename(name), JSON.stringify(name)).toBe(422)
    for (const name of ['آنا رییس', '林 美咲', 'Ana 🐈', "O'Neill-Łęcka"]) expect(await rename(name), name).toBe(200)
  })
})

describe('every answer', () => {
  test('carries the headers that keep it from doing harm', async () => {
    const { stranger } = await scene()
    for (const path of ['/', '/api/health', '/api/people', '/api/nowhere', '/nowhere', '/api/openapi.json']) {
      const { headers } = await stranger('GET', path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toContain("default-src 'none'")
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy, path).not.toMatch(/unsafe|\*|https?:/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('access-control-allow-origin')).toBeNull()
      if (path.startsWith('/api')) expect(headers.get('cache-control'), path).toBe('no-store')
    }
  })

  test('to a bug says so and nothing of it', async () => {
    const { person, db } = await scene()
    const { asks } = await person('Ana', 'owner')
    await db.schema.dropTable('story_people').execute()
    await db.schema.alterTable('stories').dropColumn('dek').execute()
    const answer = await asks('GET', '/api/stories')
    expect([answer.status, answer.problem]).toEqual([500, 'internal-error'])
    expect(answer.text).not.toMatch(/dek|column|sqlite|\.ts/i)
  })

  test('under /api is a problem, elsewhere a page, where nothing is', async () => {
    const { stranger } = await scene()
    expect((await stranger('GET', '/api/nowhere')).problem).toBe('not-found')
    expect((await stranger('PUT', '/api/stories')).problem).toBe('not-found')
    const page = await stranger('GET', '/nowhere')
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

describe('spelling', () => {
  test('[AUT-08, AUT-11] no spelling of a path gets past asking who it is', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'owner')
    await newStory(ana.asks, { headline: 'Unseen' })
    const get = await listening(room)
    const spellings = [
      '/api/stories',
      '//api/stories',
      '/api//stories',
      '/%61pi/stories',
      '/api%2fstories',
      '/%2Fapi/stories',
      '/./api/stories',
      '/x/../api/stories',
    ]
    spellings.push(
      '/api/./stories',
      '/api/stories/',
      '/api/stories/.',
      '/API/stories',
      '/api\\stories',
      '/api%5cstories',
      '/desk/../api/stories',
      '/api/stories%00',
    )
    for (const path of spellings) {
      const unknown = await get(path)
      expect([400, 401, 404], path).toContain(unknown.status)
      expect(unknown.text, path).not.toContain('Unseen')
      const known = await get(path, { cookie: ana.cookie })
      // Known or not is the only difference that a spelling may make.
      expect(known.status === 200 ? unknown.status : known.status, path).toBe(unknown.status)
    }
    expect((await get('/api/stories', { cookie: ana.cookie })).text).toContain('Unseen')
  })

  test('[DOS-15] an endless preflight header is nobody’s work', async () => {
    const { stranger } = await scene()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        stranger('OPTIONS', '/api/stories', {
          headers: { origin: 'https://evil.example', 'access-control-request-headers': `a,${' '.repeat(15_000)}b` },
        }),
      ),
    )
    for (const { status, headers } of answers) {
      expect(status).toBe(404)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('pages', () => {
  test('the front says whose it is, without a script, and user words stay words', async () => {
    const { person } = await scene()
    const { asks } = await person('Ana', 'owner')
    expect((await asks('PATCH', '/api/newsroom', { json: { name: '<script>alert(1)</script> & Co' } })).status).toBe(200)
    const front = await asks('GET', '/')
    expect(front.status).toBe(200)
    expect(front.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co')
    expect(front.text).not.toMatch(/<script|style=|<style|\son\w+=/i)
    expect(Buffer.byteLength(front.text)).toBeLessThan(2000)
    expect((await asks('GET', '/front.css')).headers.get('content-type')).toContain('text/css')
  })

  test('every address of the desk is the shell; its files come with the right to be kept', async () => {
    const { app } = await built()
    for (const path of ['/desk', '/desk/', '/desk/story/abc', '/desk/people', '/desk/sign-in']) {
      const shell = await app.request(path)
      expect(await shell.text(), path).toContain('The shell')
      expect(shell.headers.get('cache-control')).toBe('no-cache')
      expect(shell.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
    const script = await app.request('/desk/assets/main-a1b2.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('content-encoding')).toBe('br')
    expect((await script.arrayBuffer()).byteLength).toBeLessThan(500)
    const again = await app.request('/desk/assets/main-a1b2.js', {
      headers: { 'accept-encoding': 'gzip, br', 'if-none-match': script.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect((await app.request('/desk/mark.svg')).headers.get('content-type')).toBe('image/svg+xml')
    expect((await app.request('/desk/assets/main-old.js')).status).toBe(404)
  })

  test('[UPL-03, UPL-04] no path leads out of the built client, nor to a dotfile', async () => {
    const get = await listening(await built())
    const paths = [
      '/desk/../package.json',
      '/desk/..%2fpackage.json',
      '/desk/%2e%2e/package.json',
      '/desk/..%5cpackage.json',
      '/desk/assets/../../package.json',
    ]
    paths.push(
      '/desk/assets/..%2f..%2fpackage.json',
      '/desk/assets/%2e%2e%2f%2e%2e%2fpackage.json',
      '/desk/.env',
      '/desk/%2eenv',
      '/desk/assets/..%2f.env',
      '/desk//.env',
    )
    for (const path of paths) expect((await get(path)).text, path).not.toContain('a secret')
    for (const path of ['/desk/assets/..%2f.env', '/desk/assets/..%5c..%5cpackage.json', '/desk/../package.json'])
      expect((await get(path)).status, path).toBeGreaterThanOrEqual(400)
  })

  test('a desk that is not built says what to do', async () => {
    const room = await scene()
    const app = pageRoutes(room.desk, join(room.dataDir, 'no-dist'))
    const answer = await app.request('/desk')
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('npm run build')
  })
})

describe('the description', () => {
  type Operation = {
    summary?: string
    tags?: string[]
    responses?: Record<string, { description?: string }>
    requestBody?: unknown
  }
  type Description = {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, unknown> }
  }

  test('names every route, with what it answers and its problems, and nothing that is not there', async () => {
    const room = await scene()
    const { body } = await room.stranger<Description>('GET', '/api/openapi.json')
    expect(body.openapi).toMatch(/^3\.1\./)
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const routed = room.app.routes
      .filter(({ path, method }) => path.startsWith('/api/') && path !== '/api/openapi.json' && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(new Set(described)).toEqual(new Set(routed))

    for (const [path, methods] of Object.entries(body.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const name = `${method} ${path}`
        expect(operation.summary, name).toBeTruthy()
        expect(operation.tags, name).toHaveLength(1)
        const answers = Object.keys(operation.responses ?? {})
        expect(
          answers.filter((status) => status.startsWith('2')),
          name,
        ).toHaveLength(1)
        expect(answers, name).toContain('500')
        if (
          !operation.responses?.['401'] &&
          !['/api/health', '/api/setup', '/api/session', '/api/session/link', '/api/links/look', '/api/links/enter'].includes(
            path,
          )
        )
          throw new Error(`${name} does not say that one must be signed in`)
      }
    const text = JSON.stringify(body)
    for (const [, ref] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(body.components.schemas).toHaveProperty(ref!)
  })

  test('a problem that is answered is a problem that is described', async () => {
    const { stranger } = await scene()
    const answer = await stranger('POST', '/api/session', { json: { email: 'a@b.example', password: PASSWORD } })
    expect(PROBLEMS).toHaveProperty(answer.problem ?? 'none')
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    const meaning = await stranger('GET', String(answer.body.type))
    expect(meaning.status).toBe(200)
    expect(meaning.text).toContain(PROBLEMS['wrong-password'][1])
    expect((await stranger('GET', '/problems/constructor')).status).toBe(404)
    expect(answer.body).toMatchObject({ type: '/problems/wrong-password', title: 'Wrong password', status: 401 })
  })
})
