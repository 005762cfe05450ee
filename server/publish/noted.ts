/** For the desk to say, without opening a story, that its text is another than the one that was passed or published. */
import type { Db } from '../../db/open.ts'
import { notedContent, particularsOfAll } from '../../db/standing.ts'
import type { StoryFacts } from '../../db/updates.ts'
import { isFork } from '../../shared/review.ts'
import { readStory } from '../../shared/story.ts'
import type { Room } from '../sync/room.ts'
import { contentIn } from './content-now.ts'

/** @returns the facts with it, and the stories of which that holds now and did not, or the other way round */
export async function withContent(
  db: Db,
  rooms: readonly Pick<Room, 'storyId' | 'isBroken' | 'read'>[],
  facts: readonly StoryFacts[],
): Promise<{ facts: readonly StoryFacts[]; turned: string[] }> {
  const noted = await notedContent(
    db,
    facts.map(({ id }) => id).filter((id) => !isFork(id)),
  )
  if (noted.size === 0) return { facts, turned: [] }
  const particulars = await particularsOfAll(db, [...noted.keys()])
  const turned: string[] = []
  const whole = facts.map((one) => {
    const [before, about] = [noted.get(one.id), particulars.get(one.id)]
    const room = rooms.find(({ storyId }) => storyId === one.id)
    if (!before || !about || !room || room.isBroken) return one
    const { hash } = contentIn(about, room.read(readStory))
    if (before.known.has(hash) !== (before.noted !== null && before.known.has(before.noted))) turned.push(one.id)
    return { ...one, content_hash: hash }
  })
  return { facts: whole, turned }
}
