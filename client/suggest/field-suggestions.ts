/** Under the headline, dek or byline: what somebody suggests for it, as it would read. */
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { PersonHere } from '../../shared/api.ts'
import { PageElement } from '../ui/element.ts'
import { hueClass } from '../ui/people.ts'
import './suggest.css'

/** Runs of a field's text: as it is, taken out, put in. */
export type Run = { text: string; is: 'same' | 'out' | 'in' }
export type FieldSuggestion = { by: PersonHere; key: string; runs: readonly Run[] }

@customElement('field-suggestions')
export class FieldSuggestions extends PageElement {
  @property({ attribute: false }) label = ''
  @property({ attribute: false }) suggestions: readonly FieldSuggestion[] = []
  /** The one that is looked at. */
  @property({ attribute: false }) current: string | null = null
  @property({ attribute: false }) me = ''

  override render() {
    if (this.suggestions.length === 0) return nothing
    return html`<ul class="field-suggestions">
      ${this.suggestions.map(
        ({ by, key, runs }) =>
          html`<li class="${hueClass(by.hue)} ${key === this.current ? 'is-current' : ''}">
            <button type="button" @click=${() => this.dispatchEvent(new CustomEvent('show', { detail: key }))}>
              <span class="visually-hidden">Suggested for the ${this.label.toLowerCase()}: </span
              ><span class="field-by">${by.id === this.me ? 'You' : by.name}</span>
              <span dir="auto"
                >${runs.map(({ text, is }) =>
                  is === 'same' ? text : is === 'out' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`,
                )}</span
              >
            </button>
          </li>`,
      )}
    </ul>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'field-suggestions': FieldSuggestions
  }
}
