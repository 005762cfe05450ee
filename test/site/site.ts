/** A newsroom that publishes, and readers who ask for what it published. */
import type { Edition, EditionPreview, ReaderNote } from '../../shared/publishing.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import { schema } from '../../shared/schema.ts'
import { prosemirrorToYXmlFragment } from 'y-prosemirror'
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
      bodyOf(ydoc).delete(0, bodyOf(ydoc).length)
      prosemirrorToYXmlFragment(schema.node('doc', null, [...body]), bodyOf(ydoc))
      if (fieldOf(ydoc, 'headline').length === 0) fieldOf(ydoc, 'headline').insert(0, headline)
    })
    await room.desk.rooms.queue.settled()
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
