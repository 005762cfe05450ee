/** A small form in a dialog of its own: asks for a few values, says what is wrong with one, and gives them back. */
import { html, nothing, render, type TemplateResult } from 'lit'
import { openDialog } from './dialog.ts'
import { icon } from './icons.ts'

type Named = { name: string; label: string; hint?: string }
export type FormField = Named &
  (
    | {
        kind: 'text' | 'url'
        value: string
        most?: number
        placeholder?: string
        /** Offered while one types. */
        suggestions?: readonly (readonly [value: string, says: string])[]
        /** What is wrong with it, in a sentence; null: nothing. */
        wrong?: (value: string) => string | null
      }
    | { kind: 'choice'; value: string; choices: readonly (readonly [value: string, says: string])[] }
    | { kind: 'check'; value: boolean }
  )
/** By the names of the fields; a check's is '' or 'yes'. */
export type Filled = Record<string, string>

type Form = {
  title: string
  fields: readonly FormField[]
  yes: string
  /** The button that takes away what the form is about. */
  remove?: string
}

/** @returns what was filled in, `remove` for that button, null when nothing is to change */
export function askForm({ title, fields, yes, remove }: Form): Promise<Filled | 'remove' | null> {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog small'
  dialog.setAttribute('aria-labelledby', 'ask-form')
  let wrong: { name: string; says: string } | null = null
  let answer: Filled | 'remove' | null = null

  const control = (name: string): HTMLInputElement | HTMLSelectElement => dialog.querySelector(`[name="${name}"]`)!
  const submit = (event: Event): void => {
    event.preventDefault()
    const filled: Filled = {}
    wrong = null
    for (const field of fields) {
      const { name } = field
      const at = control(name)
      filled[name] = field.kind === 'check' ? ((at as HTMLInputElement).checked ? 'yes' : '') : at.value.trim()
      const says = 'wrong' in field ? (field.wrong?.(filled[name]) ?? null) : null
      if (says !== null) wrong ??= { name, says }
    }
    if (wrong !== null) {
      draw()
      control(wrong.name).focus()
      return
    }
    answer = filled
    dialog.close()
  }
  const draw = (): void => {
    render(
      html`<form class="dialog-form" novalidate @submit=${submit}>
        <h2 id="ask-form">${title}</h2>
        ${fields.map((field) => fieldOf(field, wrong?.name === field.name ? wrong.says : null))}
        <div class="dialog-actions">
          ${
            remove === undefined
              ? nothing
              : html`<button
                  class="button quiet aside"
                  type="button"
                  @click=${() => {
                    answer = 'remove'
                    dialog.close()
                  }}
                >
                  ${remove}
                </button>`
          }
          <button class="button" type="button" @click=${() => dialog.close()}>Cancel</button>
          <button class="button primary">${yes}</button>
        </div>
      </form>`,
      dialog,
    )
  }
  draw()
  document.body.append(dialog)
  openDialog(dialog)
  const first = fields[0] && control(fields[0].name)
  if (first instanceof HTMLInputElement) first.select()
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(answer)
    }),
  )
}

function fieldOf(field: FormField, wrong: string | null): TemplateResult {
  const { name, label, hint } = field
  if (field.kind === 'check')
    return html`<label class="check"><input type="checkbox" name=${name} .checked=${field.value} /> <span>${label}</span></label>`
  const id = `form-${name}`
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${
      field.kind === 'choice'
        ? html`<select class="input" id=${id} name=${name}>
            ${field.choices.map(([value, says]) => html`<option value=${value} ?selected=${value === field.value}>${says}</option>`)}
          </select>`
        : html`<input
              class="input"
              id=${id}
              name=${name}
              type=${field.kind}
              inputmode=${field.kind}
              .defaultValue=${field.value}
              maxlength=${field.most ?? 2000}
              placeholder=${field.placeholder ?? nothing}
              autocomplete="off"
              spellcheck=${field.kind === 'text' && field.suggestions === undefined ? 'true' : 'false'}
              list=${field.suggestions === undefined ? nothing : `${id}-list`}
              aria-invalid=${wrong === null ? 'false' : 'true'}
              aria-describedby=${wrong === null ? nothing : `${id}-wrong`}
            />${
              field.suggestions === undefined
                ? nothing
                : html`<datalist id="${id}-list">
                    ${field.suggestions.map(([value, says]) => html`<option value=${value}>${says}</option>`)}
                  </datalist>`
            }`
    }
    ${hint === undefined ? nothing : html`<p class="hint">${hint}</p>`}
    ${wrong === null ? nothing : html`<p class="wrong" id="${id}-wrong" role="alert">${icon('alert')} ${wrong}</p>`}
  </div>`
}
