/** Until when a story must not go out, in somebody's own zone: an embargo is agreed with others, so its zone is said. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { isZone, spoken } from '../../shared/publish/wall-time.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import { icon } from '../ui/icons.ts'
import { StandingElement } from './standing-element.ts'
import { localTime, momentOf, ownZone, zones } from './times.ts'

type Typed = { local: string; zone: string }

@customElement('embargo-field')
export class EmbargoField extends StandingElement {
  /** While somebody sets it. */
  @state() private typed: Typed | null = null
  @state() private wrong = ''

  override render() {
    const { now } = this
    if (now === null) return nothing
    return html`<div class="standing-embargo" data-place="embargo" tabindex="-1">
      ${this.typed === null ? this.shown(now) : this.form(this.typed)}
    </div>`
  }

  private shown({ embargo, mayManage }: Standing): TemplateResult {
    const over = embargo !== null && embargo.until <= Date.now()
    const words =
      embargo === null
        ? 'No embargo.'
        : over
          ? `The embargo ended ${spoken(embargo.until, embargo.zone)}, ${embargo.zone}.`
          : html`<b>Embargo</b> until ${spoken(embargo.until, embargo.zone)}, ${embargo.zone}`
    return html`<div class="standing-row">
      <p class=${embargo === null || over ? 'muted' : ''}>${words}</p>
      ${
        mayManage
          ? html`<button class="button" type="button" data-stop="set" @click=${() => void this.begin(embargo)}>
                ${embargo === null ? 'Embargo …' : 'Change …'}
              </button>
              ${
                embargo === null
                  ? nothing
                  : html`<button
                      class="icon-button"
                      type="button"
                      aria-label="No embargo"
                      title="No embargo"
                      @click=${() => void this.set(null)}
                    >
                      ${icon('close')}
                    </button>`
              }`
          : nothing
      }
    </div>`
  }

  private form({ local, zone }: Typed): TemplateResult {
    const moment = momentOf(local, zone)
    return html`<form
      class="standing-form"
      aria-label="Embargo"
      novalidate
      @submit=${(event: Event) => {
        event.preventDefault()
        void this.save()
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        void this.end()
      }}
    >
      <div class="field">
        <label for="embargo-until">Not before</label>
        <input
          id="embargo-until"
          class="input"
          type="datetime-local"
          .value=${local}
          aria-describedby=${this.wrong === '' ? nothing : 'embargo-wrong'}
          aria-invalid=${this.wrong !== ''}
          @input=${(event: Event) => this.type({ local: (event.target as HTMLInputElement).value, zone })}
        />
      </div>
      <div class="field">
        <label for="embargo-zone">Time zone</label>
        <input
          id="embargo-zone"
          class="input"
          list="embargo-zones"
          autocomplete="off"
          spellcheck="false"
          .value=${zone}
          @input=${(event: Event) => this.type({ local, zone: (event.target as HTMLInputElement).value.trim() })}
        />
        <datalist id="embargo-zones">${zones().map((one) => html`<option value=${one}></option>`)}</datalist>
      </div>
      ${
        moment !== null && !moment.exact
          ? html`<p class="hint">The clocks are changed then: it ends ${spoken(moment.at, zone)}.</p>`
          : nothing
      }
      ${this.wrong === '' ? nothing : html`<p class="wrong" id="embargo-wrong" role="alert">${icon('alert')} ${this.wrong}</p>`}
      <div class="standing-moves">
        <button class="button primary">Set</button>
        <button class="button" type="button" @click=${() => void this.end()}>Cancel</button>
      </div>
    </form>`
  }

  private async begin(embargo: Standing['embargo']): Promise<void> {
    const zone = embargo?.zone ?? ownZone()
    const tomorrow = new Date().setHours(30, 0, 0, 0)
    this.wrong = ''
    this.typed = { local: localTime(embargo?.until ?? tomorrow, zone), zone }
    await this.updateComplete
    this.querySelector('input')?.focus()
  }

  private type(typed: Typed): void {
    this.typed = typed
    this.wrong = ''
  }

  private async save(): Promise<void> {
    const { typed } = this
    if (typed === null) return
    const moment = momentOf(typed.local, typed.zone)
    if (moment === null) {
      this.wrong = isZone(typed.zone) ? 'Type a whole date and time.' : 'There is no such time zone: it is like Europe/Berlin.'
      return
    }
    await this.set({ until: moment.at, zone: typed.zone })
  }

  private async set(embargo: Standing['embargo']): Promise<void> {
    if (await this.act(() => this.standing.change({ embargo }))) await this.end()
  }

  private async end(): Promise<void> {
    this.typed = null
    await this.updateComplete
    this.querySelector<HTMLElement>('[data-stop]')?.focus()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'embargo-field': EmbargoField
  }
}
