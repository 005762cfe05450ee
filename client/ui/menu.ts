/** Menus: how their items look, where they open, and how one moves in them. */
import { html, nothing, type TemplateResult } from 'lit'

export type MenuItem = {
  label: string
  icon?: TemplateResult
  /** Shown beside the label; the page listens for it. */
  key?: string
  danger?: boolean
  /** Begins a new part of the menu. */
  apart?: boolean
  /** Whether it is so already; without it the item is no switch. */
  on?: boolean
  /** Of it and its neighbours just one is so. */
  oneOf?: true
  /** Can do nothing now; it is still there to be found. */
  off?: boolean
  run: () => void | Promise<void>
}

/** Room between a menu and the window's edge. */
const EDGE = 8

const roleOf = ({ on, oneOf }: MenuItem): string => (on === undefined ? 'menuitem' : oneOf ? 'menuitemradio' : 'menuitemcheckbox')

export const menuOf = (label: string, items: readonly MenuItem[], choose: (item: MenuItem) => void): TemplateResult =>
  html`<div role="menu" aria-label=${label}>
    ${items.map(
      (item) =>
        html`${item.apart ? html`<hr role="separator" />` : nothing}<button
            type="button"
            role=${roleOf(item)}
            aria-checked=${item.on ?? nothing}
            aria-disabled=${item.off ? 'true' : nothing}
            tabindex="-1"
            class=${item.danger ? 'danger' : ''}
            @click=${() => {
              if (!item.off) choose(item)
            }}
          >
            ${item.icon ?? nothing}<span>${item.label}</span>${
              item.key === undefined || item.key === '' ? nothing : html`<kbd>${item.key}</kbd>`
            }
          </button>`,
    )}
  </div>`

const choicesOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]

export const toFirstChoice = (menu: HTMLElement): void => choicesOf(menu)[0]?.focus({ preventScroll: true })

/** Arrows, Home and End move in a menu; Tab leaves it. */
export function moveIn(menu: HTMLElement, event: KeyboardEvent): void {
  const choices = choicesOf(menu)
  const at = choices.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 }[event.key]
  // The page's own single-letter keys must not act from inside a menu.
  event.stopPropagation()
  if (event.key === 'Tab') menu.hidePopover()
  if (to === undefined) return
  event.preventDefault()
  choices.at(to % choices.length)?.focus()
}

/** Puts an open menu under what it belongs to, or above it where there is no room. */
export function placeAt(menu: HTMLElement, at: DOMRect, edge: 'left' | 'right'): void {
  const { offsetWidth: width, offsetHeight: height } = menu
  const below = at.bottom + 4
  const top = below + height + EDGE <= innerHeight ? below : Math.max(EDGE, at.top - height - 4)
  const left = Math.min(Math.max(EDGE, edge === 'left' ? at.left : at.right - width), innerWidth - width - EDGE)
  menu.style.setProperty('top', `${top}px`)
  menu.style.setProperty('left', `${left}px`)
}
