/** Waits for the last words of a window: whoever publishes, passes or moves a story means them, too. */
import type { LiveStory } from './live-story.ts'

/** Resolves when every word is on the server's disk, or after `most` milliseconds. @returns whether they are */
export function whenSaved(story: LiveStory, most: number): Promise<boolean> {
  if (story.saved.unsaved === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      story.removeEventListener('change', look)
      resolve(story.saved.unsaved === 0)
    }
    const look = (): void => {
      if (story.saved.unsaved === 0) done()
    }
    const timer = setTimeout(done, most)
    story.addEventListener('change', look)
  })
}
