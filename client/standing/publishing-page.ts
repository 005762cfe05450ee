/** How the newsroom publishes: which gates every story needs, who may publish, and where the newsroom is. Owners set it, others read it. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { live } from 'lit/directives/live.js'
import { GATES, type Gate } from '../../shared/publish/workflow.ts'
import { isZone, spoken } from '../../shared/publish/wall-time.ts'
import type { PublishingSettings } from '../../shared/shapes/settings.ts'
import { changePublishing, readPublishing } from '../api/standing.ts'
import { icon } from '../ui/icons.ts'
import { ROLE_NAMES } from '../ui/roles.ts'
import { SettingsPage } from '../ui/settings-page.ts'
import { toast } from '../ui/toast-list.ts'
import { zones } from './times.ts'
import { GATE_HINTS, GATE_NAMES } from './words.ts'
import './publishing-page.css'

type Publisher = PublishingSettings['publishers'][number]
/** Nobody publishes who may not write. */
const PUBLISHERS: Record<Publisher, string> = {
  owner: 'Once the gates are passed.',
  editor: 'Once the gates are passed.',
  writer: 'Their own stories, too, once the gates are passed.',
}
const MAY_BE_PUBLISHERS = Object.keys(PUBLISHERS) as Publisher[]

@customElement('publishing-page')
export class PublishingPage extends SettingsPage {
  @state() private settings: PublishingSettings | null = null
  /** What is wrong with the zone that is typed. */
  @state() private wrongZone = ''
  @state() private now = Date.now()

  private mayEdit = () => this.may('set up publishing')

  protected override get isRead(): boolean {
    return this.settings !== null
  }

  protected override async read(): Promise<void> {
    this.settings = await readPublishing()
    this.now = Date.now()
  }

  private async change(change: Partial<PublishingSettings>, done: string): Promise<void> {
    const before = this.settings
    if (before === null) return
    try {
      this.settings = await changePublishing(change)
      toast(done, { label: 'Undo', run: () => void this.putBack(before, change) })
    } catch (error) {
      this.failed(error)
      // The switches say what is so, not what was wanted.
      this.requestUpdate()
    }
  }

  private async putBack(before: PublishingSettings, change: Partial<PublishingSettings>): Promise<void> {
    const names = Object.keys(change) as (keyof PublishingSettings)[]
    try {
      this.settings = await changePublishing(Object.fromEntries(names.map((name) => [name, before[name]])))
    } catch (error) {
      this.failed(error)
    }
  }

  override render() {
    const says = html`What a story needs before it goes to readers, and who may send it.
    ${this.mayEdit() ? nothing : 'An owner changes this.'}`
    return this.frame({ place: 'publishing', tab: 'publishing', title: 'Publishing', says }, () => this.all(this.settings!))
  }

  private all(settings: PublishingSettings): TemplateResult {
    return html`<section aria-labelledby="gates-title">
        <h2 id="gates-title">Gates every story needs</h2>
        <p class="muted">
          Each is passed by a named person on the text as it is then. When the text changes, the gate shows what has changed.
        </p>
        <ul class="rows">
          ${GATES.map((gate) => this.gate(gate, settings))}
        </ul>
        ${
          settings.gates.length === 0
            ? html`<p class="publishing-note">${icon('alert')} No gate is asked for: whoever may publish can do so at once.</p>`
            : nothing
        }
      </section>
      <section aria-labelledby="publishers-title">
        <h2 id="publishers-title">Who may publish</h2>
        <ul class="rows">
          ${MAY_BE_PUBLISHERS.map((role) => this.publisher(role, settings))}
          ${this.row(
            settings.secondPerson,
            'A second person',
            'Whoever publishes must be another than those who passed the gates. In a newsroom of one nobody could publish.',
            (on) => void this.change({ secondPerson: on }, on ? 'A second person is needed now.' : 'One person may do all.'),
          )}
        </ul>
      </section>
      ${this.zone(settings)}`
  }

  private gate(gate: Gate, { gates }: PublishingSettings): TemplateResult {
    return this.row(gates.includes(gate), GATE_NAMES[gate], GATE_HINTS[gate], (on) => {
      const next = GATES.filter((one) => (one === gate ? on : gates.includes(one)))
      void this.change(
        { gates: next },
        on ? `Every story needs ${GATE_NAMES[gate].toLowerCase()} now.` : `${GATE_NAMES[gate]} is not needed any more.`,
      )
    })
  }

  private publisher(role: Publisher, { publishers }: PublishingSettings): TemplateResult {
    return this.row(
      publishers.includes(role),
      `${ROLE_NAMES[role]}s`,
      PUBLISHERS[role],
      (on) => {
        const next = MAY_BE_PUBLISHERS.filter((one) => (one === role ? on : publishers.includes(one)))
        void this.change({ publishers: next }, `${ROLE_NAMES[role]}s may ${on ? 'publish now' : 'not publish any more'}.`)
      },
      // Somebody must be able to.
      publishers.every((one) => one === role),
    )
  }

  private row(on: boolean, title: string, hint: string, change: (on: boolean) => void, fixed = false): TemplateResult {
    return html`<li>
      <label class="settings-row publishing-row">
        <span class="switch">${this.switch(on, (box) => change(box.checked), { off: fixed || !this.mayEdit() })}</span>
        <span class="settings-words"><b class="settings-name">${title}</b><span class="muted">${hint}</span></span>
      </label>
    </li>`
  }

  private zone({ zone }: PublishingSettings): TemplateResult {
    const shown = `It is ${spoken(this.now, zone)} there now.`
    return html`<section aria-labelledby="zone-title">
      <h2 id="zone-title">Where the newsroom is</h2>
      <div class="field publishing-zone">
        <label for="zone">Time zone</label>
        <input
          class="input"
          id="zone"
          list="zones"
          autocomplete="off"
          spellcheck="false"
          ?disabled=${!this.mayEdit()}
          .value=${live(zone)}
          aria-describedby="zone-hint"
          aria-invalid=${this.wrongZone !== ''}
          @change=${(event: Event) => this.typedZone((event.target as HTMLInputElement).value.trim())}
        />
        <datalist id="zones">${zones().map((one) => html`<option value=${one}></option>`)}</datalist>
        ${
          this.wrongZone === ''
            ? html`<p class="hint" id="zone-hint">Every time that readers see is told in it. ${shown}</p>`
            : html`<p class="wrong" id="zone-hint" role="alert">${icon('alert')} ${this.wrongZone}</p>`
        }
      </div>
    </section>`
  }

  private typedZone(zone: string): void {
    this.wrongZone = isZone(zone) ? '' : `There is no zone “${zone}”: it is like Europe/Berlin.`
    if (this.wrongZone === '' && zone !== this.settings?.zone) void this.change({ zone }, `Times are told in ${zone} now.`)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'publishing-page': PublishingPage
  }
}
