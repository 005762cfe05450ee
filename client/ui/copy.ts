/** Puts text on the clipboard, also where a plain-http office network has no clipboard API. */

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
