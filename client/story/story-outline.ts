/** The outline beside the copy: every turn with its first words, the one the caret is in marked, one key away. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import type { Part } from './outline.ts'

@customElement('story-outline')
export class StoryOutline extends PageElement {
  @property({ attribute: false }) parts: readonly Part[] = []
  /** The part the caret is in; -1 for none. */
  @property({ attribute: false }) at = -1
  /** Where arrow keys have led, until the caret moves. */
  @state() private reached: number | null = null

  /** Takes the keyboard. */
  async show(): Promise<void> {
    this.reached = null
    await this.updateComplete
    const first = this.querySelector<HTMLElement>('.part[tabindex="0"]') ?? this.querySelector('button')
    first?.focus()
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('at')) this.reached = null
  }

  override updated(changed: Map<string, unknown>): void {
    if (changed.has('at')) this.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }

  private get stop(): number {
    return Math.min(Math.max(this.reached ?? this.at, 0), this.parts.length - 1)
  }

  private keyed(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      this.close()
      return
    }
    const to = { ArrowDown: this.stop + 1, ArrowUp: this.stop - 1, Home: 0, End: this.parts.length - 1 }[event.key]
    if (to === undefined || !(event.target as Element).matches('.part')) return
    event.preventDefault()
    this.reached = Math.min(Math.max(to, 0), this.parts.length - 1)
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.part[tabindex="0"]')?.focus())
  }

  private close(): void {
    this.dispatchEvent(new CustomEvent('close-panel', { bubbles: true }))
  }

  override render() {
    return html`<section class="side outline-panel" aria-label="Outline" @keydown=${this.keyed}>
      <header>
        <h2>Outline</h2>
        <button class="icon-button" type="button" aria-label="Close the outline" title="Close (Esc)" @click=${this.close}>
          ${icon('close')}
        </button>
      </header>
      ${
        this.parts.length === 0
          ? html`<p class="muted">Nothing is written yet. Headings, questions and answers will stand here.</p>`
          : html`<ol class="parts">
              ${this.parts.map((part, i) => this.row(part, i))}
            </ol>`
      }
    </section>`
  }

  private row({ pos, kind, label, text, words, unsure, level }: Part, index: number): TemplateResult {
    return html`<li class="is-${kind} ${level === 3 ? 'small' : ''} ${unsure > 0 ? 'unsure' : ''}">
      <button
        class="part"
        type="button"
        tabindex=${index === this.stop ? 0 : -1}
        aria-current=${index === this.at ? 'location' : nothing}
        @click=${() => this.dispatchEvent(new CustomEvent('jump', { detail: pos }))}
      >
        ${label === '' || kind === 'note' ? nothing : html`<span class="part-label">${label}</span>`}
        <span class="part-text" dir="auto"
          >${kind === 'note' ? html`<span class="part-kind">${label}</span>` : nothing} ${text || EMPTY[kind]}</span
        >
        ${
          kind === 'heading' || kind === 'paywall'
            ? nothing
            : html`<span class="part-words">${words.toLocaleString('en-GB')}<span class="visually-hidden"> words</span></span>`
        }
      </button>
    </li>`
  }
}

const EMPTY: Record<Part['kind'], string> = {
  question: 'An empty question',
  answer: 'An empty answer',
  copy: 'Empty',
  note: 'An empty note',
  heading: 'An empty heading',
  paywall: 'Members only below',
}

declare global {
  interface HTMLElementTagNameMap {
    'story-outline': StoryOutline
  }
}
