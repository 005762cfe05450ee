/** What is typed while something that was asked for is still on its way: it is meant for that, and goes where the focus then is. */

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'keyCode'>
const held: Key[] = []
let holders = 0

/** One thing that was asked for may bring another that takes its time: keys wait for the last. @returns lets them go */
export function holdKeys(): () => void {
  if (holders++ === 0) addEventListener('keydown', keyed, { capture: true })
  return () => {
    if (--holders > 0) return
    removeEventListener('keydown', keyed, { capture: true })
    for (const key of held.splice(0)) {
      if (isLetter(key)) document.execCommand('insertText', false, key.key)
      else document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    }
  }
}

const isLetter = ({ key }: Key): boolean => key.length === 1

function keyed(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, keyCode } = event
  if (altKey || event.isComposing) return
  const isChord = ctrlKey || metaKey
  // Posting must not overtake the words that are posted.
  if (key === 'Enter' || (!isChord && isLetter(event))) held.push({ key, ctrlKey, metaKey, keyCode })
  else if (key === 'Backspace' && !isChord) held.pop()
  else return
  event.preventDefault()
  event.stopPropagation()
}
