/** Opens what was kept of a story, whatever it has become since. */
import { gunzipSync } from 'node:zlib'
import * as Y from 'yjs'
import { stateOf } from '../../db/versions.ts'
import { Refusal } from '../../shared/refusal.ts'
import { nameParts, readStory, type StoryText } from '../../shared/story.ts'
import type { Desk } from '../context.ts'

/** What somebody looks at. */
export type Opened<T> = (ydoc: Y.Doc, text: StoryText) => T

/**
 * A kept version, as long as it is looked at.
 * @throws Refusal `no-version`, `story-damaged`
 */
export async function openVersion<T>(desk: Pick<Desk, 'db'>, storyId: string, id: string, look: Opened<T>): Promise<T> {
  const state = await stateOf(desk.db, storyId, id)
  if (state === null) throw new Refusal('no-version', 404, 'There is no such version of this story.')
  const ydoc = new Y.Doc()
  try {
    nameParts(ydoc)
    let text: StoryText
    try {
      Y.applyUpdateV2(ydoc, gunzipSync(state))
      text = readStory(ydoc)
    } catch {
      throw new Refusal(
        'story-damaged',
        503,
        'This version is damaged and cannot be read. The story itself is not touched by that.',
      )
    }
    return look(ydoc, text)
  } finally {
    ydoc.destroy()
  }
}
