/**
 * Ghost: a story is one post there, marked with a tag that only machines see, so that a try that was cut off finds what it
 * had begun. Ghost itself says when somebody saved the post since we read it; then the desk decides.
 */
import type { ImagePart, ListPart } from '../../shared/body/parts.ts'
import { escapeHtml } from '../../shared/body/html-words.ts'
import { imagesIn, partingOf, wordsOfHtml } from '../../shared/publish/drift.ts'
import type { TargetConfig } from '../../shared/shapes/targets.ts'
import { captionOf, elsewhere, type Dialect, type Out } from '../../shared/site/elsewhere.ts'
import { Collision, GhostApi, type GhostPost } from './ghost-api.ts'
import type { Adapter, Parcel, Remote, Sent } from './target.ts'
import { again, cut, delivering, isPictureAt, markOf, no, pictureName, sha256, testing, type Way } from './way.ts'

/** The longest that Ghost takes of each. */
const MOST = { title: 255, excerpt: 300, searchTitle: 300, searchText: 500, alt: 191 }
/** Clocks differ: a time that may lie ahead of theirs would be a schedule. */
const SURELY_PAST_MS = 10 * 60_000

export function ghostAdapter(way: Way, config: TargetConfig, key: string): Adapter {
  const ghost = new Ghost(way, new GhostApi(way, config.url ?? '', key), config.asDraft === true)
  return {
    deliver: (parcel) => delivering(() => ghost.deliver(parcel)),
    compare: (parcel, remote) => ghost.compare(parcel, remote),
    test: () => testing(() => ghost.test()),
  }
}

class Ghost {
  constructor(
    private readonly way: Way,
    private readonly api: GhostApi,
    private readonly asDraft: boolean,
  ) {}

  async deliver(parcel: Parcel): Promise<Sent> {
    const there = await this.find(parcel)
    if (parcel.kind === 'kill') return this.takeDown(parcel, there)
    const pictures: Record<string, string> = { ...parcel.before?.pictures }
    const ours = await this.postOf(parcel, there, pictures)
    try {
      if (there === null) {
        if (parcel.before !== null && !parcel.overwrite)
          return this.clash(parcel, null, 'The post was deleted in Ghost. Overwriting makes it anew.')
        return await this.publish(parcel, await this.api.add(ours.created), pictures)
      }
      const isAsRead = parcel.before !== null && parcel.before.seen === seenOf(there)
      if (isAsRead || parcel.overwrite)
        return await this.publish(parcel, await this.api.change(there, keepingInternal(ours.changed, there)), pictures)
      // Not as it was read: made by an earlier try whose answer was lost, or changed by somebody.
      if (isSame(there, ours.created)) return await this.publish(parcel, there, pictures)
      return this.clash(parcel, there, 'Somebody has changed the post in Ghost since it was sent.')
    } catch (error) {
      if (!(error instanceof Collision)) throw error
      const now = there === null ? await this.find(parcel) : await this.api.post(there.id)
      if (now !== null && isSame(now, ours.created)) throw again(`${this.api.who} was being saved by somebody at that moment.`)
      return this.clash(parcel, now, 'Somebody saved the post in Ghost while it was being sent.')
    }
  }

  /** The post as it is now; null: there is none. */
  private async find({ before, storyId }: Parcel): Promise<GhostPost | null> {
    const known = before === null ? null : await this.api.post(before.id)
    return known ?? (await this.api.postWithTag(`hash-${markOf(storyId)}`))
  }

