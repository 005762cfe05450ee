/** The strip above the copy while some paragraphs were only guessed: says how many, and walks through them. */
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { PageElement } from '../ui/element.ts'
import type { DeedName } from './deeds.ts'
import { keyOf } from './keys.ts'
import type { EditorLooks } from './looks.ts'

@customElement('unsure-strip')
export class UnsureStrip extends PageElement {
  @property({ attribute: false }) looks: EditorLooks | null = null
  @property({ type: Boolean }) writable = false

  override render() {
    const { looks } = this
    if (looks === null || looks.unsure === 0) return nothing
    const { paragraphs, unsure, guess } = looks
    return html`<section class="unsure-strip" aria-label="Unsure paragraphs">
      <p>
        <span class="long"
          ><b>${paragraphs}</b> ${paragraphs === 1 ? 'paragraph' : 'paragraphs'} read as questions and answers, </span
        ><b>${unsure}</b> unsure<span class="long">.</span>
      </p>
      <div>
        ${this.act('nextUnsure', 'Next unsure', true)}
        ${
          this.writable
            ? html`${this.act('flip', looks.kind === 'question' ? 'It is an answer' : 'It is a question', guess)}
              ${this.act('accept', 'Looks right', guess)}`
            : nothing
        }
      </div>
    </section>`
  }

  private act(deed: DeedName, name: string, on: boolean) {
    return html`<button
      type="button"
      class="button quiet"
      aria-disabled=${on ? nothing : 'true'}
      @mousedown=${(event: MouseEvent) => event.preventDefault()}
      @click=${() => {
        if (on) this.dispatchEvent(new CustomEvent('tool', { detail: deed }))
      }}
    >
      ${name}${keyOf(deed) === null ? nothing : html` <kbd>${keyOf(deed)}</kbd>`}
    </button>`
  }
}
