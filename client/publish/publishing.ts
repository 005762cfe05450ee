/**
 * One edition on its way from the desk to readers, in this window: what is written of it, what was looked at, and what
 * became of it. What goes out is what was shown here, or nothing: before every publishing the server is asked anew.
 */
import { Refusal } from '../../shared/refusal.ts'
import { kindsAfter } from '../../shared/publish/kinds.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { Check } from '../../shared/shapes/checks.ts'
import type { Edition, EditionPreview } from '../../shared/shapes/editions.ts'
import type { PublishingSettings } from '../../shared/shapes/settings.ts'
import type { Target } from '../../shared/shapes/targets.ts'
import { NoAnswer, isSignedOut, sentence } from '../api.ts'
import * as editionsApi from '../api/editions.ts'
import * as standingApi from '../api/standing.ts'
import type { LiveStanding } from '../standing/live-standing.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { whenSaved } from '../sync/when-saved.ts'
import { asKind, askOf, newDraft, publishOf, type Draft } from './draft.ts'
import { readAround } from './around.ts'
import { movedTo, whoMoved, type Moved } from './moved.ts'
import { beforeOf, newestOfEach } from './words.ts'

/** After the last key of whoever writes a note, and after a colleague's. */
const PAUSE = 700
/** Somebody who never pauses must not keep it from being asked. */
const LONGEST_PAUSE = 4_000
/** How long the last words of this window may take to be saved, before it is looked at and before it is published. */
const A_MOMENT = 2_000
const FOR_WORDS = 8_000
/** The server takes what was looked at half an hour ago, and no older. */
const OLD = 25 * 60_000

type Shown = { ask: string; kind: EditionKind; preview: EditionPreview; fetchedAt: number }
export type Busy = 'saving' | 'looking' | 'publishing' | 'deciding'

/** Dispatches `change`, and `signed-out`. */
export class Publishing extends EventTarget {
  draft: Draft
  /** What is in the frame. */
  shown: Shown | null = null
  /** What readers would get by now; it is not in the frame yet. */
  newer: Shown | null = null
  /** How what is in the frame differs from what was there before. */
  moved: Moved | null = null
  checks: readonly Check[] | null = null
  editions: readonly Edition[] | null = null
  targets: readonly Target[] = []
  settings: PublishingSettings | null = null
  busy: Busy | null = null
  trouble = ''
  private closed = false
  /** What was changed here, beside the words, needs not be told to who did it. */
  private isOwn = false
  /** The look that is under way: what was pressed meanwhile is meant for what it finds. */
  private looking: Promise<void> = Promise.resolve()
  private timer: ReturnType<typeof setTimeout> | undefined
  private waitsSince = 0
  private turn = 0

  constructor(
    readonly story: LiveStory,
    readonly standing: LiveStanding,
    /** What the newsroom, and so its site, is called. */
    readonly newsroom: string,
    /** What somebody came to make; null: what comes next. */
    private readonly wanted: EditionKind | null,
  ) {
    super()
    this.draft = this.fresh(wanted)
    story.ydoc.on('update', this.soon)
    standing.addEventListener('change', this.stands)
    void this.open()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    this.story.ydoc.off('update', this.soon)
    this.standing.removeEventListener('change', this.stands)
  }

  get mayPublish(): boolean {
    return this.standing.now?.mayPublish ?? false
  }

  /** What readers should not have is taken from them, whatever else is open. */
  get blockers(): readonly Check[] {
    return this.draft.kind === 'kill' ? [] : (this.checks ?? []).filter(({ blocks }) => blocks)
  }

  /** Whether what is in the frame is what is written here. */
  get isShown(): boolean {
    return this.shown?.ask === JSON.stringify(askOf(this.draft))
  }

  /** Whose words are in what is newer. */
  get newerBy(): readonly string[] {
    return this.newer === null ? [] : whoMoved(this.newer.preview, this.shown?.preview ?? null, this.story)
  }

  /** Something else is to be made than before; it is looked at once the keys pause. */
  change(part: Partial<Draft>): void {
    this.draft = { ...this.draft, ...part }
    this.trouble = ''
    this.changed()
    if (!this.isShown) this.soon()
  }

  /** What changed comes into the frame. */
  take(): void {
    if (this.newer === null) return
    const { newer } = this
    this.show(newer, this.whatMoved(newer))
  }

  /** Whoever comes back to it has not seen what it is by now, nor what it was. */
  begin(wanted: EditionKind | null): void {
    if (wanted !== null) this.draft = this.fresh(wanted)
    this.shown = null
    this.newer = null
    this.moved = null
    this.checks = null
    this.trouble = ''
    void this.look()
  }

