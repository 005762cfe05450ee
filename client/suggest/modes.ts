/**
 * Which text this window writes in: the story, this person's suggestions to it, or their private draft of it. Who
 * may only suggest is always suggesting; others turn from one to the other, and find the mode again after a reload.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { may, type OnStory } from '../../shared/can.ts'
import type { Fork } from '../../shared/review.ts'
import { sentence } from '../api.ts'
import { bringInDraft, giveUpDraft, giveUpFork, myDraft, openDraft, openFork } from '../api/suggestions.ts'
import { hasEnded, type Live } from '../story/live.ts'
import { toast } from '../ui/toast-list.ts'
import { ComingKeys } from './coming-keys.ts'

export type Mode = 'editing' | 'suggesting' | 'private'

const A_SECOND = 1_000
/** How long turning waits for the last words to be saved. */
const A_MOMENT = 3_000

const slot = (storyId: string): string => `mode:${storyId}`

export class Modes implements ReactiveController {
  mode: Mode = 'editing'
  /** One is on its way. */
  turning = false
  /** The fork that is open. */
  fork: Fork | null = null
  /** A private draft of this person's, open or not. */
  draft: Fork | null = null
  /** What is typed while it is on its way. */
  readonly keys: ComingKeys
  private storyId = ''

  constructor(
    private readonly host: HTMLElement & ReactiveControllerHost,
    private readonly live: Live,
    private readonly rights: () => OnStory | null,
  ) {
    host.addController(this)
    this.keys = new ComingKeys(host, live, this)
  }

  hostDisconnected(): void {
    clearTimeout(this.ending)
    this.ending = undefined
  }

  /** What this person may turn to. */
  get choices(): readonly Mode[] {
    const rights = this.rights()
    if (rights === null || !may(rights, 'suggest')) return mayWrite(rights) ? ['editing'] : []
    return mayWrite(rights) ? ['editing', 'suggesting', 'private'] : ['suggesting', 'private']
  }

  /** The mode a story that has just opened was left in, and is turned to. */
  private coming: Mode | null = null

  /** The mode as people are told it: also while its text is on its way. */
  get shown(): Mode {
    if (this.mode !== 'editing' || this.failed) return this.mode
    return this.coming ?? (this.choices[0] === 'suggesting' ? 'suggesting' : 'editing')
  }

  get isComing(): boolean {
    return this.shown !== this.mode
  }

  /** Called whenever the page is drawn: a story that has just opened is turned to the mode it was left in. */
  hostUpdated(): void {
    const { story } = this.live
    if (story === null || !story.loaded || !story.connected) return
    if (this.storyId !== story.storyId) {
      this.storyId = story.storyId
      this.mode = 'editing'
      this.fork = null
      this.draft = null
      this.coming = null
      void this.start()
      return
    }
    const { fork } = this.live
    if (fork !== null && hasEnded(fork)) this.ending ??= setTimeout(() => this.lost(), A_SECOND)
    else if (fork === null && !this.turning && !this.failed && this.mode === 'editing' && this.choices[0] === 'suggesting')
      void this.turnTo('suggesting')
  }

  private failed = false
  private ending: ReturnType<typeof setTimeout> | undefined

  private async start(): Promise<void> {
    this.failed = false
    const { storyId } = this
    const rights = this.rights()
    if (rights === null || !may(rights, 'suggest')) return
    const last = read(storyId)
    const wanted = last === 'suggesting' || last === 'private' ? last : this.choices[0]!
    this.coming = wanted
    this.host.requestUpdate()
    try {
      const draft = await myDraft(storyId)
      if (storyId !== this.storyId) return
      this.draft = draft
    } catch {
      // Asked again when it is turned to.
    }
    if (wanted === 'private' && this.draft === null) await this.turnTo(this.choices[0]!)
    else if (wanted !== 'editing') await this.turnTo(wanted)
    if (storyId !== this.storyId) return
    this.coming = null
    this.host.requestUpdate()
  }

  /**
   * @param passage of a new private draft: the blocks it is about; null: the whole story
   * @returns whether that is the mode now
   */
  async turnTo(mode: Mode, passage: string[] | null = null): Promise<boolean> {
    if (mode === this.mode && (mode === 'editing') === (this.live.fork === null)) return true
    const { storyId } = this
    if (this.turning || !this.choices.includes(mode)) return false
    this.turning = true
    this.host.requestUpdate()
    try {
      if (!(await this.isSaved())) return false
      const fork =
        mode === 'editing'
          ? null
          : mode === 'suggesting'
            ? await openFork(storyId)
            : (this.draft ?? (await openDraft(storyId, passage)))
      if (storyId !== this.storyId) return false
      this.live.closeFork()
      if (fork !== null) await this.live.openFork(fork.id)
      if (storyId !== this.storyId) return false
      this.mode = mode
      this.fork = fork
      if (mode === 'private') this.draft = fork
      this.failed = false
      keep(storyId, mode)
      return true
    } catch (error) {
      this.failed = true
      toast(sentence(error))
      return false
    } finally {
      this.turning = false
      this.host.requestUpdate()
    }
  }

  /** Shows the draft to all as suggestions. */
  async bringIn(): Promise<boolean> {
    if (this.mode !== 'private' || !(await this.isSaved())) return false
    try {
      await bringInDraft(this.storyId)
    } catch (error) {
      toast(sentence(error))
      return false
    }
    this.left()
    return this.turnTo('suggesting')
  }

  /** Takes back all that one suggests, or one's draft. */
  async giveUp(): Promise<boolean> {
    const { mode } = this
    if (mode === 'editing') return false
    try {
      await (mode === 'private' ? giveUpDraft(this.storyId) : giveUpFork(this.storyId))
    } catch (error) {
      toast(sentence(error))
      return false
    }
    this.left()
    await this.turnTo(mode === 'suggesting' && this.choices[0] !== 'editing' ? 'suggesting' : this.choices[0]!)
    return true
  }

  /** The fork is no more. */
  private left(): void {
    if (this.mode === 'private') this.draft = null
    this.live.closeFork()
    this.mode = 'editing'
    this.fork = null
  }

  /** A moment after the fork has ended: the story may have ended with it, which is said elsewhere. */
  private lost(): void {
    this.ending = undefined
    const { story, fork } = this.live
    if (story === null || fork === null || !hasEnded(fork) || hasEnded(story) || !story.connected) return
    toast(
      this.mode === 'private'
        ? 'Your private draft was brought in or given up in another window.'
        : 'Your suggestions were taken back in another window.',
    )
    this.left()
    keep(this.storyId, 'editing')
    this.host.requestUpdate()
  }

  private async isSaved(): Promise<boolean> {
    await this.live.settled(A_MOMENT)
    if ((this.live.text?.saved.unsaved ?? 0) === 0) return true
    toast('Your last words are not saved yet. Try again when they are.')
    return false
  }
}

const mayWrite = (rights: OnStory | null): boolean => rights !== null && may(rights, 'write it')

function read(storyId: string): string | null {
  try {
    return sessionStorage.getItem(slot(storyId))
  } catch {
    return null
  }
}

function keep(storyId: string, mode: Mode): void {
  try {
    if (mode === 'editing') sessionStorage.removeItem(slot(storyId))
    else sessionStorage.setItem(slot(storyId), mode)
  } catch {
    // Private windows may have no store: the mode is found anew after a reload.
  }
}
