/** What is typed while something that was asked for is still on its way: it is meant for that, and goes where the focus then is. */
import { offerWords } from '../ui/copy.ts'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'keyCode'>
/** Of a key, whether it is meant for what is on its way. */
type Meant = (event: KeyboardEvent) => boolean

const held: Key[] = []
const holders = new Set<Meant>()
let failed = false

/**
 * One thing that was asked for may bring another that takes its time: keys wait for the last.
 * @returns lets them go; `false`: what they were meant for has not come, so they go nowhere, and that is said
 */
export function holdKeys(meant: Meant = () => true): (came?: boolean) => void {
  const own: Meant = (event) => meant(event)
  if (holders.size === 0) addEventListener('keydown', keyed, { capture: true })
  holders.add(own)
  return (came = true) => {
    if (!holders.delete(own)) return
    if (!came) failed = true
    if (holders.size > 0) return
    removeEventListener('keydown', keyed, { capture: true })
    const keys = held.splice(0)
    if (failed) sayLost(keys)
    else for (const key of keys) press(key)
    failed = false
  }
}

const isLetter = ({ key }: Key): boolean => key.length === 1

function press(key: Key): void {
  if (isLetter(key)) document.execCommand('insertText', false, key.key)
  else document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
}

function keyed(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, keyCode } = event
  if (altKey || event.isComposing) return
  const isChord = ctrlKey || metaKey
  // Posting must not overtake the words that are posted.
  const isKept = key === 'Enter' || (!isChord && isLetter(event))
  if (!isKept && (key !== 'Backspace' || isChord)) return
  if (![...holders].some((meant) => meant(event))) return
  if (isKept) held.push({ key, ctrlKey, metaKey, keyCode })
  else held.pop()
  event.preventDefault()
  event.stopPropagation()
}

function sayLost(keys: readonly Key[]): void {
  const words = keys.map((key) => (isLetter(key) ? key.key : '\n')).join('')
  if (words.trim() !== '') offerWords(`What you typed meanwhile went nowhere: “${words.trim()}”`, 'Copy it', words)
}
