/** Speaks Ghost's Admin API: every request signed by itself, every answer read as far as we need it. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Reply } from './guard.ts'
import { jsonIn, mustBeGood, no, type Way } from './way.ts'

/** The version whose answers we read; Ghost keeps to it, and says so when it cannot. */
const ACCEPT_VERSION = 'v6.0'
const TOKEN_SECONDS = 300
/** Pictures take longer than words. */
const UPLOAD_MS = 90_000

const Post = z.object({
  id: z.string(),
  url: z.string().nullish(),
  title: z.string(),
  html: z.string().nullish(),
  feature_image: z.string().nullish(),
  custom_excerpt: z.string().nullish(),
  visibility: z.string().nullish(),
  status: z.string(),
  updated_at: z.string(),
  tags: z.array(z.object({ name: z.string(), slug: z.string().optional() })).nullish(),
  email: z.object({ status: z.string() }).nullish(),
})
export type GhostPost = z.infer<typeof Post>
const Posts = z.object({ posts: z.array(Post) })
const Images = z.object({ images: z.array(z.object({ url: z.string() })).min(1) })
const Site = z.object({ site: z.object({ title: z.string(), version: z.string() }) })
const Newsletters = z.object({ newsletters: z.array(z.object({ slug: z.string(), status: z.string().optional() })) })
const Errors = z.object({ errors: z.array(z.object({ message: z.string(), context: z.string().nullish(), code: z.string().nullish(), type: z.string().nullish() })).min(1) }) // prettier-ignore

/** What a post is asked for with, wherever it is asked for: its text, and what it is marked with. */
const WHOLE = 'formats=html&include=tags,email'

/** Somebody saved the post since it was read. */
export class Collision extends Error {}

export class GhostApi {
  private readonly root: string
  readonly who: string

  /** @param key `id:secret`, as Ghost shows it */
  constructor(
    private readonly way: Way,
    site: string,
    private readonly key: string,
  ) {
    this.root = `${site}/ghost/api/admin/`
    this.who = `Ghost at ${new URL(site).host}`
  }

  async post(id: string): Promise<GhostPost | null> {
    const reply = await this.call('GET', `posts/${encodeURIComponent(id)}/?${WHOLE}`)
    return reply.status === 404 ? null : this.read(reply, Posts).posts[0]!
  }

  /** The first post that was ever given this tag. */
  async postWithTag(slug: string): Promise<GhostPost | null> {
    const filter = encodeURIComponent(`tag:${slug}`)
    const reply = await this.call('GET', `posts/?filter=${filter}&order=created_at%20asc&limit=1&${WHOLE}`)
    return this.read(reply, Posts).posts[0] ?? null
  }

  async add(post: Record<string, unknown>): Promise<GhostPost> {
    return this.read(await this.call('POST', `posts/?source=html&${WHOLE}`, { posts: [post] }), Posts).posts[0]!
  }

  /** @throws Collision */
  async change(
    { id, updated_at }: Pick<GhostPost, 'id' | 'updated_at'>,
    post: Record<string, unknown>,
    newsletter: { slug: string; segment: string } | null = null,
  ): Promise<GhostPost> {
    const source = 'html' in post ? 'source=html&' : ''
    const mail =
      newsletter === null
        ? ''
        : `&newsletter=${encodeURIComponent(newsletter.slug)}&email_segment=${encodeURIComponent(newsletter.segment)}`
    const reply = await this.call('PUT', `posts/${encodeURIComponent(id)}/?${source}${WHOLE}${mail}`, {
      posts: [{ ...post, updated_at }],
    })
    if (reply.status === 409) throw new Collision()
    return this.read(reply, Posts).posts[0]!
  }

  /** @returns where it is there */
  async upload(name: string, { bytes, type }: { bytes: Uint8Array; type: string }): Promise<string> {
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name)
    form.append('purpose', 'image')
    form.append('ref', name)
    const packed = new Response(form)
    const reply = await this.way.ask({
      method: 'POST',
      url: `${this.root}images/upload/`,
      headers: { ...this.headers(), 'content-type': packed.headers.get('content-type')! },
      body: new Uint8Array(await packed.arrayBuffer()),
      timeMs: UPLOAD_MS,
    })
    return this.read(reply, Images).images[0]!.url
  }

  async site(): Promise<{ title: string; version: string }> {
    return this.read(await this.call('GET', 'site/'), Site).site
  }

  /** That the key may read posts says that it is one. */
  async mayRead(): Promise<void> {
    this.read(await this.call('GET', 'posts/?limit=1&fields=id'), z.object({ posts: z.array(z.unknown()) }))
  }

  /** By which a story can be mailed; none where the key may not see them. */
  async newsletters(): Promise<string[]> {
    const reply = await this.call('GET', 'newsletters/?limit=50')
    if (reply.status === 403) return []
    return this.read(reply, Newsletters)
      .newsletters.filter(({ status }) => status !== 'archived')
      .map(({ slug }) => slug)
  }

  private call(method: string, path: string, json?: unknown): Promise<Reply> {
    return this.way.ask({
      method,
      url: this.root + path,
      headers: { ...this.headers(), ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
  }

  private headers(): Record<string, string> {
    return { authorization: `Ghost ${this.token()}`, 'accept-version': ACCEPT_VERSION }
  }

  /** Made for one request, and good for five minutes at most. */
  private token(): string {
    const [id = '', secret = ''] = this.key.split(':')
    const now = Math.floor(this.way.now() / 1000)
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const head = part({ alg: 'HS256', kid: id, typ: 'JWT' })
    const signed = `${head}.${part({ iat: now, exp: now + TOKEN_SECONDS, aud: '/admin/' })}`
    return `${signed}.${createHmac('sha256', Buffer.from(secret, 'hex')).update(signed).digest('base64url')}`
  }

  private read<Shape extends z.ZodType>(reply: Reply, shape: Shape): z.output<Shape> {
    const json = jsonIn(reply)
    const error = Errors.safeParse(json).data?.errors[0]
    mustBeGood(reply, this.who, error === undefined ? '' : [error.message, error.context ?? ''].join(' '))
    const read = shape.safeParse(json)
    if (!read.success) throw no(`${this.who} answers, but not as Ghost does. Is that the address of the site?`)
    return read.data
  }
}
