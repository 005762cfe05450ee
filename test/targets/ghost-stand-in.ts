/**
 * A stand-in for Ghost's Admin API, written from its documented behaviour; Ghost itself does not run here. Strict: what Ghost
 * would let pass by ignoring it (an unknown field or parameter, a missing version) is refused, so that nothing is sent by
 * mistake. Like Ghost it gives text back in markup of its own.
 */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type StandInPost = {
  id: string
  title: string
  html: string
  slug: string
  status: 'draft' | 'published' | 'scheduled'
  visibility: string
  updated_at: string
  published_at: string | null
  tags: { name: string; slug: string }[]
  email: { status: string } | null
  authors: string[]
} & Record<string, unknown>

type Trouble = 'answer lost' | 'breaks before' | number | { location: string }
type Answer = { status: number; json: unknown; headers?: Record<string, string> }

const FIELDS = new Set([
  'title', 'html', 'slug', 'status', 'custom_excerpt', 'visibility', 'tags', 'meta_title', 'meta_description', 'og_title',
  'twitter_title', 'feature_image', 'feature_image_alt', 'feature_image_caption', 'canonical_url', 'published_at', 'updated_at',
]) // prettier-ignore
const LONGEST: Record<string, number> = { title: 255, custom_excerpt: 300, meta_title: 300, meta_description: 500, og_title: 300, twitter_title: 300, feature_image_alt: 191 } // prettier-ignore
const QUERY: Record<string, ReadonlySet<string>> = {
  'GET posts/': new Set(['filter', 'order', 'limit', 'formats', 'include', 'fields']),
  'GET posts/:id/': new Set(['formats', 'include', 'fields']),
  'POST posts/': new Set(['source', 'formats', 'include']),
  'PUT posts/:id/': new Set(['source', 'formats', 'include', 'newsletter', 'email_segment']),
  'GET site/': new Set(),
  'GET newsletters/': new Set(['limit', 'filter']),
  'POST images/upload/': new Set(),
}

export class GhostStandIn {
  readonly key = `${'5f'.repeat(12)}:${'a1'.repeat(32)}`
  readonly posts: StandInPost[] = []
  /** Who was mailed what, in the order it went. */
  readonly mails: { post: string; newsletter: string; segment: string }[] = []
  readonly images: { url: string; type: string; size: number }[] = []
  readonly requests: string[] = []
  /** What goes wrong with the next request of this kind, e.g. `PUT posts/:id/`. */
  readonly troubles = new Map<string, Trouble>()
  private readonly server: Server
  private saved = 0

