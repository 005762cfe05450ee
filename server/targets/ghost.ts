/**
 * Ghost: a story is one post there, marked with a tag that only machines see, so that a try that was cut off finds what it
 * had begun. Ghost itself says when somebody saved the post since we read it; then the desk decides.
 */
import type { ImagePart, ListPart } from '../../shared/body/parts.ts'
import { escapeHtml } from '../../shared/body/html-words.ts'
import { imagesIn } from '../../shared/publish/drift.ts'
import type { TargetConfig } from '../../shared/shapes/targets.ts'
import { captionOf, elsewhere, type Dialect, type Out } from '../../shared/site/elsewhere.ts'
import { Collision, GhostApi, type GhostPost } from './ghost-api.ts'
import { Posts, type Pictures, type PostThere } from './posts.ts'
import type { Adapter, Parcel, Sent } from './target.ts'
import { again, cut, isPictureAt, markOf, no, sha256, type Undelivered, type Way } from './way.ts'

/** The longest that Ghost takes of each. */
const MOST = { title: 255, excerpt: 300, searchTitle: 300, searchText: 500, alt: 191 }

export const ghostAdapter = (way: Way, config: TargetConfig, key: string): Adapter => new Ghost(way, config, key)

class Ghost extends Posts<GhostPost> {
  private readonly api: GhostApi

  constructor(way: Way, { url = '', asDraft }: TargetConfig, key: string) {
    super('Ghost', way, asDraft === true)
    this.api = new GhostApi(way, url, key)
  }

  protected read(post: GhostPost): PostThere {
    const { id, url, title, html, status, updated_at } = post
    const hash = hashOf(post)
    // Its own time counts whole seconds, and two may save within one.
    const seen = `${updated_at} ${status} ${hash}`
    return { id, url: url ?? null, headline: title, html: html ?? '', isPublic: status !== 'draft', seen, hash }
  }

  protected postOf(id: string): Promise<GhostPost | null> {
    return this.api.post(id)
  }

  protected postMarked(mark: string): Promise<GhostPost | null> {
    return this.api.postWithTag(`hash-${mark}`)
  }

  protected async send(parcel: Parcel, there: GhostPost | null): Promise<Sent> {
    const pictures: Pictures = { ...parcel.before?.pictures }
    const ours = await this.wanted(parcel, there, pictures)
    try {
      if (there === null) return await this.publish(parcel, await this.api.add(ours.created), pictures)
      if (this.isAsRead(parcel, there) || parcel.overwrite)
        return await this.publish(parcel, await this.api.change(there, keepingInternal(ours.changed, there)), pictures)
      // Not as it was read: made by an earlier try whose answer was lost, or changed by somebody.
      if (this.isOurs(there, ours.created)) return await this.publish(parcel, there, pictures)
      return this.clash(parcel, there, 'Somebody has changed the post in Ghost since it was sent.')
    } catch (error) {
      if (!(error instanceof Collision)) throw error
      const now = there === null ? await this.find(parcel) : await this.api.post(there.id)
      if (now !== null && this.isOurs(now, ours.created)) throw this.beingSaved()
      return this.clash(parcel, now, 'Somebody saved the post in Ghost while it was being sent.')
    }
  }

  private isOurs(there: GhostPost, ours: { title: string; html: string; custom_excerpt: string | null }): boolean {
    const isExcerpt = (there.custom_excerpt ?? '') === (ours.custom_excerpt ?? '')
    return isExcerpt && this.isSame(there, { headline: ours.title, html: ours.html })
  }

  private beingSaved(afterMs?: number): Undelivered {
    return again(`${this.api.who} was being saved by somebody at that moment.`, afterMs)
  }

  /** A draft becomes public in a step of its own: only there can Ghost mail it, and it does so once. */
  private async publish(parcel: Parcel, post: GhostPost, pictures: Pictures): Promise<Sent> {
    const { newsletter, kind } = parcel
    if (this.asDraft)
      return this.out(post, pictures, newsletter === null ? 'It is a draft there, to be published by hand.' : 'It is a draft there: it was not mailed.') // prettier-ignore
    if (post.status !== 'draft')
      return this.out(post, pictures, newsletter !== null && !post.email ? 'It was public there already, so it was not mailed.' : undefined) // prettier-ignore
    // What was ever public is never mailed again.
    const mailed = kind === 'first' && !post.email ? newsletter : null
    const public_ = await this.api.change(post, { status: 'published' }, mailed)
    return this.out(public_, pictures, mailed === null ? undefined : `Ghost mails it by “${mailed.slug}”.`)
  }

