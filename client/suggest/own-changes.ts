/**
 * What this person's fork would change in the story, worked out here and at once, so that one sees what one has just
 * suggested without waiting for the server. Compared is with the story that the fork was last brought up to: when a
 * colleague edits, the story is ahead for a moment, and what they did must not look taken out by me.
 */
import type { Node } from 'prosemirror-model'
import { FIELDS, fieldOf, readSettings, readStory, speakersOf, type Speaker, type StoryText } from '../../shared/story.ts'
import { compare, type PlainHunk } from '../../shared/suggest/compare.ts'
import type { LiveStory } from '../sync/live-story.ts'

/** By then the server has brought the fork up to the story, or there was nothing to bring. */
const PORTED = 1_500
const SOON = 150

export class OwnChanges extends EventTarget {
  private base: StoryText
  private known: { doc: Node; turn: number; hunks: readonly PlainHunk[] } | null = null
  private turn = 0
  private isAhead = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private told: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly story: LiveStory,
    private readonly fork: LiveStory,
  ) {
    super()
    this.base = readStory(story.ydoc)
    story.ydoc.on('update', this.ahead)
    fork.addEventListener('incoming', this.ported)
    for (const field of FIELDS) fieldOf(fork.ydoc, field).observe(this.changed)
    speakersOf(fork.ydoc).observe(this.changed)
  }

  stop(): void {
    clearTimeout(this.timer)
    clearTimeout(this.told)
    this.story.ydoc.off('update', this.ahead)
    this.fork.removeEventListener('incoming', this.ported)
    for (const field of FIELDS) fieldOf(this.fork.ydoc, field).unobserve(this.changed)
    speakersOf(this.fork.ydoc).unobserve(this.changed)
  }

  /** The story that is compared with. */
  get from(): StoryText {
    return this.base
  }

  /** @param doc the fork's body as the editor has it */
  hunks(doc: Node): readonly PlainHunk[] {
    if (this.known?.doc !== doc || this.known.turn !== this.turn) {
      const { ydoc } = this.fork
      const [headline, dek, byline] = FIELDS.map((field) => fieldOf(ydoc, field).toString()) as [string, string, string]
      const speakers = speakersOf(ydoc).toJSON() as Record<string, Speaker>
      const mine: StoryText = { headline, dek, byline, speakers, settings: readSettings(ydoc), body: doc }
      this.known = { doc, turn: this.turn, hunks: compare(this.base, mine).hunks }
    }
    return this.known.hunks
  }

  /** The server has said what the changes are by now: it has looked at the story. */
  catchUp(): void {
    if (!this.isAhead) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.isAhead = false
    this.base = readStory(this.story.ydoc)
    this.changed()
  }

  private readonly ahead = (): void => {
    this.isAhead = true
    this.timer ??= setTimeout(() => this.catchUp(), PORTED)
  }

  private readonly ported = (): void => {
    if (this.isAhead) queueMicrotask(() => this.catchUp())
  }

  private readonly changed = (): void => {
    this.turn += 1
    this.told ??= setTimeout(() => {
      this.told = undefined
      this.dispatchEvent(new Event('change'))
    }, SOON)
  }
}
