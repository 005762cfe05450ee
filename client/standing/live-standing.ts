/**
 * Where a story stands, in this window: fetched when the story is in step with the server, and again whenever its room
 * tells that stage, gates, particulars, editions or versions have changed, or this page has changed them itself.
 */
import { may } from '../../shared/can.ts'
import type { Stage } from '../../shared/story.ts'
import type { Gate } from '../../shared/publish/workflow.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import type { StoryNotice } from '../../shared/review.ts'
import { isSignedOut, sentence } from '../api.ts'
import * as api from '../api/standing.ts'
import type { LiveStory } from '../sync/live-story.ts'

/** How long what was typed takes to be on disk, and then some. */
const A_MOMENT = 2_000

/** Whether something holds of the text as it was, and is over with the first change of it. */
const isOfThisText = ({ live, waiting, gates }: Standing): boolean =>
  (live !== null && !live.killed && !live.behind) || waiting?.behind === false || gates.some(({ state }) => state === 'passed')

/** Dispatches `change` when it is known anew, and `signed-out`. */
export class LiveStanding extends EventTarget {
  /** Null: not fetched yet, or not for this person. */
  now: Standing | null = null
  /** Why it could not be fetched. */
  trouble = ''
  private closed = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private fetching: Promise<void> | null = null
  /** Something has changed since the fetch that is under way began. */
  private again = false
  /** Rises with each answer that was taken: what was asked for before it is older. */
  private turn = 0

  constructor(readonly live: LiveStory) {
    super()
    live.addEventListener('notice', this.noticed)
    live.addEventListener('synced', this.synced)
    live.ydoc.on('update', this.soon)
    if (live.loaded) void this.read()
  }

  close(): void {
    this.closed = true
    this.live.removeEventListener('notice', this.noticed)
    this.live.removeEventListener('synced', this.synced)
    this.live.ydoc.off('update', this.soon)
    clearTimeout(this.timer)
  }

  get mayKnow(): boolean {
    return may(this.live.rights, 'see its standing')
  }

  /** Fetches it anew; resolves when what is known is at least as new as this call. */
  read(): Promise<void> {
    if (this.fetching !== null) this.again = true
    this.fetching ??= this.fetchAll().finally(() => (this.fetching = null))
    return this.fetching
  }

  // What this page does; each throws what the server answered, and then nothing has changed.

  async move(to: Stage, reason?: string): Promise<void> {
    this.take(await api.moveStory(this.id, reason === undefined ? { to } : { to, reason }))
  }

  async change(change: Parameters<typeof api.changeStanding>[1]): Promise<void> {
    this.take(await api.changeStanding(this.id, change))
  }

  async changeParticulars(change: Parameters<typeof api.changeParticulars>[1]): Promise<void> {
    this.take(await api.changeParticulars(this.id, change))
  }

  /** @param hash of the content that was read, from the checks or a preview */
  async pass(gate: Gate, hash: string, note: string): Promise<void> {
    this.take(await api.passGate(this.id, gate, { hash, note }))
  }

  async takeBack(gate: Gate): Promise<void> {
    this.take(await api.takeBackGate(this.id, gate))
  }

  /** Another part of the page has brought it from the server. */
  take(standing: Standing): void {
    this.turn += 1
    this.now = standing
    this.trouble = ''
    this.changed()
  }

  private get id(): string {
    return this.live.storyId
  }

  private readonly synced = (): void => void this.read()

  /** The text has changed: readers may have an older one by now, and a gate may be passed on an older one. */
  private readonly soon = (): void => {
    if (this.now === null || !isOfThisText(this.now)) return
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void this.read()
    }, A_MOMENT)
  }

  private readonly noticed = (event: Event): void => {
    const notice = (event as CustomEvent<StoryNotice>).detail
    if ('standing' in notice || 'rights' in notice) void this.read()
  }

  private async fetchAll(): Promise<void> {
    do {
      this.again = false
      await this.fetch()
    } while (this.again && !this.closed)
  }

  private async fetch(): Promise<void> {
    if (!this.mayKnow) {
      if (this.now === null) return
      this.now = null
      return this.changed()
    }
    const { turn } = this
    try {
      const standing = await api.readStanding(this.id)
      // What this page did meanwhile has brought a newer one, of which the room tells, too.
      if (!this.closed && turn === this.turn) this.take(standing)
    } catch (error) {
      if (this.closed) return
      if (isSignedOut(error)) this.dispatchEvent(new Event('signed-out'))
      else this.trouble = sentence(error)
      this.changed()
    }
  }

  private changed(): void {
    if (!this.closed) this.dispatchEvent(new Event('change'))
  }
}
