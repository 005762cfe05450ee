/** A newsroom that publishes: an owner, stories ready to go, and what readers get. */
import { onTestFinished } from 'vitest'
import * as Y from 'yjs'
import { nameNewsroom } from '../../db/people.ts'
import type { Edition, EditionPreview, ReaderNote, WallTime } from '../../shared/shapes/editions.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import type { Target } from '../../shared/shapes/targets.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { Role } from '../../shared/can.ts'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import { newStory, scene, type Answer, type Asks, type Scene } from '../routes/scene.ts'
import { Receiver, SECRET } from './receiver.ts'

type Given = {
  kind?: EditionKind
  note?: ReaderNote | null
  at?: WallTime | null
  targets?: string[]
  withoutNote?: string
}

export type Press = Scene & {
  ana: Desk
  somebody(name: string, role: Role): Promise<Desk>
  /** A story that nothing keeps from going out. */
  ready(headline: string, body?: string): Promise<string>
  writes(storyId: string, words: string): Promise<void>
  /** What a reader gets of a path. */
  reads(path: string): Promise<{ status: number; text: string }>
  hook(): Promise<{ receiver: Receiver; id: string }>
}

export type Desk = {
  asks: Asks
  preview(storyId: string, given?: Given): Promise<Answer<EditionPreview>>
  /** Previews and publishes what it saw. */
  publishes(storyId: string, given?: Given): Promise<Answer<Edition>>
  editions(storyId: string): Promise<Edition[]>
  standing(storyId: string): Promise<Standing>
}

export async function press(): Promise<Press> {
  const room = await scene()
  const somebody = async (name: string, role: Role): Promise<Desk> => deskOf((await room.person(name, role)).asks)
  const ana = await somebody('Ana', 'owner')
  await nameNewsroom(room.db, 'The Courier')
  // Gates are what others test.
  const set = await ana.asks('PATCH', '/api/newsroom/publishing', { json: { gates: [], zone: 'Europe/Berlin' } })
  if (set.status !== 200) throw new Error(set.text)
  return {
    ...room,
    ana,
    somebody,
    async ready(headline, body = 'The harbour opened on Monday.') {
      const story = await newStory(ana.asks, { headline, byline: 'By Ana Berg', dek: 'What it was like.' })
      await room.desk.rooms.edit(story.id, null, (ydoc) => {
        const paragraph = bodyOf(ydoc).get(0) as Y.XmlElement
        paragraph.insert(0, [new Y.XmlText(body)])
      })
      const path = headline.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
      const put = await ana.asks('PATCH', `/api/stories/${story.id}/particulars`, { json: { version: 0, path } })
      if (put.status !== 200) throw new Error(put.text)
      return story.id
    },
    async writes(storyId, words) {
      await room.desk.rooms.edit(storyId, null, (ydoc) => fieldOf(ydoc, 'dek').insert(fieldOf(ydoc, 'dek').length, words))
    },
    async reads(path) {
      const answer = await room.app.request(`/${path}`, {}, { incoming: { socket: { remoteAddress: '192.0.2.9' } } })
      return { status: answer.status, text: await answer.text() }
    },
    async hook() {
      const receiver = await Receiver.open(() => room.clock.now())
      onTestFinished(() => receiver.close())
      const config = { url: receiver.url, allowPrivate: true }
      const made = await ana.asks<Target>('POST', '/api/targets', {
        json: { kind: 'webhook', name: 'the wire', config, secret: SECRET },
      })
      if (made.status !== 201) throw new Error(made.text)
      return { receiver, id: made.body.id }
    },
  }
}

function deskOf(asks: Asks): Desk {
  const of = (storyId: string, what: string) => `/api/stories/${storyId}/${what}`
  const preview = (storyId: string, { kind = 'first', note = null, at = null }: Given = {}) =>
    asks<EditionPreview>('POST', of(storyId, 'preview'), { json: { kind, note, at } })
  return {
    asks,
    preview,
    async publishes(storyId, given = {}) {
      const seen = await preview(storyId, given)
      if (seen.status !== 200) return seen as never
      const { kind = 'first', note = null, at = null, targets = ['site'], withoutNote } = given
      const json = { stamp: seen.body.stamp, kind, note, at, targets, ...(withoutNote === undefined ? {} : { withoutNote }) }
      return asks<Edition>('POST', of(storyId, 'publish'), { json })
    },
    editions: async (storyId) => (await asks<{ editions: Edition[] }>('GET', of(storyId, 'editions'))).body.editions,
    standing: async (storyId) => (await asks<Standing>('GET', of(storyId, 'standing'))).body,
  }
}

/** Time goes by, and what it brings is done: also what falls due while something is being done. */
export async function pass({ clock, desk }: Press, ms: number): Promise<void> {
  for (const part of [ms, 0, 0]) {
    clock.pass(part)
    await desk.deliveries.settled()
  }
}
