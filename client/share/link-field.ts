/** A link that is shown once: to be copied and sent. */
import { html } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { copyText } from '../ui/copy.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { onlyHere } from '../ui/only-here.ts'
import { until, wholeDate } from '../ui/when.ts'

@customElement('link-field')
export class LinkField extends PageElement {
  @property({ attribute: false }) label = ''
  @property({ attribute: false }) path = ''
  @property({ attribute: false }) ends = 0
  /** How often it works, in words. */
  @property({ attribute: false }) often = ''
  @state() private copied: 'no' | 'yes' | 'failed' = 'no'
  @query('input') private link!: HTMLInputElement

  override firstUpdated(): void {
    this.link.focus()
  }

  /** From its end, so that its beginning stays in sight. */
  private selectLink(): void {
    this.link.setSelectionRange(0, this.link.value.length, 'backward')
    this.link.scrollLeft = 0
  }

  private async copy(): Promise<void> {
    this.copied = (await copyText(this.link.value, this.link)) ? 'yes' : 'failed'
  }

  override render() {
    return html`<div class="field">
        <label for="share-link">${this.label}</label>
        <div class="copy-row">
          <input
            id="share-link"
            class="input link"
            readonly
            .value=${new URL(this.path, location.href).href}
            @focus=${this.selectLink}
          />
          <button class="button" type="button" @click=${this.copy}>
            ${icon(this.copied === 'yes' ? 'check' : 'copy')}${this.copied === 'yes' ? 'Copied' : 'Copy'}
          </button>
        </div>
        <p class="hint">
          ${this.often}, and until
          <time title=${wholeDate(this.ends)}>${wholeDate(this.ends)}</time> (${until(this.ends, Date.now())}). It is shown only
          here: nobody can look it up again.
        </p>
        ${onlyHere()}
      </div>
      <p class="visually-hidden" role="status">
        ${this.copied === 'yes' ? 'Link copied.' : this.copied === 'failed' ? 'The link is selected. Copy it with the keyboard.' : ''}
      </p>`
  }
}
