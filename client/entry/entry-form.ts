/** What the ways in have in common: one calm card, fields that say what is wrong beside them, one button. */
import { html, nothing, type TemplateResult } from 'lit'
import { state } from 'lit/decorators.js'
import type { Session } from '../../shared/api.ts'
import { PASSWORD_MIN } from '../../shared/password.ts'
import { Refusal } from '../../shared/refusal.ts'
import { sentence } from '../api.ts'
import { PageElement } from '../ui/element.ts'
import { go } from '../ui/go.ts'
import { icon } from '../ui/icons.ts'
import './entry.css'
import './password-field.ts'

export type Values = Record<string, string>

/** Fields in which every blank counts. */
const SECRETS = new Set(['password', 'old'])

const CHECKS: Record<string, (value: string) => string | null> = {
  newsroom: (value) => (value === '' ? 'Say what the newsroom is called.' : null),
  name: (value) => (value === '' ? 'Say what colleagues call you.' : null),
  email: (value) =>
    value === ''
      ? 'Give an e-mail address.'
      : /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value)
        ? null
        : 'This is not a whole e-mail address.',
}

/** A form that is checked, sent and answered in place. */
export abstract class EntryForm extends PageElement {
  @state() protected busy = false
  /** What is wrong, by the field's name. */
  @state() protected wrong: Values = {}
  /** What is wrong with the whole. */
  @state() protected trouble: string | null = null

  /** Sends the checked values. Throws what the server refuses. */
  protected abstract send(values: Values): Promise<void>

  /** The new password may not be too short; an old one is the server's to judge. */
  protected checkPassword(password: string): string | null {
    return password.length < PASSWORD_MIN ? `A password has at least ${PASSWORD_MIN} characters.` : null
  }

  protected async submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (this.busy) return
    const values: Values = {}
    for (const [name, value] of new FormData(event.target as HTMLFormElement))
      values[name] = SECRETS.has(name) ? String(value) : String(value).trim()
    this.trouble = null
    this.wrong = this.check(values)
    if (Object.keys(this.wrong).length > 0) return this.focusWrong()
    this.busy = true
    try {
      await this.send(values)
    } catch (error) {
      this.told(error, values)
    } finally {
      this.busy = false
    }
    this.focusWrong()
  }

  protected check(values: Values): Values {
    const wrong: Values = {}
    for (const [name, value] of Object.entries(values)) {
      const words = name === 'password' ? this.checkPassword(value) : CHECKS[name]?.(value)
      if (words) wrong[name] = words
    }
    return wrong
  }

  /** A refusal about one field is said beside it. */
  protected told(error: unknown, values: Values): void {
    const words = sentence(error)
    if (error instanceof Refusal && error.type === 'email-taken') this.wrong = { email: words }
    else if (error instanceof Refusal && error.type === 'invalid-field') {
      const [, field = '', rest = ''] = /^(\w+): (.*)$/s.exec(words) ?? []
      if (field in values) this.wrong = { [field]: rest }
      else this.trouble = words
    } else this.trouble = words
  }

  private focusWrong(): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  protected problem(): TemplateResult | typeof nothing {
    if (this.trouble === null) return nothing
    return html`<p class="trouble" role="alert">${icon('alert')} <span>${this.trouble}</span></p>`
  }

  protected button(words: string): TemplateResult {
    return html`${this.problem()}
      <button class="button primary wide" aria-busy=${this.busy} aria-disabled=${this.busy}>${words}</button>`
  }

  protected enter(session: Session, path: string): void {
    this.dispatchEvent(new CustomEvent('signed-in', { bubbles: true, detail: session }))
    go(path, 'replace')
  }

  /** The first empty field, unless the person is somewhere already. */
  protected async focusFirst(): Promise<void> {
    await this.updateComplete
    if (this.contains(document.activeElement)) return
    const empty = [...this.querySelectorAll<HTMLInputElement>('.input')].find((input) => input.value === '')
    empty?.focus({ preventScroll: true })
  }
}

export const card = (content: TemplateResult): TemplateResult =>
  html`<main class="entry" id="main">
    <p class="entry-mark">Copydesk</p>
    <div class="entry-card">${content}</div>
  </main>`

type Field = {
  name: string
  label: string
  type?: 'text' | 'email'
  autocomplete: string
  hint?: string
  wrong: string | undefined
}

export function field({ name, label, type = 'text', autocomplete, hint, wrong }: Field): TemplateResult {
  const told = wrong !== undefined ? `${name}-wrong` : hint !== undefined ? `${name}-hint` : nothing
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <input
      class="input"
      id=${name}
      name=${name}
      type=${type}
      maxlength=${type === 'email' ? 200 : 80}
      autocomplete=${autocomplete}
      autocapitalize=${type === 'email' ? 'none' : 'words'}
      spellcheck="false"
      aria-describedby=${told}
      aria-invalid=${wrong !== undefined}
    />
    ${below(name, wrong, hint)}
  </div>`
}

export function below(name: string, wrong: string | undefined, hint: string | undefined): TemplateResult | typeof nothing {
  if (wrong !== undefined) return html`<p class="wrong" id="${name}-wrong">${icon('alert')} ${wrong}</p>`
  return hint === undefined ? nothing : html`<p class="hint" id="${name}-hint">${hint}</p>`
}

/** A link that no longer works: what happened, and the way on. */
export const ended = (title: string, what: string, way: TemplateResult): TemplateResult =>
  card(
    html`<h1 tabindex="-1">${title}</h1>
      <p>${what}</p>
      ${way}`,
  )

/** The secret of a link: in the address's fragment, which no server and no log ever sees. */
export const secretInAddress = (): string => location.hash.slice(1)
