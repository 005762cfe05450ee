/**
 * A stand-in for WordPress's REST API, written from its documented behaviour, for machines without the real one. Strict:
 * what WordPress would let pass by ignoring it (an unknown field or parameter, a tag that is none) is refused.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Post = {
  id: number
  status: string
  slug: string
  date_gmt: string
  modified_gmt: string
  title: string
  content: string
  excerpt: string
  tags: number[]
}
type Media = { id: number; source_url: string; title: string; alt_text: string; caption: string; mime_type: string }
type Tag = { id: number; name: string; slug: string }
type Answer = { status: number; json: unknown; total?: number }
type Asked = { method: string; query: URLSearchParams; json: Record<string, unknown>; request: IncomingMessage; body: Buffer }

const STATUSES = new Set(['publish', 'draft', 'pending', 'private', 'future'])
const WRITTEN = new Set(['title', 'content', 'excerpt', 'status', 'slug', 'date_gmt', 'tags'])
const LISTED = new Set(['context', 'search', 'per_page', 'page', 'orderby', 'order'])
/** What each kind of request may say in its address. Whatever may be written may be said in `context`, too. */
const QUERY: Record<string, ReadonlySet<string>> = {
  'GET posts': new Set([...LISTED, 'status']),
  'GET media': LISTED,
  'GET tags': LISTED,
  'DELETE posts/:id': new Set(['context', 'force']),
}
const FIELDS: Record<string, ReadonlySet<string>> = {
  'POST posts': WRITTEN,
  'POST posts/:id': WRITTEN,
  'POST media/:id': new Set(['alt_text', 'caption', 'title', 'description']),
  'POST tags': new Set(['name', 'slug', 'description']),
}
const CAPABILITIES = { publish_posts: true, edit_published_posts: true, upload_files: true, unfiltered_html: true }

export class WordPressStandIn {
  readonly user = 'desk'
  readonly password = 'AbCd eFgH iJkL mNoP qRsT uVwX'
  private readonly posts: Post[] = []
  private readonly files: Media[] = []
  private readonly terms: Tag[] = []
  private readonly server: Server
  private ids = 0

