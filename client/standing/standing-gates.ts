/** The gates of a story: who passed which on what text, and what has changed since. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { GateNow } from '../../shared/shapes/standing.ts'
import { showChanges } from './changes-dialog.ts'
import type { StandingDeeds } from './deeds.ts'
import { StandingElement } from './standing-element.ts'
import { GATE_HINTS, GATE_NAMES, GATE_SIGNS, GATE_STATE_NAMES } from './words.ts'
import { when, wholeDate } from '../ui/when.ts'

@customElement('standing-gates')
export class StandingGates extends StandingElement {
  @property({ attribute: false }) deeds!: StandingDeeds

  override render() {
    const gates = this.now?.gates ?? []
    return html`<section class="standing-part" aria-labelledby="standing-gates">
      <h3 id="standing-gates">Gates</h3>
      ${
        gates.length === 0
          ? html`<p class="muted">This newsroom asks for none. <a href="/desk/publishing">Publishing</a> says which.</p>`
          : html`<ul class="standing-gates">
              ${gates.map((gate) => this.gate(gate))}
            </ul>`
      }
    </section>`
  }

  private gate(gate: GateNow): TemplateResult {
    const { gate: name, state, passed, mayPass } = gate
    const waits = state === 'wanted' || state === 'stale'
    return html`<li class="standing-gate" data-place="gate:${name}" tabindex="-1">
      <i class="gate is-${state === 'not needed' ? 'off' : state}" aria-hidden="true">${GATE_SIGNS[state]}</i>
      <div class="standing-gate-words">
        <p title=${GATE_HINTS[name]}>
          <b>${GATE_NAMES[name]}</b> <span class="gate-says is-${state}">${GATE_STATE_NAMES[state]}</span>
        </p>
        ${
          passed === null
            ? nothing
            : html`<p class="muted" title=${wholeDate(passed.at)}>
                ${state === 'stale' ? 'Passed by ' : ''}${passed.by.name}, ${when(passed.at, Date.now())}
              </p>`
        }
        ${passed === null || passed.note === '' ? nothing : html`<p class="standing-reason">${passed.note}</p>`}
        ${
          state === 'stale' && passed !== null
            ? html`<button class="link" type="button" @click=${() => void this.changes(gate, passed.version)}>
                What has changed since
              </button>`
            : nothing
        }
      </div>
      <div class="standing-gate-acts">
        ${
          waits && mayPass
            ? html`<button
                class="button"
                type="button"
                aria-label="Pass ${GATE_NAMES[name].toLowerCase()}${state === 'stale' ? ' again' : ''}"
                @click=${() => void this.deeds.pass(gate)}
              >
                ${state === 'stale' ? 'Pass again' : 'Pass'}
              </button>`
            : nothing
        }
        ${
          passed !== null && mayPass
            ? html`<button
                class="button quiet"
                type="button"
                aria-label="Take ${GATE_NAMES[name].toLowerCase()} back"
                @click=${() => void this.deeds.takeBack(gate)}
              >
                Take back
              </button>`
            : nothing
        }
      </div>
    </li>`
  }

  private async changes(gate: GateNow, version: string): Promise<void> {
    await this.act(() =>
      showChanges(this.standing.live.storyId, version, {
        title: `Changed since ${GATE_NAMES[gate.gate].toLowerCase()} was passed`,
        ...(gate.mayPass ? { pass: { label: 'Pass again …', run: () => void this.deeds.pass(gate) } } : {}),
      }),
    )
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'standing-gates': StandingGates
  }
}
