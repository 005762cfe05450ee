/** The tool bar over the copy: what the words under the caret are, one press to change it, and a menu for all else. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/first-icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import { MENUS, type Menu } from './deed.ts'
import { BAR, DEEDS, inMenu, type DeedName } from './deeds.ts'
import { keyOf, shortcutOf } from './keys.ts'
import type { EditorLooks } from './looks.ts'
import '../ui/pop-menu.ts'
import './tools.css'

const arrow = (way: 'undo' | 'redo'): TemplateResult =>
  html`<svg class="icon ${way}" viewBox="0 0 18 18" aria-hidden="true">
    <path d="M6.6 4 3.4 7.2l3.2 3.2M3.6 7.2h6.6a3.7 3.7 0 0 1 0 7.4H7.4" />
  </svg>`

/** What a button shows in place of its words. */
const FACES: Partial<Record<DeedName, TemplateResult>> = {
  strong: html`<b aria-hidden="true">B</b>`,
  em: html`<i aria-hidden="true">I</i>`,
  bracketed: html`<span aria-hidden="true">[ ]</span>`,
  undo: arrow('undo'),
  redo: arrow('redo'),
  comment: icon('comment'),
  find: html`Find`,
  palette: icon('search'),
}
const MENU_NAMES = Object.keys(MENUS) as Menu[]
const STOPS: readonly string[] = [...BAR.flatMap(({ deeds }) => deeds), ...MENU_NAMES, 'palette']

@customElement('story-tools')
export class StoryTools extends PageElement {
  @property({ attribute: false }) looks: EditorLooks | null = null
  /** Asked when a menu opens, not at every key. */
  @property({ attribute: false }) may: (name: DeedName) => boolean = () => false
  /** The one button that Tab reaches; arrows move among the rest. */
  @property({ attribute: false }) private reach = 'question'

  private moved(event: KeyboardEvent): void {
    const at = STOPS.indexOf(this.reach)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: STOPS.length - 1 }[event.key]
    if (to === undefined || (event.target as Element).closest('.menu') !== null) return
    event.preventDefault()
    this.reach = STOPS[(to + STOPS.length) % STOPS.length]!
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`[data-stop="${this.reach}"]`)?.focus())
  }

  private press(name: DeedName): void {
    this.dispatchEvent(new CustomEvent('tool', { detail: name }))
  }

  private items(menu: Menu): MenuItem[] {
    const { looks } = this
    return inMenu(menu).map((name) => {
      const { says, apart, on, off, everywhere } = DEEDS[name]
      return {
        label: says,
        apart: apart === true,
        ...(on === undefined || looks === null ? {} : { on: (looks.entered || everywhere === true) && on(looks) }),
        off: !this.may(name) || looks === null || off?.(looks) === true,
        key: keyOf(name) ?? '',
        run: () => this.press(name),
      }
    })
  }

  override render() {
    return html`<div
      class="story-tools"
      role="toolbar"
      aria-label="Copy"
      aria-controls=${this.looks === null ? nothing : 'story-body'}
      @keydown=${this.moved}
      @focusin=${(event: FocusEvent) => {
        const stop = (event.target as Element).closest<HTMLElement>('[data-stop]')?.dataset.stop
        if (stop !== undefined) this.reach = stop
      }}
    >
      ${BAR.map(
        ({ label, deeds }) => html`<div role="group" aria-label=${label}>${deeds.map((name) => this.button(name))}</div>`,
      )}
      <div role="group" aria-label="Menus">
        ${MENU_NAMES.filter((menu) => inMenu(menu).length > 0).map(
          (menu) =>
            html`<pop-menu
              .label=${MENUS[menu]}
              .face=${html`${MENUS[menu]} ${icon('down')}`}
              .look=${'tool'}
              .stop=${menu}
              .reached=${menu === this.reach}
              .items=${() => this.items(menu)}
            ></pop-menu>`,
        )}
      </div>
      <div role="group" aria-label="Search">${this.button('palette')}</div>
    </div>`
  }

  private button(name: DeedName): TemplateResult {
    const { looks } = this
    const { says, on, off, reading } = DEEDS[name]
    const isOff = !reading && (looks === null || !looks.entered || !looks.may.includes(name) || off?.(looks) === true)
    const key = keyOf(name)
    const face = FACES[name]
    return html`<button
      type="button"
      class="tool"
      data-stop=${name}
      tabindex=${name === this.reach ? 0 : -1}
      aria-label=${face === undefined ? nothing : says}
      aria-pressed=${on === undefined ? nothing : looks?.entered && on(looks) ? 'true' : 'false'}
      aria-disabled=${isOff ? 'true' : nothing}
      aria-keyshortcuts=${shortcutOf(name) ?? nothing}
      title=${key === null ? says : `${says} (${key})`}
      @mousedown=${(event: MouseEvent) => event.preventDefault()}
      @click=${() => {
        if (!isOff) this.press(name)
      }}
    >
      ${face ?? says}
    </button>`
  }
}
