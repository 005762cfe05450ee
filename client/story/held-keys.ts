/** What is typed while something that was asked for is still on its way: it is meant for that, and goes where the focus then is. */

const typed: string[] = []
let holders = 0

/** One thing that was asked for may bring another that takes its time: keys wait for the last. @returns lets them go */
export function holdKeys(): () => void {
  if (holders++ === 0) addEventListener('keydown', keyed, { capture: true })
  return () => {
    if (--holders > 0) return
    removeEventListener('keydown', keyed, { capture: true })
    for (const key of typed.splice(0)) {
      if (key !== 'Enter') document.execCommand('insertText', false, key)
      else
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 13, bubbles: true, cancelable: true }))
    }
  }
}

function keyed(event: KeyboardEvent): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (key === 'Backspace') typed.pop()
  else if (key === 'Enter' || key.length === 1) typed.push(key)
  else return
  event.preventDefault()
  event.stopPropagation()
}
