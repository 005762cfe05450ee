/** Reads what a fork says, once words are apart that its author and the server put into the same place. */
import { readStory, type StoryText } from '../../shared/story.ts'
import { ranTogether, setApart } from '../../shared/write/apart.ts'
import type { Rooms } from '../sync/rooms.ts'

export async function readFork(rooms: Pick<Rooms, 'read' | 'edit'>, forkId: string): Promise<StoryText> {
  const isRight = await rooms.read(forkId, (ydoc) => ranTogether(ydoc).length === 0)
  if (!isRight) await rooms.edit(forkId, null, (ydoc) => setApart(ranTogether(ydoc)))
  return rooms.read(forkId, readStory)
}
