/** Who has the story open: one mark a person, however many windows they have, oneself last. A press follows them. */
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Here, LiveStory } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { initials } from '../ui/initials.ts'
import { hueClass } from '../ui/people.ts'
import { toast } from '../ui/toast-list.ts'
import { Follow } from './follow.ts'
import { orderHere, sayHere } from './here-words.ts'

const MOST = 6

declare global {
  interface HTMLElementTagNameMap {
    'who-is-here': WhoIsHere
  }
}

@customElement('who-is-here')
export class WhoIsHere extends PageElement {
  @property({ attribute: false }) here: readonly Here[] = []
  /** The story whose carets are on the page; null: they are not, so there is nobody to follow. */
  @property({ attribute: false }) live: LiveStory | null = null
  private readonly follow = new Follow(this)
  private followed: Here | null = null

  /** Follows the only colleague here; of several, the keyboard chooses. */
  choose(): void {
    const marks = [...this.querySelectorAll<HTMLButtonElement>('button.follow')]
    if (marks.length === 0)
      toast(this.live === null ? 'You are in a copy of your own: nobody is to be followed.' : 'Only you are here.')
    else if (marks.length === 1) marks[0]!.click()
    else marks[0]!.focus()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('live') && changed.get('live') !== undefined) this.follow.stop()
    const { person } = this.follow
    if (person !== null && this.live?.connected === true && !this.here.some(({ id }) => id === person)) {
      const name = this.followed?.name ?? 'Your colleague'
      this.follow.stop()
      toast(`${name} has left the story.`)
    }
    this.followed = this.here.find(({ id }) => id === this.follow.person) ?? null
  }

  override render() {
    const all = orderHere(this.here)
    if (all.length === 0) return nothing
    const shown = all.length > MOST ? [...all.slice(0, MOST - 2), all.at(-1)!] : all
    const rest = all.filter((person) => !shown.includes(person))
    return html`<ul class="here" aria-label="Here now">
        ${shown.map((person, i) => html`${i === shown.length - 1 && rest.length > 0 ? this.rest(rest) : nothing}${this.mark(person)}`)}
      </ul>
      <div role="status">${this.following()}</div>`
  }

  private mark(person: Here) {
    const says = sayHere(person)
    const { live } = this
    const face = html`<span
      class="avatar ${hueClass(person.hue)}"
      role="img"
      aria-label=${says}
      title=${says}
      data-initials=${initials(person.name)}
    ></span>`
    return html`<li data-person=${person.id}>
      ${
        person.me || live === null
          ? face
          : html`<button
              type="button"
              class="follow ${hueClass(person.hue)}"
              aria-label="Follow ${says}"
              aria-pressed=${this.follow.person === person.id ? 'true' : 'false'}
              @mousedown=${(event: MouseEvent) => event.preventDefault()}
              @click=${() => this.follow.turn(person.id, live)}
            >
              ${face}
            </button>`
      }
    </li>`
  }

  private rest(rest: readonly Here[]) {
    const says = rest.map(sayHere).join(', ')
    return html`<li>
      <span class="avatar more" role="img" aria-label=${says} title=${says} data-initials="+${rest.length}"></span>
    </li>`
  }

  private following() {
    const { followed } = this
    if (followed === null) return nothing
    return html`<p class="following ${hueClass(followed.hue)}">
      <span>Following ${followed.name}</span>
      <button type="button" @click=${() => this.follow.stop()}>Stop <kbd>Esc</kbd></button>
    </p>`
  }
}
