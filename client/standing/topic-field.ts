/** Topics as one types them: words, each closed by Enter or a comma, each to be taken out again. */
import { html } from 'lit'
import { customElement, property, query } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'

const MOST = 12

/** Dispatches `topics` with all of them, once they are others. */
@customElement('topic-field')
export class TopicField extends PageElement {
  @property({ attribute: false }) topics: readonly string[] = []
  @property({ attribute: false }) describedBy = ''
  @query('input') private input!: HTMLInputElement

  private tell(topics: readonly string[]): void {
    this.dispatchEvent(new CustomEvent<readonly string[]>('topics', { detail: topics }))
  }

  private add(): void {
    const typed = this.input.value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    if (typed.length === 0) return
    this.input.value = ''
    const known = new Set(this.topics.map((topic) => topic.toLowerCase()))
    const fresh = typed.filter((one) => !known.has(one.toLowerCase()))
    if (fresh.length > 0) this.tell([...this.topics, ...fresh].slice(0, MOST))
  }

  private takeOut(topic: string): void {
    this.tell(this.topics.filter((one) => one !== topic))
    this.input.focus()
  }

  private keyed(event: KeyboardEvent): void {
    if (event.isComposing) return
    const last = this.topics.at(-1)
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      this.add()
    } else if (event.key === 'Backspace' && this.input.value === '' && last !== undefined) {
      event.preventDefault()
      this.takeOut(last)
    }
  }

  override render() {
    const { topics } = this
    return html`<div class="topics input" @click=${(event: Event) => event.target === event.currentTarget && this.input.focus()}>
      <ul class="topic-list" aria-label="Topics">
        ${repeat(
          topics,
          (topic) => topic,
          (topic) =>
            html`<li class="topic">
              ${topic}<button type="button" aria-label="Take ${topic} out" @click=${() => this.takeOut(topic)}>
                ${icon('close')}
              </button>
            </li>`,
        )}
      </ul>
      <input
        id="particulars-topics"
        data-place="particulars:topics"
        maxlength="200"
        autocomplete="off"
        placeholder=${topics.length === 0 ? 'Labour, Harbour …' : topics.length < MOST ? 'Another' : ''}
        ?disabled=${topics.length >= MOST}
        aria-describedby=${this.describedBy}
        @keydown=${this.keyed}
        @change=${this.add}
        @blur=${this.add}
      />
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'topic-field': TopicField
  }
}
