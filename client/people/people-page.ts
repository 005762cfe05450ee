/** Who is in the newsroom and what each may do, who was, and the newsroom's name. Shows only what one may use. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Person, Session } from '../../shared/api.ts'
import { can, ROLES, type Role } from '../../shared/can.ts'
import { isSignedOut, sentence } from '../api.ts'
import { bringBack, changePerson, listPeople, listRemoved, removePerson, renameNewsroom } from '../api/people.ts'
import type { LiveDesk } from '../desk/live-desk.ts'
import { askLine } from '../ui/ask.ts'
import { confirmed } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { showKeys } from '../ui/keys.ts'
import { avatar } from '../ui/people.ts'
import { ROLE_HINTS, ROLE_NAMES, withArticle } from '../ui/roles.ts'
import type { MenuItem } from '../ui/menu.ts'
import { toast } from '../ui/toast-list.ts'
import { isPlainKey, topBar } from '../ui/top-bar.ts'
import './people.css'
import './people-invites.ts'

@customElement('people-page')
export class PeoplePage extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) live!: LiveDesk
  @state() private people: Person[] | null = null
  /** Told only to those who may bring them back. */
  @state() private removed: Person[] = []
  @state() private trouble: string | null = null

  private me = () => this.session.person
  private mayManage = () => can(this.me().role, 'manage people')
  private mayInvite = () => can(this.me().role, 'share a story')
  private mayName = () => can(this.me().role, 'name the newsroom')

  override connectedCallback(): void {
    super.connectedCallback()
    this.live.addEventListener('people', this.load)
    this.live.addEventListener('signed-out', this.ended)
    document.addEventListener('keydown', this.keyed)
    void this.live.open().catch((error: unknown) => this.failed(error))
    void this.load()
  }

  override disconnectedCallback(): void {
    this.live.removeEventListener('people', this.load)
    this.live.removeEventListener('signed-out', this.ended)
    document.removeEventListener('keydown', this.keyed)
    this.live.close()
    super.disconnectedCallback()
  }

  private ended = (): void => this.endSession()
  private keyed = (event: KeyboardEvent): void => {
    if (event.key === '?' && isPlainKey(event)) showKeys()
  }

  private load = async (): Promise<void> => {
    try {
      const [people, removed] = await Promise.all([listPeople(), this.mayManage() ? listRemoved() : []])
      this.people = people
      this.removed = removed
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
      toast(`${person.name} is removed`, { label: 'Undo', run: () => void this.letBackIn(person) })
      await this.load()
      this.querySelector<HTMLElement>('h1')?.focus()
    } catch (error) {
      this.failed(error)
    }
  }

  private async letBackIn(person: Person): Promise<void> {
    try {
      const { name, role } = await bringBack(person.id)
      toast(`${name} is back as ${ROLE_NAMES[role].toLowerCase()}`)
      await this.load()
      this.querySelector<HTMLElement>('h1')?.focus()
    } catch (error) {
      this.failed(error)
    }
  }

  private renameNewsroom(): void {
    void askLine({
      title: 'Rename the newsroom',
      label: 'Name',
      value: this.session.newsroom.name,
      yes: 'Save',
      check: mustBeNamed,
      save: async (name) => {
        const session: Session = { ...this.session, newsroom: await renameNewsroom(name) }
        this.dispatchEvent(new CustomEvent('session-changed', { bubbles: true, detail: session }))
      },
      signedOut: () => this.endSession(),
    })
  }

  private rename(person: Person): void {
    void askLine({
      title: 'Change the name',
      label: 'Name',
      value: person.name,
      yes: 'Save',
      check: mustBeNamed,
      save: async (name) => {
        await changePerson(person.id, { name })
        await this.load()
      },
      signedOut: () => this.endSession(),
    })
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
                    <button class="link" type="button" @click=${() => this.renameNewsroom()}>Rename the newsroom</button>`
                : nothing
            }
          </p>
        </div>
        ${this.list()}
        ${
          this.mayInvite() && this.people !== null
            ? html`<people-invites .session=${this.session} .live=${this.live}></people-invites>`
            : nothing
        }
        ${this.removed.length === 0 ? nothing : this.gone()}
      </main>`
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

  private gone(): TemplateResult {
    return html`<section class="gone" aria-labelledby="gone-title">
      <h2 id="gone-title">Removed <small>${this.removed.length}</small></h2>
      <p class="muted">Brought back, they sign in with the password they had. What they wrote is theirs all along.</p>
      <ul class="rows">
        ${repeat(
          this.removed,
          (person) => person.id,
          (person) =>
            html`<li class="person">
              ${avatar(person, 'large')}
              <div class="person-name">
                <b>${person.name}</b>
                <p class="muted">${person.email}</p>
              </div>
              <span class="person-role" title=${ROLE_HINTS[person.role]}>${ROLE_NAMES[person.role]}</span>
              <button
                class="button"
                type="button"
                aria-label="Bring back ${person.name} as ${ROLE_NAMES[person.role].toLowerCase()}"
                @click=${() => this.letBackIn(person)}
              >
                Bring back
              </button>
            </li>`,
        )}
      </ul>
    </section>`
  }

  private menu(person: Person): MenuItem[] {
    const me = person.id === this.me().id
    const items: MenuItem[] = []
    if (me || this.mayManage()) items.push({ label: 'Change name', icon: icon('pencil'), run: () => this.rename(person) })
    if (!me && this.mayManage())
      items.push({ label: 'Remove from the newsroom', icon: icon('bin'), danger: true, run: () => void this.putOut(person) })
    return items
  }
}

const mustBeNamed = (name: string): string | null => (name === '' ? 'A name has at least one letter.' : null)
