/** What a story says to readers beside its text: each value saved by itself, and what a colleague wrote never written over unseen. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { live } from 'lit/directives/live.js'
import type { Standing } from '../../shared/shapes/standing.ts'
import { icon } from '../ui/icons.ts'
import type { Name, OwnParticulars, Value } from './own-particulars.ts'
import { StandingElement } from './standing-element.ts'
import './topic-field.ts'

type Line = {
  name: 'kicker' | 'searchTitle' | 'searchText' | 'socialTitle'
  label: string
  most: number
  hint: string
  fits?: number
}

const KICKER: Line = { name: 'kicker', label: 'Kicker', most: 60, hint: 'The small line above the headline, such as Interview.' }
/** About where search engines and cards cut. */
const FOUND: readonly Line[] = [
  { name: 'searchTitle', label: 'Search title', most: 120, fits: 60, hint: 'Empty: the headline.' },
  { name: 'searchText', label: 'Search text', most: 320, fits: 155, hint: 'Empty: the dek.' },
  { name: 'socialTitle', label: 'Social title', most: 200, fits: 90, hint: 'Empty: the headline.' },
]

@customElement('standing-particulars')
export class StandingParticulars extends StandingElement {
  @property({ attribute: false }) own!: OwnParticulars
  private heard: OwnParticulars | null = null

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.hear(null)
    void this.own.saveAll()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    super.willUpdate(changed)
    if (this.isConnected) this.hear(this.own)
  }

  private hear(own: OwnParticulars | null): void {
    if (own === this.heard) return
    this.heard?.removeEventListener('change', this.typed)
    this.heard?.removeEventListener('signed-out', this.ended)
    this.heard = own
    own?.addEventListener('change', this.typed)
    own?.addEventListener('signed-out', this.ended)
  }

  private readonly typed = (): void => this.requestUpdate()
  private readonly ended = (): void => this.endSession()

  override render() {
    const { now } = this
    if (now === null) return nothing
    return html`<section class="standing-part" aria-labelledby="standing-particulars">
      <h3 id="standing-particulars">For readers</h3>
      ${now.mayManage ? this.form(now) : this.facts(now)}
    </section>`
  }

  private form(now: Standing): TemplateResult {
    return html`${this.path(now)} ${this.line(KICKER)} ${this.topics()} ${this.visibility()}
    ${FOUND.map((line) => this.line(line))}`
  }

  /** For whoever only reads it. */
  private facts({ particulars, suggestedPath }: Standing): TemplateResult {
    const { path, kicker, topics, visibility, searchTitle, searchText, socialTitle } = particulars
    const rows: [string, string][] = [
      ['Address', addressOf(path ?? suggestedPath, this.now)],
      ['Kicker', kicker],
      ['Topics', topics.join(', ')],
      ['For', visibility === 'members' ? 'Members' : 'Everybody'],
      ['Search title', searchTitle],
      ['Search text', searchText],
      ['Social title', socialTitle],
    ]
    return html`<dl class="standing-facts">
      ${rows
        .filter(([, value]) => value !== '')
        .map(
          ([label, value]) =>
            html`<div>
              <dt>${label}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
    </dl>`
  }

  private path({ particulars, suggestedPath, pathIsFrozen, live: readers }: Standing): TemplateResult {
    const typed = this.own.value('path') ?? ''
    const moves = pathIsFrozen && this.own.state('path') !== 'same' && typed !== particulars.path
    const says = moves
      ? `Readers who come to ${addressOf(particulars.path, this.now)} are led to the new address; no other story ever gets the old one.`
      : pathIsFrozen
        ? 'Readers have this address. When it changes, the old one leads to the new.'
        : typed === '' && suggestedPath !== null
          ? 'Made of the headline, until one is chosen. It can change freely until the story is published.'
          : 'It can change freely until the story is published.'
    return html`<div class="field">
      <label for="particulars-path">Address</label>
      <input
        id="particulars-path"
        class="input"
        data-place="particulars:path"
        maxlength="120"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        placeholder=${suggestedPath ?? ''}
        .value=${live(typed)}
        aria-describedby="particulars-path-hint ${this.saysId('path')}"
        aria-invalid=${this.own.state('path') === 'wrong'}
        @input=${(event: Event) => {
          const value = (event.target as HTMLInputElement).value.trim()
          this.own.type('path', value === '' ? null : value)
        }}
        @change=${() => void this.own.save('path')}
      />
      <p class="hint" id="particulars-path-hint">
        <span class="standing-address"
          >${
            readers !== null && !readers.killed && !moves
              ? html`<a href=${readers.url} target="_blank" rel="noopener">${addressOf(typed || suggestedPath, this.now)}</a>`
              : addressOf(typed || suggestedPath, this.now)
          }</span
        >
        ${says}
      </p>
      ${this.state('path', 'Address')}
    </div>`
  }

  private line({ name, label, most, fits, hint }: Line): TemplateResult {
    const value = this.own.value(name) ?? ''
    const input = {
      input: (event: Event) => this.own.type(name, (event.target as HTMLInputElement).value.replace(/\s*\n\s*/g, ' ')),
      change: () => void this.own.save(name),
    }
    const id = `particulars-${name}`
    const described = `${id}-hint ${this.saysId(name)}`
    const isWrong = this.own.state(name) === 'wrong'
    return html`<div class="field">
      <label for=${id}>${label}</label>
      ${
        name === 'searchText'
          ? html`<textarea
              id=${id}
              class="input"
              rows="3"
              data-place="particulars:${name}"
              maxlength=${most}
              .value=${live(value)}
              aria-describedby=${described}
              aria-invalid=${isWrong}
              @input=${input.input}
              @change=${input.change}
            ></textarea>`
          : html`<input
              id=${id}
              class="input"
              data-place="particulars:${name}"
              maxlength=${most}
              autocomplete="off"
              .value=${live(value)}
              aria-describedby=${described}
              aria-invalid=${isWrong}
              @input=${input.input}
              @change=${input.change}
            />`
      }
      <p class="hint" id="${id}-hint">${lengthSays(value, fits) ?? hint}</p>
      ${this.state(name, label)}
    </div>`
  }

  private topics(): TemplateResult {
    const topics = this.own.value('topics') ?? []
    return html`<div class="field">
      <label for="particulars-topics">Topics</label>
      <topic-field
        .topics=${topics}
        .describedBy=${this.saysId('topics')}
        @topics=${(event: CustomEvent<string[]>) => {
          this.own.type('topics', event.detail)
          void this.own.save('topics')
        }}
      ></topic-field>
      ${this.state('topics', 'Topics')}
    </div>`
  }

  private visibility(): TemplateResult {
    const chosen = this.own.value('visibility')
    const choice = (value: Value<'visibility'>, label: string, hint: string): TemplateResult =>
      html`<label class="role">
        <input
          type="radio"
          name="visibility"
          .checked=${live(chosen === value)}
          @change=${() => {
            this.own.type('visibility', value)
            void this.own.save('visibility')
          }}
        />
        <span><b>${label}</b><br /><small class="muted">${hint}</small></span>
      </label>`
    return html`<fieldset class="roles" data-place="particulars:visibility" tabindex="-1">
      <legend>Who may read it</legend>
      ${choice('public', 'Everybody', 'A members’ line in the copy does nothing.')}
      ${choice('members', 'Members', 'Others read it down to the members’ line.')} ${this.state('visibility', 'Who may read it')}
    </fieldset>`
  }

  private saysId(name: Name): string {
    return `particulars-${name}-says`
  }

  /** How its saving stands. */
  private state(name: Name, label: string): TemplateResult {
    const { own } = this
    const state = own.state(name)
    const id = this.saysId(name)
    if (state === 'wrong')
      return html`<p class="wrong" id=${id} role="alert">
        ${icon('alert')}
        <span>${own.says(name)} <button class="link" type="button" @click=${() => void own.save(name)}>Try again</button></span>
      </p>`
    if (state === 'clash')
      return html`<div class="standing-clash" id=${id} role="alert">
        <p>
          ${icon('alert')}
          <span>A colleague has changed this, too. Theirs: “${shown(own.theirs(name))}”. Yours stands in the field.</span>
        </p>
        <div class="standing-moves">
          <button class="button" type="button" aria-label="${label}: keep mine" @click=${() => void own.keepMine(name)}>
            Keep mine
          </button>
          <button class="button" type="button" aria-label="${label}: take theirs" @click=${() => own.takeTheirs(name)}>
            Take theirs
          </button>
        </div>
      </div>`
    const words = { same: '', typed: 'Not saved yet', saving: 'Saving…', saved: 'Saved' }[state]
    return html`<p class="standing-saved is-${state}" id=${id} role="status">
      ${state === 'saved' ? icon('check') : nothing}${words}
    </p>`
  }
}

function addressOf(path: string | null, now: Standing | null): string {
  const site = now?.live == null ? location.origin : new URL('/', now.live.url).origin
  return path === null || path === '' ? `${site}/…` : `${site}/${path}`
}

function lengthSays(value: string, fits: number | undefined): string | null {
  if (fits === undefined || value === '') return null
  const { length } = [...value]
  return length <= fits ? `${length} of about ${fits} letters` : `${length} letters: what is after the ${fits}th may be cut off`
}

const shown = (value: Value | undefined): string =>
  value == null || value === '' ? 'nothing' : typeof value === 'string' ? value : value.join(', ')

declare global {
  interface HTMLElementTagNameMap {
    'standing-particulars': StandingParticulars
  }
}
