/** A webhook after the Standard Webhooks: one signed message an edition, described in WEBHOOK.md. */
import { createHmac } from 'node:crypto'
import { layOut } from '../../shared/body/parts.ts'
import { storyOf } from '../../shared/publish/content.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { TargetConfig } from '../../shared/shapes/targets.ts'
import { publicPicture } from '../../shared/site/addresses.ts'
import { bodyHtml } from '../../shared/site/body.ts'
import { wholeAddress } from '../../shared/site/elsewhere.ts'
import { labelStyleOf, langOf } from '../../shared/site/page.ts'
import type { Adapter, Parcel, Remote, Sent } from './target.ts'
import { again, delivering, mustBeGood, no, plainLine, testing, type Way } from './way.ts'
import { newId } from '../secrets.ts'

const TYPES: Record<EditionKind, string> = {
  first: 'story.published',
  update: 'story.updated',
  correction: 'story.corrected',
  kill: 'story.killed',
  return: 'story.returned',
}

export function webhookAdapter(way: Way, { url = '' }: TargetConfig, secret: string): Adapter {
  const hook = new Webhook(way, url, secret)
  return {
    deliver: (parcel) => delivering(() => hook.deliver(parcel)),
    // Whoever hears of it says nothing of what became of it.
    compare: () => Promise.resolve(null),
    test: () => testing(() => hook.test()),
  }
}

class Webhook {
  private readonly who: string

  constructor(
    private readonly way: Way,
    private readonly url: string,
    private readonly secret: string,
  ) {
    this.who = `The webhook at ${new URL(url).host}`
  }

  async deliver(parcel: Parcel): Promise<Sent> {
    const { kind, id, url, before } = parcel
    const status = await this.send(id, TYPES[kind], parcel.changedAt, await this.storyOf(parcel))
    if (status === 410) return { outcome: 'no', says: `${this.who} says that it is gone for good (410), so it is switched off.`, off: true } // prettier-ignore
    const remote: Remote = { id, url: kind === 'kill' ? null : url, seen: null, hash: null }
    return { outcome: 'out', remote: before === null ? remote : { ...remote, id: before.id } }
  }

  async test(): Promise<string> {
    const status = await this.send(`test-${newId()}`, 'test', this.way.now(), { newsroom: this.way.newsroom })
    if (status === 410) throw no(`${this.who} says that it is gone for good (410).`)
    return `${this.who} took the test (${status}).`
  }

  /** @returns a status of 2xx, or 410; all others are thrown */
  private async send(id: string, type: string, at: number, data: unknown): Promise<number> {
    const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })
    // Of this try, so that whoever refuses what is old takes it.
    const timestamp = String(Math.floor(this.way.now() / 1000))
    const key = Buffer.from(this.secret.replace(/^whsec_/, ''), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    const reply = await this.way.ask({
      method: 'POST',
      url: this.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
    })
    const { status } = reply
    // What it says is about its own state, not about the story: it is tried again, whatever it is.
    if (status >= 400 && status < 500 && status !== 410 && status !== 429)
      throw again(`${this.who} did not take it (${status}${reply.text === '' ? '' : `: “${plainLine(reply.text, 120)}”`}).`)
    if (status !== 410) mustBeGood(reply, this.who, plainLine(reply.text, 120))
    return status
  }

  private async storyOf(parcel: Parcel) {
    const { storyId, number, kind, content, notes, url, publishedAt, changedAt } = parcel
    const { newsroom, site, base } = this.way
    const time = (at: number): string => new Date(at).toISOString()
    const isGone = kind === 'kill'
    return {
      story: storyId,
      edition: number,
      kind,
      url: (await this.way.isOnSite(storyId)) || isGone ? url : null,
      path: content.path,
      newsroom,
      publishedAt: time(publishedAt),
      changedAt: time(changedAt),
      visibility: content.visibility,
      notes: notes.map(({ label, wrong, right, atTop, at }) => ({ label, wrong, right, atTop, at: time(at) })),
      // Of what was withdrawn nothing is told.
      content: isGone ? null : content,
      html: isGone ? null : this.html(parcel, true),
      preview: isGone || content.visibility !== 'members' ? null : this.html(parcel, false),
      pictures: isGone ? [] : this.pictures(parcel, base),
      lang: langOf({ content, site }),
    }
  }

  private html({ content }: Parcel, whole: boolean): string {
    const { newsroom, site, base } = this.way
    return bodyHtml({
      layout: layOut(storyOf(content)),
      labelStyle: labelStyleOf({ content, site }),
      outlet: newsroom.name,
      lang: langOf({ content, site }),
      members: content.visibility === 'members',
      whole,
      join: null,
      picture: (asset, file) => base + publicPicture(asset, file),
      address: (href) => wholeAddress(href, base) ?? href,
    }).join('\n')
  }

  private pictures({ content }: Parcel, base: string): Record<string, string>[] {
    const parts = layOut(storyOf(content)).parts
    return parts.flatMap((part) =>
      part.kind !== 'image' || part.asset === null
        ? []
        : [
            {
              asset: part.asset,
              url: base + publicPicture(part.asset, `${part.asset.split('-').at(-1)!.split('x')[0]!}.webp`),
              alt: part.decorative ? '' : part.alt,
              caption: part.caption,
              credit: part.credit,
              licence: part.licence,
            },
          ],
    )
  }
}
