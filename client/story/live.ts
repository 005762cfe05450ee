/**
 * Follows a live story for an element: opens it, renders when it changed, closes it when the element goes. Beside
 * the story there may be this person's own fork of it, and then that is the text one writes in.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Person } from '../../shared/api.ts'
import { onStory } from '../../shared/can.ts'
import { FIELDS, fieldOf, settingsOf } from '../../shared/story.ts'
import { whenSaved } from '../sync/when-saved.ts'
import { LiveStory, type SavedState } from '../sync/live-story.ts'

/** Every key changes the saved state twice: the page around the copy is drawn afterwards, not during the key. */
const SOON = 100

export const hasEnded = ({ saved: { kind } }: LiveStory): boolean => kind === 'ended' || kind === 'reload'

export class Live implements ReactiveController {
  story: LiveStory | null = null
  /** Where suggestions or a private draft are written. */
  fork: LiveStory | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  /** What the page was drawn of last. */
  private drawn: readonly unknown[] = []

  /** @param whenSaved told when nothing else of what the page shows is another: that alone is no reason to draw it all */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly whenSaved: (saved: SavedState) => void,
  ) {
    host.addController(this)
  }

  /** What this window shows and writes in. */
  get text(): LiveStory | null {
    return this.fork ?? this.story
  }

  /** Of the fork, unless it is the story that has ended, or a fork that was given up elsewhere. */
  get saved(): SavedState | null {
    const { story, text } = this
    if (story === null || text === null) return null
    if (hasEnded(story)) return story.saved
    return hasEnded(text) && text.saved.unsaved === 0 ? story.saved : text.saved
  }

  open(storyId: string, person: Person): void {
    this.close()
    this.drawn = []
    this.story = this.follow(new LiveStory(storyId, person, onStory(person.role, null)))
    settingsOf(this.story.ydoc).observe(this.soon)
  }

  /** Resolves when it is here to be written in, or has come to an end. */
  async openFork(forkId: string): Promise<void> {
    const { story } = this
    if (story === null || this.fork !== null) return
    const fork = this.follow(new LiveStory(story.storyId, story.person, { ...story.rights, level: 'write' }, forkId))
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!fork.loaded && fork.saved.kind !== 'ended' && fork.saved.kind !== 'reload') return
        fork.removeEventListener('change', look)
        resolve()
      }
      fork.addEventListener('change', look)
    })
    if (this.story !== story || this.fork !== null) return this.drop(fork)
    this.fork = fork
    this.soon()
  }

  closeFork(): void {
    if (this.fork === null) return
    this.drop(this.fork)
    this.fork = null
    this.soon()
  }

  close(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.closeFork()
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.story === null) return
    settingsOf(this.story.ydoc).unobserve(this.soon)
    this.drop(this.story)
    this.story = null
  }

  hostDisconnected(): void {
    this.close()
  }

  /** Resolves when every word is saved, or after `most` milliseconds. */
  async settled(most: number): Promise<void> {
    if (this.text !== null) await whenSaved(this.text, most)
  }

  private follow(live: LiveStory): LiveStory {
    live.addEventListener('change', this.heard)
    for (const field of FIELDS) fieldOf(live.ydoc, field).observe(this.soon)
    return live
  }

  private drop(live: LiveStory): void {
    live.removeEventListener('change', this.heard)
    for (const field of FIELDS) fieldOf(live.ydoc, field).unobserve(this.soon)
    live.close()
  }

  private readonly soon = (): void => {
    this.drawn = []
    this.heard()
  }

  /** Every key moves a caret and is saved, and changes nothing else that the page shows. */
  private readonly heard = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      const { saved } = this
      const shown = this.shown()
      if (saved !== null && shown.every((one, i) => one === this.drawn[i])) return this.whenSaved(saved)
      this.drawn = shown
      this.host.requestUpdate()
    }, SOON)
  }

  private shown(): unknown[] {
    const of = (live: LiveStory | null): unknown[] =>
      live === null
        ? [null]
        : [live.loaded, live.connected, live.rights, live.here, hasEnded(live) && live.saved, live.mayWrite || live.saved.unsaved]
    return [...of(this.story), ...of(this.fork)]
  }
}
