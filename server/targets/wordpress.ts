/**
 * WordPress: a story is one post there, with a mark in a comment of its text, so that a try that was cut off finds what it
 * had begun. WordPress does not say when somebody saved it meanwhile, so it is read and compared before it is written.
 */
import { escapeHtml } from '../../shared/body/html-words.ts'
import type { ImagePart } from '../../shared/body/parts.ts'
import { layOut } from '../../shared/body/parts.ts'
import { storyOf } from '../../shared/publish/content.ts'
import { imagesIn, partingOf, wordsOfHtml } from '../../shared/publish/drift.ts'
import type { TargetConfig } from '../../shared/shapes/targets.ts'
import { captionOf, elsewhere, type Dialect, type Out } from '../../shared/site/elsewhere.ts'
import type { Adapter, Parcel, Remote, Sent } from './target.ts'
import { cut, delivering, isPictureAt, markOf, no, pictureName, sha256, testing, type Way } from './way.ts'
import { WordPressApi, type WordPressPost } from './wordpress-api.ts'

/** Clocks differ: a time that may lie ahead of theirs would be a schedule. */
const SURELY_PAST_MS = 10 * 60_000
/** What the user must be able to do there. */
const CAPABILITIES: readonly [name: string, says: string][] = [
  ['publish_posts', 'publish posts'],
  ['edit_published_posts', 'change published posts'],
  ['upload_files', 'upload pictures'],
]

export function wordpressAdapter(way: Way, { url = '', user = '', asDraft }: TargetConfig, password: string): Adapter {
  const press = new WordPress(way, new WordPressApi(way, url, user, password), asDraft === true)
  return {
    deliver: (parcel) => delivering(() => press.deliver(parcel)),
    compare: (parcel, remote) => press.compare(parcel, remote),
    test: () => testing(() => press.test()),
  }
}

class WordPress {
  constructor(
    private readonly way: Way,
    private readonly api: WordPressApi,
    private readonly asDraft: boolean,
  ) {}

  async deliver(parcel: Parcel): Promise<Sent> {
    const { before, kind, storyId, content, publishedAt } = parcel
    const there = await this.find(parcel)
    if (kind === 'kill') return this.takeDown(parcel, there)
    if (there === null && before !== null && !parcel.overwrite)
      return this.clash(parcel, null, 'The post was deleted in WordPress. Overwriting makes it anew.')
    const isAsRead = there !== null && before !== null && before.seen === seenOf(there)
    const { pictures: wanted } = await this.outOf(parcel, {})
    const pictures = { ...(there === null ? {} : picturesOf(there, wanted)), ...before?.pictures }
    const mark = markOf(storyId)
    if (there !== null && !isAsRead && !parcel.overwrite) {
      // Made by an earlier try whose answer was lost, or changed by somebody.
      const anywhere = Object.fromEntries(wanted.map((asset) => [asset, '0 /']))
      if (!isSame(there, await this.outOf(parcel, anywhere)))
        return this.clash(parcel, there, 'Somebody has changed the post in WordPress since it was sent.')
      if (there.status === this.status(there)) return this.out(there, pictures)
    }
    await this.send(parcel, wanted, pictures)
    const { headline, dek, html } = await this.outOf(parcel, pictures)
    const { ids, says } = await this.tags(content.topics)
    const post = {
      title: headline,
      content: `${html}\n<!-- ${mark} -->`,
      excerpt: dek,
      tags: ids,
      status: this.status(there),
    }
    if (there !== null) return this.out(await this.api.change(there.id, post), pictures, says)
    const date = publishedAt < this.way.now() - SURELY_PAST_MS ? { date_gmt: new Date(publishedAt).toISOString().slice(0, 19) } : {} // prettier-ignore
    const slug = content.path === null ? {} : { slug: content.path }
    return this.out(await this.api.add({ ...post, ...slug, ...date }), pictures, says)
  }

  /** A draft that is to be published by hand stays what somebody made of it there. */
  private status(there: WordPressPost | null): string {
    return this.asDraft ? (there?.status ?? 'draft') : 'publish'
  }

  private async find({ before, storyId }: Parcel): Promise<WordPressPost | null> {
    const known = before === null || before.id === '' ? null : await this.api.post(before.id)
    return known ?? (await this.api.postWith(markOf(storyId)))
  }

  private async takeDown({ before }: Parcel, there: WordPressPost | null): Promise<Sent> {
    if (there === null)
      return {
        outcome: 'out',
        remote: before ?? { id: '', url: null, seen: null, hash: null },
        says: 'There is no such post in WordPress any more.',
      }
    // Only its status: whatever somebody wrote there stays theirs.
    const down = isPublic(there) ? await this.api.change(there.id, { status: 'draft' }) : there
    return this.out(down, before?.pictures)
  }

  private out(post: WordPressPost, pictures: Record<string, string> | undefined, says = ''): Sent {
    const draft = this.asDraft && !isPublic(post) ? 'It is a draft there, to be published by hand.' : ''
    const told = [draft, says].filter((one) => one !== '').join(' ')
    return { outcome: 'out', remote: remoteOf(post, pictures), ...(told === '' ? {} : { says: told }) }
  }

