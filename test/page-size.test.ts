/** What the story page loads before it shows a story may not grow unseen. */
import { expect, test } from 'vitest'
import { scriptsBeforeStory, total } from './page-size.ts'

/** Packed, in bytes. What is more than this belongs beside the story (`client/story/late.ts`). */
const MOST = 150_000

test('what is loaded before a story shows is no more than it was', async () => {
  const scripts = await scriptsBeforeStory()
  const largest = scripts.flatMap(({ modules }) => modules).toSorted((a, b) => b.gz - a.gz)
  // Else it is measured by names that are no more.
  expect(largest.slice(0, 3).map(({ name }) => name)).toContain('yjs/dist/yjs.mjs')
  expect(total(scripts)).toBeLessThanOrEqual(MOST)
  // All of it at once: none is found out about by another.
  expect(scripts.filter(({ asked }) => !asked)).toEqual([])
})
