/**
 * A page of the newsroom’s settings: read when it opens and whenever one comes back to it, with a head, the
 * way to its neighbours, and what is wrong. Each page says what it reads and shows.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { property, state } from 'lit/decorators.js'
import { live } from 'lit/directives/live.js'
import type { Session } from '../../shared/api.ts'
import { can, type Deed } from '../../shared/can.ts'
import { isSignedOut, sentence } from '../api.ts'
import { PageElement } from './element.ts'
import { icon } from './icons.ts'
import { showKeys } from './keys.ts'
import { settingsTabs, type SettingsTab } from './settings-tabs.ts'
import { toast } from './toast-list.ts'
import { isPlainKey, topBar, type Place } from './top-bar.ts'
import './settings-page.css'

type Frame = {
  place: Place
  /** Which of the pages for publishing it is. */
  tab?: SettingsTab
  title: string
  says: TemplateResult
  /** Has something beside its fields. */
  wide?: boolean
}
type Add = { label: string; run: () => void }

export abstract class SettingsPage extends PageElement {
  @property({ attribute: false }) session!: Session
  @state() private trouble = ''

  /** Fetches what is set. @throws what the server answered */
  protected abstract read(): Promise<void>
  protected abstract get isRead(): boolean

  /** What one may add here, by a button and the key `n`. */
  protected get add(): Add | null {
    return null
  }

  protected may(deed: Deed): boolean {
    return can(this.session.person.role, deed)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener('keydown', this.keyed)
    document.addEventListener('visibilitychange', this.seen)
    void this.load()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener('keydown', this.keyed)
    document.removeEventListener('visibilitychange', this.seen)
  }

  private readonly keyed = (event: KeyboardEvent): void => {
    if (!isPlainKey(event)) return
    if (event.key === '?') return showKeys()
    if (event.key !== 'n' || this.add === null) return
    event.preventDefault()
    this.add.run()
  }

  /** A colleague may have changed it meanwhile. */
  private readonly seen = (): void => {
    if (!document.hidden) void this.load()
  }

  protected async load(): Promise<void> {
    try {
      await this.read()
      this.trouble = ''
    } catch (error) {
      this.failed(error)
    }
  }

  protected failed(error: unknown): void {
    if (isSignedOut(error)) this.endSession()
    else if (this.isRead) toast(sentence(error))
    else this.trouble = sentence(error)
  }

  /** The keyboard goes here when what it was on is gone. */
  protected toHead(): void {
    this.querySelector<HTMLElement>('h1')?.focus()
  }

  protected frame({ place, tab, title, says, wide = false }: Frame, body: () => TemplateResult): TemplateResult {
    const { add, trouble } = this
    const tools =
      add === null
        ? nothing
        : html`<div class="tools">
            <button class="button primary" type="button" title="${add.label} (n)" @click=${add.run}>${add.label}</button>
          </div>`
    return html`${topBar(this.session, place, tools)}
      <main class="settings ${wide ? 'is-wide' : ''}" id="main">
        <div class="settings-head">
          <h1 tabindex="-1">${title}</h1>
          <p class="muted">${says}</p>
        </div>
        ${tab === undefined ? nothing : settingsTabs(tab, this.session.person.role)}
        ${
          trouble === ''
            ? nothing
            : html`<p class="trouble" role="alert">
                ${icon('alert')}
                <span>${trouble} <button class="link" type="button" @click=${() => void this.load()}>Try again</button></span>
              </p>`
        }
        ${this.isRead ? body() : nothing}
      </main>`
  }

  /** @param label of a switch that stands alone */
  protected switch(
    on: boolean,
    change: (box: HTMLInputElement) => void,
    { off, label }: { off: boolean; label?: string },
  ): TemplateResult {
    return html`<input
      type="checkbox"
      role="switch"
      aria-label=${label ?? nothing}
      .checked=${live(on)}
      ?disabled=${off}
      @change=${(event: Event) => change(event.target as HTMLInputElement)}
    />`
  }
}
