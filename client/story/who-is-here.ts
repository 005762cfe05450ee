/** Who has the story open: one mark a person, however many windows they have, oneself last. */
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Here } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { initials } from '../ui/initials.ts'
import { hueClass } from '../ui/people.ts'
import { orderHere, sayHere } from './here-words.ts'

const MOST = 6

@customElement('who-is-here')
export class WhoIsHere extends PageElement {
  @property({ attribute: false }) here: readonly Here[] = []

  override render() {
    const all = orderHere(this.here)
    if (all.length === 0) return nothing
    const shown = all.length > MOST ? [...all.slice(0, MOST - 2), all.at(-1)!] : all
    const rest = all.filter((person) => !shown.includes(person))
    return html`<ul class="here" aria-label="Here now">
      ${shown.map((person, i) => html`${i === shown.length - 1 && rest.length > 0 ? this.rest(rest) : nothing}${this.mark(person)}`)}
    </ul>`
  }

  private mark(person: Here) {
    const says = sayHere(person)
    return html`<li data-person=${person.id}>
      <span
        class="avatar ${hueClass(person.hue)}"
        role="img"
        aria-label=${says}
        title=${says}
        data-initials=${initials(person.name)}
      ></span>
    </li>`
  }

  private rest(rest: readonly Here[]) {
    const says = rest.map(sayHere).join(', ')
    return html`<li>
      <span class="avatar more" role="img" aria-label=${says} title=${says} data-initials="+${rest.length}"></span>
    </li>`
  }
}
