/** Small dialogs that ask for a line or a few words; they stay open with what is wrong when these cannot be saved. */
import { html, nothing, render, type TemplateResult } from 'lit'
import { isSignedOut, sentence } from '../api.ts'
import { openDialog } from './dialog.ts'
import { icon } from './icons.ts'

type Asked = {
  title: string
  label: string
  yes: string
  hint?: string
  /** @throws what is then said in the dialog, which stays open */
  save: (text: string) => Promise<void>
  /** The sign-in has ended meanwhile. */
  signedOut: () => void
}
export type Line = Asked & {
  value: string
  /** Proper names and slugs are no words of a language. */
  spellcheck?: boolean
  /** What is wrong with it, if anything, before it is sent. */
  check?: (value: string) => string | null
}
export type Words = Asked & {
  danger?: boolean
  /** May be left empty. */
  optional?: boolean
  /** Shown above the field. */
  before?: TemplateResult
  /** Names what is asked: words that were typed and not saved are there when it is asked again. */
  of: string
}

/** Words typed in dialogs that were closed, until they are saved, by what was asked. */
const left = new Map<string, string>()
const MOST_WORDS = 1000

export const askLine = ({ spellcheck = true, check = () => null, value, ...asked }: Line): Promise<boolean> =>
  ask(
    asked,
    check,
    (described) =>
      html`<input
        class="input"
        id="asked"
        maxlength="80"
        autocomplete="off"
        spellcheck=${spellcheck}
        .defaultValue=${value}
        aria-describedby=${described.by}
        aria-invalid=${described.wrong}
      />`,
  )

/** @returns when it is closed, whether it was saved */
export async function askWords({ optional = false, of, ...asked }: Words): Promise<boolean> {
  const isSaved = await ask(
    asked,
    (words) => (words === '' && !optional ? 'Say it in a few words: whoever has the story reads them.' : null),
    (described, submit) =>
      html`<textarea
        class="input"
        id="asked"
        rows="3"
        maxlength=${MOST_WORDS}
        autofocus
        .defaultValue=${left.get(of) ?? ''}
        aria-describedby=${described.by}
        aria-invalid=${described.wrong}
        @input=${(event: Event) => left.set(of, (event.target as HTMLTextAreaElement).value)}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing) submit(event)
        }}
      ></textarea>`,
    optional,
  )
  if (isSaved) left.delete(of)
  return isSaved
}

type Described = { by: string | typeof nothing; wrong: boolean }
type Control = (described: Described, submit: (event: Event) => void) => TemplateResult

function ask(
  { title, label, yes, hint, save, signedOut, ...more }: Asked & Pick<Words, 'danger' | 'before'>,
  check: (text: string) => string | null,
  control: Control,
  optional = false,
): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog small'
  dialog.setAttribute('aria-labelledby', 'ask-title')
  let wrong: string | null = null
  let busy = false
  let saved = false
  const field = (): HTMLInputElement | HTMLTextAreaElement => dialog.querySelector('#asked')!

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const given = field().value.trim()
    wrong = check(given)
    busy = wrong === null
    draw()
    if (!busy) return field().focus()
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

  const draw = (): void => {
    const by = wrong !== null ? 'ask-wrong' : hint === undefined ? nothing : 'ask-hint'
    render(
      html`<form class="dialog-form" @submit=${submit} novalidate>
        <h2 id="ask-title">${title}</h2>
        ${more.before ?? nothing}
        <div class="field">
          <label for="asked">${label}${optional ? html` <small>(if you like)</small>` : nothing}</label>
          ${control({ by, wrong: wrong !== null }, (event) => void submit(event))}
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
          <button class="button ${more.danger ? 'danger' : 'primary'}" aria-busy=${busy} aria-disabled=${busy}>${yes}</button>
        </div>
      </form>`,
      dialog,
    )
  }

  draw()
  document.body.append(dialog)
  openDialog(dialog, () => busy)
  const at = field()
  if (at instanceof HTMLInputElement) at.select()
  else at.setSelectionRange(at.value.length, at.value.length)
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(saved)
    }),
  )
}