  /** Looks anew: at the checks alone, for who may not publish. */
  look(): Promise<void> {
    return (this.looking = this.lookNow())
  }

  private async lookNow(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    const turn = ++this.turn
    await this.act(null, async () => {
      await this.known()
      // Whoever has just typed means to see those words, too.
      await whenSaved(this.story, A_MOMENT)
      if (!this.mayPublish) {
        const { checks } = await standingApi.readChecks(this.story.storyId)
        if (turn === this.turn) this.checks = checks
        return
      }
      const now = await this.ask()
      if (turn === this.turn) this.compare(now)
    })
  }

  /** @returns what went out or is to go out; null: nothing did, and it is said why */
  async publish(): Promise<Edition | null> {
    if (this.busy !== null || this.shown === null) return null
    clearTimeout(this.timer)
    this.timer = undefined
    this.turn++
    let out: Edition | null = null
    await this.act('saving', async () => {
      if (!(await whenSaved(this.story, FOR_WORDS))) {
        this.trouble = 'Nothing was published: your last words are not saved yet. Wait until they are, then press again.'
        return
      }
      this.turnBusy('looking')
      const now = await this.ask()
      if (!this.standsAs(now)) return
      this.turnBusy('publishing')
      const publish = publishOf(this.draft, this.shown!.preview.stamp, this.shown!.preview)
      const known = new Set(this.editions?.map(({ number }) => number))
      try {
        out = await editionsApi.publish(this.story.storyId, publish)
      } catch (error) {
        out = await this.afterNo(error, known)
        if (out === null) return
      }
      await this.readEditions()
      this.draft = this.fresh()
      this.shown = null
      this.moved = null
      this.newer = null
    })
    if (out !== null) await this.standing.read()
    return out
  }

  async cancel(edition: Edition): Promise<boolean> {
    const done = await this.act('deciding', async () => {
      await editionsApi.cancelEdition(this.story.storyId, edition.number)
      await this.readEditions()
    })
    await this.standing.read()
    if (done) void this.look()
    return done
  }

  async decide(edition: Edition, target: string, deed: Parameters<typeof editionsApi.decideDelivery>[3]): Promise<boolean> {
    return this.act('deciding', async () => {
      await editionsApi.decideDelivery(this.story.storyId, edition.number, target, deed)
      await this.readEditions()
    })
  }

  /** A gate is passed on exactly the text that is in the frame. */
  async pass(gate: Parameters<LiveStanding['pass']>[0]): Promise<boolean> {
    await this.looking
    const { shown } = this
    if (shown === null || this.newer !== null) return false
    const done = await this.act('deciding', () => this.standing.pass(gate, shown.preview.hash, ''))
    if (done) await this.look()
    return done
  }

  usePath(): Promise<void> {
    return (this.looking = this.setPath())
  }

  private async setPath(): Promise<void> {
    const { now } = this.standing
    if (now === null || now.suggestedPath === null) return
    const { suggestedPath: path, version } = now
    this.isOwn = true
    if (await this.act('deciding', () => this.standing.changeParticulars({ path, version }))) await this.lookNow()
    else this.isOwn = false
  }

  private async open(): Promise<void> {
    await this.known()
    if (this.closed) return
    const [, { targets, settings, wrong }] = await Promise.all([this.readEditions().catch(this.fails), readAround()])
    this.targets = targets
    this.settings = settings
    for (const error of wrong) this.fails(error)
    this.draft = this.fresh(this.wanted)
    this.changed()
    await this.look()
  }

  private async known(): Promise<void> {
    if (this.standing.now === null) await this.standing.read()
  }

  /** @param wanted if that can follow at all */
  private fresh(wanted: EditionKind | null = null): Draft {
    const live = this.standing.now?.live ?? null
    const draft = newDraft(live, this.before())
    return wanted !== null && kindsAfter(beforeOf(live)).includes(wanted) ? { ...draft, ...asKind(wanted) } : draft
  }

  /** Who publishes every day sends it where it went before. */
  private before(): string[] {
    return newestOfEach(this.editions ?? []).map(({ delivery }) => delivery.target)
  }

  private async readEditions(): Promise<void> {
    this.editions = await editionsApi.readEditions(this.story.storyId)
    this.changed()
  }

  private async ask(): Promise<Shown> {
    const ask = askOf(this.draft)
    const preview = await editionsApi.previewEdition(this.story.storyId, ask)
    return { ask: JSON.stringify(ask), kind: ask.kind, preview, fetchedAt: Date.now() }
  }

