/**
 * The open threads of a story for its Word file: those, and what of them, that whoever takes the file out may see
 * (`server/review/seen.ts`). What is settled is left out, and what is about a suggestion, of which nothing goes out.
 */
import * as Y from 'yjs'
import type { Person } from '../../shared/api.ts'
import { withNames } from '../../shared/mentions.ts'
import { mark } from '../../shared/review/anchors.ts'
import { nameParts, readStory, type StoryText } from '../../shared/story.ts'
import { Moves } from '../../shared/write/moves.ts'
import { everybody } from '../../db/people.ts'
import { rightsOn } from '../../db/stories.ts'
import { threadsOf, type KnownThread } from '../../db/threads.ts'
import type { Desk } from '../context.ts'
import { wordsUnder } from '../review/places.ts'
import { maySee, thoseThere, threadFor } from '../review/seen.ts'
import type { FileThread } from './comments.ts'

export async function storyWithThreads(
  desk: Pick<Desk, 'db' | 'rooms'>,
  person: Person,
  storyId: string,
): Promise<{ story: StoryText; threads: FileThread[] }> {
  const reader = { id: person.id, rights: await rightsOn(desk.db, person, storyId) }
  const known = (await threadsOf(desk.db, storyId)).filter(
    (one) => one.resolved_at === null && one.place !== 'suggestion' && maySee(one, reader),
  )
  const there = await thoseThere(desk, storyId, known)
  const names = new Map((await everybody(desk.db)).map(({ id, name }) => [id, name]))
  const threads = known.map((one): FileThread => {
    const { id, kind, place, quote, comments } = threadFor(one, reader, there)
    const said = comments.filter(({ removedAt }) => removedAt === null)
    return {
      id,
      kind,
      place,
      quote,
      comments: said.map(({ by, at, text }) => ({ who: by.name, at, text: withNames(text, (one) => names.get(one) ?? null) })),
    }
  })
  return { story: await desk.rooms.read(storyId, (ydoc) => marked(ydoc, known)), threads }
}

/** Legal threads have no mark in the story; in a copy, which nobody else sees, they get theirs. */
function marked(ydoc: Y.Doc, threads: readonly KnownThread[]): StoryText {
  const unmarked = threads.filter(({ kind, place }) => kind === 'legal' && place === 'words')
  if (unmarked.length === 0) return readStory(ydoc)
  const copy = new Y.Doc()
  nameParts(copy)
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(ydoc))
  const moves = new Moves(copy)
  copy.transact(() => {
    for (const thread of unmarked) mark(wordsUnder(copy, thread, moves), thread.id)
  })
  const story = readStory(copy)
  copy.destroy()
  return story
}
