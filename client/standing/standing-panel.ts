/** Where a story stands, beside its copy: stage and moves, gates, who has it until when, hold and embargo, particulars. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import type { Standing } from '../../shared/shapes/standing.ts'
import type { Version } from '../../shared/shapes/versions.ts'
import { readVersions } from '../api/versions.ts'
import { icon } from '../ui/icons.ts'
import { when, wholeDate } from '../ui/when.ts'
import type { PageStanding } from './page-standing.ts'
import { StandingElement } from './standing-element.ts'
import { broughtThere, moveWords, stageNow } from './words.ts'
import './standing-desk.ts'
import './standing-gates.ts'
import './standing-particulars.ts'

@customElement('standing-panel')
export class StandingPanel extends StandingElement {
  @property({ attribute: false }) page!: PageStanding
  /** Null: not asked for yet. */
  @state() private history: Version[] | null = null

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('page')) {
      this.standing = this.page.standing
      changed.set('standing', undefined)
    }
    super.willUpdate(changed)
  }

  /** Takes the keyboard to a part of it, named as `data-place` names it, or to its head. */
  async show(place?: string): Promise<void> {
    await this.updateComplete
    await Promise.all(
      [...this.querySelectorAll<StandingElement>('standing-desk, standing-gates, standing-particulars')].map(
        ({ updateComplete }) => updateComplete,
      ),
    )
    const at = place === undefined ? null : this.querySelector<HTMLElement>(`[data-place="${place}"]`)
    const to = at ?? this.querySelector<HTMLElement>('h2')
    to?.focus()
    to?.scrollIntoView({ block: 'nearest' })
  }

  override render() {
    const { now } = this
    return html`<section class="side standing-panel" aria-labelledby="standing-title">
      <header>
        <h2 id="standing-title" tabindex="-1">Standing</h2>
        <button
          type="button"
          class="icon-button"
          aria-label="Close the standing"
          title="Close (Esc)"
          @click=${() => this.dispatchEvent(new CustomEvent('close-panel'))}
        >
          ${icon('close')}
        </button>
      </header>
      ${now === null ? this.notYet() : this.all(now)}
    </section>`
  }

  private notYet(): TemplateResult {
    const { trouble, mayKnow } = this.standing
    if (!mayKnow) return html`<p class="muted">Where a story stands is for the desk.</p>`
    if (trouble === '') return html`<p class="muted">Asking where it stands…</p>`
    return html`<p class="trouble" role="alert">${icon('alert')} ${trouble}</p>
      <button class="button" type="button" @click=${() => void this.standing.read()}>Try again</button>`
  }

  private all(now: Standing): TemplateResult {
    const { standing } = this
    const { deeds, particulars } = this.page
    return html`${this.stage(now)}
      <standing-gates .standing=${standing} .deeds=${deeds}></standing-gates>
      <standing-desk .standing=${standing} .deeds=${deeds}></standing-desk>
      <standing-particulars .standing=${standing} .own=${particulars}></standing-particulars>
      ${this.past()}`
  }

  private stage(now: Standing): TemplateResult {
    const { stage, moves, live } = now
    const moved = broughtThere(now)
    return html`<section class="standing-part" aria-labelledby="standing-stage">
      <h3 id="standing-stage">Stage</h3>
      <p class="standing-stage">
        <b>${stageNow(now)}</b>
        ${
          moved === null
            ? html`<span class="muted">not moved yet</span>`
            : html`<span class="muted" title=${moved.at === null ? nothing : wholeDate(moved.at)}
                >${moved.who}${moved.at === null ? nothing : `, ${when(moved.at, Date.now())}`}</span
              >`
        }
      </p>
      ${moved === null || moved.reason === '' ? nothing : html`<blockquote class="standing-reason">${moved.reason}</blockquote>`}
      ${
        stage === 'live' && live?.killed === false && now.mayManage
          ? html`<p class="muted">
              Readers have it. It can be spiked once it is withdrawn, which Publish does, with a notice to them.
            </p>`
          : nothing
      }
      ${
        moves.length === 0
          ? nothing
          : html`<div class="standing-moves">
              ${moves.map(
                (move) =>
                  html`<button class="button" type="button" @click=${() => void this.page.deeds.move(move)}>
                    ${moveWords(stage, move.to).label}
                  </button>`,
              )}
            </div>`
      }
    </section>`
  }

  /** What was kept of it and when: each stage, gate and edition is a version. */
  private past(): TemplateResult {
    return html`<details
      class="standing-past"
      @toggle=${(event: Event) => {
        if ((event.target as HTMLDetailsElement).open) void this.readPast()
      }}
    >
      <summary>What happened to it</summary>
      ${
        this.history === null
          ? html`<p class="muted">Asking…</p>`
          : this.history.length === 0
            ? html`<p class="muted">Nothing yet: stages, gates and editions are listed here.</p>`
            : html`<ol class="standing-history">
                ${this.history.map(
                  ({ says, name, by, at }) =>
                    html`<li>
                      <b>${name ?? says}</b>
                      <span class="muted"
                        >${by === null ? nothing : html`${by.name}, `}<time
                          datetime=${new Date(at).toISOString()}
                          title=${wholeDate(at)}
                          >${when(at, Date.now())}</time
                        ></span
                      >
                    </li>`,
                )}
              </ol>`
      }
    </details>`
  }

  private async readPast(): Promise<void> {
    await this.act(async () => {
      this.history = (await readVersions(this.standing.live.storyId)).slice(0, 50)
    })
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'standing-panel': StandingPanel
  }
}