  private clash({ before }: Parcel, there: WordPressPost | null, says: string): Sent {
    const remote = there === null ? before! : remoteOf(there, before?.pictures)
    const theirs = there === null ? '' : `<h1>${escapeHtml(there.title.raw)}</h1>\n${there.content.raw}`
    return { outcome: 'clash', says, theirs, remote }
  }

  private async outOf({ content, notes, storyId, url }: Parcel, pictures: Readonly<Record<string, string>>): Promise<Out> {
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

  /** Each once: what was sent with an earlier edition, or by a try that was cut off, is still there. */
  private async send({ content, isRetry }: Parcel, wanted: readonly string[], pictures: Record<string, string>): Promise<void> {
    const parts = layOut(storyOf(content)).parts.filter((part) => part.kind === 'image')
    for (const asset of wanted) {
      if (pictures[asset] !== undefined) continue
      const picture = await this.way.picture(asset)
      if (picture === null) throw no('A picture of the story is missing on our own disk, so it was not sent without it.')
      const name = pictureName(asset, picture.type)
      const media = (isRetry ? await this.api.mediaCalled(name) : null) ?? (await this.api.upload(name, picture))
      const part = parts.find((one) => one.asset === asset)
      if (part) await this.api.describe(media.id, { alt_text: part.decorative ? '' : part.alt, caption: captionOf(part) })
      pictures[asset] = `${media.id} ${media.source_url}`
    }
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

  async compare(parcel: Parcel, remote: Remote): Promise<string | null> {
    const there = remote.id === '' ? null : await this.api.post(remote.id)
    if (there === null) return parcel.kind === 'kill' ? null : 'The post is not in WordPress any more.'
    if (parcel.kind === 'kill')
      return isPublic(there) ? 'The story was withdrawn, but WordPress shows it to readers again.' : null
    if (!this.asDraft && !isPublic(there)) return 'Somebody has unpublished it in WordPress.'
    const ours = await this.outOf(parcel, remote.pictures ?? {})
    if (there.title.raw !== ours.headline) return `Its headline in WordPress is “${cut(there.title.raw, 120)}”.`
    const parting = partingOf(wordsOfHtml(ours.html), wordsOfHtml(there.content.raw))
    if (parting !== null) return `Where we sent ${parting.ours}, WordPress has ${parting.theirs}.`
    if (remote.hash !== null && remote.hash !== hashOf(there))
      return 'Its words are the same in WordPress, but looks, links or the excerpt were changed there.'
    return null
  }

  async test(): Promise<string> {
    const { name, capabilities } = await this.api.me()
    const missing = CAPABILITIES.filter(([one]) => capabilities?.[one] !== true).map(([, says]) => says)
    if (missing.length > 0) throw no(`${this.api.who} takes the password, but “${name}” may not ${missing.join(', nor ')}.`)
    return `${this.api.who} takes the password, and “${name}” may publish there.`
  }
}

/** Of those that are wanted, what it has already. */
function picturesOf(post: WordPressPost, wanted: readonly string[]): Record<string, string> {
  const images = imagesIn(post.content.raw)
  const known = wanted.flatMap((asset): [string, string][] => {
    const image = images.find(({ src }) => isPictureAt(asset, src))
    const id = /\bwp-image-(\d+)\b/.exec(image?.className ?? '')?.[1]
    return image === undefined || id === undefined ? [] : [[asset, `${id} ${image.src}`]]
  })
  return Object.fromEntries(known)
}

const isPublic = ({ status }: WordPressPost): boolean => status === 'publish' || status === 'future'

/** What somebody could have changed there. */
const hashOf = ({ title, content, excerpt }: WordPressPost): string =>
  sha256(JSON.stringify([title.raw, content.raw, excerpt.raw]))

/** Its own time counts whole seconds, and two may save within one. */
const seenOf = (post: WordPressPost): string => `${post.modified_gmt} ${post.status} ${hashOf(post)}`

const remoteOf = (post: WordPressPost, pictures: Record<string, string> | undefined): Remote => ({
  id: String(post.id),
  url: isPublic(post) ? post.link : null,
  seen: seenOf(post),
  hash: hashOf(post),
  ...(pictures === undefined || Object.keys(pictures).length === 0 ? {} : { pictures }),
})

const isSame = (there: WordPressPost, ours: Out): boolean =>
  there.title.raw === ours.headline && partingOf(wordsOfHtml(ours.html), wordsOfHtml(there.content.raw)) === null

/** Its editor's own blocks: without them it would make paragraphs of line ends by itself. */
const block = (name: string, html: string, attributes?: Record<string, unknown>): string =>
  `<!-- wp:${name} ${attributes === undefined ? '' : `${JSON.stringify(attributes)} `}-->\n${html}\n<!-- /wp:${name} -->`

const dialect = (pictures: Readonly<Record<string, string>>): Dialect => ({
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
