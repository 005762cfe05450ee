/**
 * What Ghost and WordPress are alike: a story is one post there. It is looked for before anything is sent, never written over
 * unseen, made a draft when the story is withdrawn, and compared with what was sent.
 */
import { escapeHtml } from '../../shared/body/html-words.ts'
import { partingOf, wordsOfHtml } from '../../shared/publish/drift.ts'
import type { Out } from '../../shared/site/elsewhere.ts'
import type { Adapter, Parcel, Remote, Sent } from './target.ts'
import { cut, delivering, markOf, no, pictureName, testing, type Way } from './way.ts'

/** Clocks differ: a time that may lie ahead of theirs would be a schedule. */
const SURELY_PAST_MS = 10 * 60_000
const NOTHING: Remote = { id: '', url: null, seen: null, hash: null }

/** What a post is, whatever its system calls that. `seen` changes whenever somebody saves it, `hash` when readers get another. */
export type PostThere = {
  id: string
  url: string | null
  headline: string
  html: string
  isPublic: boolean
  seen: string
  hash: string
}
/** By our asset's id, what each is called there. */
export type Pictures = Record<string, string>

export abstract class Posts<Post> implements Adapter {
  /** @param called as people call the system */
  protected constructor(
    private readonly called: string,
    protected readonly way: Way,
    protected readonly asDraft: boolean,
  ) {}

  protected abstract read(post: Post): PostThere
  protected abstract postOf(id: string): Promise<Post | null>
  /** The one that an earlier try may have made. */
  protected abstract postMarked(mark: string): Promise<Post | null>
  /** Changes its status and nothing else: whatever somebody wrote there stays theirs. */
  protected abstract unpublish(post: Post): Promise<Post>
  protected abstract outOf(parcel: Parcel, pictures: Readonly<Pictures>): Promise<Out>
  protected abstract send(parcel: Parcel, there: Post | null): Promise<Sent>
  protected abstract tried(): Promise<string>

  deliver(parcel: Parcel): Promise<Sent> {
    return delivering(async () => {
      const there = await this.find(parcel)
      if (parcel.kind === 'kill') return this.takeDown(parcel, there)
      if (there === null && parcel.before !== null && !parcel.overwrite)
        return this.clash(parcel, null, `The post was deleted in ${this.called}. Overwriting makes it anew.`)
      return this.send(parcel, there)
    })
  }

  test(): Promise<{ ok: boolean; says: string }> {
    return testing(() => this.tried())
  }

  async compare(parcel: Parcel, remote: Remote): Promise<string | null> {
    const { called } = this
    const post = remote.id === '' ? null : await this.postOf(remote.id)
    const isKilled = parcel.kind === 'kill'
    if (post === null) return isKilled ? null : `The post is not in ${called} any more.`
    const there = this.read(post)
    if (isKilled) return there.isPublic ? `The story was withdrawn, but ${called} shows it to readers again.` : null
    if (!this.asDraft && !there.isPublic) return `Somebody has unpublished it in ${called}.`
    const ours = await this.outOf(parcel, remote.pictures ?? {})
    if (there.headline !== ours.headline) return `Its headline in ${called} is “${cut(there.headline, 120)}”.`
    const parting = partingOf(wordsOfHtml(ours.html), wordsOfHtml(there.html))
    if (parting !== null) return `Where we sent ${parting.ours}, ${called} has ${parting.theirs}.`
    const other = this.differs(parcel, post)
    if (other !== null) return other
    if (remote.hash === null || remote.hash === there.hash) return null
    return `Its words are the same in ${called}, but looks, links or the excerpt were changed there.`
  }

  /** What else may differ there, in words. */
  protected differs(_parcel: Parcel, _post: Post): string | null {
    return null
  }

  /** The post as it is now; null: there is none. */
  protected async find({ before, storyId }: Parcel): Promise<Post | null> {
    const known = before === null || before.id === '' ? null : await this.postOf(before.id)
    return known ?? (await this.postMarked(markOf(storyId)))
  }

  protected isAsRead({ before }: Parcel, there: Post): boolean {
    return before !== null && before.seen === this.read(there).seen
  }

  protected isSame(there: Post, ours: Pick<Out, 'headline' | 'html'>): boolean {
    const { headline, html } = this.read(there)
    return headline === ours.headline && partingOf(wordsOfHtml(ours.html), wordsOfHtml(html)) === null
  }

  protected out(post: Post, pictures: Pictures | undefined, says = ''): Sent {
    return { outcome: 'out', remote: this.remoteOf(post, pictures), ...(says === '' ? {} : { says }) }
  }

  protected clash({ before }: Parcel, there: Post | null, says: string): Sent {
    if (there === null) return { outcome: 'clash', says, theirs: '', remote: before ?? NOTHING }
    const { headline, html } = this.read(there)
    const theirs = `<h1>${escapeHtml(headline)}</h1>\n${html}`
    return { outcome: 'clash', says, theirs, remote: this.remoteOf(there, before?.pictures) }
  }

  /** Each picture once: those that are there already are in `pictures`, and those that are sent now come in. */
  protected async sendPictures(
    wanted: readonly string[],
    pictures: Pictures,
    upload: (name: string, picture: { bytes: Uint8Array; type: string }, asset: string) => Promise<string>,
  ): Promise<void> {
    for (const asset of wanted) {
      if (pictures[asset] !== undefined) continue
      const picture = await this.way.picture(asset)
      if (picture === null) throw no('A picture of the story is missing on our own disk, so it was not sent without it.')
      pictures[asset] = await upload(pictureName(asset, picture.type), picture, asset)
    }
  }

  /** When it was published, if that can be told there without being taken for a schedule. */
  protected dateOf({ publishedAt }: Parcel): Date | null {
    return publishedAt < this.way.now() - SURELY_PAST_MS ? new Date(publishedAt) : null
  }

  private async takeDown({ before }: Parcel, there: Post | null): Promise<Sent> {
    if (there === null)
      return { outcome: 'out', remote: before ?? NOTHING, says: `There is no such post in ${this.called} any more.` }
    return this.out(this.read(there).isPublic ? await this.unpublish(there) : there, before?.pictures)
  }

  private remoteOf(post: Post, pictures: Pictures | undefined): Remote {
    const { id, url, isPublic, seen, hash } = this.read(post)
    const sent = pictures === undefined || Object.keys(pictures).length === 0 ? {} : { pictures }
    return { id, url: isPublic ? url : null, seen, hash, ...sent }
  }
}
