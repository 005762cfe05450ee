/** A desk with a story that has all it needs, and people who move it, pass its gates and look where it stands. */
import * as Y from 'yjs'
import type { Person, Story } from '../../shared/api.ts'
import type { Gate } from '../../shared/publish/workflow.ts'
import type { Checks } from '../../shared/shapes/checks.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import { bodyOf } from '../../shared/story.ts'
import { newStory, scene, type Asks } from '../routes/scene.ts'

export type Somebody = { asks: Asks; person: Person; cookie: string }

export async function aDesk() {
  const room = await scene()
  const oda = await room.person('Oda', 'owner')
  const ana = await room.person('Ana', 'editor')
  const ben = await room.person('Ben', 'writer')
  const sue = await room.person('Sue', 'checker')
  const story = await newStory(ben.asks, { headline: 'The mender’s gap', dek: 'A talk.', byline: 'By Ben' })
  const at = `/api/stories/${story.id}`
  /** Another paragraph of the story. */
  const writes = (text: string, attrs: Record<string, string> = {}, type = 'paragraph') =>
    room.desk.rooms.edit(story.id, ana.person, (ydoc) => {
      const block = new Y.XmlElement(type)
      for (const [name, value] of Object.entries({ id: `b-${text.length}-${bodyOf(ydoc).length}`, ...attrs }))
        block.setAttribute(name, value)
      if (type === 'paragraph') block.insert(0, [new Y.XmlText(text)])
      bodyOf(ydoc).insert(bodyOf(ydoc).length, [block])
    })
  await writes('She mends nets on the pier.')
  const checks = async ({ asks }: Somebody) => (await asks<Checks>('GET', `${at}/checks`)).body
  return {
    room,
    oda,
    ana,
    ben,
    sue,
    story,
    at,
    writes,
    checks,
    standing: async ({ asks }: Somebody) => (await asks<Standing>('GET', `${at}/standing`)).body,
    row: async ({ asks }: Somebody) =>
      (await asks<{ stories: Story[] }>('GET', '/api/stories')).body.stories.find(({ id }) => id === story.id)!,
    moves: ({ asks }: Somebody, to: string, reason?: string) =>
      asks<Standing>('POST', `${at}/stage`, { json: reason === undefined ? { to } : { to, reason } }),
    sets: ({ asks }: Somebody, json: Record<string, unknown>) => asks<Standing>('PATCH', `${at}/standing`, { json }),
    says: ({ asks }: Somebody, json: Record<string, unknown>) => asks<Standing>('PATCH', `${at}/particulars`, { json }),
    /** On the text as it is when they look. */
    passes: async (who: Somebody, gate: Gate, hash?: string) =>
      who.asks<Standing>('PUT', `${at}/gates/${gate}`, { json: { hash: hash ?? (await checks(who)).hash, note: 'Read it' } }),
    settings: ({ asks }: Somebody, json: Record<string, unknown>) => asks('PATCH', '/api/newsroom/publishing', { json }),
  }
}
