/** A button with a menu under it: arrows move in it, Escape and a press elsewhere close it. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { PageElement } from './element.ts'
import { icon } from './first-icons.ts'
import { menuOf, moveIn, placeAt, toFirstChoice, type MenuItem } from './menu.ts'

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
  /** How the button looks: alone, as one of a tool bar, or as a word that says how it stands. */
  @property({ attribute: false }) look: 'icon-button' | 'tool' | 'pill' = 'icon-button'
  /** In a tool bar: its name there, and whether it is the one that Tab reaches. */
  @property({ attribute: false }) stop: string | null = null
  @property({ attribute: false }) reached = true
  @state() private shown: readonly MenuItem[] = []
  @query('button.opener') private opener!: HTMLButtonElement
  @query('.menu') private menu!: HTMLElement

  open(): void {
    this.menu.showPopover()
  }

  private place = (): void =>
    placeAt(this.menu, this.opener.getBoundingClientRect(), this.look === 'icon-button' ? 'right' : 'left')

  private close = (event: Event): void => {
    // A long menu scrolls in itself.
    if (event.target !== this.menu) this.menu.hidePopover()
  }

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
      toFirstChoice(this.menu)
      // A menu that stays behind while its row scrolls away belongs to nothing.
      addEventListener('scroll', this.close, { capture: true, passive: true, once: true })
      addEventListener('resize', this.close, { once: true })
    } else {
      removeEventListener('scroll', this.close, { capture: true })
      removeEventListener('resize', this.close)
      if (this.contains(document.activeElement) || document.activeElement === document.body) this.opener.focus()
    }
  }

  private choose(item: MenuItem): void {
    this.menu.hidePopover()
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
        title=${this.look === 'icon-button' ? this.label : nothing}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.stopPropagation()
          this.open()
        }}
      >
        ${this.face ?? icon('more')}
      </button>
      <div
        class="menu"
        popover
        @beforetoggle=${this.opening}
        @toggle=${this.toggled}
        @keydown=${(event: KeyboardEvent) => moveIn(this.menu, event)}
      >
        ${this.head === null ? nothing : html`<div class="menu-head">${this.head}</div>`}
        ${menuOf(this.label, this.shown, (item) => this.choose(item))}
      </div>`
  }
}
