/** Inviting somebody to the newsroom, and the invites that are still open. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Invite, Session } from '../../shared/api.ts'
import { mayGive, ROLES, type Role } from '../../shared/can.ts'
import { isSignedOut, sentence } from '../api.ts'
import { invite, listInvites, revokeInvite } from '../api/people.ts'
import type { LiveDesk } from '../desk/live-desk.ts'
import { nameOf } from '../desk/list.ts'
import { copyText } from '../ui/copy.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { onlyHere } from '../ui/only-here.ts'
import { ROLE_HINTS, ROLE_NAMES, withArticle } from '../ui/roles.ts'
import { toast } from '../ui/toast-list.ts'
import { until, wholeDate, when } from '../ui/when.ts'

@customElement('people-invites')
export class PeopleInvites extends PageElement {
  @property({ attribute: false }) session!: Session
  /** Names the stories that invites are for, and says when people or invites have changed. */
  @property({ attribute: false }) live!: LiveDesk
  @state() private invites: Invite[] = []
  @state() private given: Role = 'writer'
  /** The link just made: shown once, kept nowhere. */
  @state() private made: { address: string; invite: Invite } | null = null
  @state() private copied = false
  @state() private busy = false
  @state() private trouble: string | null = null
  @query('#invite-link') private linkField!: HTMLInputElement

  override connectedCallback(): void {
    super.connectedCallback()
    this.live.addEventListener('people', this.load)
    this.live.addEventListener('change', this.heard)
    void this.load()
  }

  override disconnectedCallback(): void {
    this.live.removeEventListener('people', this.load)
    this.live.removeEventListener('change', this.heard)
    super.disconnectedCallback()
  }

  private heard = (): void => this.requestUpdate()

  private load = async (): Promise<void> => {
    try {
      this.invites = await listInvites()
    } catch (error) {
      this.tell(error)
    }
  }

  private tell(error: unknown): void {
    if (isSignedOut(error)) this.endSession()
    else toast(sentence(error))
  }

  private async makeInvite(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (this.busy) return
    this.busy = true
    this.trouble = null
    try {
      const made = await invite({ role: this.given })
      this.made = { address: new URL(made.path ?? '', location.origin).href, invite: made }
      this.copied = false
      this.invites = await listInvites()
      await this.updateComplete
      this.linkField.focus()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.trouble = sentence(error)
    } finally {
      this.busy = false
    }
  }

  /** From its end, so that its beginning stays in sight. */
  private selectLink(): void {
    this.linkField.setSelectionRange(0, this.linkField.value.length, 'backward')
    this.linkField.scrollLeft = 0
  }

  private async copy(): Promise<void> {
    if (this.made === null) return
    this.copied = await copyText(this.made.address, this.linkField)
    if (!this.copied) toast('Copying is not allowed here. The link is selected: press Ctrl+C.')
  }

  private async revoke(one: Invite): Promise<void> {
    try {
      await revokeInvite(one.id)
      if (this.made?.invite.id === one.id) this.made = null
      this.invites = this.invites.filter((other) => other.id !== one.id)
      toast('The invite is taken back: its link no longer works')
      this.querySelector<HTMLElement>('#invite-role')?.focus()
    } catch (error) {
      this.tell(error)
    }
  }

  override render() {
    const roles = ROLES.filter((role) => mayGive(this.session.person.role, role))
    return html`<section class="inviting" aria-labelledby="invite-title">
      <h2 id="invite-title">Invite somebody</h2>
      <div class="card">
        <form class="invite-form" @submit=${this.makeInvite}>
          <div class="field">
            <label for="invite-role">Role</label>
            <select
              class="input"
              id="invite-role"
              aria-describedby="invite-hint"
              .value=${this.given}
              @change=${(event: Event) => (this.given = (event.target as HTMLSelectElement).value as Role)}
            >
              ${roles.map((role) => html`<option value=${role} ?selected=${role === this.given}>${ROLE_NAMES[role]}</option>`)}
            </select>
          </div>
          <button class="button primary" aria-busy=${this.busy} aria-disabled=${this.busy}>Make an invite link</button>
          <p class="hint muted" id="invite-hint">${ROLE_HINTS[this.given]}</p>
        </form>
        ${this.trouble === null ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${this.trouble}</p>`}
        ${this.made === null ? nothing : this.link(this.made)}
      </div>
      ${
        this.invites.length === 0
          ? nothing
          : html`<h3 id="open-invites">Open invites <small>${this.invites.length}</small></h3>
              <ul class="rows" aria-labelledby="open-invites">
                ${repeat(
                  this.invites,
                  (one) => one.id,
                  (one) => this.inviteRow(one),
                )}
              </ul>`
      }
    </section>`
  }

  private link({ address, invite }: { address: string; invite: Invite }): TemplateResult {
    return html`<div class="made">
      <div class="field">
        <label for="invite-link">Link for one ${ROLE_NAMES[invite.role].toLowerCase()}</label>
        <div class="made-row">
          <input
            class="input"
            id="invite-link"
            readonly
            .value=${address}
            aria-describedby="invite-link-hint"
            @focus=${() => this.selectLink()}
          />
          <button class="button" type="button" @click=${this.copy}>
            ${icon(this.copied ? 'check' : 'copy')} ${this.copied ? 'Copied' : 'Copy'}
          </button>
        </div>
        <p class="hint" id="invite-link-hint">
          <span class="visually-hidden" role="status">${this.copied ? 'The link is copied.' : ''}</span>
          Send it to one person: it works once and ends ${until(invite.expiresAt, Date.now())}. It is shown only now.
        </p>
        ${onlyHere()}
      </div>
    </div>`
  }

  private inviteRow(one: Invite): TemplateResult {
    const story = this.live.stories?.find((story) => story.id === one.storyId)
    const now = Date.now()
    return html`<li class="invite">
      <div>
        <b>${ROLE_NAMES[one.role]}</b>${
          one.storyId === null
            ? nothing
            : html` <span class="muted">for</span> ${story === undefined ? 'one story' : `“${nameOf(story)}”`}`
        }
        <p class="muted">
          made
          <time datetime=${new Date(one.createdAt).toISOString()} title=${wholeDate(one.createdAt)}
            >${when(one.createdAt, now)}</time
          >, ends
          <time datetime=${new Date(one.expiresAt).toISOString()} title=${wholeDate(one.expiresAt)}
            >${until(one.expiresAt, now)}</time
          >
        </p>
      </div>
      <button
        class="button"
        type="button"
        aria-label="Take back the invite for ${withArticle(one.role)}, made ${when(one.createdAt, now)}"
        @click=${() => this.revoke(one)}
      >
        Take back
      </button>
    </li>`
  }
}
