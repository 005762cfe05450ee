/** Follows a live story for an element: opens it, renders when it changed, closes it when the element goes. */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Person } from '../../shared/api.ts'
import { onStory } from '../../shared/can.ts'
import { fieldOf, settingsOf } from '../../shared/story.ts'
import { LiveStory } from '../sync/live-story.ts'

/** Every key changes the saved state twice: the page around the copy is drawn afterwards, not during the key. */
const SOON = 50

export class Live implements ReactiveController {
  story: LiveStory | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this)
  }

  open(storyId: string, person: Person): void {
    this.close()
    this.story = new LiveStory(storyId, person, onStory(person.role, null))
    this.story.addEventListener('change', this.soon)
    fieldOf(this.story.ydoc, 'headline').observe(this.soon)
    settingsOf(this.story.ydoc).observe(this.soon)
  }

  close(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.story === null) return
    this.story.removeEventListener('change', this.soon)
    fieldOf(this.story.ydoc, 'headline').unobserve(this.soon)
    settingsOf(this.story.ydoc).unobserve(this.soon)
    this.story.close()
    this.story = null
  }

  hostDisconnected(): void {
    this.close()
  }

  /** Resolves when every word is saved, or after `most` milliseconds. */
  settled(most: number): Promise<void> {
    const { story } = this
    if (story === null || story.saved.unsaved === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const look = (): void => {
        if (story.saved.unsaved > 0) return
        done()
      }
      const done = (): void => {
        clearTimeout(timer)
        story.removeEventListener('change', look)
        resolve()
      }
      const timer = setTimeout(done, most)
      story.addEventListener('change', look)
    })
  }

  private readonly soon = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.host.requestUpdate()
    }, SOON)
  }
}
