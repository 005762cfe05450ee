/** Whether every word is saved: a dot and a sentence in the top bar, at any width, and said aloud when it matters. */
import { html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import type { SavedState } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { savedWords, type Words } from './saved-words.ts'

/** Quicker saves than this are not shown: a light that flickers with every key says nothing. */
const SLOW = 400

@customElement('save-state')
export class SaveState extends PageElement {
  @property({ attribute: false }) saved!: SavedState
  @property({ type: Boolean }) mayWrite = false
  @state() private words: Words | null = null
  /** What a screen reader is told: trouble, and its end. */
  @state() private aloud = ''
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Every key saves something, and mostly the words for it stay the same. */
  protected override shouldUpdate(changed: Map<string, unknown>): boolean {
    if (changed.has('saved') || changed.has('mayWrite')) this.look()
    return changed.has('words') || changed.has('aloud')
  }

  private look(): void {
    clearTimeout(this.timer)
    const next = savedWords(this.saved, this.mayWrite)
    if (this.saved.kind === 'saving' && this.words?.tone === 'ok') this.timer = setTimeout(() => this.show(next), SLOW)
    else this.show(next)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.timer)
  }

  private show(next: Words): void {
    const was = this.words
    if (JSON.stringify(next) !== JSON.stringify(was)) this.words = next
    // The number of changes rises with every key: only that there is trouble, and which, is worth saying.
    if (next.tone === 'trouble' && was?.short.split(':')[0] !== next.short.split(':')[0]) this.aloud = next.text
    else if (next.tone === 'ok' && this.aloud !== '' && this.aloud !== next.text) this.aloud = next.text
  }

  private act(): void {
    this.dispatchEvent(new CustomEvent(this.words?.act ?? 'none'))
  }

  override render() {
    const { words } = this
    if (words === null) return nothing
    const acts = { reload: 'Reload', 'sign-in': 'Sign in', desk: 'To the desk' }
    return html`<div class="save-state is-${words.tone}" title=${words.text}>
      <span class="dot" aria-hidden="true"></span><span class="long">${words.text}</span><span class="short">${words.short}</span>
      ${words.act === null ? nothing : html`<button class="button" type="button" @click=${this.act}>${acts[words.act]}</button>`}
      <span class="visually-hidden" role="status" aria-live="polite">${this.aloud}</span>
    </div>`
  }
}
