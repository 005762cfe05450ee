/** The pages beside the public site: the desk's shell and its files out of `dist`, and what says that there is nothing. */
import { createHash } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { PAGES } from './code.ts'
import type { Desk } from './context.ts'
import { PROBLEMS, titleOf, type ProblemName } from './problems.ts'
import type { Env } from './routes/edge.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const WORTH_PACKING = /^(text\/|application\/|image\/svg)/

/** Vite puts a hash of what is in them into the names of these: they never change. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'

export function pageRoutes(_desk: Desk, dist = PAGES): Hono<Env> {
  const app = new Hono<Env>()
  const built = new Built(dist)

  app.get('/front.css', (c) => c.body(FRONT_CSS, 200, { 'content-type': TYPES['.css']!, 'cache-control': ASK_FIRST }))

  // The type of every problem is the address of what it means.
  app.get('/problems/:name', (c) => {
    const name = c.req.param('name')
    if (!isProblem(name)) return notFoundPage()
    const [status, when] = PROBLEMS[name]
    return c.html(
      page(
        titleOf(name),
        html`<p>${when}</p>
          <p>Answered with the HTTP status ${status}.</p>`,
      ),
    )
  })

  const shell = async (c: Context<Env>) => (await answer(c, await built.file('index.html'), ASK_FIRST)) ?? notBuiltPage()
  app.get('/desk', shell)
  // The same, asking at once for what a story needs.
  app.get('/desk/story/:id', async (c) => (await answer(c, await built.file('story.html'), ASK_FIRST)) ?? shell(c))
  app.get(
    '/desk/assets/:name',
    async (c) => (await answer(c, await built.file(`assets/${c.req.param('name')}`), FOR_EVER)) ?? notFoundPage(),
  )
  app.get('/desk/*', async (c) => {
    const name = c.req.path.slice('/desk/'.length)
    // Every other address under the desk is a screen of its own, known to the client.
    const file = name === 'index.html' ? null : await built.file(name)
    return (await answer(c, file, ASK_FIRST)) ?? shell(c)
  })
  return app
}

type File = { bytes: Buffer<ArrayBuffer>; type: string; etag: string; packed: Map<'br' | 'gzip', Promise<Buffer<ArrayBuffer>>> }

/**
 * The built client, read whole into memory. A file is served because it was found in the folder, never
 * because a path led to it: there is no road from an address to anything else on the disk.
 */
class Built {
  private files = new Map<string, File>()
  private readAt = -1

  constructor(private readonly dist: string) {}

  async file(name: string): Promise<File | null> {
    const changed = await stat(join(this.dist, 'index.html')).then(
      (found) => found.mtimeMs,
      () => null,
    )
    if (changed === null) return null
    if (changed !== this.readAt) {
      this.files = await readAll(this.dist)
      this.readAt = changed
    }
    return this.files.get(name) ?? null
  }
}

async function readAll(dist: string): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || entry.name.startsWith('.') || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    files.set(relative(dist, path).replaceAll(sep, '/'), { bytes, type, etag, packed: new Map() })
  }
  return files
}

async function answer(c: Context<Env>, file: File | null, cacheControl: string): Promise<Response | null> {
  if (file === null) return null
  const accepted = WORTH_PACKING.test(file.type) ? (c.req.header('accept-encoding') ?? '') : ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': cacheControl,
    etag: `"${file.etag}${encoding === null ? '' : `-${encoding}`}"`,
    vary: 'accept-encoding',
  }
  if (c.req.header('if-none-match')?.split(/,\s*/).includes(headers.etag!)) return c.body(null, 304, headers)
  if (encoding === null) return c.body(file.bytes, 200, headers)
  return c.body(await packed(file, encoding), 200, { ...headers, 'content-encoding': encoding })
}

/** Packed once, at the first asking. */
function packed(file: File, encoding: 'br' | 'gzip'): Promise<Buffer<ArrayBuffer>> {
  let bytes = file.packed.get(encoding)
  if (bytes === undefined) {
    bytes =
      encoding === 'br'
        ? promisify(brotliCompress)(file.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
        : promisify(gzip)(file.bytes, { level: 9 })
    file.packed.set(encoding, bytes)
  }
  return bytes
}

/** A plain page of ours, outside the desk. */
export function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/front.css" />
      </head>
      <body>
        <header><h1>${title}</h1></header>
        <main>${body}</main>
        <footer><a href="/desk">The desk</a></footer>
      </body>
    </html>`
}

const isProblem = (name: string): name is ProblemName => Object.hasOwn(PROBLEMS, name)

function plain(status: number, title: string, body: ReturnType<typeof html>): Response {
  return new Response(String(page(title, body)), { status, headers: { 'content-type': TYPES['.html']! } })
}

export function notFoundPage(): Response {
  return plain(404, 'Not here', html`<p>There is no page under this address.</p>`)
}

function notBuiltPage(): Response {
  return plain(
    503,
    'The desk is not built',
    html`<p>The server runs, but the pages of the desk are missing.</p>
      <p>Run <code>npm run build</code>, then load this page again. No story is affected.</p>`,
  )
}

/** The galley's type in plain system fonts: nothing to load before the first word. */
const FRONT_CSS = `:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfcf9, #16181b);
  --ink: light-dark(#1b1a17, #e9e7e1);
  --ink-2: light-dark(#5d5a52, #a5a299);
  --rule: light-dark(#dedad0, #2c3035);
  --accent: light-dark(#1f4fa3, #86aef5);
}
body {
  margin: 0 auto;
  max-width: 40rem;
  padding: 48px 24px;
  background: var(--paper);
  color: var(--ink);
  font: 19px/1.58 "Newsreader Variable", "Iowan Old Style", "Palatino Linotype", Georgia, serif;
}
header { border-bottom: 1px solid var(--rule); }
h1 { margin: 0 0 12px; font-size: 2.2rem; font-weight: 500; line-height: 1.15; letter-spacing: -0.01em; overflow-wrap: anywhere; }
main { padding: 24px 0 72px; color: var(--ink-2); }
footer { font: 13px/1.45 Inter, system-ui, sans-serif; }
a { color: var(--accent); display: inline-block; padding: 12px 0; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code { font-size: 0.85em; }
button { margin-top: 12px; padding: 10px 20px; border: 0; border-radius: 6px; background: var(--accent); color: var(--paper); font: 600 15px/1.45 Inter, system-ui, sans-serif; cursor: pointer; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`
