/** Taking the letter elsewhere: as files, or as a story on the clipboard. */
import { html, type TemplateResult } from 'lit'
import { isSignedOut, sentence } from '../api.ts'
import { emailFile } from '../api/files.ts'
import { saveFile } from '../story/take-out.ts'
import { toast } from '../ui/toast-list.ts'

const FILES = { html: '.html', text: '.txt', eml: '.eml' } as const

async function take(storyId: string, as: keyof typeof FILES, from: HTMLElement): Promise<void> {
  try {
    saveFile(await emailFile(storyId, as))
    toast('The letter is downloaded.')
  } catch (error) {
    if (isSignedOut(error)) from.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }))
    else toast(sentence(error))
  }
}

export const emailWays = (from: HTMLElement, storyId: string): TemplateResult =>
  html`<div class="ways-out">
    <button class="button" type="button" @click=${() => from.dispatchEvent(new CustomEvent('copy-substack', { bubbles: true }))}>
      Copy for Substack
    </button>
    ${(Object.keys(FILES) as (keyof typeof FILES)[]).map(
      (as) =>
        html`<button class="button quiet" type="button" @click=${() => take(storyId, as, from)}>Download ${FILES[as]}</button>`,
    )}
  </div>`