  /** A draft becomes public in a step of its own: only there can Ghost mail it, and it does so once. */
  private async publish(parcel: Parcel, post: GhostPost, pictures: Record<string, string>): Promise<Sent> {
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

  private async takeDown(parcel: Parcel, there: GhostPost | null): Promise<Sent> {
    if (there === null) {
      const remote = parcel.before ?? { id: '', url: null, seen: null, hash: null }
      return { outcome: 'out', remote, says: 'There is no such post in Ghost any more.' }
    }
    if (there.status === 'draft') return this.out(there, parcel.before?.pictures)
    try {
      // Only its status: whatever somebody wrote there stays theirs.
      return this.out(await this.api.change(there, { status: 'draft' }), parcel.before?.pictures)
    } catch (error) {
      if (error instanceof Collision) throw again(`${this.api.who} was being saved by somebody at that moment.`, 5000)
      throw error
    }
  }

  private out(post: GhostPost, pictures: Record<string, string> | undefined, says?: string): Sent {
    const remote: Remote = {
      id: post.id,
      url: post.status === 'draft' ? null : (post.url ?? null),
      seen: seenOf(post),
      hash: hashOf(post),
      ...(pictures === undefined || Object.keys(pictures).length === 0 ? {} : { pictures }),
    }
    return { outcome: 'out', remote, ...(says === undefined ? {} : { says }) }
  }

  private clash({ before }: Parcel, there: GhostPost | null, says: string): Sent {
    const remote: Remote = {
      id: there?.id ?? before?.id ?? '',
      url: there?.url ?? before?.url ?? null,
      seen: there === null ? null : seenOf(there),
      hash: there === null ? null : hashOf(there),
      ...(before?.pictures === undefined ? {} : { pictures: before.pictures }),
    }
    const theirs = there === null ? '' : `<h1>${escapeHtml(there.title)}</h1>\n${there.html ?? ''}`
    return { outcome: 'clash', says, theirs, remote }
  }

  /** @param pictures those that are there already; those that are sent now are added */
  private async postOf(parcel: Parcel, there: GhostPost | null, pictures: Record<string, string>) {
    const { content, storyId, publishedAt } = parcel
    const out = this.outOf(parcel, pictures)
    if (out.headline.length > MOST.title) throw no(`Ghost takes headlines of ${MOST.title} characters at most.`)
    const sent = there === null ? [] : [there.feature_image ?? '', ...imagesIn(there.html ?? '').map(({ src }) => src)]
    await this.send(out.pictures, sent, pictures)
    const { lead, html } = this.outOf(parcel, pictures)
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
      ...(publishedAt < this.way.now() - SURELY_PAST_MS ? { published_at: new Date(publishedAt).toISOString() } : {}),
    }
    return { created, changed }
  }

  private outOf({ content, notes }: Pick<Parcel, 'content' | 'notes'>, pictures: Readonly<Record<string, string>>): Out {
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

  /** Each once: what was sent with an earlier edition, or by a try that was cut off, is still there. */
  private async send(wanted: readonly string[], sent: readonly string[], pictures: Record<string, string>): Promise<void> {
    for (const asset of wanted) {
      const known = pictures[asset] ?? sent.find((address) => isPictureAt(asset, address))
      if (known !== undefined) {
        pictures[asset] = known
        continue
      }
      const picture = await this.way.picture(asset)
      if (picture === null) throw no('A picture of the story is missing on our own disk, so it was not sent without it.')
      pictures[asset] = await this.api.upload(pictureName(asset, picture.type), picture)
    }
  }

  async compare(parcel: Parcel, remote: Remote): Promise<string | null> {
    const there = await this.api.post(remote.id)
    if (there === null) return parcel.kind === 'kill' ? null : 'The post is not in Ghost any more.'
    if (parcel.kind === 'kill')
      return there.status === 'draft' ? null : 'The story was withdrawn, but Ghost shows it to readers again.'
    if (!this.asDraft && there.status === 'draft') return 'Somebody has unpublished it in Ghost.'
    const ours = this.outOf(parcel, remote.pictures ?? {})
    if (there.title !== ours.headline) return `Its headline in Ghost is “${cut(there.title, 120)}”.`
    const parting = partingOf(wordsOfHtml(ours.html), wordsOfHtml(there.html ?? ''))
    if (parting !== null) return `Where we sent ${parting.ours}, Ghost has ${parting.theirs}.`
    if (there.visibility !== parcel.content.visibility) return `It is for “${there.visibility}” in Ghost, and “${parcel.content.visibility}” here.` // prettier-ignore
    if (remote.hash !== null && remote.hash !== hashOf(there)) return 'Its words are the same in Ghost, but looks, links or the excerpt were changed there.' // prettier-ignore
    return null
  }

  async test(): Promise<string> {
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

/** Its own time counts whole seconds, and two may save within one. */
const seenOf = (post: GhostPost): string => `${post.updated_at} ${post.status} ${hashOf(post)}`

const isSame = (there: GhostPost, ours: { title: string; html: string; custom_excerpt: string | null }): boolean =>
  there.title === ours.title &&
  (there.custom_excerpt ?? '') === (ours.custom_excerpt ?? '') &&
  partingOf(wordsOfHtml(ours.html), wordsOfHtml(there.html ?? '')) === null

/** What Ghost keeps: classes on paragraphs are lost, a comment is the paywall. */
const dialect = (pictures: Readonly<Record<string, string>>): Dialect => ({
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
