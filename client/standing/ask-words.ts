/** A small dialog that asks for a few words, such as a reason; it stays open with what is wrong when they cannot be saved. */
import { html, nothing, render, type TemplateResult } from 'lit'
import { isSignedOut, sentence } from '../api.ts'
import { openDialog } from '../ui/dialog.ts'
import { icon } from '../ui/icons.ts'

export type Words = {
  title: string
  label: string
  yes: string
  danger?: boolean
  hint?: string
  /** May be left empty. */
  optional?: boolean
  most?: number
  /** Shown above the field. */
  before?: TemplateResult
  /** @throws what is then said in the dialog, which stays open */
  save: (words: string) => Promise<void>
  /** The sign-in has ended meanwhile. */
  signedOut: () => void
}

/** @returns when it is closed, whether it was saved */
export function askWords({
  title,
  label,
  yes,
  danger = false,
  hint,
  optional = false,
  most = 1000,
  before,
  save,
  signedOut,
}: Words): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog small ask-words'
  dialog.setAttribute('aria-labelledby', 'ask-words-title')
  let wrong: string | null = null
  let busy = false
  let saved = false

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const field = dialog.querySelector('textarea')!
    const given = field.value.trim()
    wrong = given === '' && !optional ? 'Say it in a few words: whoever has the story reads them.' : null
    busy = wrong === null
    draw()
    if (!busy) return field.focus()
    try {
      await save(given)
      saved = true
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

  const keyed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) void submit(event)
  }

  const draw = (): void => {
    render(
      html`<form class="dialog-form" @submit=${submit} novalidate>
        <h2 id="ask-words-title">${title}</h2>
        ${before ?? nothing}
        <div class="field">
          <label for="ask-words">${label}${optional ? html` <small>(if you like)</small>` : nothing}</label>
          <textarea
            class="input"
            id="ask-words"
            rows="3"
            maxlength=${most}
            autofocus
            aria-describedby=${wrong !== null ? 'ask-words-wrong' : hint === undefined ? nothing : 'ask-words-hint'}
            aria-invalid=${wrong !== null}
            @keydown=${keyed}
          ></textarea>
          ${
            wrong !== null
              ? html`<p class="wrong" id="ask-words-wrong" role="alert">${icon('alert')} ${wrong}</p>`
              : hint === undefined
                ? nothing
                : html`<p class="hint" id="ask-words-hint">${hint}</p>`
          }
        </div>
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => dialog.close()}>Cancel</button>
          <button class="button ${danger ? 'danger' : 'primary'}" aria-busy=${busy} aria-disabled=${busy}>${yes}</button>
        </div>
      </form>`,
      dialog,
    )
  }

  draw()
  document.body.append(dialog)
  openDialog(dialog, () => busy)
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(saved)
    }),
  )
}
