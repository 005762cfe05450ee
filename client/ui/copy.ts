/** Puts words on the clipboard, also where a plain-http office network has no clipboard API. */
import { toast } from './toast-list.ts'

/** @returns whether it worked; when not, the text is left selected for the person to copy */
export async function copyText(text: string, from: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Not allowed here: the older way below may be.
    }
  }
  from.focus()
  from.select()
  return document.execCommand('copy')
}

/** Offers words that are shown nowhere any more, in a note. */
export const offerWords = (note: string, label: string, words: string): void => {
  const run = async (): Promise<void> => {
    if (!(await copyRich(null, words))) toast(`The browser did not let it be copied: “${words}”`)
  }
  toast(note, { label, run: () => void run() })
}

/**
 * With its looks, for programs that have some, and as text for those that have none. Called at once in a
 * press or a key: a browser lets nothing onto the clipboard later.
 * @param html null: only the text
 */
export async function copyRich(html: string | null, text: string): Promise<boolean> {
  const forms = { ...(html === null ? {} : { 'text/html': html }), 'text/plain': text }
  if (navigator.clipboard !== undefined && typeof ClipboardItem === 'function') {
    try {
      const blobs = Object.entries(forms).map(([type, words]) => [type, new Blob([words], { type })] as const)
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
      return true
    } catch {
      // Not allowed here: the older way below may be.
    }
  }
  let put = false
  const fill = (event: ClipboardEvent): void => {
    for (const [type, words] of Object.entries(forms)) event.clipboardData?.setData(type, words)
    put = event.clipboardData !== null
    event.preventDefault()
    // The copy's own idea of what is copied must not come after it.
    event.stopImmediatePropagation()
  }
  addEventListener('copy', fill, { capture: true })
  try {
    document.execCommand('copy')
  } finally {
    removeEventListener('copy', fill, { capture: true })
  }
  return put
}
