/** Who is in the newsroom and what each may do; invites, and the newsroom's name. Shows only what one may use. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Invite, Person, Session } from '../../shared/api.ts'
import { can, mayGive, ROLES, type Role } from '../../shared/can.ts'
import {
  changePerson,
  invite,
  isSignedOut,
  listInvites,
  listPeople,
  removePerson,
  renameNewsroom,
  revokeInvite,
  sentence,
} from '../api.ts'
import type { LiveDesk } from '../desk/live-desk.ts'
import { nameOf } from '../desk/list.ts'
import { copyText } from '../ui/copy.ts'
import { confirmed, openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { showKeys } from '../ui/keys.ts'
import { avatar, onlyHere, ROLE_HINTS, ROLE_NAMES } from '../ui/people.ts'
import type { MenuItem } from '../ui/menu.ts'
import { toast } from '../ui/toast-list.ts'
import { isPlainKey, topBar } from '../ui/top-bar.ts'
import { until, wholeDate, when } from '../ui/when.ts'
import './people.css'

/** What the one small dialog is renaming. */
type Renaming = { what: 'newsroom' } | { what: 'person'; person: Person }

@customElement('people-page')
export class PeoplePage extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) live!: LiveDesk
  @state() private people: Person[] | null = null
  @state() private invites: Invite[] = []
  @state() private given: Role = 'writer'
  /** The link just made: shown once, kept nowhere. */
  @state() private made: { address: string; invite: Invite } | null = null
  @state() private copied = false
  @state() private busy = false
  @state() private trouble: string | null = null
  @state() private inviteTrouble: string | null = null
  @state() private renaming: Renaming | null = null
  @state() private renameTrouble: string | null = null
  @query('dialog.rename') private renameDialog!: HTMLDialogElement
  @query('#invite-link') private linkField!: HTMLInputElement

  private me = () => this.session.person
  private mayManage = () => can(this.me().role, 'manage people')
  private mayInvite = () => can(this.me().role, 'share a story')
  private mayName = () => can(this.me().role, 'name the newsroom')

  override connectedCallback(): void {
    super.connectedCallback()
    this.live.addEventListener('people', this.load)
    this.live.addEventListener('change', this.heard)
    this.live.addEventListener('signed-out', this.ended)
    document.addEventListener('keydown', this.keyed)
    void this.live.open().catch((error: unknown) => this.failed(error))
    void this.load()
  }

  override disconnectedCallback(): void {
    this.live.removeEventListener('people', this.load)
    this.live.removeEventListener('change', this.heard)
    this.live.removeEventListener('signed-out', this.ended)
    document.removeEventListener('keydown', this.keyed)
    this.live.close()
    super.disconnectedCallback()
  }

  private heard = (): void => this.requestUpdate()
  private ended = (): void => this.endSession()
  private keyed = (event: KeyboardEvent): void => {
    if (event.key === '?' && isPlainKey(event)) showKeys()
  }

  private load = async (): Promise<void> => {
    try {
      const [people, invites] = await Promise.all([listPeople(), this.mayInvite() ? listInvites() : []])
      this.people = people
      this.invites = invites
      this.trouble = null
    } catch (error) {
      this.failed(error)
    }
  }

  private failed(error: unknown): void {
    if (isSignedOut(error)) this.endSession()
    else if (this.people === null) this.trouble = sentence(error)
    else toast(sentence(error))
  }

  private async changeRole(person: Person, select: HTMLSelectElement): Promise<void> {
    const role = select.value as Role
    if (role === person.role) return
    if (person.id === this.me().id) {
      const sure = await confirmed({
        title: `Give up being ${ROLE_NAMES[person.role].toLowerCase()}?`,
        text: 'You cannot take this back yourself: only another owner can.',
        yes: `Become ${ROLE_NAMES[role].toLowerCase()}`,
        danger: true,
      })
      if (!sure) {
        select.value = person.role
        return
      }
    }
    const done = await this.setRole(person, role)
    if (!done) select.value = person.role
    else if (person.id !== this.me().id)
      toast(`${person.name} is ${withArticle(role)} now`, {
        label: 'Undo',
        run: () => void this.setRole(person, person.role),
      })
  }

  private async setRole(person: Person, role: Role): Promise<boolean> {
    try {
      await changePerson(person.id, { role })
      await this.load()
      return true
    } catch (error) {
      this.failed(error)
      return false
    }
  }

  private async putOut(person: Person): Promise<void> {
    const sure = await confirmed({
      title: `Remove ${person.name}?`,
      text: 'Their sign-ins end at once, in every story they have open. What they wrote stays theirs.',
      yes: 'Remove',
      danger: true,
    })
    if (!sure) return
    try {
      await removePerson(person.id)
      toast(`${person.name} is removed`)
      await this.load()
      this.querySelector<HTMLElement>('h1')?.focus()
    } catch (error) {
      this.failed(error)
    }
  }

  private async makeInvite(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (this.busy) return
    this.busy = true
    this.inviteTrouble = null
    try {
      const made = await invite({ role: this.given })
      this.made = { address: new URL(made.path ?? '', location.origin).href, invite: made }
      this.copied = false
      this.invites = await listInvites()
      await this.updateComplete
      this.linkField.focus()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.inviteTrouble = sentence(error)
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
      this.failed(error)
    }
  }

  private async rename(renaming: Renaming): Promise<void> {
    this.renaming = renaming
    this.renameTrouble = null
    await this.updateComplete
    openDialog(this.renameDialog)
    this.renameDialog.querySelector('input')?.select()
  }

  private async saveName(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const { renaming } = this
    const name = String(new FormData(event.target as HTMLFormElement).get('new-name')).trim()
    if (renaming === null || this.busy) return
    if (name === '') {
      this.renameTrouble = 'A name has at least one letter.'
      return
    }
    this.busy = true
    try {
      if (renaming.what === 'newsroom') {
        const session: Session = { ...this.session, newsroom: await renameNewsroom(name) }
        this.dispatchEvent(new CustomEvent('session-changed', { bubbles: true, detail: session }))
      } else {
        await changePerson(renaming.person.id, { name })
        await this.load()
      }
      this.renameDialog.close()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.renameTrouble = sentence(error)
    } finally {
      this.busy = false
    }
  }

  override render() {
    return html`${topBar(this.session, 'people')}
      <main class="people" id="main">
        <div class="people-head">
          <h1 tabindex="-1">People</h1>
          <p class="muted">
            ${this.session.newsroom.name}${
              this.mayName()
                ? html` ·
                    <button class="link" type="button" @click=${() => this.rename({ what: 'newsroom' })}>
                      Rename the newsroom
                    </button>`
                : nothing
            }
          </p>
        </div>
        ${this.list()} ${this.mayInvite() && this.people !== null ? this.inviting() : nothing}
      </main>
      ${this.renameForm()}`
  }

  private list(): TemplateResult | typeof nothing {
    if (this.trouble !== null)
      return html`<div class="trouble" role="alert">
        ${icon('alert')}
        <span>${this.trouble} <button class="link" type="button" @click=${this.load}>Try again</button></span>
      </div>`
    if (this.people === null) return nothing
    return html`<ul class="rows">
      ${repeat(
        this.people,
        (person) => person.id,
        (person) => this.row(person),
      )}
    </ul>`
  }

  private row(person: Person): TemplateResult {
    const me = person.id === this.me().id
    const menu = this.menu(person)
    return html`<li class="person">
      ${avatar(person, 'large')}
      <div class="person-name">
        <b>${person.name}</b>${me ? html` <span class="muted">you</span>` : nothing}
        <p class="muted">${person.email}</p>
      </div>
      ${
        this.mayManage()
          ? html`<select
              class="input"
              aria-label="Role of ${person.name}"
              .value=${person.role}
              @change=${(event: Event) => void this.changeRole(person, event.target as HTMLSelectElement)}
            >
              ${ROLES.map((role) => html`<option value=${role} ?selected=${role === person.role}>${ROLE_NAMES[role]}</option>`)}
            </select>`
          : html`<span class="person-role" title=${ROLE_HINTS[person.role]}>${ROLE_NAMES[person.role]}</span>`
      }
      ${menu.length === 0 ? html`<span></span>` : html`<pop-menu .label=${`${person.name}: menu`} .items=${menu}></pop-menu>`}
    </li>`
  }

  private menu(person: Person): MenuItem[] {
    const me = person.id === this.me().id
    const items: MenuItem[] = []
    if (me || this.mayManage())
      items.push({ label: 'Change name', icon: 'pencil', run: () => void this.rename({ what: 'person', person }) })
    if (!me && this.mayManage())
      items.push({ label: 'Remove from the newsroom', icon: 'bin', danger: true, run: () => void this.putOut(person) })
    return items
  }

  private inviting(): TemplateResult {
    const roles = ROLES.filter((role) => mayGive(this.me().role, role))
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
        ${this.inviteTrouble === null ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${this.inviteTrouble}</p>`}
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

  private renameForm(): TemplateResult | typeof nothing {
    const { renaming, renameTrouble: wrong } = this
    if (renaming === null) return nothing
    const newsroom = renaming.what === 'newsroom'
    return html`<dialog class="dialog small rename" aria-labelledby="rename-title" @close=${() => (this.renaming = null)}>
      <form class="dialog-form" @submit=${this.saveName} novalidate>
        <h2 id="rename-title">${newsroom ? 'Rename the newsroom' : 'Change the name'}</h2>
        <div class="field">
          <label for="new-name">Name</label>
          <input
            class="input"
            id="new-name"
            name="new-name"
            maxlength="80"
            autocomplete="off"
            .value=${newsroom ? this.session.newsroom.name : renaming.person.name}
            aria-describedby=${wrong === null ? nothing : 'new-name-wrong'}
            aria-invalid=${wrong !== null}
          />
          ${wrong === null ? nothing : html`<p class="wrong" id="new-name-wrong" role="alert">${icon('alert')} ${wrong}</p>`}
        </div>
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => this.renameDialog.close()}>Cancel</button>
          <button class="button primary" aria-busy=${this.busy} aria-disabled=${this.busy}>Save</button>
        </div>
      </form>
    </dialog>`
  }
}

function withArticle(role: Role): string {
  return `${role === 'owner' || role === 'editor' ? 'an' : 'a'} ${ROLE_NAMES[role].toLowerCase()}`
}
