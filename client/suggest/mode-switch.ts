/** In the bar: whether what one types goes into the story, is suggested, or is one's own for now; and the way from one to another. */
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { keyOf } from '../editor/keys.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/first-icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import type { Mode } from './modes.ts'
import '../ui/pop-menu.ts'
import './suggest.css'

export const MODE_NAMES: Record<Mode, string> = {
  editing: 'Editing',
  suggesting: 'Suggesting',
  private: 'Writing privately',
}

const DEEDS_OF = { editing: 'editing', suggesting: 'suggesting', private: 'privately' } as const

@customElement('mode-switch')
export class ModeSwitch extends PageElement {
  @property({ attribute: false }) mode: Mode = 'editing'
  @property({ attribute: false }) choices: readonly Mode[] = []
  @property({ type: Boolean }) turning = false

  private readonly items = (): MenuItem[] =>
    this.choices.map((mode) => ({
      label: MODE_NAMES[mode],
      on: mode === this.mode,
      oneOf: true,
      key: keyOf(DEEDS_OF[mode]) ?? '',
      run: () => void this.dispatchEvent(new CustomEvent('turn', { detail: mode })),
    }))

  override render() {
    if (this.choices.length < 2) return nothing
    const name = MODE_NAMES[this.mode]
    return html`<div class="mode-switch is-${this.mode}" aria-busy=${this.turning ? 'true' : 'false'}>
      <pop-menu
        .label=${`Mode: ${name}`}
        .face=${html`${icon(this.mode === 'private' ? 'lock' : 'pencil')}<span>${name}</span> ${icon('down')}`}
        .look=${'tool'}
        .items=${this.items}
      ></pop-menu>
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mode-switch': ModeSwitch
  }
}
