/** What is typed while something that was asked for is still on its way: it is meant for that, and goes where the focus then is. */

/** @returns lets it go */
export function holdKeys(): () => void {
  let typed: string[] = []
  const keyed = (event: KeyboardEvent): void => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (key === 'Backspace') typed.pop()
    else if (key === 'Enter' || key.length === 1) typed.push(key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', keyed, { capture: true })
  return () => {
    removeEventListener('keydown', keyed, { capture: true })
    for (const key of typed) {
      if (key !== 'Enter') document.execCommand('insertText', false, key)
      else
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode: 13, bubbles: true, cancelable: true }))
    }
    typed = []
  }
}
