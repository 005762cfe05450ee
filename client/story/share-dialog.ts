/** Invites somebody into this story: pick a role, get a link, send it to one person. */
import { html, nothing } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Invite, Session } from '../../shared/api.ts'
import { ROLES, mayGive, type Role } from '../../shared/can.ts'
import { invite, isSignedOut, sentence } from '../api.ts'
import { copyText } from '../ui/copy.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { onlyHere, ROLE_HINTS, ROLE_NAMES } from '../ui/people.ts'
import { until, wholeDate } from '../ui/when.ts'

@customElement('share-dialog')
export class ShareDialog extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) storyId = ''
  @state() private given: Role = 'writer'
  @state() private made: Invite | null = null
  @state() private busy = false
  @state() private copied: 'no' | 'yes' | 'failed' = 'no'
  @state() private wrong = ''
  @query('dialog') private dialog!: HTMLDialogElement
  @query('input.link') private link!: HTMLInputElement

  show(): void {
    this.made = null
    this.copied = 'no'
    this.wrong = ''
    openDialog(this.dialog)
  }

  private async make(event: Event): Promise<void> {
    event.preventDefault()
    if (this.busy) return
    this.busy = true
    this.wrong = ''
    try {
      this.made = await invite({ role: this.given, storyId: this.storyId })
      await this.updateComplete
      this.link.focus()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.wrong = sentence(error)
    }
    this.busy = false
  }

  /** From its end, so that its beginning stays in sight. */
  private selectLink(): void {
    this.link.setSelectionRange(0, this.link.value.length, 'backward')
    this.link.scrollLeft = 0
  }

  private async copy(): Promise<void> {
    this.copied = (await copyText(this.link.value, this.link)) ? 'yes' : 'failed'
  }

  override render() {
    const roles = ROLES.filter((role) => mayGive(this.session.person.role, role))
    return html`<dialog class="dialog" aria-labelledby="share-title">
      <form class="dialog-form" @submit=${this.make}>
        <h2 id="share-title">Share this story</h2>
        ${this.made === null ? this.choice(roles) : this.result(this.made)}
        ${this.wrong === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.wrong}</p>`}
        <div class="dialog-actions">
          ${
            this.made === null
              ? html`<button class="button" type="button" @click=${() => this.dialog.close()}>Cancel</button>
                  <button
                    class="button primary"
                    aria-busy=${this.busy ? 'true' : nothing}
                    aria-disabled=${this.busy ? 'true' : nothing}
                  >
                    Make a link
                  </button>`
              : html`<button class="button quiet aside" type="button" @click=${() => (this.made = null)}>Another link</button>
                  <button class="button primary" type="button" @click=${() => this.dialog.close()}>Done</button>`
          }
        </div>
      </form>
    </dialog>`
  }

  private choice(roles: readonly Role[]) {
    return html`<p>
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
      </fieldset>`
  }

  private result(made: Invite) {
    return html`<div class="field">
        <label for="share-link">Link for one ${ROLE_NAMES[made.role].toLowerCase()}</label>
        <div class="copy-row">
          <input
            id="share-link"
            class="input link"
            readonly
            .value=${new URL(made.path ?? '', location.href).href}
            @focus=${this.selectLink}
          />
          <button class="button" type="button" @click=${this.copy}>
            ${icon(this.copied === 'yes' ? 'check' : 'copy')}${this.copied === 'yes' ? 'Copied' : 'Copy'}
          </button>
        </div>
        <p class="hint">
          It works once, and until
          <time title=${wholeDate(made.expiresAt)}>${wholeDate(made.expiresAt)}</time> (${until(made.expiresAt, Date.now())}). It
          is shown only here: nobody can look it up again.
        </p>
        ${onlyHere()}
      </div>
      <p class="visually-hidden" role="status">
        ${this.copied === 'yes' ? 'Link copied.' : this.copied === 'failed' ? 'The link is selected. Copy it with the keyboard.' : ''}
      </p>`
  }
}
