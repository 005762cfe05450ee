/** Speaks WordPress's REST API with an application password, at whichever of its two addresses it has. */
import { z } from 'zod'
import type { Reply } from './guard.ts'
import { jsonIn, mustBeGood, no, plainLine, type Way } from './way.ts'

/** Pictures take longer than words. */
const UPLOAD_MS = 90_000

const Raw = z.object({ raw: z.string() })
const Post = z.object({
  id: z.number(),
  link: z.string(),
  status: z.string(),
  modified_gmt: z.string(),
  title: Raw,
  content: Raw,
  excerpt: Raw,
})
export type WordPressPost = z.infer<typeof Post>
const Media = z.object({ id: z.number(), source_url: z.string() })
export type WordPressMedia = z.infer<typeof Media>
const Term = z.object({ id: z.number(), name: z.string() })
const Me = z.object({ name: z.string(), capabilities: z.record(z.string(), z.unknown()).optional() })
const Trouble = z.object({ code: z.string(), message: z.string(), data: z.unknown() })

export class WordPressApi {
  readonly who: string
  private readonly authorization: string
  /** Without pretty permalinks its addresses are all in the query. */
  private isPlain = false

  constructor(
    private readonly way: Way,
    private readonly site: string,
    user: string,
    password: string,
  ) {
    this.who = `WordPress at ${new URL(site).host}`
    this.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }

  /** Null: it is gone, or in the trash. */
  async post(id: string): Promise<WordPressPost | null> {
    const reply = await this.get(`posts/${encodeURIComponent(id)}`, { context: 'edit' })
    if (reply.status === 404 && troubleIn(reply)?.code === 'rest_post_invalid_id') return null
    const post = this.read(reply, Post)
    return post.status === 'trash' ? null : post
  }

  /** The first post with these letters in its text, whatever its status. */
  async postWith(mark: string): Promise<WordPressPost | null> {
    const query = { context: 'edit', status: 'any', search: mark, per_page: '10', orderby: 'id', order: 'asc' }
    const posts = this.read(await this.get('posts', query), z.array(Post))
    return posts.find(({ content }) => content.raw.includes(mark)) ?? null
  }

  async add(post: Record<string, unknown>): Promise<WordPressPost> {
    return this.read(await this.send('posts', post), Post)
  }

  async change(id: number, post: Record<string, unknown>): Promise<WordPressPost> {
    return this.read(await this.send(`posts/${id}`, post), Post)
  }

  async upload(name: string, { bytes, type }: { bytes: Uint8Array; type: string }): Promise<WordPressMedia> {
    const reply = await this.way.ask({
      method: 'POST',
      url: this.address('media'),
      headers: {
        authorization: this.authorization,
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
      },
      body: bytes,
      timeMs: UPLOAD_MS,
    })
    return this.read(reply, Media)
  }

  /** One that was uploaded under this name. */
  async mediaCalled(name: string): Promise<WordPressMedia | null> {
    const stem = name.replace(/\.\w+$/, '')
    const found = this.read(await this.get('media', { search: stem, per_page: '10' }), z.array(Media))
    return found.find(({ source_url }) => source_url.toLowerCase().includes(stem.toLowerCase())) ?? null
  }

  async describe(media: number, words: { alt_text: string; caption: string }): Promise<void> {
    this.read(await this.send(`media/${media}`, words), Media)
  }

  /** Null: this user may not make tags there. */
  async tag(name: string): Promise<number | null> {
    const wanted = plainLine(name).toLowerCase()
    const found = this.read(await this.get('tags', { search: name, per_page: '100', context: 'view' }), z.array(Term))
    const known = found.find((one) => plainLine(unescaped(one.name)).toLowerCase() === wanted)
    if (known !== undefined) return known.id
    const reply = await this.send('tags', { name })
    const trouble = troubleIn(reply)
    if (trouble?.code === 'term_exists') return z.object({ term_id: z.number() }).safeParse(trouble.data).data?.term_id ?? null
    if (trouble?.code === 'rest_cannot_create') return null
    return this.read(reply, Term).id
  }

  async me(): Promise<z.infer<typeof Me>> {
    return this.read(await this.get('users/me', { context: 'edit' }), Me)
  }

  private async get(path: string, query: Record<string, string>): Promise<Reply> {
    const ask = () =>
      this.way.ask({
        method: 'GET',
        url: this.address(path, query),
        headers: { authorization: this.authorization },
      })
    const reply = await ask()
    // A page, or a way to one: this site has only the other address. What is sent comes after something was read.
    if (this.isPlain || jsonIn(reply) !== null || reply.status === 401 || reply.status >= 500) return reply
    this.isPlain = true
    return ask()
  }

  private send(path: string, json: Record<string, unknown>): Promise<Reply> {
    return this.way.ask({
      method: 'POST',
      url: this.address(path, { context: 'edit' }),
      headers: { authorization: this.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
  }

  private address(path: string, query: Record<string, string> = {}): string {
    const asked = new URLSearchParams(query)
    if (!this.isPlain) return `${this.site}/wp-json/wp/v2/${path}${asked.size === 0 ? '' : `?${asked}`}`
    return `${this.site}/?${new URLSearchParams({ rest_route: `/wp/v2/${path}`, ...query })}`
  }

  private read<Shape extends z.ZodType>(reply: Reply, shape: Shape): z.output<Shape> {
    mustBeGood(reply, this.who, troubleIn(reply)?.message ?? '')
    const read = shape.safeParse(jsonIn(reply))
    if (!read.success) throw no(`${this.who} answers, but not as WordPress does. Is that the address of the site?`)
    return read.data
  }
}

const troubleIn = (reply: Reply): z.infer<typeof Trouble> | null => Trouble.safeParse(jsonIn(reply)).data ?? null

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&amp;', '&')
