/** A newsroom that publishes, and readers who ask for what it published. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { addAsset } from '../../db/assets.ts'
import type { Person } from '../../shared/api.ts'
import type { Edition, EditionPreview, ReaderNote } from '../../shared/shapes/editions.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import { bodyOf, fieldOf, speakersOf } from '../../shared/story.ts'
import { schema } from '../../shared/schema.ts'
import { prosemirrorToYXmlFragment } from 'y-prosemirror'
import type { Doc } from 'yjs'
import type { Node } from 'prosemirror-model'
import { newStory, scene, type Answer, type Asks, type Scene } from '../routes/scene.ts'
import type { Config } from '../../server/config.ts'

export const p = (text: string, attrs: Record<string, unknown> = {}): Node =>
  schema.node('paragraph', { id: `b${(ids += 1)}`, ...attrs }, text === '' ? [] : [schema.text(text)])
let ids = 0

export type Told = {
  headline?: string
  dek?: string
  byline?: string
  body?: readonly Node[]
  particulars?: Record<string, unknown>
}

export type Site = Scene & {
  ana: Asks
  /** A story that is published; its path is of its headline. */
  publishes(told?: Told): Promise<{ id: string; path: string }>
  writes(told?: Told): Promise<string>
  publish(id: string, kind: EditionKind, note?: ReaderNote | null): Promise<Answer<Edition>>
  /** A reader without a cookie. */
  get(path: string, headers?: Record<string, string>): Promise<Answer<never>>
}

export async function site(config: Partial<Config> = {}): Promise<Site> {
  const room = await scene({ publicUrl: 'https://desk.example', ...config })
  const { asks, person } = await room.person('Ana', 'owner')
  await asks('PATCH', '/api/newsroom', { json: { name: 'The Night Desk' } })
  const set = await asks('PATCH', '/api/newsroom/publishing', { json: { gates: [], zone: 'Europe/Berlin' } })
  if (set.status !== 200) throw new Error(set.text)

  async function writes({
    headline = 'The harbour',
    dek = 'A dek.',
    byline = 'By Ana Ruiz',
    body = [p('Quiet.')],
    particulars = {},
  }: Told = {}) {
    const story = await newStory(asks, { headline, dek, byline })
    await room.desk.rooms.edit(story.id, person, (ydoc) => {
      speakersOf(ydoc).set('s1', { name: 'Cora', initials: 'C', kind: 'interviewer' })
      speakersOf(ydoc).set('s2', { name: 'Dana', initials: 'D', kind: 'subject' })
      bodyOf(ydoc).delete(0, bodyOf(ydoc).length)
      prosemirrorToYXmlFragment(schema.node('doc', null, [...body]), bodyOf(ydoc))
      if (fieldOf(ydoc, 'headline').length === 0) fieldOf(ydoc, 'headline').insert(0, headline)
    })
    await room.desk.rooms.queue.settled()
    for (const { attrs } of body) if (typeof attrs.asset === 'string') await hasPicture(story.id, attrs.asset)
    const standing = await asks<{ particulars: { path: string | null }; version: number }>(
      'GET',
      `/api/stories/${story.id}/standing`,
    )
    const changed = await asks('PATCH', `/api/stories/${story.id}/particulars`, {
      json: { version: standing.body.version, path: `story-${(count += 1)}`, ...particulars },
    })
    if (changed.status !== 200) throw new Error(changed.text)
    return story.id
  }
  let count = 0
  /** As if it had been put into the story: named in the database, with a place on the disk. */
  async function hasPicture(storyId: string, id: string): Promise<void> {
    mkdirSync(join(room.dataDir, 'assets', id))
    const asset = {
      id,
      story_id: storyId,
      sha256: id,
      type: 'image/jpeg' as const,
      bytes: 1,
      created_by: person.id,
      created_at: 0,
    }
    await addAsset(room.db, asset)
  }

  async function publish(id: string, kind: EditionKind, note: ReaderNote | null = null) {
    const seen = await asks<EditionPreview>('POST', `/api/stories/${id}/preview`, { json: { kind, note } })
    if (seen.status !== 200) throw new Error(seen.text)
    return asks<Edition>('POST', `/api/stories/${id}/publish`, {
      json: { stamp: seen.body.stamp, kind, note, targets: ['site'], withoutNote: 'For a test.' },
    })
  }

  return {
    ...room,
    ana: asks,
    writes,
    publish,
    async publishes(told = {}) {
      const id = await writes(told)
      const out = await publish(id, 'first')
      if (out.status !== 201) throw new Error(out.text)
      const standing = await asks<{ particulars: { path: string } }>('GET', `/api/stories/${id}/standing`)
      return { id, path: standing.body.particulars.path }
    },
    get: (path, headers = {}) => room.stranger('GET', path, { headers }),
  }
}

