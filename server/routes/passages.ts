/** The read-back: the passages of a story that somebody was asked to read, as plain words. Comments on them are threads. */
import { Hono } from 'hono'
import type * as Y from 'yjs'
import { may } from '../../shared/can.ts'
import { ReadBack } from '../../shared/access.ts'
import { blockIds, passagesOf } from '../../shared/passages.ts'
import { schema } from '../../shared/schema.ts'
import type { Span } from '../../shared/review/anchors.ts'
import { bodyOf, readStory } from '../../shared/story.ts'
import { textsIn } from '../../shared/write/moved.ts'
import { threadsOf } from '../../db/threads.ts'
import type { Desk } from '../context.ts'
import { isByLink, noteGuest } from '../person.ts'
import { wordsUnder } from '../review/places.ts'
import { maySee } from '../review/seen.ts'
import { describe, mustBeAbleOn, mustBeSignedIn, type Env } from './edge.ts'

export function passageRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/passages',
    describe({
      summary: 'The passages that I was asked to read',
      description:
        'Whoever sees the whole story gets all its blocks. A comment on one is a thread with the place `quote`; where the threads that this person sees stand is in `spots`.',
      tag: 'Review',
      answer: { status: 200, description: 'In the order of the text, as it is on disk.', schema: ReadBack },
      problems: ['no-story', 'story-damaged'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const storyId = c.req.param('id')
      const rights = await mustBeAbleOn(desk, person, storyId, 'read passages')
      const reader = { id: person.id, rights }
      const threads = (await threadsOf(desk.db, storyId)).filter((one) => one.place === 'words' && maySee(one, reader))
      const answer = await desk.rooms.read(storyId, (ydoc) => {
        const passages = passagesOf(readStory(ydoc), rights.passages ?? blockIds(ydoc))
        const shown = new Set(passages.map(({ block }) => block))
        const spots = threads.flatMap((thread) =>
          wordsUnder(ydoc, thread).flatMap((span) => {
            const spot = spotOf(ydoc, span)
            return spot !== null && shown.has(spot.block) ? [{ thread: thread.id, ...spot }] : []
          }),
        )
        return { mayComment: may(rights, 'comment'), passages, spots }
      })
      if (isByLink(person)) await noteGuest(desk, storyId, person.id)
      return c.json(answer)
    },
  )

  return app
}

/** Letters of a block, counted as its plain words have them. Null: they are in no block at the top of the body. */
function spotOf(ydoc: Y.Doc, { text, at, length }: Span): { block: string; at: number; length: number } | null {
  let top: Y.AbstractType<unknown> | null = text as Y.AbstractType<unknown>
  const body = bodyOf(ydoc) as unknown as Y.AbstractType<unknown>
  while (top !== null && top.parent !== body) top = top.parent as Y.AbstractType<unknown> | null
  const block = top as Y.XmlElement | null
  const id: unknown = block?.getAttribute('id')
  if (block === null || typeof id !== 'string') return null
  const between = schema.nodes[block.nodeName]?.isTextblock === true ? 0 : 1
  let before = 0
  for (const one of textsIn(block)) {
    if (one === text) return { block: id, at: before + at, length }
    before += one.length + between
  }
  return null
}
