/**
 * Joins a story page to where its story stands. It comes late, with what opens only when asked for: until then the page
 * shows the stage as the desk knew it, and nothing of this is loaded before the words.
 */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import type { DeedName } from '../editor/deeds.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { toast } from '../ui/toast-list.ts'
import { StandingDeeds } from './deeds.ts'
import { LiveStanding } from './live-standing.ts'
import { OwnParticulars } from './own-particulars.ts'
import './story-stage.ts'
import './standing-panel.ts'
import './standing.css'

const DEEDS: Partial<Record<DeedName, StandingDeed>> = { stage: 'stage', fileIt: 'file it', passGate: 'pass gate', hold: 'hold' }

type Page = HTMLElement & ReactiveControllerHost
export type StandingDeed = 'stage' | 'file it' | 'pass gate' | 'hold'

export class PageStanding implements ReactiveController {
  readonly standing: LiveStanding
  readonly deeds: StandingDeeds
  /** What this person types of the particulars, also while the panel is closed. */
  readonly particulars: OwnParticulars

  constructor(
    private readonly page: Page,
    live: LiveStory,
    settled: (most: number) => Promise<void>,
  ) {
    this.standing = new LiveStanding(live)
    const signedOut = (): void => void page.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }))
    this.deeds = new StandingDeeds(this.standing, settled, signedOut)
    this.particulars = new OwnParticulars(this.standing)
    this.standing.addEventListener('change', this.changed)
    this.standing.addEventListener('signed-out', signedOut)
    page.addEventListener('show-standing', this.show)
    page.addController(this)
  }

  close(): void {
    this.particulars.close()
    this.standing.close()
    this.standing.removeEventListener('change', this.changed)
    this.page.removeEventListener('show-standing', this.show)
    this.page.removeController(this)
    this.page.requestUpdate()
  }

  hostDisconnected(): void {
    this.close()
  }

  /** In the bar; until it is known, what the page knew before. */
  bar(before: TemplateResult | symbol): TemplateResult | symbol {
    if (this.standing.now === null) return before
    return html`<story-stage .standing=${this.standing} .deeds=${this.deeds}></story-stage>`
  }

  /** @param name of any deed of the page */
  may(name: DeedName): boolean {
    if (name === 'standing') return this.standing.mayKnow
    const deed = DEEDS[name]
    return deed === undefined || this.whyNot(deed) === null
  }

  do(deed: StandingDeed): void {
    const not = this.whyNot(deed)
    if (not !== null) return toast(not)
    const { deeds } = this
    if (deed === 'stage') return this.page.querySelector('story-stage')?.choose()
    if (deed === 'hold') return void (deeds.now?.hold ? deeds.letGo() : deeds.hold())
    if (deed === 'file it') return void deeds.move(deeds.now!.moves.find(({ to }) => to === 'filed')!)
    // One at a time: the first that waits, in the newsroom's order.
    void deeds.pass(deeds.toPass[0]!)
  }

  private whyNot(deed: StandingDeed): string | null {
    const { now, toPass } = this.deeds
    if (now === null)
      return this.standing.mayKnow ? this.standing.trouble || 'Where it stands is not known yet.' : 'That is for the desk.'
    if (deed === 'stage') return null
    if (deed === 'hold') return now.mayManage ? null : 'An editor holds a story and lets it go.'
    if (deed === 'file it')
      return now.moves.some(({ to }) => to === 'filed')
        ? null
        : now.stage === 'writing'
          ? 'You may not file it.'
          : 'It was filed already.'
    return toPass.length > 0 ? null : 'No gate waits for you in this story.'
  }

  private readonly show = (): void => void this.page.querySelector('story-side')?.show('standing')

  private readonly changed = (): void => this.page.requestUpdate()
}