/** Puts these words in the place of the whole body. */
export function rewrite(ydoc: Doc, text: string): void {
  bodyOf(ydoc).delete(0, bodyOf(ydoc).length)
  prosemirrorToYXmlFragment(schema.node('doc', null, [p(text)]), bodyOf(ydoc))
}

export const TITLE = 'AT&T <buys> "X" 👍 ]]>'

/** One of everything, and words that break what is not escaped. @param hrefs that must never be links */
export function A_STORY(hrefs: readonly string[] = [], asset: string | null = 'abcdefghijklmnopqr-1600x900'): Node[] {
  const { nodes, marks } = schema
  const link = (text: string, href: string, affiliate = false) => schema.text(text, [marks.link.create({ href, affiliate })])
  return [
    nodes.notice.create({ id: 'n1', kind: 'reader-note' }, [p('A note to readers: today’s is free.')]),
    p('a ]]> b <!-- x --> 👍 <script>alert(1)</script>'),
    nodes.paragraph.create({ id: 'q1', role: 'question', speaker: 's1' }, [schema.text('What happened?')]),
    nodes.paragraph.create({ id: 'a1', role: 'answer', speaker: 's2' }, [
      schema.text('I left. '),
      link('good', 'https://good.example/?a=1&b="2"'),
      schema.text(' and '),
      link('shop', 'https://shop.example/', true),
      ...hrefs.map((href) => link('bad', href)),
    ]),
    nodes.pullQuote.create({ id: 'pq', speaker: 's2', sourceBlock: 'a1' }, [schema.text('“I left.”')]),
    nodes.heading.create({ id: 'h3', level: 3 }, [schema.text('A third <heading>')]),
    nodes.heading.create({ id: 'h2', level: 2 }, [schema.text('A second')]),
    nodes.list.create({ id: 'l', ordered: true }, [
      nodes.listItem.create({ id: 'i1' }, [schema.text('one')]),
      nodes.listItem.create({ id: 'i2', level: 1 }, [schema.text('two')]),
    ]),
    nodes.divider.create({ id: 'd' }),
    nodes.image.create({ id: 'im', asset, alt: 'A "pier" <b>', caption: 'Cap & tion', credit: 'Ben', licence: 'CC BY' }),
    nodes.embed.create({
      id: 'e',
      url: 'https://youtu.be/abcdefghijk',
      provider: 'YouTube',
      title: 'A film "x"',
      fallbackText: 'Text',
    }),
    nodes.linkCard.create({ id: 'c', url: 'https://shop.example/book', title: 'A book', kind: 'book', affiliate: true }),
    ...hrefs.map((url, i) => nodes.linkCard.create({ id: `x${i}`, url, title: 'Bad', kind: 'link' })),
    nodes.notice.create({ id: 'n2', kind: 'disclosure' }, [p('We may earn from links.')]),
    p('The end.'),
  ]
}

/** These blocks in the place of the whole body of a story. */
export async function rewriteWith({ ana, desk }: Site, storyId: string, blocks: readonly Node[]): Promise<void> {
  const me = (await ana<{ person: Person }>('GET', '/api/session')).body.person
  await desk.rooms.edit(storyId, me, (ydoc) => {
    bodyOf(ydoc).delete(0, bodyOf(ydoc).length)
    prosemirrorToYXmlFragment(schema.node('doc', null, [...blocks]), bodyOf(ydoc))
  })
  await desk.rooms.queue.settled()
}
