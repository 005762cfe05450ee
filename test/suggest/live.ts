/** Live stories without a server. */
import * as Y from 'yjs'
import { nameParts, seedStory, type StoryText } from '../../shared/story.ts'
import type { Page } from '../editor/page.ts'

/** @param from the live story it is a copy of */
export function live(text: StoryText, client: number, from?: Y.Doc): Y.Doc {
  const ydoc = new Y.Doc()
  nameParts(ydoc)
  Y.applyUpdate(ydoc, from ? Y.encodeStateAsUpdate(from) : seedStory(text, 'first'))
  ydoc.clientID = client
  return ydoc
}

/** What one of them did comes to the other. */
export function goes(from: Y.Doc, to: Page): void {
  const update = Y.encodeStateAsUpdate(from, Y.encodeStateVector(to.ydoc))
  to.keep.hears(update, false)
  Y.applyUpdate(to.ydoc, update, 'line')
}
