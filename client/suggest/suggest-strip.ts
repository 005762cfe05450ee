/**
 * The strip above the copy while somebody suggests or writes privately: what becomes of what one types, how many
 * suggestions are waiting and whose, and the decisions about many at once.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { PersonHere } from '../../shared/api.ts'
import { keyOf } from '../editor/keys.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import type { Mode } from './modes.ts'
import type { Draft } from './story-suggestions.ts'
import type { Suggestion } from './suggestion.ts'
import '../ui/pop-menu.ts'
import './suggest.css'

/** What is asked of the page: a decision about these, or something about one's own fork. */
export type Wanted =
  | { decision: 'accept' | 'reject'; which: readonly Suggestion[] }
  | { fork: 'bring in' | 'give up' | 'leave' | 'open' | 'copy' }

const plural = (n: number, word: string): string => `${n} ${n === 1 ? word : `${word}s`}`

@customElement('suggest-strip')
export class SuggestStrip extends PageElement {
  @property({ attribute: false }) mode: Mode = 'editing'
  @property({ attribute: false }) choices: readonly Mode[] = []
  @property({ attribute: false }) me!: PersonHere
  @property({ attribute: false }) suggestions: readonly Suggestion[] = []
  @property({ attribute: false }) drafts: readonly Draft[] = []
  @property({ type: Boolean }) mayDecide = false
  /** The right to write in the fork that is open has ended. */
  @property({ type: Boolean }) closed = false
  /** Those in the selection; asked when a menu opens. */
  @property({ attribute: false }) selected: () => readonly Suggestion[] = () => []

  private want(wanted: Wanted): void {
    this.dispatchEvent(new CustomEvent<Wanted>('want', { detail: wanted }))
  }

  override render() {
    const state = this.state()
    const waiting = this.waiting()
    const drafts = this.drafts.filter(({ by }) => by.id !== this.me.id)
    const mine = this.drafts.some(({ by }) => by.id === this.me.id) && this.mode !== 'private'
    if (state === nothing && waiting === nothing && drafts.length === 0 && !mine) return nothing
    return html`<section class="suggest-strip is-${this.mode}" aria-label="Suggestions">
      ${state}${waiting}
      ${drafts.length === 0 ? nothing : html`<p class="suggest-drafts">${icon('lock')} ${draftWords(drafts)}</p>`}
      ${
        mine
          ? html`<p class="suggest-drafts">
              ${icon('lock')} You have a private draft of this story.
              <button type="button" class="link" @click=${() => this.want({ fork: 'open' })}>Open it</button>
            </p>`
          : nothing
      }
    </section>`
  }

  private state(): TemplateResult | typeof nothing {
    if (this.mode === 'editing') return nothing
    if (this.closed)
      return html`<div class="suggest-state" role="alert">
        <p><b>You may no longer suggest in this story.</b> What you had suggested is kept here, for you alone.</p>
        <button type="button" class="button" @click=${() => this.want({ fork: 'copy' })}>Copy the text</button>
      </div>`
    const isPrivate = this.mode === 'private'
    return html`<div class="suggest-state">
      <p>
        ${
          isPrivate
            ? html`<b>Writing privately.</b> <span class="long">Others see that you are, and none of your words.</span>`
            : html`<b>Suggesting.</b> <span class="long">The story stays as it is until somebody accepts.</span>`
        }
      </p>
      ${
        isPrivate
          ? html`<button type="button" class="button" @click=${() => this.want({ fork: 'bring in' })}>Bring it in</button>
              <button type="button" class="button quiet" @click=${() => this.want({ fork: 'give up' })}>Give it up</button>`
          : nothing
      }
      ${
        this.choices[0] === 'editing' || isPrivate
          ? html`<button type="button" class="button quiet leave" @click=${() => this.want({ fork: 'leave' })}>
              ${this.choices[0] === 'editing' ? 'Back to editing' : 'Back to suggesting'}
            </button>`
          : nothing
      }
    </div>`
  }

  private waiting(): TemplateResult | typeof nothing {
    const all = this.suggestions
    if (all.length === 0 || this.mode === 'private') return nothing
    const others = byPerson(all)
    const said = others.map(({ by, which }) => `${which.length} by ${by.id === this.me.id ? 'you' : by.name}`).join(', ')
    const mine = all.filter(({ by }) => by.id === this.me.id)
    return html`<div class="suggest-waiting">
      <p><b>${plural(all.length, 'suggestion')}</b><span class="long">: ${said}</span></p>
      <button
        type="button"
        class="button quiet"
        @mousedown=${(event: MouseEvent) => event.preventDefault()}
        @click=${() => this.dispatchEvent(new CustomEvent('tool', { detail: 'nextIssue' }))}
      >
        Next <kbd>${keyOf('nextIssue')}</kbd>
      </button>
      ${
        this.mayDecide
          ? html`${this.many('accept', 'Accept…', all)}${this.many('reject', 'Reject…', all)}`
          : mine.length === 0
            ? nothing
            : html`<button type="button" class="button quiet" @click=${() => this.want({ decision: 'reject', which: mine })}>
                Take all of yours back
              </button>`
      }
    </div>`
  }

  private many(decision: 'accept' | 'reject', face: string, all: readonly Suggestion[]): TemplateResult {
    const items = (): MenuItem[] => {
      const selected = this.selected()
      const people = byPerson(all)
      const item = (label: string, which: readonly Suggestion[], apart = false): MenuItem => ({
        label: `${label} (${which.length})`,
        off: which.length === 0,
        apart,
        run: () => this.want({ decision, which }),
      })
      return [
        item('In the selection', selected),
        ...people.map(({ by, which }, i) => item(by.id === this.me.id ? 'All of yours' : `All by ${by.name}`, which, i === 0)),
        item('All in the story', all, true),
      ]
    }
    return html`<pop-menu
      .label=${decision === 'accept' ? 'Accept several suggestions' : 'Reject several suggestions'}
      .face=${html`${face} ${icon('down')}`}
      .look=${'tool'}
      .items=${items}
    ></pop-menu>`
  }
}

function byPerson(all: readonly Suggestion[]): { by: PersonHere; which: Suggestion[] }[] {
  const people = new Map<string, { by: PersonHere; which: Suggestion[] }>()
  for (const one of all) {
    const known = people.get(one.by.id)
    if (known === undefined) people.set(one.by.id, { by: one.by, which: [one] })
    else known.which.push(one)
  }
  return [...people.values()]
}

function draftWords(drafts: readonly Draft[]): string {
  const names = drafts.map(({ by, passage }) => `${by.name}${passage === null ? '' : ' (a passage)'}`)
  const all = names.length < 2 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
  return `${all} ${names.length === 1 ? 'is' : 'are'} writing privately.`
}

declare global {
  interface HTMLElementTagNameMap {
    'suggest-strip': SuggestStrip
  }
}
