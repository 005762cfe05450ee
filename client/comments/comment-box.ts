/** Where one writes a comment: grows with its words, offers names behind an `@`, and posts with Ctrl+Enter. */
import { html, nothing } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { PersonHere } from '../../shared/api.ts'
import { isMac } from '../ui/mac.ts'
import { PageElement } from '../ui/element.ts'
import { avatar } from '../ui/people.ts'
import { asked, kept, matching, readable } from './mentions.ts'

let boxes = 0

@customElement('comment-box')
export class CommentBox extends PageElement {
  /** The words as they are kept, mentions by their person's id. */
  @property({ attribute: false }) words = ''
  @property({ attribute: false }) label = ''
  @property({ attribute: false }) placeholder = ''
  /** The id of what this answers to. */
  @property({ attribute: false }) about: string | null = null
  /** Asked when there is an `@`. */
  @property({ attribute: false }) people: () => readonly PersonHere[] = () => []
  @state() private offered: PersonHere[] = []
  @state() private at = 0
  @query('textarea') private area!: HTMLTextAreaElement
  private readonly list = `mention-list-${++boxes}`
  /** Whom this person has picked: of two of one name, that one. */
  private picked: PersonHere[] = []
  private said = ''
  /** Where the space stands that a picked name brought along. */
  private spaceAt: number | null = null

  override focus(): void {
    this.area.focus({ preventScroll: true })
    const end = this.area.value.length
    this.area.setSelectionRange(end, end)
  }

  protected override updated(changed: Map<string, unknown>): void {
    // Its own words come back to it with every key.
    if (!changed.has('words') || this.words === this.said) return
    this.said = this.words
    const people = this.words.includes('@[') ? this.people() : []
    this.area.value = readable(this.words, (id) => people.find((person) => person.id === id)?.name ?? null)
    this.grow()
  }

  private grow(): void {
    this.area.parentElement!.dataset.text = `${this.area.value}\u200b`
  }

  private readonly entered = (event: InputEvent): void => {
    const { area, spaceAt } = this
    this.spaceAt = null
    // Who types it anyway means that one space; a stop or a comma stands beside the name.
    if (spaceAt !== null && event.data !== null && /^[\s,.;:!?)]$/.test(event.data) && area.selectionEnd === spaceAt + 2)
      area.setRangeText(event.data, spaceAt, spaceAt + 2, 'end')
    this.typed()
  }

  private typed(): void {
    this.grow()
    this.offer()
    const { value } = this.area
    const people = value.includes('@') ? [...this.picked, ...this.people()] : []
    this.said = kept(value, people)
    this.words = this.said
    this.dispatchEvent(new CustomEvent('words', { detail: this.said }))
  }

  private offer(): void {
    const name = asked(this.area.value, this.area.selectionEnd)
    this.offered = name === null ? [] : matching(this.people(), name.typed)
    // A name that stands there whole has been chosen.
    if (this.offered.length === 1 && this.offered[0]!.name === name?.typed) this.offered = []
    this.at = 0
  }

  private pick(person: PersonHere): void {
    const { area } = this
    const name = asked(area.value, area.selectionEnd)
    if (name === null) return
    this.picked = [person, ...this.picked]
    area.setRangeText(`@${person.name} `, name.from, area.selectionEnd, 'end')
    this.spaceAt = area.selectionEnd - 1
    this.offered = []
    this.typed()
    this.offered = []
  }

  private keyed(event: KeyboardEvent): void {
    if (event.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    const { offered } = this
    if (offered.length > 0 && !mod) {
      const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1 }[event.key]
      const isPick = event.key === 'Enter' || event.key === 'Tab'
      if (to !== undefined) this.at = (to + offered.length) % offered.length
      else if (isPick) this.pick(offered[this.at]!)
      else if (event.key === 'Escape') this.offered = []
      if (to === undefined && !isPick && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter' && mod && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      event.stopPropagation()
      this.dispatchEvent(new CustomEvent('post'))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      this.dispatchEvent(new CustomEvent('leave'))
    }
  }

  override render() {
    const { offered } = this
    const isOpen = offered.length > 0
    return html`<div class="comment-box">
      <div class="grow">
        <textarea
          class="input"
          rows="1"
          dir="auto"
          maxlength="9000"
          aria-label=${this.label}
          aria-describedby=${this.about ?? nothing}
          aria-keyshortcuts=${isMac() ? 'Meta+Enter' : 'Control+Enter'}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls=${isOpen ? this.list : nothing}
          aria-activedescendant=${isOpen ? `${this.list}-${this.at}` : nothing}
          placeholder=${this.placeholder}
          spellcheck="true"
          autocapitalize="sentences"
          @input=${this.entered}
          @keydown=${this.keyed}
          @blur=${() => (this.offered = [])}
        ></textarea>
      </div>
      ${
        isOpen
          ? html`<ul class="mention-list" id=${this.list} role="listbox" aria-label="People">
              ${offered.map(
                (person, i) =>
                  html`<li
                    id="${this.list}-${i}"
                    role="option"
                    aria-selected=${i === this.at ? 'true' : 'false'}
                    @mousedown=${(event: MouseEvent) => event.preventDefault()}
                    @click=${() => this.pick(person)}
                  >
                    ${avatar(person)} ${person.name}
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      <p class="visually-hidden" role="status">
        ${isOpen ? `${offered[this.at]?.name}, ${this.at + 1} of ${offered.length}` : ''}
      </p>
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'comment-box': CommentBox
  }
}
