/** A password that can be looked at while it is typed; a new one also says when it is long enough. */
import { html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { PASSWORD_MIN } from '../../shared/password.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'

@customElement('password-field')
export class PasswordField extends PageElement {
  /** Made here, not asked for. */
  @property({ attribute: false }) fresh = false
  /** Of the form's field, and its id. */
  @property({ attribute: false }) name = 'password'
  @property({ attribute: false }) label = 'Password'
  @property({ attribute: false }) wrong: string | undefined = undefined
  @state() private seen = false
  @state() private length = 0

  private hint(): string {
    if (this.length === 0) return `At least ${PASSWORD_MIN} characters. A few words in a row are easy to keep.`
    const missing = PASSWORD_MIN - this.length
    if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}`
    return this.length < 14 ? 'Long enough. Longer is stronger.' : 'A strong length.'
  }

  override render() {
    const long = this.length >= PASSWORD_MIN
    const { name } = this
    const told = this.wrong !== undefined ? `${name}-wrong` : this.fresh ? `${name}-hint` : nothing
    return html`<div class="field">
      <label for=${name}>${this.label}</label>
      <div class="password-row">
        <input
          class="input"
          id=${name}
          name=${name}
          type=${this.seen ? 'text' : 'password'}
          maxlength="200"
          autocomplete=${this.fresh ? 'new-password' : 'current-password'}
          autocapitalize="none"
          spellcheck="false"
          aria-describedby=${told}
          aria-invalid=${this.wrong !== undefined}
          @input=${(event: InputEvent) => (this.length = (event.target as HTMLInputElement).value.length)}
        />
        <button
          class="button quiet"
          type="button"
          aria-pressed=${this.seen}
          aria-label=${`Show the ${this.label.toLowerCase()}`}
          @click=${() => (this.seen = !this.seen)}
        >
          ${this.seen ? 'Hide' : 'Show'}
        </button>
      </div>
      ${
        this.wrong !== undefined
          ? html`<p class="wrong" id="${name}-wrong">${icon('alert')} ${this.wrong}</p>`
          : this.fresh
            ? html`<p class="hint ${long ? 'good' : ''}" id="${name}-hint">${long ? icon('check') : nothing}${this.hint()}</p>`
            : nothing
      }
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'password-field': PasswordField
  }
}
