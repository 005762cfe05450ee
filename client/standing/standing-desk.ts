/** Who has a story on their table and until when, what holds it, and until when it must not go out. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { live } from 'lit/directives/live.js'
import type { Person } from '../../shared/api.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import { listPeople } from '../api/people.ts'
import { icon } from '../ui/icons.ts'
import { when, wholeDate } from '../ui/when.ts'
import type { StandingDeeds } from './deeds.ts'
import { StandingElement } from './standing-element.ts'
import { dueNow, dueSays } from './words.ts'
import { localTime, momentOf, ownZone } from './times.ts'
import './embargo-field.ts'

/** A date is typed part by part: it is saved when one pauses, or goes on. */
const PAUSE = 1_200

@customElement('standing-desk')
export class StandingDesk extends StandingElement {
  @property({ attribute: false }) deeds!: StandingDeeds
  @state() private people: readonly Person[] | null = null
  /** What stands in the field for the due time, while somebody is at it. */
  @state() private typed: string | null = null
  /** Who is to have it, until the server has said so. */
  @state() private giving: string | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = false

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    void this.saveDue()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    super.willUpdate(changed)
    if (this.now?.mayManage && !this.asked) {
      this.asked = true
      void this.act(async () => {
        this.people = (await listPeople()).filter(({ role }) => role !== 'guest')
      })
    }
  }

  override render() {
    const { now } = this
    if (now === null) return nothing
    return html`<section class="standing-part" aria-labelledby="standing-table">
      <h3 id="standing-table">On the desk</h3>
      <div class="standing-pairs">${this.holder(now)} ${this.due(now)}</div>
      ${this.hold(now)}
      <embargo-field .standing=${this.standing}></embargo-field>
    </section>`
  }

  private holder({ holder, mayManage }: Standing): TemplateResult {
    if (!mayManage || this.people === null)
      return html`<p class="standing-fact"><span>With</span> ${holder === null ? 'nobody' : holder.name}</p>`
    const others = this.people.some(({ id }) => id === holder?.id) || holder === null ? this.people : [holder, ...this.people]
    const chosen = this.giving ?? holder?.id ?? ''
    return html`<div class="field">
      <label for="standing-holder">With</label>
      <select
        id="standing-holder"
        class="input"
        data-place="standing"
        .value=${live(chosen)}
        @change=${(event: Event) => void this.give((event.target as HTMLSelectElement).value)}
      >
        <option value="" ?selected=${chosen === ''}>Nobody</option>
        ${others.map(({ id, name }) => html`<option value=${id} ?selected=${id === chosen}>${name}</option>`)}
      </select>
    </div>`
  }

  private async give(id: string): Promise<void> {
    this.giving = id
    await this.act(() => this.standing.change({ holder: id === '' ? null : id }))
    // Another was chosen meanwhile, and is on its way.
    if (this.giving === id) this.giving = null
  }

  private due({ due, mayManage }: Standing): TemplateResult {
    const now = Date.now()
    const look = due === null ? '' : `due-${dueNow(due, now)}`
    if (!mayManage)
      return html`<p class="standing-fact">
        <span>Due</span> ${due === null ? 'no time set' : html`<span class=${look}>${dueSays(due, now)}</span>`}
      </p>`
    return html`<div class="field">
      <label for="standing-due" class=${look}>Due</label>
      <div class="standing-with-clear">
        <input
          id="standing-due"
          class="input"
          type="datetime-local"
          .value=${live(this.typed ?? (due === null ? '' : localTime(due, ownZone())))}
          title=${due === null ? `In your time zone, ${ownZone()}` : `${dueSays(due, now)}, in your time zone, ${ownZone()}`}
          @input=${(event: Event) => this.typing((event.target as HTMLInputElement).value)}
          @blur=${() => void this.saveDue()}
          @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && void this.saveDue()}
        />
        ${
          due === null
            ? nothing
            : html`<button
                class="icon-button"
                type="button"
                aria-label="No due time"
                title="No due time"
                @click=${() => void this.setDue(null)}
              >
                ${icon('close')}
              </button>`
        }
      </div>
    </div>`
  }

  private typing(value: string): void {
    this.typed = value
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.saveDue(), PAUSE)
  }

  private async saveDue(): Promise<void> {
    clearTimeout(this.timer)
    const { typed } = this
    if (typed === null) return
    const moment = momentOf(typed, ownZone())
    // A year half typed is no time yet: it stays in the field.
    if (typed !== '' && moment === null) return
    await this.setDue(moment?.at ?? null)
  }

  private async setDue(due: number | null): Promise<void> {
    const typed = this.typed
    if (due === this.now?.due || (await this.act(() => this.standing.change({ due })))) {
      if (this.typed === typed) this.typed = null
    }
  }

  private hold({ hold, mayManage }: Standing): TemplateResult {
    if (hold === null)
      return mayManage
        ? html`<div class="standing-row">
            <p class="muted">Not on hold.</p>
            <button class="button" type="button" @click=${() => void this.deeds.hold()}>Hold …</button>
          </div>`
        : html`<p class="muted">Not on hold.</p>`
    return html`<div class="standing-held">
      ${icon('pause')}
      <div>
        <p><b>On hold:</b> ${hold.reason}</p>
        <p class="muted" title=${wholeDate(hold.at)}>${hold.by.name}, ${when(hold.at, Date.now())}</p>
      </div>
      ${mayManage ? html`<button class="button" type="button" @click=${() => void this.deeds.letGo()}>Let it go</button>` : nothing}
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'standing-desk': StandingDesk
  }
}
