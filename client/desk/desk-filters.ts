/** Over the desk's list: of which stage, and only mine, due, waiting for me or held. Each choice says how many it would show. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query } from 'lit/decorators.js'
import { live } from 'lit/directives/live.js'
import type { Person, Story } from '../../shared/api.ts'
import { STAGE_NAMES } from '../standing/stage-names.ts'
import { PageElement } from '../ui/element.ts'
import { ALL, countOf, ONLY, ONLY_HINTS, ONLY_KEYS, ONLY_NAMES, turned, type Filters, type Only } from './filters.ts'
import { STAGES } from './list.ts'

@customElement('desk-filters')
export class DeskFilters extends PageElement {
  @property({ attribute: false }) filters: Filters = ALL
  @property({ attribute: false }) stories: readonly Story[] = []
  @property({ attribute: false }) me!: Person
  @property({ attribute: false }) now = 0
  @query('select') private stages!: HTMLSelectElement

  /** Takes the keyboard to the stages. */
  chooseStage(): void {
    this.stages.focus()
  }

  private choose(filters: Filters): void {
    this.dispatchEvent(new CustomEvent<Filters>('choose', { detail: filters }))
  }

  private count(filters: Filters): number {
    return countOf(this.stories, filters, this.me, this.now)
  }

  override render() {
    const { filters } = this
    const { stage, only } = filters
    const isAll = stage === null && only.length === 0
    return html`<div class="filters" role="group" aria-label="Which stories">
      <label class="visually-hidden" for="filter-stage">Stage</label>
      <select
        id="filter-stage"
        class="input ${stage === null ? '' : 'is-on'}"
        aria-keyshortcuts="s"
        title="Of which stage (s)"
        .value=${live(stage ?? '')}
        @change=${(event: Event) => {
          const chosen = (event.target as HTMLSelectElement).value
          this.choose({ only, stage: STAGES.find((one) => one === chosen) ?? null })
        }}
      >
        <option value="" ?selected=${stage === null}>Every stage</option>
        ${STAGES.map(
          (one) =>
            html`<option value=${one} ?selected=${stage === one}>
              ${STAGE_NAMES[one]} (${this.count({ stage: one, only })})
            </option>`,
        )}
      </select>
      ${ONLY.map((one) => this.chip(one))}
      ${isAll ? nothing : html`<button class="link" type="button" @click=${() => this.choose(ALL)}>Show all</button>`}
    </div>`
  }

  private chip(one: Only): TemplateResult {
    const { filters } = this
    const isOn = filters.only.includes(one)
    const count = this.count({ ...filters, only: isOn ? filters.only : [...filters.only, one] })
    return html`<button
      class="chip"
      type="button"
      aria-pressed=${isOn ? 'true' : 'false'}
      aria-keyshortcuts=${ONLY_KEYS[one]}
      title="${ONLY_HINTS[one]} (${ONLY_KEYS[one]})"
      @click=${() => this.choose(turned(filters, one))}
    >
      ${ONLY_NAMES[one]} <b class=${count === 0 ? 'is-none' : ''}>${count}</b>
    </button>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'desk-filters': DeskFilters
  }
}
