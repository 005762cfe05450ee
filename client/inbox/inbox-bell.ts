/** The button in every bar that says how much is new, and opens the inbox under it. */
import { html, nothing } from 'lit'
import { customElement, query, state } from 'lit/decorators.js'
import type { InboxItem } from '../../shared/inbox.ts'
import { sayItem, storyName } from '../../shared/inbox-words.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import { inbox } from './live-inbox.ts'
import './inbox.css'

/** More than this is only many. */
const MOST = 99
/** The link of a mail to how one hears of things. */
const AT_INBOX = '#inbox'

@customElement('inbox-bell')
export class InboxBell extends PageElement {
  @state() private unread = inbox.unread
  @state() private said = ''
  /** The panel's own file is fetched when it is first opened. */
  @state() private loaded = false
  @query('.inbox-opener') private opener!: HTMLButtonElement
  @query('.inbox') private panel!: HTMLElement

  override connectedCallback(): void {
    super.connectedCallback()
    inbox.addEventListener('change', this.heard)
    inbox.addEventListener('news', this.happened)
    inbox.open()
    this.heard()
  }

  override disconnectedCallback(): void {
    inbox.removeEventListener('change', this.heard)
    inbox.removeEventListener('news', this.happened)
    super.disconnectedCallback()
  }

  protected override firstUpdated(): void {
    // As its invoker: else the press that dismisses it would open it again.
    this.opener.popoverTargetElement = this.panel
    if (location.hash !== AT_INBOX) return
    history.replaceState(history.state, '', location.pathname + location.search)
    this.show()
  }

  show(): void {
    if (!this.panel.matches(':popover-open')) this.panel.showPopover()
  }

  private readonly heard = (): void => {
    this.unread = inbox.unread
    // Also said in the window's title.
    this.dispatchEvent(new CustomEvent('unread', { detail: this.unread, bubbles: true }))
  }

  private readonly happened = (event: Event): void => {
    const item = (event as CustomEvent<InboxItem>).detail
    this.said = `${sayItem(item)} in ${storyName(item)}.`
  }

  private async toggled(event: ToggleEvent): Promise<void> {
    const open = event.newState === 'open'
    this.opener.setAttribute('aria-expanded', String(open))
    if (!open) return
    try {
      await import('./inbox-list.ts')
      this.loaded = true
      await this.updateComplete
      this.panel.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    } catch {
      this.panel.hidePopover()
      toast('This part of the page could not be loaded. Check the connection, then try again.')
    }
  }

  override render() {
    const { unread } = this
    const label = unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`
    return html`<button
        class="icon-button inbox-opener"
        type="button"
        aria-label=${label}
        aria-haspopup="dialog"
        aria-expanded="false"
        title=${label}
      >
        ${icon('bell')}${
          unread === 0
            ? nothing
            : html`<span class="inbox-count" aria-hidden="true">${unread > MOST ? `${MOST}+` : unread}</span>`
        }
      </button>
      <p class="visually-hidden" role="status">${this.said}</p>
      <div class="inbox" popover role="dialog" aria-labelledby="inbox-title" @toggle=${this.toggled}>
        ${this.loaded ? html`<inbox-list @gone=${() => this.panel.hidePopover()}></inbox-list>` : nothing}
      </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'inbox-bell': InboxBell
  }
}
