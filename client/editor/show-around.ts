/** Brings a block into sight with what stands around it. */

/** A guess is judged by what stands before and after it: not at the window's very edge. */
export function showAround(block: globalThis.Node | null): void {
  if (!(block instanceof HTMLElement)) return
  const { top, bottom, height } = block.getBoundingClientRect()
  const room = innerHeight / 4
  if (top >= room && bottom <= innerHeight - room) return
  block.scrollIntoView({ block: height > innerHeight / 2 ? 'start' : 'center' })
}
