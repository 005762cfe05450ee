/** What somebody does with where a story stands, asked for from the bar, the panel, the menus or by key: one way each. */
import { html, type TemplateResult } from 'lit'
import type { GateNow, Standing } from '../../shared/shapes/standing.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Stage } from '../../shared/story.ts'
import { isSignedOut, sentence } from '../api.ts'
import { readChecks } from '../api/standing.ts'
import { askWords } from '../ui/ask.ts'
import { toast } from '../ui/toast-list.ts'
import type { LiveStanding } from './live-standing.ts'
import { GATE_HINTS, GATE_NAMES, moveWords } from './words.ts'

/** How long the last words of this window may take to be saved. */
const A_MOMENT = 4_000

type Move = Standing['moves'][number]

export class StandingDeeds {
  constructor(
    readonly standing: LiveStanding,
    /** Resolves when every word of this window is saved, or after so many milliseconds. */
    private readonly settled: (most: number) => Promise<void>,
    private readonly signedOut: () => void,
  ) {}

  get now(): Standing | null {
    return this.standing.now
  }

  private get storyId(): string {
    return this.standing.live.storyId
  }

  /** Gates that this person may pass, and that are not. */
  get toPass(): GateNow[] {
    return this.now?.gates.filter(({ state, mayPass }) => mayPass && (state === 'wanted' || state === 'stale')) ?? []
  }

  // Stages

  /** @returns when it is moved, or nothing is to be done */
  async move({ to, needsReason }: Move): Promise<void> {
    const from = this.now?.stage
    if (from === undefined) return
    const words = moveWords(from, to)
    if (needsReason) return this.askAndMove(from, to)
    await this.act(async () => {
      await this.settle()
      await this.standing.move(to)
      toast(words.done)
    })
  }

  private async askAndMove(from: Stage, to: Stage): Promise<void> {
    const { label, reason = 'Why', done } = moveWords(from, to)
    const name = label.replace(' …', '')
    const moved = await askWords({
      of: `${to} ${this.storyId}`,
      title: to === 'spiked' ? 'Spike this story?' : name,
      label: reason,
      yes: name,
      danger: to === 'spiked',
      hint: to === 'spiked' ? 'It leaves the desk’s list and is kept: it can be brought back.' : 'Whoever wrote it reads this.',
      save: async (words) => {
        await this.settle()
        await this.standing.move(to, words)
      },
      signedOut: this.signedOut,
    })
    if (!moved) return
    const back = this.now?.moves.find((move) => move.to === from)
    toast(done, to === 'spiked' && back !== undefined ? { label: 'Bring back', run: () => void this.move(back) } : null)
  }

  // Hold

  async hold(): Promise<void> {
    await askWords({
      of: `hold ${this.storyId}`,
      title: 'Hold this story',
      label: 'What it waits for',
      yes: 'Hold',
      hint: 'Nobody can publish it until somebody lets it go. The reason is shown on the desk.',
      save: (reason) => this.standing.change({ hold: { reason } }),
      signedOut: this.signedOut,
    })
  }

  async letGo(): Promise<void> {
    const reason = this.now?.hold?.reason ?? ''
    await this.act(async () => {
      await this.standing.change({ hold: null })
      toast('No longer on hold.', {
        label: 'Undo',
        run: () => void this.act(() => this.standing.change({ hold: { reason } })),
      })
    })
  }

  // Gates

  /** Passed is what the server has at the moment somebody was asked, never what came after. */
  async pass({ gate, state }: Pick<GateNow, 'gate' | 'state'>): Promise<void> {
    const name = GATE_NAMES[gate]
    let hash = ''
    const looked = await this.act(async () => {
      await this.settle()
      hash = (await readChecks(this.storyId)).hash
    })
    if (!looked) return
    const passed = await askWords({
      of: `pass ${gate} ${this.storyId}`,
      title: state === 'stale' ? `Pass ${name.toLowerCase()} again` : `Pass ${name.toLowerCase()}`,
      before: this.passing(GATE_HINTS[gate]),
      label: 'Note',
      optional: true,
      yes: 'Pass',
      save: async (note) => {
        try {
          await this.standing.pass(gate, hash, note)
        } catch (error) {
          if (!(error instanceof Refusal) || error.type !== 'text-moved') throw error
          hash = (await readChecks(this.storyId)).hash
          throw new Refusal(
            'text-moved',
            409,
            'The story has changed while this was open. Look at it again; press Pass once more to pass it as it is now.',
          )
        }
      },
      signedOut: this.signedOut,
    })
    if (passed) toast(`${name} is passed.`)
  }

  private passing(hint: string): TemplateResult {
    return html`<p>
      ${hint} You pass the story as it is at this moment, in your name: when words, headline, captions or path change, this gate
      shows it.
    </p>`
  }

  async takeBack({ gate, passed }: GateNow): Promise<void> {
    await this.act(async () => {
      await this.standing.takeBack(gate)
      toast(`${GATE_NAMES[gate]} is no longer passed${passed === null ? '' : ` (it was, by ${passed.by.name})`}.`)
    })
  }

  /** Also words that were typed in the very moment before the key. */
  private async settle(): Promise<void> {
    await this.settled(A_MOMENT)
    if (this.standing.live.saved.unsaved > 0)
      throw new Refusal('not-saved', 409, 'Your last words are not saved yet. Wait until they are, then try again.')
  }

  /** @returns whether it was done; else it has been said why not */
  async act(deed: () => Promise<void>): Promise<boolean> {
    try {
      await deed()
      return true
    } catch (error) {
      if (isSignedOut(error)) this.signedOut()
      else toast(sentence(error))
      return false
    }
  }
}
