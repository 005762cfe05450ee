/** What readers would get of a story as it is on disk at this moment, and the hash that names exactly that. */
import { createHash } from 'node:crypto'
import { particularsOf, type KnownParticulars } from '../../db/standing.ts'
import { contentKey, contentOf, type Content, type Particulars } from '../../shared/publish/content.ts'
import { readStory, type StoryText } from '../../shared/story.ts'
import type { Desk } from '../context.ts'
import { versionIn, type Taken } from '../versions/keep.ts'

export type ContentNow = { content: Content; hash: string; story: StoryText }

export const hashOf = (content: Content): string => createHash('sha256').update(contentKey(content)).digest('hex')

/** @throws Refusal `no-story`, `story-damaged` */
export async function contentNow({ db, rooms }: Pick<Desk, 'db' | 'rooms'>, storyId: string): Promise<ContentNow> {
  return contentIn(await particularsOf(db, storyId), await rooms.read(storyId, readStory))
}

/**
 * The same, with the version that it is the content of, to be put into the database.
 * @throws Refusal `no-story`, `story-damaged`
 */
export async function contentTaken(
  { db, rooms }: Pick<Desk, 'db' | 'rooms'>,
  storyId: string,
): Promise<ContentNow & { taken: Taken; particulars: KnownParticulars }> {
  const particulars = await particularsOf(db, storyId)
  const { story, taken } = await rooms.read(storyId, (ydoc, seq) => ({ story: readStory(ydoc), taken: versionIn(ydoc, seq) }))
  return { ...contentIn(particulars, story), taken, particulars }
}

export function contentIn(particulars: Particulars, story: StoryText): ContentNow {
  const content = contentOf(story, particulars)
  return { content, hash: hashOf(content), story }
}
