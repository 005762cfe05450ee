/** Asks where a link leads. Only an address that is safe to click gets through. */
import { html, nothing } from 'lit'
import { customElement, query, state } from 'lit/decorators.js'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { hrefFrom } from './links.ts'

@customElement('link-dialog')
export class LinkDialog extends PageElement {
  @state() private href: string | null = null
  @state() private wrong = ''
  @query('dialog') private dialog!: HTMLDialogElement
  @query('input') private input!: HTMLInputElement
  private answer: ((href: string | null | undefined) => void) | null = null

  /** @returns the new address, null to take the link off, undefined when nothing is to change */
  async ask(href: string | null): Promise<string | null | undefined> {
    this.href = href
    this.wrong = ''
    await this.updateComplete
    this.input.value = href ?? ''
    openDialog(this.dialog)
    this.input.select()
    return new Promise((resolve) => (this.answer = resolve))
  }

  private done(answer: string | null | undefined): void {
    this.answer?.(answer)
    this.answer = null
    this.dialog.close()
  }

  private submit(event: Event): void {
    event.preventDefault()
    const href = hrefFrom(this.input.value)
    if (href !== null) return this.done(href)
    this.wrong = 'That is no address one can open. It begins with https:// or looks like example.org/page.'
    this.input.focus()
  }

  override render() {
    return html`<dialog class="dialog small" aria-labelledby="link-title" @close=${() => this.done(undefined)}>
      <form class="dialog-form" novalidate @submit=${this.submit}>
        <h2 id="link-title">${this.href === null ? 'Link' : 'Change the link'}</h2>
        <div class="field">
          <label for="link-href">Address</label>
          <input
            id="link-href"
            class="input"
            type="url"
            inputmode="url"
            autocomplete="off"
            spellcheck="false"
            placeholder="https://"
            aria-invalid=${this.wrong === '' ? 'false' : 'true'}
            aria-describedby=${this.wrong === '' ? nothing : 'link-wrong'}
          />
          ${this.wrong === '' ? nothing : html`<p class="wrong" id="link-wrong" role="alert">${icon('alert')} ${this.wrong}</p>`}
        </div>
        <div class="dialog-actions">
          ${
            this.href === null
              ? nothing
              : html`<button class="button quiet aside" type="button" @click=${() => this.done(null)}>Remove the link</button>`
          }
          <button class="button" type="button" @click=${() => this.done(undefined)}>Cancel</button>
          <button class="button primary">${this.href === null ? 'Link' : 'Change'}</button>
        </div>
      </form>
    </dialog>`
  }
}
