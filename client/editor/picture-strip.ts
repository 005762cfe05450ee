/** The strip above the copy while pictures are on their way: how far they are, and what became of those that were not taken. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import type { Upload, Uploads } from './uploads.ts'

@customElement('picture-strip')
export class PictureStrip extends PageElement {
  @property({ attribute: false }) uploads: Uploads | null = null

  private readonly changed = (): void => this.requestUpdate()

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('uploads')) return
    const before = changed.get('uploads') as Uploads | null | undefined
    before?.removeEventListener('change', this.changed)
    this.uploads?.addEventListener('change', this.changed)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.uploads?.removeEventListener('change', this.changed)
  }

  override render() {
    const list = this.uploads?.list ?? []
    const going = list.filter(({ state }) => state !== 'refused')
    // The region is there before its words: only then are they read out.
    return html`<div role="status" class=${going.length > 0 ? 'picture-strip' : 'picture-strip is-empty'}>
        ${going.length > 0 ? this.going(going) : nothing}
      </div>
      ${list.filter(({ state }) => state === 'refused').map((one) => this.refused(one))}`
  }

  private going(going: readonly Upload[]): TemplateResult {
    const waits = going[0]!.state === 'waiting'
    const what = going.length === 1 ? 'a picture' : `${going.length} pictures`
    const sent = going.reduce((sum, one) => sum + one.sent * one.file.size, 0)
    const all = going.reduce((sum, one) => sum + one.file.size, 0)
    return html`<p>
        ${
          waits
            ? html`<b>No connection.</b> ${what.replace(/^./, (letter) => letter.toUpperCase())}
                ${going.length === 1 ? 'waits' : 'wait'} here and will be sent by ${going.length === 1 ? 'itself' : 'themselves'}.
                Leave this page open.`
            : html`Adding ${what} <progress max="1" value=${all === 0 ? 0 : sent / all} aria-label="How much is sent"></progress>`
        }
      </p>
      <div>
        ${waits ? this.button('Try now', () => this.uploads?.now()) : nothing}
        ${this.button(going.length === 1 ? 'Do not add it' : 'Do not add them', () => going.forEach((one) => this.uploads?.drop(one)))}
      </div>`
  }

  private refused(one: Upload): TemplateResult {
    return html`<div class="picture-strip trouble" role="alert">
      <p>
        ${icon('alert')}<span><b class="file-name">${one.name}</b> ${one.why}</span>
      </p>
      <div>
        ${one.again ? this.button('Try again', () => this.uploads?.now()) : nothing}
        ${this.button('Dismiss', () => this.uploads?.drop(one))}
      </div>
    </div>`
  }

  private button(name: string, act: () => void): TemplateResult {
    return html`<button
      type="button"
      class="button quiet"
      @mousedown=${(event: MouseEvent) => event.preventDefault()}
      @click=${act}
    >
      ${name}
    </button>`
  }
}
