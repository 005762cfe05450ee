/** A menu that opens at any place of the page. */
import { render } from 'lit'
import { menuOf, moveIn, placeAt, toFirstChoice, type MenuItem } from './menu.ts'

/** Opens a menu beside a place in the copy. @param back where the focus goes when it closes */
export function showMenu(label: string, items: readonly MenuItem[], at: DOMRect, back: () => void): void {
  const menu = document.createElement('div')
  menu.className = 'menu'
  menu.popover = 'auto'
  // A long menu scrolls in itself.
  const close = (event?: Event): void => {
    if (event?.target !== menu) menu.hidePopover()
  }
  const closed = new AbortController()
  const { signal } = closed
  render(
    menuOf(label, items, (item) => {
      close()
      back()
      item.run()
    }),
    menu,
  )
  menu.addEventListener('keydown', (event) => moveIn(menu, event))
  menu.addEventListener('toggle', (event) => {
    if (event.newState === 'open') {
      // A menu that stays behind while its copy scrolls away belongs to nothing.
      addEventListener('scroll', close, { capture: true, passive: true, signal })
      addEventListener('resize', close, { signal })
      return
    }
    closed.abort()
    if (menu.contains(document.activeElement) || document.activeElement === document.body) back()
    menu.remove()
  })
  document.body.append(menu)
  menu.showPopover()
  placeAt(menu, at, 'left')
  toFirstChoice(menu)
}
