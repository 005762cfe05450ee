/**
 * WordPress: a story is one post there, with a mark in a comment of its text, so that a try that was cut off finds what it
 * had begun. WordPress does not say when somebody saved it meanwhile, so it is read and compared before it is written.
 */
import { escapeHtml } from '../../shared/body/html-words.ts'
import type { ImagePart } from '../../shared/body/parts.ts'
import { layOut } from '../../shared/body/parts.ts'
import { storyOf } from '../../shared/publish/content.ts'
import { imagesIn } from '../../shared/publish/drift.ts'
import type { TargetConfig } from '../../shared/shapes/targets.ts'
import { captionOf, elsewhere, type Dialect, type Out } from '../../shared/site/elsewhere.ts'
import { Posts, type Pictures, type PostThere } from './posts.ts'
import type { Adapter, Parcel, Sent } from './target.ts'
import { isPictureAt, markOf, no, sha256, type Way } from './way.ts'
import { WordPressApi, type WordPressPost } from './wordpress-api.ts'

/** What the user must be able to do there. */
const CAPABILITIES: readonly [name: string, says: string][] = [
  ['publish_posts', 'publish posts'],
  ['edit_published_posts', 'change published posts'],
  ['upload_files', 'upload pictures'],
]

export const wordpressAdapter = (way: Way, config: TargetConfig, password: string): Adapter =>
  new WordPress(way, config, password)

class WordPress extends Posts<WordPressPost> {
  private readonly api: WordPressApi

  constructor(way: Way, { url = '', user = '', asDraft }: TargetConfig, password: string) {
    super('WordPress', way, asDraft === true)
    this.api = new WordPressApi(way, url, user, password)
  }

  protected read(post: WordPressPost): PostThere {
    const { id, link, title, content, excerpt, status, modified_gmt } = post
    // What somebody could have changed there.
    const hash = sha256(JSON.stringify([title.raw, content.raw, excerpt.raw]))
    // Its own time counts whole seconds, and two may save within one.
    const seen = `${modified_gmt} ${status} ${hash}`
    const isPublic = status === 'publish' || status === 'future'
    return { id: String(id), url: link, headline: title.raw, html: content.raw, isPublic, seen, hash }
  }

  protected postOf(id: string): Promise<WordPressPost | null> {
    return this.api.post(id)
  }

  protected postMarked(mark: string): Promise<WordPressPost | null> {
    return this.api.postWith(mark)
  }

  protected unpublish({ id }: WordPressPost): Promise<WordPressPost> {
    return this.api.change(id, { status: 'draft' })
  }

  protected async send(parcel: Parcel, there: WordPressPost | null): Promise<Sent> {
    const { storyId, content } = parcel
    const { pictures: wanted } = await this.outOf(parcel, {})
    const pictures = { ...(there === null ? {} : picturesOf(there, wanted)), ...parcel.before?.pictures }
    if (there !== null && !this.isAsRead(parcel, there) && !parcel.overwrite) {
      // Made by an earlier try whose answer was lost, or changed by somebody.
      const anywhere = Object.fromEntries(wanted.map((asset) => [asset, '0 /']))
      if (!this.isSame(there, await this.outOf(parcel, anywhere)))
        return this.clash(parcel, there, 'Somebody has changed the post in WordPress since it was sent.')
      if (there.status === this.status(there)) return this.sent(there, pictures)
    }
    await this.sendPictures(wanted, pictures, (name, picture, asset) => this.upload(parcel, name, picture, asset))
    const { headline, dek, html } = await this.outOf(parcel, pictures)
    const { ids, says } = await this.tags(content.topics)
    const post = {
      title: headline,
      content: `${html}\n<!-- ${markOf(storyId)} -->`,
      excerpt: dek,
      tags: ids,
      status: this.status(there),
    }
    if (there !== null) return this.sent(await this.api.change(there.id, post), pictures, says)
    const date = this.dateOf(parcel)
    const made = {
      ...post,
      ...(content.path === null ? {} : { slug: content.path }),
      ...(date === null ? {} : { date_gmt: date.toISOString().slice(0, 19) }),
    }
    return this.sent(await this.api.add(made), pictures, says)
  }

  /** A draft that is to be published by hand stays what somebody made of it there. */
  private status(there: WordPressPost | null): string {
    return this.asDraft ? (there?.status ?? 'draft') : 'publish'
  }

