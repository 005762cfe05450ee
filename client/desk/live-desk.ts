/** The desk's list, live: fetched once, then kept by what the server pushes over `/live`. */
import type { DeskMessage, Story } from '../../shared/api.ts'
import { listStories } from '../api/stories.ts'
import { LiveLine } from '../ui/live-line.ts'

/**
 * Dispatches `change`; `people` when somebody joined, left, or has another name or role; `rights` when a
 * whole list comes anew, which is how the server says that one may see more or less; and `signed-out`.
 */
export class LiveDesk extends EventTarget {
  private byId: Map<string, Story> | null = null
  /** Connected now, or not yet long enough without a connection to worry anybody. */
  live = true
  private readonly line = new LiveLine('/live', {
    told: (text) => this.take(JSON.parse(text) as DeskMessage),
    live: (live) => {
      this.live = live
      this.changed()
    },
    signedOut: () => this.dispatchEvent(new Event('signed-out')),
  })

  /** Null until the first answer. */
  get stories(): Story[] | null {
    return this.byId === null ? null : [...this.byId.values()]
  }

  /** @throws what the server answered, when the list cannot be had */
  async open(): Promise<void> {
    this.line.open()
    if (this.byId === null) await this.fetch()
  }

  close(): void {
    this.line.close()
  }

  /** Somebody else may sign in next: nothing of this list is for them. */
  forget(): void {
    this.close()
    this.byId = null
  }

  /** A story this window has just made or changed: shown at once, not when the push comes. */
  put(story: Story): void {
    this.byId?.set(story.id, story)
    this.changed()
  }

  remove(id: string): void {
    this.byId?.delete(id)
    this.changed()
  }

  private async fetch(): Promise<void> {
    const before = this.byId
    const stories = await listStories()
    // The socket may have been faster; what it said is newer.
    if (this.byId === before && this.line.isWanted) this.take({ stories })
  }

  private take(message: DeskMessage): void {
    if ('people' in message) {
      this.dispatchEvent(new Event('people'))
      return
    }
    if ('stories' in message) {
      if (this.byId !== null) this.dispatchEvent(new Event('rights'))
      this.byId = new Map(message.stories.map((story) => [story.id, story]))
    } else if ('gone' in message) this.byId?.delete(message.gone)
    else this.byId?.set(message.story.id, message.story)
    this.changed()
  }

  private changed(): void {
    this.dispatchEvent(new Event('change'))
  }
}
