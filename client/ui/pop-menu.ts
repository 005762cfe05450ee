/** A button with a menu under it: arrows move in it, Escape and a press elsewhere close it. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { PageElement } from './element.ts'
import { icon, type IconName } from './icons.ts'

export type MenuItem = {
  label: string
  icon?: IconName
  /** Shown beside the label; the page listens for it. */
  key?: string
  danger?: boolean
  /** Begins a new part of the menu. */
  apart?: boolean
  /** Whether it is so already; without it the item is no switch. */
  on?: boolean
  /** Can do nothing now; it is still there to be found. */
  off?: boolean
  run: () => void
}

/** Room between the menu and the window's edge. */
const EDGE = 8

@customElement('pop-menu')
export class PopMenu extends PageElement {
  /** What the button is called. */
  @property({ attribute: false }) label = 'More'
  /** What the button shows; three dots when there is nothing better. */
  @property({ attribute: false }) face: TemplateResult | null = null
  /** Said at the top of the menu. */
  @property({ attribute: false }) head: TemplateResult | null = null
  /** The items, or what is asked for them each time the menu opens. */
  @property({ attribute: false }) items: readonly MenuItem[] | (() => readonly MenuItem[]) = []
  /** How the button looks: alone, or as one of a tool bar. */
  @property({ attribute: false }) look: 'icon-button' | 'tool' = 'icon-button'
  /** In a tool bar: its name there, and whether it is the one that Tab reaches. */
  @property({ attribute: false }) stop: string | null = null
  @property({ attribute: false }) reached = true
  @state() private shown: readonly MenuItem[] = []
  @query('button.opener') private opener!: HTMLButtonElement
  @query('.menu') private menu!: HTMLElement

  private place = (): void => {
    const at = this.opener.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = this.menu
    const below = at.bottom + 4
    const top = below + height + EDGE <= innerHeight ? below : Math.max(EDGE, at.top - height - 4)
    const left = Math.min(Math.max(EDGE, this.look === 'tool' ? at.left : at.right - width), innerWidth - width - EDGE)
    this.menu.style.setProperty('top', `${top}px`)
    this.menu.style.setProperty('left', `${left}px`)
  }

  private close = (): void => this.menu.hidePopover()

  private opening(event: ToggleEvent): void {
    if (event.newState === 'open' && typeof this.items === 'function') this.shown = this.items()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('items') && typeof this.items !== 'function') this.shown = this.items
  }

  private async toggled(event: ToggleEvent): Promise<void> {
    const open = event.newState === 'open'
    this.opener.setAttribute('aria-expanded', String(open))
    if (open) {
      await this.updateComplete
      this.place()
      this.choices()[0]?.focus({ preventScroll: true })
      // A menu that stays behind while its row scrolls away belongs to nothing.
      addEventListener('scroll', this.close, { capture: true, passive: true, once: true })
      addEventListener('resize', this.close, { once: true })
    } else {
      removeEventListener('scroll', this.close, { capture: true })
      removeEventListener('resize', this.close)
      if (this.contains(document.activeElement) || document.activeElement === document.body) this.opener.focus()
    }
  }

  private choices(): HTMLElement[] {
    return [...this.menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  }

  private keyed(event: KeyboardEvent): void {
    const choices = this.choices()
    const at = choices.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 }[event.key]
    // The page's own single-letter keys must not act from inside a menu.
    event.stopPropagation()
    if (event.key === 'Tab') this.close()
    if (to === undefined) return
    event.preventDefault()
    choices.at(to % choices.length)?.focus()
  }

  private choose(item: MenuItem): void {
    if (item.off) return
    this.close()
    this.opener.focus()
    item.run()
  }

  protected override firstUpdated(): void {
    // As its invoker: else the press that dismisses an open menu would open it again.
    this.opener.popoverTargetElement = this.menu
  }

  override disconnectedCallback(): void {
    removeEventListener('scroll', this.close, { capture: true })
    removeEventListener('resize', this.close)
    super.disconnectedCallback()
  }

  override render() {
    return html`<button
        class="opener ${this.look}"
        data-stop=${this.stop ?? nothing}
        tabindex=${this.reached ? nothing : -1}
        type="button"
        aria-label=${this.label}
        aria-haspopup="menu"
        aria-expanded="false"
        title=${this.look === 'tool' ? nothing : this.label}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.stopPropagation()
          this.menu.showPopover()
        }}
      >
        ${this.face ?? icon('more')}
      </button>
      <div class="menu" popover @beforetoggle=${this.opening} @toggle=${this.toggled} @keydown=${this.keyed}>
        ${this.head === null ? nothing : html`<div class="menu-head">${this.head}</div>`}
        <div role="menu" aria-label=${this.label}>
          ${this.shown.map(
            (item) =>
              html`${item.apart ? html`<hr role="separator" />` : nothing}<button
                  type="button"
                  role=${item.on === undefined ? 'menuitem' : 'menuitemcheckbox'}
                  aria-checked=${item.on ?? nothing}
                  aria-disabled=${item.off ? 'true' : nothing}
                  tabindex="-1"
                  class=${item.danger ? 'danger' : ''}
                  @click=${() => this.choose(item)}
                >
                  ${item.icon === undefined ? nothing : icon(item.icon)}<span>${item.label}</span>${
                    item.key === undefined || item.key === '' ? nothing : html`<kbd>${item.key}</kbd>`
                  }
                </button>`,
          )}
        </div>
      </div>`
  }
}
