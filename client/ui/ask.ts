/** A small dialog that asks for one line of text, and stays open with the reason when it cannot be saved. */
import { html, nothing, render } from 'lit'
import { isSignedOut, sentence } from '../api.ts'
import { openDialog } from './dialog.ts'
import { icon } from './icons.ts'

export type Line = {
  title: string
  label: string
  value: string
  yes: string
  hint?: string
  /** Proper names and slugs are no words of a language. */
  spellcheck?: boolean
  /** What is wrong with it, if anything, before it is sent. */
  check?: (value: string) => string | null
  save: (value: string) => Promise<void>
  /** The sign-in has ended meanwhile. */
  signedOut: () => void
}

export function askLine({ title, label, value, yes, hint, spellcheck = true, check, save, signedOut }: Line): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog small rename'
  dialog.setAttribute('aria-labelledby', 'ask-title')
  let wrong: string | null = null
  let busy = false

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const given = String(new FormData(event.target as HTMLFormElement).get('line')).trim()
    wrong = check?.(given) ?? null
    busy = wrong === null
    draw()
    if (!busy) return
    try {
      await save(given)
      dialog.close()
    } catch (error) {
      wrong = sentence(error)
      if (isSignedOut(error)) {
        dialog.close()
        signedOut()
      }
    } finally {
      busy = false
      draw()
    }
  }

  const draw = (): void => {
    render(
      html`<form class="dialog-form" @submit=${submit} novalidate>
        <h2 id="ask-title">${title}</h2>
        <div class="field">
          <label for="ask-line">${label}</label>
          <input
            class="input"
            id="ask-line"
            name="line"
            maxlength="80"
            autocomplete="off"
            spellcheck=${spellcheck}
            .defaultValue=${value}
            aria-describedby=${wrong !== null ? 'ask-wrong' : hint === undefined ? nothing : 'ask-hint'}
            aria-invalid=${wrong !== null}
          />
          ${
            wrong !== null
              ? html`<p class="wrong" id="ask-wrong" role="alert">${icon('alert')} ${wrong}</p>`
              : hint === undefined
                ? nothing
                : html`<p class="hint" id="ask-hint">${hint}</p>`
          }
        </div>
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => dialog.close()}>Cancel</button>
          <button class="button primary" aria-busy=${busy} aria-disabled=${busy}>${yes}</button>
        </div>
      </form>`,
      dialog,
    )
  }

  draw()
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  openDialog(dialog, () => busy)
  dialog.querySelector('input')!.select()
}
