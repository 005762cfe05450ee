/** Every command of the page by its words: type some of them, Enter does it. */
import { html, nothing } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { MENUS } from './deed.ts'
import { found } from './deed-search.ts'
import { DEEDS, type DeedName } from './deeds.ts'
import { keyOf } from './keys.ts'

@customElement('command-palette')
export class CommandPalette extends PageElement {
  @property({ attribute: false }) may: (name: DeedName) => boolean = () => false
  @state() private typed: string | null = null
  @state() private at = 0
  @query('dialog') private dialog!: HTMLDialogElement
  @query('input') private input!: HTMLInputElement

  async show(): Promise<void> {
    this.typed = ''
    this.at = 0
    await this.updateComplete
    this.input.value = ''
    openDialog(this.dialog)
  }

  /** What applies here comes before what does not. */
  private get list(): { name: DeedName; may: boolean }[] {
    const all = found(this.typed ?? '')
      .filter((name) => name !== 'palette')
      .map((name) => ({ name, may: this.may(name) }))
    return [...all.filter(({ may }) => may), ...all.filter(({ may }) => !may)]
  }

  private keyed(event: KeyboardEvent): void {
    if (event.isComposing) return
    const { list } = this
    const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1 }[event.key]
    if (event.key === 'Enter') {
      event.preventDefault()
      this.choose(list[this.at])
    }
    if (to === undefined || list.length === 0) return
    event.preventDefault()
    this.at = (to + list.length) % list.length
    void this.updateComplete.then(() => this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }))
  }

  private choose(one: { name: DeedName; may: boolean } | undefined): void {
    if (one === undefined || !one.may) return
    this.dialog.close()
    this.dispatchEvent(new CustomEvent('tool', { detail: one.name }))
  }

  override render() {
    // Asking whether a command applies is not for every key in the copy: only while this is open.
    const list = this.typed === null ? [] : this.list
    const chosen = list[this.at]
    return html`<dialog class="dialog palette" aria-label="Commands" @close=${() => (this.typed = null)}>
      <input
        class="input"
        type="text"
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls="command-list"
        aria-activedescendant=${chosen === undefined ? nothing : `command-${chosen.name}`}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck="false"
        placeholder="What do you want to do?"
        autofocus
        @input=${() => {
          this.typed = this.input.value
          this.at = 0
        }}
        @keydown=${this.keyed}
      />
      <ul id="command-list" role="listbox" aria-label="Commands">
        ${list.map(
          (one, i) =>
            html`<li
              id="command-${one.name}"
              role="option"
              aria-selected=${i === this.at ? 'true' : 'false'}
              aria-disabled=${one.may ? nothing : 'true'}
              @mousedown=${(event: MouseEvent) => event.preventDefault()}
              @click=${() => this.choose(one)}
            >
              <span>${DEEDS[one.name].says}</span>
              <span class="menu-name">${MENUS[DEEDS[one.name].menu]}</span>
              ${keyOf(one.name) === null ? nothing : html`<kbd>${keyOf(one.name)}</kbd>`}
            </li>`,
        )}
      </ul>
      <p class="none" role="status">${list.length === 0 && this.typed !== null ? 'No command is called so.' : ''}</p>
    </dialog>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'command-palette': CommandPalette
  }
}