  private sent(post: WordPressPost, pictures: Pictures, says = ''): Sent {
    const draft = this.asDraft && !this.read(post).isPublic ? 'It is a draft there, to be published by hand.' : ''
    return this.out(post, pictures, [draft, says].filter((one) => one !== '').join(' '))
  }

  protected async outOf({ content, notes, storyId, url }: Parcel, pictures: Readonly<Pictures>): Promise<Out> {
    const { newsroom, site, zone, base } = this.way
    return elsewhere({
      content,
      notes,
      outlet: newsroom.name,
      site,
      zone,
      base,
      dialect: dialect(pictures),
      // It knows no members: what is for them alone stays here.
      whole: content.visibility !== 'members',
      leadApart: () => false,
      rest: (await this.way.isOnSite(storyId)) ? url : null,
    })
  }

  /** What a try that was cut off has sent is still there. */
  private async upload(
    { content, isRetry }: Parcel,
    name: string,
    picture: { bytes: Uint8Array; type: string },
    asset: string,
  ): Promise<string> {
    const media = (isRetry ? await this.api.mediaCalled(name) : null) ?? (await this.api.upload(name, picture))
    const part = layOut(storyOf(content)).parts.find((one) => one.kind === 'image' && one.asset === asset)
    if (part?.kind === 'image')
      await this.api.describe(media.id, { alt_text: part.decorative ? '' : part.alt, caption: captionOf(part) })
    return `${media.id} ${media.source_url}`
  }

  private async tags(topics: readonly string[]): Promise<{ ids: number[]; says: string }> {
    const ids: number[] = []
    const left: string[] = []
    for (const topic of topics) {
      const id = await this.api.tag(topic)
      if (id === null) left.push(topic)
      else ids.push(id)
    }
    const says = left.length === 0 ? '' : `The user may not make tags in WordPress, so these are missing: ${left.join(', ')}.`
    return { ids, says }
  }

  protected async tried(): Promise<string> {
    const { name, capabilities } = await this.api.me()
    const missing = CAPABILITIES.filter(([one]) => capabilities?.[one] !== true).map(([, says]) => says)
    if (missing.length > 0) throw no(`${this.api.who} takes the password, but “${name}” may not ${missing.join(', nor ')}.`)
    return `${this.api.who} takes the password, and “${name}” may publish there.`
  }
}

/** Of those that are wanted, what it has already. */
function picturesOf(post: WordPressPost, wanted: readonly string[]): Pictures {
  const images = imagesIn(post.content.raw)
  const known = wanted.flatMap((asset): [string, string][] => {
    const image = images.find(({ src }) => isPictureAt(asset, src))
    const id = /\bwp-image-(\d+)\b/.exec(image?.className ?? '')?.[1]
    return image === undefined || id === undefined ? [] : [[asset, `${id} ${image.src}`]]
  })
  return Object.fromEntries(known)
}

/** Its editor's own blocks: without them it would make paragraphs of line ends by itself. */
const block = (name: string, html: string, attributes?: Record<string, unknown>): string =>
  `<!-- wp:${name} ${attributes === undefined ? '' : `${JSON.stringify(attributes)} `}-->\n${html}\n<!-- /wp:${name} -->`

const dialect = (pictures: Readonly<Pictures>): Dialect => ({
  paragraph: (inner) => block('paragraph', `<p>${inner}</p>`),
  heading: (level, inner) => block('heading', `<h${level}>${inner}</h${level}>`, level === 2 ? undefined : { level }),
  quote: (inner) => block('quote', `<blockquote class="wp-block-quote"><p>${inner}</p></blockquote>`),
  list: ({ ordered }, html) => block('list', html, ordered ? { ordered } : undefined),
  divider: block('separator', '<hr class="wp-block-separator"/>'),
  paywall: '',
  picture: (part: ImagePart, caption) => {
    const [id, src] = pictures[part.asset ?? '']?.split(' ') ?? []
    if (id === undefined || src === undefined) return ''
    const alt = escapeHtml(part.decorative ? '' : part.alt)
    const under = caption === '' ? '' : `<figcaption>${caption}</figcaption>`
    return block(
      'image',
      `<figure class="wp-block-image size-full"><img src="${escapeHtml(src)}" alt="${alt}" class="wp-image-${id}"/>${under}</figure>`,
      { id: Number(id), sizeSlug: 'full' },
    )
  },
})
