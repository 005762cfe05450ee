/**
 * The public site while the server runs: what was asked for once is answered again from memory, at once, until something
 * that it shows has changed.
 */
import type { MiddlewareHandler } from 'hono'
import { newsroomName } from '../../db/people.ts'
import { publishingSettings, siteSettings } from '../../db/publishing.ts'
import { onSite, type OnSite, type SiteRow } from '../../db/site.ts'
import type { SiteAround } from '../../shared/site/frame.ts'
import { mainOf, storyPageAround, type StoryPage } from '../../shared/site/page.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import type { Env } from '../routes/edge.ts'
import { answerAtOnce, answerWith, keptOf, KeptPages, type Asked, type Kept } from './kept-pages.ts'
import { siteHeaders } from './site-headers.ts'

const MOST_BYTES = 64 * 1024 * 1024
/**
 * A proxy may be a minute behind. A reader's own browser asks every time, which costs a 304: what is withdrawn or
 * corrected is so when they look again, and so is what whoever published it opens at once.
 */
export const FOR_A_MINUTE = 'public, max-age=0, s-maxage=60, must-revalidate'

/** What a page of the site is before it is kept. */
export type Made = {
  status?: number
  type: string
  body: string | Uint8Array<ArrayBuffer>
  /** The story it shows, if it is one. */
  storyId?: string
  /** When what it shows last changed; without it, now. */
  changedAt?: number
  headers?: Record<string, string>
  /** Milliseconds after which it is made anew, though nothing was published. */
  goodForMs?: number
}

/** Call after whatever readers see of a story has changed, once it is on disk. @param storyId null: anything may have */
export function siteChanged(desk: Pick<Desk, 'site'>, storyId: string | null): void {
  desk.site.changed(storyId)
}

type Parts = Pick<Desk, 'db' | 'config' | 'clock'>

export class LiveSite {
  private readonly pages: KeptPages
  /** Rises with every change: what was begun before is not kept. */
  private generation = 0
  /** Which change of which story was its last; and which was the last after which anything may be another. */
  private readonly ofStory = new Map<string, number>()
  private ofAll = 0
  /** Since when the settings are as they are, as far as is known here. */
  private since: number
  private settings: Promise<SiteAround> | null = null

  constructor(
    private readonly parts: Parts,
    most = MOST_BYTES,
  ) {
    this.pages = new KeptPages(most)
    this.since = parts.clock.now()
  }

  changed(storyId: string | null): void {
    this.generation += 1
    this.pages.dropStory(storyId)
    if (storyId !== null) {
      this.ofStory.set(storyId, this.generation)
      return
    }
    this.ofStory.clear()
    this.ofAll = this.generation
    this.settings = null
    this.since = this.parts.clock.now()
  }

  /** How often the site has changed; only good for `changedSince`, and while this server runs. */
  get moment(): number {
    return this.generation
  }

  /** The stories that readers may see otherwise than at that moment; null: anything may be another. */
  changedSince(moment: number): string[] | null {
    if (moment < this.ofAll) return null
    return [...this.ofStory].flatMap(([storyId, at]) => (at > moment ? [storyId] : []))
  }

  /** What every page knows of the newsroom. */
  async around(): Promise<SiteAround> {
    const { generation } = this
    const kept = this.settings
    if (kept !== null) return kept
    const reading = this.read()
    const around = await reading
    if (generation === this.generation) this.settings = reading
    return around
  }

  private async read(): Promise<SiteAround> {
    const { db, config } = this.parts
    const [name, site, { zone }] = await Promise.all([newsroomName(db), siteSettings(db), publishingSettings(db)])
    return { newsroom: { name }, site, zone, base: siteUrl(config) }
  }

  /** Before everything else: nothing is looked up, and no header is set twice. */
  readonly fromMemory: MiddlewareHandler<Env> = async (c, next) => {
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD') {
      const kept = c.req.url.includes('gift=') ? undefined : this.good(path)
      const answer = kept === undefined ? null : answerAtOnce(kept, askedBy(c.req))
      if (answer !== null) return answer
    }
    await next()
  }

  /** The answer under this path, from memory or made; null: there is nothing. @param as the name it is kept under */
  async answer(
    c: Parameters<MiddlewareHandler<Env>>[0],
    make: () => Promise<Made | null>,
    as = c.req.path,
  ): Promise<Response | null> {
    const kept = this.good(as) ?? (await this.make(as, make))
    return kept === null ? null : answerWith(kept, askedBy(c.req))
  }

  private good(path: string): Kept | undefined {
    const kept = this.pages.get(path)
    if (kept?.until == null || kept.until > this.parts.clock.now()) return kept
    this.pages.drop(path)
    return undefined
  }

  private async make(path: string, make: () => Promise<Made | null>): Promise<Kept | null> {
    const { generation } = this
    const made = await make()
    if (made === null) return null
    const now = this.parts.clock.now()
    const kept = keptOf({
      status: made.status ?? 200,
      headers: {
        ...siteHeaders(this.parts.config),
        'content-type': made.type,
        'cache-control': FOR_A_MINUTE,
        ...made.headers,
      },
      body: made.body,
      modified: made.changedAt === undefined ? now : Math.max(made.changedAt, this.since),
      storyId: made.storyId ?? null,
      until: made.goodForMs === undefined ? null : now + made.goodForMs,
    })
    if (generation === this.generation) this.pages.put(path, kept)
    return kept
  }

  get inMemory(): { pages: number; bytes: number } {
    return { pages: this.pages.size, bytes: this.pages.weight }
  }
}

const askedBy = (request: { header(name: string): string | undefined }): Asked => ({
  encoding: request.header('accept-encoding'),
  match: request.header('if-none-match'),
  since: request.header('if-modified-since'),
})

/** Everything that the page of a story on the site is made of. */
export function givenOf(around: SiteAround, { row, kind, at, content, notes }: Omit<OnSite, 'page'>): StoryPage {
  return {
    ...around,
    content,
    kind,
    at,
    notes,
    publishedAt: row.published_at,
    changedAt: row.changed_at,
    correctedAt: row.corrected_at,
    url: `${around.base}/${row.path}`,
  }
}

/** The page of a story: its approved words in the newsroom's present frame, the same bytes while no setting has changed. */
export async function storyOnSite(desk: Parts & Pick<Desk, 'site'>, row: SiteRow): Promise<Made> {
  const [around, on] = await Promise.all([desk.site.around(), onSite(desk.db, row)])
  const given = givenOf(around, on)
  return {
    status: row.killed_at === null ? 200 : 410,
    type: 'text/html; charset=utf-8',
    body: storyPageAround(given, mainOf(on.page)),
    storyId: row.story_id,
    changedAt: on.at,
  }
}