  /** @param isPlain without pretty permalinks, as it is installed where nothing rewrites addresses */
  private constructor(private readonly isPlain: boolean) {
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  static async open(isPlain: boolean): Promise<WordPressStandIn> {
    const press = new WordPressStandIn(isPlain)
    await new Promise<void>((resolve) => press.server.listen(0, '127.0.0.1', resolve))
    return press
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', this.url)
    const route = url.pathname === '/' ? url.searchParams.get('rest_route') : this.isPlain ? null : /^\/wp-json(\/.*)$/.exec(url.pathname)?.[1] // prettier-ignore
    if (!route) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<!DOCTYPE html>\n<title>Page not found</title>')
      return
    }
    url.searchParams.delete('rest_route')
    let { status, json, total }: Answer = { status: 500, json: null }
    try {
      ;({ status, json, total } = this.routed(route, url.searchParams, request, Buffer.concat(chunks)))
    } catch (error) {
      json = { code: 'internal_server_error', message: `The stand-in broke: ${String(error)}`, data: { status } }
    }
    const counted = total === undefined ? {} : { 'x-wp-total': String(total) }
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...counted }).end(JSON.stringify(json))
  }

  private routed(route: string, query: URLSearchParams, request: IncomingMessage, body: Buffer): Answer {
    const [, what = '', id] = /^\/wp\/v2\/(posts|media|tags|users)(?:\/(\d+|me))?$/.exec(route) ?? []
    const method = request.method ?? ''
    const name = `${method} ${what}${id === undefined ? '' : '/:id'}`
    const mine = this.signedIn(request)
    if (typeof mine !== 'boolean') return mine
    if (!mine && (method !== 'GET' || query.get('context') === 'edit'))
      return wrong(401, 'rest_forbidden_context', 'Sorry, you are not allowed to edit posts in this post type.')
    const odd = [...query.keys()].find((one) => one !== 'context' && QUERY[name]?.has(one) !== true)
    if (odd !== undefined) return wrong(400, 'rest_invalid_param', `The stand-in knows no parameter ${odd} of ${name}.`)
    if (!['view', 'edit', 'embed'].includes(query.get('context') ?? 'view')) return invalid('context')
    const isFile = name === 'POST media'
    const json = isFile || body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Record<string, unknown>)
    if (!isFile && body.length > 0 && request.headers['content-type'] !== 'application/json')
      return wrong(400, 'rest_invalid_json', 'JSON without its content type is not read.')
    const field = Object.keys(json).find((one) => FIELDS[name]?.has(one) !== true)
    if (field !== undefined) return wrong(400, 'rest_invalid_param', `The stand-in knows no field ${field} of ${name}.`)
    const asked: Asked = { method, query, json, request, body }
    if (what === 'posts') return id === undefined ? this.postsAsked(asked) : this.postAsked(Number(id), asked)
    if (what === 'media') return id === undefined ? this.filesAsked(asked) : this.fileAsked(Number(id), asked)
    if (what === 'tags') return id === undefined ? this.termsAsked(asked) : this.termAsked(Number(id))
    if (name !== 'GET users/:id') return wrong(404, 'rest_no_route', 'No route was found matching the URL and request method.')
    if (!mine) return wrong(401, 'rest_not_logged_in', 'You are not currently logged in.')
    return good({ id: 2, name: 'desk', ...(query.get('context') === 'edit' ? { capabilities: CAPABILITIES } : {}) })
  }

  /** An application password may be typed with its blanks or without. */
  private signedIn({ headers: { authorization = '' } }: IncomingMessage): boolean | Answer {
    if (authorization === '') return false
    const [user, password = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString('utf8')
      .split(/:(.*)/)
    if (user !== this.user) return wrong(401, 'invalid_username', 'Unknown username.')
    const bare = (text: string) => text.replaceAll(' ', '')
    if (bare(password) === bare(this.password)) return true
    return wrong(401, 'incorrect_password', 'The provided password is an invalid application password.')
  }

  private postsAsked({ method, query, json }: Asked): Answer {
    if (method === 'POST') {
      const post: Post = { id: 0, status: 'draft', slug: '', date_gmt: now(), modified_gmt: '', title: '', content: '', excerpt: '', tags: [] } // prettier-ignore
      const trouble = this.write(post, json)
      if (trouble !== null) return trouble
      post.id = this.ids += 1
      this.posts.push(post)
      return good(this.shown(post, 'edit'), 201)
    }
    const status = query.get('status') ?? 'publish'
    const words = (query.get('search') ?? '').split(/\s+/).map((word) => word.toLowerCase())
    const found = this.posts.filter(({ title, content, excerpt, status: is }) => {
      const text = `${title}\n${excerpt}\n${content}`.toLowerCase()
      return (status === 'any' ? is !== 'trash' : is === status) && words.every((word) => text.includes(word))
    })
    return this.listed(query, found, (post) => this.shown(post, query.get('context')))
  }

  private postAsked(id: number, { method, query, json }: Asked): Answer {
    const post = this.posts.find((one) => one.id === id)
    if (post === undefined) return wrong(404, 'rest_post_invalid_id', 'Invalid post ID.')
    if (method === 'DELETE') Object.assign(post, { status: 'trash', slug: `${post.slug}__trashed`, modified_gmt: now() })
    const trouble = method === 'POST' ? this.write(post, json) : null
    return trouble ?? good(this.shown(post, query.get('context')))
  }

  private write(post: Post, json: Record<string, unknown>): Answer | null {
    for (const name of ['title', 'content', 'excerpt', 'slug', 'date_gmt', 'status'])
      if (json[name] !== undefined && typeof json[name] !== 'string') return invalid(name)
    if (json.status !== undefined && !STATUSES.has(json.status as string)) return invalid('status')
    if (json.date_gmt !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(json.date_gmt as string))
      return invalid('date_gmt')
    const tags = (json.tags ?? []) as unknown[]
    if (!Array.isArray(tags) || !tags.every((tag) => this.terms.some(({ id }) => id === tag))) return invalid('tags')
    Object.assign(post, json, { modified_gmt: now() })
    post.slug = slugged(post.slug === '' ? post.title : post.slug)
    const others = this.posts.filter((one) => one !== post)
    for (let n = 2, stem = post.slug; others.some(({ slug }) => slug === post.slug); n++) post.slug = `${stem}-${n}`
    if (post.status === 'publish' && post.date_gmt > now()) post.status = 'future'
    else if (post.status === 'future' && post.date_gmt <= now()) post.status = 'publish'
    return null
  }

  private shown(post: Post, context: string | null): unknown {
    const { title, content, excerpt, ...rest } = post
    const given = (raw: string) => ({ rendered: raw.replace(/<!--[^]*?-->/g, ''), ...(context === 'edit' ? { raw } : {}) })
    const link = this.isPlain || post.status === 'draft' ? `${this.url}/?p=${post.id}` : `${this.url}/${post.slug}/`
    return { ...rest, link, title: given(title), content: given(content), excerpt: given(excerpt) }
  }

  private filesAsked({ method, query, request, body }: Asked): Answer {
    if (method === 'POST') {
      const { 'content-type': type = '', 'content-disposition': said = '' } = request.headers
      const [, stem = '', ending = ''] = /^attachment; filename="([^"/]+)\.(png|jpe?g|webp|gif)"$/.exec(said) ?? []
      if (stem === '') return wrong(400, 'rest_upload_invalid_disposition', 'Invalid Content-Disposition supplied.')
      if (body.length === 0) return wrong(400, 'rest_upload_no_data', 'No data supplied.')
      if (type !== `image/${ending === 'jpg' ? 'jpeg' : ending}`)
        return wrong(500, 'rest_upload_unknown_error', 'Sorry, you are not allowed to upload this file type.')
      let name = stem.replaceAll(/[^\w.-]+/g, '-')
      const at = (called: string) => `${this.url}/wp-content/uploads/2026/06/${called}.${ending}`
      for (let n = 1, bare = name; this.files.some(({ source_url }) => source_url === at(name)); n++) name = `${bare}-${n}`
      const file = { id: (this.ids += 1), source_url: at(name), title: name, alt_text: '', caption: '', mime_type: type }
      this.files.push(file)
      return good(shownFile(file, 'edit'), 201)
    }
    const word = (query.get('search') ?? '').toLowerCase()
    const found = this.files.filter(({ title, caption }) => `${title}\n${caption}`.toLowerCase().includes(word))
    return this.listed(query, found, (file) => shownFile(file, query.get('context')))
  }

  private fileAsked(id: number, { method, query, json }: Asked): Answer {
    const file = this.files.find((one) => one.id === id)
    if (file === undefined) return wrong(404, 'rest_post_invalid_id', 'Invalid post ID.')
    if (method === 'POST') Object.assign(file, json)
    return good(shownFile(file, query.get('context')))
  }

  private termsAsked({ method, query, json }: Asked): Answer {
    if (method === 'POST') {
      if (typeof json.name !== 'string' || json.name.trim() === '') return invalid('name')
      // Kept with its signs escaped, so that a search for it as it was typed finds nothing.
      const name = json.name.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      const known = this.terms.find((one) => one.name.toLowerCase() === name.toLowerCase())
      if (known !== undefined)
        return wrong(400, 'term_exists', 'A term with the name provided already exists in this taxonomy.', { term_id: known.id })
      const term = { id: (this.ids += 1), name, slug: slugged(json.name) }
      this.terms.push(term)
      return good(term, 201)
    }
    const word = (query.get('search') ?? '').toLowerCase()
    const found = this.terms.filter(({ name, slug }) => name.toLowerCase().includes(word) || slug.includes(word))
    return this.listed(query, found, (term) => term)
  }

  private termAsked(id: number): Answer {
    const term = this.terms.find((one) => one.id === id)
    return term === undefined ? wrong(404, 'rest_term_invalid', 'Term does not exist.') : good(term)
  }

  /** The newest first, ten of them, unless something else is asked for. */
  private listed<One extends { id: number }>(query: URLSearchParams, found: readonly One[], show: (one: One) => unknown): Answer {
    const most = Number(query.get('per_page') ?? 10)
    if (!Number.isInteger(most) || most < 1 || most > 100) return invalid('per_page')
    if (!['date', 'id', 'title', 'name', null].includes(query.get('orderby'))) return invalid('orderby')
    if (!['asc', 'desc', null].includes(query.get('order'))) return invalid('order')
    const sign = query.get('order') === 'asc' ? 1 : -1
    const page = found.toSorted((a, b) => sign * (a.id - b.id)).slice(0, most)
    return { ...good(page.map(show)), total: found.length }
  }
}

const now = (): string => new Date().toISOString().slice(0, 19)

const slugged = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const shownFile = ({ caption, title, ...rest }: Media, context: string | null): unknown => ({
  ...rest,
  title: { rendered: title },
  caption: { rendered: `<p>${caption}</p>`, ...(context === 'edit' ? { raw: caption } : {}) },
})

const good = (json: unknown, status = 200): Answer => ({ status, json })
const wrong = (status: number, code: string, message: string, data: object = {}): Answer => ({
  status,
  json: { code, message, data: { status, ...data } },
})
const invalid = (name: string): Answer => wrong(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`)
