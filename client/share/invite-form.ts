/** Invites somebody into this story with a name and a password: pick a role, get a link, send it to one person. */
import { html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import type { Invite, Session } from '../../shared/api.ts'
import { ROLES, mayGive, type Role } from '../../shared/can.ts'
import { isSignedOut, sentence } from '../api.ts'
import { invite } from '../api/people.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { ROLE_HINTS, ROLE_NAMES } from '../ui/roles.ts'
import './link-field.ts'

@customElement('invite-form')
export class InviteForm extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) storyId = ''
  @property({ attribute: false }) opened = 0
  @state() private given: Role = 'writer'
  @state() private made: Invite | null = null
  @state() private busy = false
  @state() private wrong = ''

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('opened')) return
    this.made = null
    this.wrong = ''
  }

  private async make(event: Event): Promise<void> {
    event.preventDefault()
    if (this.busy) return
    this.busy = true
    this.wrong = ''
    try {
      this.made = await invite({ role: this.given, storyId: this.storyId })
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.wrong = sentence(error)
    }
    this.busy = false
  }

  override render() {
    const { made } = this
    if (made !== null)
      return html`<link-field
          .label=${`Link for one ${ROLE_NAMES[made.role].toLowerCase()}`}
          .path=${made.path ?? ''}
          .ends=${made.expiresAt}
          .often=${'It works once'}
        ></link-field>
        <button class="button quiet" type="button" @click=${() => (this.made = null)}>Another link</button>`
    const roles = ROLES.filter((role) => mayGive(this.session.person.role, role))
    return html`<form class="share-form" @submit=${this.make}>
      <p>
        Whoever opens the link gives a name and a password and is in this story. Already on the desk? Then the link only opens it.
      </p>
      <fieldset class="roles">
        <legend>They come as</legend>
        ${roles.map(
          (role) =>
            html`<label class="role">
              <input
                type="radio"
                name="role"
                .value=${role}
                .checked=${role === this.given}
                @change=${() => (this.given = role)}
              />
              <span><b>${ROLE_NAMES[role]}</b> <span class="muted">${ROLE_HINTS[role]}</span></span>
            </label>`,
        )}
      </fieldset>
      ${this.wrong === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.wrong}</p>`}
      <button class="button" aria-busy=${this.busy} aria-disabled=${this.busy}>Make a link</button>
    </form>`
  }
}