  private constructor(private readonly now: () => number) {
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  static async open(now: () => number): Promise<GhostStandIn> {
    const ghost = new GhostStandIn(now)
    await new Promise<void>((resolve) => ghost.server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      ghost.server.closeAllConnections()
      ghost.server.close()
    })
    return ghost
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Somebody saves a post in Ghost's own editor. */
  edit(post: StandInPost, change: Partial<StandInPost>): void {
    Object.assign(post, change, { updated_at: this.stamp() })
  }

  private stamp(): string {
    this.saved += 1
    return new Date(this.now() + this.saved * 1000).toISOString()
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      // Whoever asks was killed half way: nobody hears an answer.
      return
    }
    const url = new URL(request.url ?? '/', this.url)
    const path = url.pathname.replace(/^\/ghost\/api\/admin\//, '')
    const name = `${request.method} ${path.replace(/^posts\/[^/]+\/$/, 'posts/:id/')}`
    this.requests.push(name)
    const trouble = this.troubles.get(name)
    this.troubles.delete(name)
    if (trouble === 'breaks before') return void response.destroy()
    if (typeof trouble === 'number')
      return void response.writeHead(trouble, { 'content-type': 'text/html', 'retry-after': '7' }).end('<h1>Trouble</h1>')
    if (typeof trouble === 'object') return void response.writeHead(302, { location: trouble.location }).end()
    let answer: Answer
    try {
      answer = this.refusal(request, url, name) ?? (await this.does(name, path, url, request, Buffer.concat(chunks)))
    } catch (error) {
      answer = wrong(500, `The stand-in broke: ${String(error)}`)
    }
    if (trouble === 'answer lost') return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(JSON.stringify(answer.json))
  }

  private refusal(request: IncomingMessage, url: URL, name: string): Answer | null {
    const { authorization = '', 'accept-version': version } = request.headers
    if (!/^v6\.\d+$/.test(String(version))) return wrong(406, 'Accept-Version is missing.')
    if (!url.pathname.startsWith('/ghost/api/admin/')) return wrong(404, 'Resource not found')
    const token = /^Ghost (\S+)$/.exec(authorization)?.[1]
    const says = token === undefined ? 'Authorization is missing.' : this.tokenTrouble(token)
    if (says !== null) return wrong(401, says)
    const allowed = QUERY[name]
    if (allowed === undefined) return wrong(404, 'Resource not found')
    const odd = [...url.searchParams.keys()].find((one) => !allowed.has(one))
    return odd === undefined ? null : wrong(400, `Unknown parameter ${odd} for ${name}.`)
  }

  private tokenTrouble(token: string): string | null {
    const [head = '', body = '', signature] = token.split('.')
    const [id, secret = ''] = this.key.split(':')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
    const { alg, kid, typ } = read(head)
    if (alg !== 'HS256' || typ !== 'JWT') return 'Invalid token: algorithm.'
    if (kid !== id) return 'Unknown Admin API Key'
    const right = createHmac('sha256', Buffer.from(secret, 'hex')).update(`${head}.${body}`).digest('base64url')
    if (signature !== right) return 'Invalid token: invalid signature'
    const { iat, exp, aud } = read(body) as { iat: number; exp: number; aud: string }
    const now = Math.floor(this.now() / 1000)
    if (aud !== '/admin/') return 'Invalid token: jwt audience invalid'
    if (!Number.isInteger(iat) || !Number.isInteger(exp) || exp - iat > 300 || exp - iat <= 0)
      return 'Invalid token: lives too long'
    return iat > now || exp <= now ? 'Invalid token: jwt expired' : null
  }

  private async does(name: string, path: string, url: URL, request: IncomingMessage, body: Buffer): Promise<Answer> {
    const json = () => JSON.parse(body.toString('utf8')) as { posts: Record<string, unknown>[] }
    switch (name) {
      case 'GET site/':
        return good({ site: { title: 'The Courier on Ghost', url: this.url, version: '6.2' } })
      case 'GET newsletters/':
        return good({
          newsletters: [
            { slug: 'weekly', status: 'active' },
            { slug: 'old', status: 'archived' },
          ],
        })
      case 'GET posts/': {
        const tag = /^tag:([\w-]+)$/.exec(url.searchParams.get('filter') ?? 'tag:')?.[1]
        const found = this.posts.filter(({ tags }) => tag === undefined || tags.some(({ slug }) => slug === tag))
        return good({ posts: found.slice(0, Number(url.searchParams.get('limit') ?? 15)).map((post) => shown(post, url)) })
      }
      case 'GET posts/:id/': {
        const post = this.posts.find(({ id }) => path === `posts/${id}/`)
        return post === undefined ? wrong(404, 'Post not found.') : good({ posts: [shown(post, url)] })
      }
      case 'POST posts/':
        return this.add(json().posts[0]!, url)
      case 'PUT posts/:id/':
        return this.change(path, json().posts[0]!, url)
      default:
        return this.upload(request, body)
    }
  }

  private add(given: Record<string, unknown>, url: URL): Answer {
    const trouble = fieldTrouble(given, url, this.now())
    if (trouble !== null) return wrong(422, 'Validation error, cannot save post.', trouble)
    if (typeof given.title !== 'string' || given.title === '') return wrong(422, 'Validation error', 'Title is required.')
    const id = this.posts.length.toString(16).padStart(24, '0')
    const post = { id, status: 'draft', visibility: 'public', slug: id, html: '', published_at: null, email: null, authors: ['the owner'], ...given } as unknown as StandInPost // prettier-ignore
    this.keep(post, given)
    while (this.posts.some(({ slug }) => slug === post.slug)) post.slug += '-2'
    this.posts.push(post)
    return good({ posts: [shown(post, url)] }, 201)
  }

  private change(path: string, given: Record<string, unknown>, url: URL): Answer {
    const post = this.posts.find(({ id }) => path === `posts/${id}/`)
    if (post === undefined) return wrong(404, 'Post not found.')
    const trouble = fieldTrouble(given, url, this.now())
    if (trouble !== null) return wrong(422, 'Validation error, cannot edit post.', trouble)
    if (given.updated_at === undefined) return wrong(422, 'Validation error', 'updated_at is required.')
    if (given.updated_at !== post.updated_at)
      return wrong(409, 'Saving failed! Someone else is editing this post.', null, 'UPDATE_COLLISION')
    const newsletter = url.searchParams.get('newsletter')
    if (newsletter !== null && newsletter !== 'weekly') return wrong(422, 'Validation error', `No newsletter ${newsletter}.`)
    const goesOut = post.status === 'draft' && given.status === 'published'
    Object.assign(post, given)
    this.keep(post, given)
    if (goesOut && newsletter !== null && post.email === null) {
      post.email = { status: 'pending' }
      this.mails.push({ post: post.id, newsletter, segment: url.searchParams.get('email_segment') ?? 'all' })
    }
    return good({ posts: [shown(post, url)] })
  }

  private keep(post: StandInPost, given: Record<string, unknown>): void {
    post.updated_at = this.stamp()
    if (typeof given.html === 'string') post.html = asGhostKeeps(given.html)
    if (Array.isArray(given.tags))
      post.tags = (given.tags as { name: string }[]).map(({ name }) => ({
        name,
        slug: name.toLowerCase().replace(/^#/, 'hash-').replace(/[^a-z0-9-]+/g, '-'), // prettier-ignore
      }))
    post.tags ??= []
    if (post.status === 'published') post.published_at ??= new Date(this.now()).toISOString()
  }

  private async upload(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const type = request.headers['content-type'] ?? ''
    if (!type.startsWith('multipart/form-data; boundary=')) return wrong(415, 'Please send a form.')
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const file = form.get('file')
    if (!(file instanceof File) || !/^image\/(png|jpeg)$/.test(file.type)) return wrong(415, 'Please select a valid image.')
    if (form.get('purpose') !== 'image') return wrong(422, 'Unknown purpose.')
    const url = `${this.url}/content/images/2026/06/${file.name.replace(/[^\w@.]/g, '-')}`
    this.images.push({ url, type: file.type, size: file.size })
    return good({ images: [{ url, ref: form.get('ref') }] }, 201)
  }
}

function fieldTrouble(given: Record<string, unknown>, url: URL, now: number): string | null {
  const odd = Object.keys(given).find((name) => !FIELDS.has(name))
  if (odd !== undefined) return `Unknown field ${odd}.`
  if ('html' in given && url.searchParams.get('source') !== 'html') return 'html without source=html would be lost.'
  const long = Object.entries(LONGEST).find(([name, most]) => typeof given[name] === 'string' && given[name].length > most)
  if (long !== undefined) return `Value in [posts.${long[0]}] exceeds maximum length of ${long[1]} characters.`
  if (given.status !== undefined && !['draft', 'published'].includes(String(given.status))) return 'Unknown status.'
  if (given.visibility !== undefined && !['public', 'members'].includes(String(given.visibility))) return 'Unknown visibility.'
  if (typeof given.published_at === 'string' && Date.parse(given.published_at) > now - 60_000) return 'Date must be in the past.'
  return null
}

/** Ghost reads HTML into blocks and writes those out again. */
const asGhostKeeps = (html: string): string =>
  html
    .replace(/<(p|h2|h3|ul|ol|li|blockquote)\s[^>]*>/g, '<$1>')
    .replace(/<figure><img /g, '<figure class="kg-card kg-image-card"><img class="kg-image" loading="lazy" ')
    .replaceAll('&quot;', '"')
    .replace(/>\s*\n\s*</g, '><')

function shown(post: StandInPost, url: URL): unknown {
  const { html, tags, email, ...rest } = post
  const has = (name: string, one: string) => (url.searchParams.get(name) ?? '').split(',').includes(one)
  return {
    ...rest,
    url: post.status === 'draft' ? `${url.origin}/p/${post.id}/` : `${url.origin}/${post.slug}/`,
    ...(has('formats', 'html') ? { html } : {}),
    ...(has('include', 'tags') ? { tags } : {}),
    ...(has('include', 'email') ? { email } : {}),
  }
}

const good = (json: unknown, status = 200): Answer => ({ status, json })
const wrong = (status: number, message: string, context: string | null = null, code: string | null = null): Answer => ({
  status,
  json: { errors: [{ message, context, type: 'Error', code }] },
})