  protected async unpublish(post: GhostPost): Promise<GhostPost> {
    try {
      return await this.api.change(post, { status: 'draft' })
    } catch (error) {
      if (error instanceof Collision) throw this.beingSaved(5000)
      throw error
    }
  }

  /** @param pictures those that are there already; those that are sent now are added */
  private async wanted(parcel: Parcel, there: GhostPost | null, pictures: Pictures) {
    const { content, storyId } = parcel
    const out = await this.outOf(parcel, pictures)
    if (out.headline.length > MOST.title) throw no(`Ghost takes headlines of ${MOST.title} characters at most.`)
    const sent = there === null ? [] : [there.feature_image ?? '', ...imagesIn(there.html ?? '').map(({ src }) => src)]
    for (const asset of out.pictures) {
      const known = sent.find((address) => isPictureAt(asset, address))
      if (known !== undefined) pictures[asset] ??= known
    }
    await this.sendPictures(out.pictures, pictures, (name, picture) => this.api.upload(name, picture))
    const { lead, html } = await this.outOf(parcel, pictures)
    const date = this.dateOf(parcel)
    const tags = [...content.topics, `#${markOf(storyId)}`].map((name) => ({ name }))
    const social = content.socialTitle || null
    const changed = {
      title: out.headline,
      html,
      custom_excerpt: cut(out.dek, MOST.excerpt) || null,
      visibility: content.visibility,
      tags,
      meta_title: cut(content.searchTitle, MOST.searchTitle) || null,
      meta_description: cut(content.searchText, MOST.searchText) || null,
      og_title: social,
      twitter_title: social,
      feature_image: lead?.asset ? (pictures[lead.asset] ?? null) : null,
      feature_image_alt: lead === null || lead.decorative ? null : lead.alt || null,
      feature_image_caption: lead === null ? null : captionOf(lead) || null,
      canonical_url: (await this.way.isOnSite(storyId)) ? parcel.url : null,
    }
    const created = {
      ...changed,
      status: 'draft',
      ...(content.path === null ? {} : { slug: content.path }),
      ...(date === null ? {} : { published_at: date.toISOString() }),
    }
    return { created, changed }
  }

  protected async outOf({ content, notes }: Parcel, pictures: Readonly<Pictures>): Promise<Out> {
    const { newsroom, site, zone, base } = this.way
    return elsewhere({
      content,
      notes,
      outlet: newsroom.name,
      site,
      zone,
      base,
      dialect: dialect(pictures),
      whole: true,
      leadApart: ({ alt }) => alt.length <= MOST.alt,
      rest: null,
    })
  }

  protected override differs({ content }: Parcel, { visibility }: GhostPost): string | null {
    return visibility === content.visibility ? null : `It is for “${visibility}” in Ghost, and “${content.visibility}” here.`
  }

  protected async tried(): Promise<string> {
    const { title, version } = await this.api.site()
    await this.api.mayRead()
    const newsletters = await this.api.newsletters()
    const mail = newsletters.length === 0 ? '' : ` Its newsletters: ${newsletters.join(', ')}.`
    return `“${title}” (Ghost ${version}) takes the key.${mail}`
  }
}

/** Tags that only themes look at stay as they were set there. */
function keepingInternal<P extends { tags: { name: string }[] }>(ours: P, { tags }: GhostPost): P {
  const own = new Set(ours.tags.map(({ name }) => name))
  const internal = (tags ?? []).filter(({ name }) => name.startsWith('#') && !own.has(name))
  return { ...ours, tags: [...ours.tags, ...internal.map(({ name }) => ({ name }))] }
}

/** What readers see of it; a post that is only saved again is the same. */
const hashOf = ({ title, html, custom_excerpt, visibility }: GhostPost): string =>
  sha256(JSON.stringify([title, html ?? '', custom_excerpt ?? '', visibility ?? '']))

/** What Ghost keeps: classes on paragraphs are lost, a comment is the paywall. */
const dialect = (pictures: Readonly<Pictures>): Dialect => ({
  paragraph: (inner) => `<p>${inner}</p>`,
  heading: (level, inner) => `<h${level}>${inner}</h${level}>`,
  quote: (inner) => `<blockquote>${inner}</blockquote>`,
  list: (_: ListPart, html) => html,
  divider: '<hr>',
  paywall: '<!--members-only-->',
  picture: (part: ImagePart, caption) => {
    const src = part.asset === null ? undefined : pictures[part.asset]
    if (src === undefined) return ''
    const alt = part.decorative ? '' : part.alt
    const under = caption === '' ? '' : `<figcaption>${caption}</figcaption>`
    return `<figure><img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">${under}</figure>`
  },
})