  private show(now: Shown, moved: Moved | null): void {
    this.shown = now
    this.newer = null
    this.moved = moved
    this.checks = now.preview.checks
    this.changed()
  }

  /** What was chosen here is shown at once; what a colleague changed is said first. */
  private compare(now: Shown): void {
    const { shown } = this
    this.checks = now.preview.checks
    if (shown === null || shown.ask !== now.ask) {
      // Of what is withdrawn readers have had every word.
      const isText = ![shown?.kind, now.kind].includes('kill')
      const byOthers = shown !== null && isText && shown.preview.hash !== now.preview.hash
      this.show(now, byOthers ? this.whatMoved(now) : null)
    } else if (shown.preview.hash !== now.preview.hash) {
      if (this.isOwn && this.whatMoved(now).rows.length === 0) this.show(now, null)
      else this.newer = now
      this.isOwn = false
    } else {
      this.newer = null
      // Only its time is another: what is in the frame goes on being what is published.
      if (Date.now() - shown.fetchedAt > OLD) this.shown = now
    }
    this.changed()
  }

  /** Whether what is in the frame may go out as it is; if not, what it is now is shown, and said. */
  private standsAs(now: Shown): boolean {
    const { shown } = this
    this.checks = now.preview.checks
    if (this.blockers.length > 0) {
      if (shown?.preview.hash !== now.preview.hash) this.show(now, this.whatMoved(now))
      this.trouble = 'Nothing was published: something keeps it from going out.'
      return false
    }
    if (shown === null || shown.ask !== now.ask) {
      this.show(now, null)
      this.trouble = 'Nothing was published yet: look at the page as it is with what you chose, then press again.'
      return false
    }
    if (shown.preview.hash !== now.preview.hash) {
      this.show(now, this.whatMoved(now))
      return false
    }
    if (Date.now() - shown.fetchedAt <= OLD) return true
    this.show(now, null)
    this.trouble = 'Nothing was published yet: what you looked at was half an hour old. This is how it is now.'
    return false
  }

  private whatMoved({ preview }: Shown): Moved {
    return movedTo(preview, this.shown?.preview ?? null, this.story)
  }

  /** @returns what went out after all; null: nothing did, or nobody knows, and that is said */
  private async afterNo(no: unknown, known: ReadonlySet<number>): Promise<Edition | null> {
    const checks = editionsApi.blockedBy(no)
    if (checks !== null) {
      if (checks.length > 0) this.checks = checks
      this.trouble = `Nothing was published. ${sentence(no)}`
      return null
    }
    if (no instanceof Refusal && no.type === 'text-moved') {
      const now = await this.ask()
      this.show(now, this.whatMoved(now))
      return null
    }
    if (!(no instanceof NoAnswer)) throw no
    // Whether it got there nobody knows but the server.
    try {
      await this.readEditions()
    } catch {
      this.trouble =
        'The server did not answer. It may have published this or not; nothing is lost. When the connection is back, look under What is out before you press again.'
      return null
    }
    const mine = this.editions?.find(({ number, by }) => !known.has(number) && by.id === this.story.person.id)
    if (mine === undefined) this.trouble = 'The server did not answer, and nothing was published. Press again.'
    return mine ?? null
  }

  private async act(busy: Busy | null, run: () => Promise<void>): Promise<boolean> {
    if (busy !== null) {
      this.trouble = ''
      this.turnBusy(busy)
    }
    try {
      await run()
      return true
    } catch (error) {
      this.fails(error)
      return false
    } finally {
      if (busy !== null) this.busy = null
      this.changed()
    }
  }

  private readonly fails = (error: unknown): void => {
    if (isSignedOut(error)) this.dispatchEvent(new Event('signed-out'))
    else this.trouble = sentence(error)
  }

  private turnBusy(busy: Busy): void {
    this.busy = busy
    this.changed()
  }

  private readonly soon = (): void => {
    if (this.closed || this.busy !== null) return
    const now = Date.now()
    if (this.timer === undefined) this.waitsSince = now
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.look(), Math.min(PAUSE, Math.max(0, this.waitsSince + LONGEST_PAUSE - now)))
  }

  private readonly stands = (): void => {
    // A colleague may have published, or withdrawn it.
    const kinds = kindsAfter(beforeOf(this.standing.now?.live ?? null))
    if (!kinds.includes(this.draft.kind)) this.draft = { ...this.draft, ...asKind(kinds[0]!) }
    this.changed()
    if (this.closed || this.busy !== null) return
    void this.readEditions().catch(this.fails)
    this.soon()
  }

  private changed(): void {
    if (!this.closed) this.dispatchEvent(new Event('change'))
  }
}
