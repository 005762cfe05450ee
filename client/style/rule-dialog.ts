/** Makes or changes a rule of the house. Its examples are run as they are typed: what is wrong shows before it is saved. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { NewStyleRule, StyleRule } from '../../shared/api.ts'
import { SEVERITIES, type Severity } from '../../shared/style/finding.ts'
import { RuleTrouble, SCOPES, testRule, type Scope, type Tested } from '../../shared/style/house.ts'
import { isSignedOut, sentence } from '../api.ts'
import { addRule, changeRule } from '../api/style.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { linesOf, SCOPE_NAMES, SEVERITY_HINTS } from './rule-words.ts'

const EMPTY: NewStyleRule = {
  kind: 'words',
  find: '',
  matchCase: false,
  message: '',
  replacement: '',
  scope: 'not-in-answers',
  severity: 'wrong',
  lang: '',
  good: [],
  bad: [],
}

@customElement('rule-dialog')
export class RuleDialog extends PageElement {
  @property({ attribute: false }) private draft: NewStyleRule = EMPTY
  @state() private rule: StyleRule | null = null
  @state() private trouble = ''
  @state() private busy = false
  @query('dialog') private dialog!: HTMLDialogElement

  /** @param rule the one to change; null: a new one. Tells `kept` with the rule as the server has it. */
  async show(rule: StyleRule | null): Promise<void> {
    this.rule = rule
    this.trouble = ''
    this.draft = rule === null ? EMPTY : pick(rule)
    await this.updateComplete
    // The fields hold what was typed last time, until they are told otherwise.
    for (const area of this.querySelectorAll<HTMLTextAreaElement>('textarea, input[type=text]')) area.value = area.defaultValue
    openDialog(this.dialog, () => this.busy)
    this.querySelector<HTMLElement>('#rule-find')?.focus()
  }

  private set(change: Partial<NewStyleRule>): void {
    this.draft = { ...this.draft, ...change }
    this.trouble = ''
  }

  private tested(): { good: Tested[]; bad: Tested[] } | string {
    try {
      return testRule(this.draft)
    } catch (error) {
      if (error instanceof RuleTrouble) return error.message
      throw error
    }
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault()
    if (this.busy) return
    this.busy = true
    try {
      const kept =
        this.rule === null
          ? await addRule(this.draft)
          : await changeRule(this.rule.id, { ...this.draft, version: this.rule.version })
      this.busy = false
      this.dialog.close()
      this.dispatchEvent(new CustomEvent<StyleRule>('kept', { detail: kept }))
    } catch (error) {
      this.busy = false
      if (isSignedOut(error)) this.endSession()
      else this.trouble = sentence(error).replace(/^(\w+): /, '')
    }
  }

  override render() {
    const { draft } = this
    const tested = draft.find.trim() === '' ? { good: [], bad: [] } : this.tested()
    const wrong = typeof tested === 'string' ? tested : ''
    return html`<dialog class="dialog rule-dialog" aria-labelledby="rule-title">
      <form class="dialog-form" novalidate @submit=${this.submit}>
        <h2 id="rule-title">${this.rule === null ? 'A new rule' : 'Change the rule'}</h2>
        ${this.kind()}
        <div class="rule-pair">
          ${this.area('rule-find', draft.kind === 'words' ? 'Find' : 'Pattern', draft.find, (find) => this.set({ find }), {
            hint: draft.kind === 'words' ? 'One word or phrase a line.' : 'RE2: \\b, \\d+, (…|…). No look-ahead.',
            wrong,
          })}
          ${this.area('rule-change', 'Write instead', draft.replacement, (replacement) => this.set({ replacement }), {
            hint:
              draft.kind === 'words' ? 'One for all, or one a line. May stay empty.' : '$1 is the first group. May stay empty.',
          })}
        </div>
        <div class="field">
          <label for="rule-message">What the editor is told</label>
          <input
            id="rule-message"
            class="input"
            type="text"
            maxlength="200"
            value=${draft.message}
            placeholder="The house spells it adviser."
            @input=${(event: Event) => this.set({ message: (event.target as HTMLInputElement).value })}
          />
        </div>
        <div class="rule-three">
          ${this.select('rule-severity', 'It is', SEVERITIES, SEVERITY_HINTS, draft.severity, (severity: Severity) => this.set({ severity }))}
          ${this.select('rule-scope', 'Where', SCOPES, SCOPE_NAMES, draft.scope, (scope: Scope) => this.set({ scope }))}
          <div class="field">
            <label for="rule-lang">Language</label>
            <input
              id="rule-lang"
              class="input"
              type="text"
              maxlength="35"
              value=${draft.lang}
              placeholder="any"
              autocomplete="off"
              spellcheck="false"
              @input=${(event: Event) => this.set({ lang: (event.target as HTMLInputElement).value.trim() })}
            />
          </div>
        </div>
        <label class="rule-check">
          <input
            type="checkbox"
            .checked=${draft.matchCase}
            @change=${(event: Event) => this.set({ matchCase: (event.target as HTMLInputElement).checked })}
          />
          Only in exactly these capitals
        </label>
        <div class="rule-pair">
          ${this.area('rule-bad', 'Must be found', draft.bad.join('\n'), (text) => this.set({ bad: linesOf(text) }), { hint: 'One example a line; at least one.' }, this.results(tested, 'bad'))}
          ${this.area('rule-good', 'Must be left alone', draft.good.join('\n'), (text) => this.set({ good: linesOf(text) }), { hint: 'One example a line.' }, this.results(tested, 'good'))}
        </div>
        ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${this.trouble}</p>`}
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => this.dialog.close()}>Cancel</button>
          <button class="button primary" aria-busy=${this.busy ? 'true' : nothing}>
            ${this.rule === null ? 'Add the rule' : 'Save'}
          </button>
        </div>
      </form>
    </dialog>`
  }

  private kind(): TemplateResult {
    const kinds = [
      ['words', 'Words'],
      ['pattern', 'A pattern'],
    ] as const
    return html`<div class="rule-kinds" role="radiogroup" aria-label="What it looks for">
      ${kinds.map(
        ([kind, name]) =>
          html`<label>
            <input
              type="radio"
              name="rule-kind"
              .checked=${this.draft.kind === kind}
              @change=${() => this.set({ kind })}
            />${name}
          </label>`,
      )}
    </div>`
  }

  private area(
    id: string,
    label: string,
    value: string,
    set: (text: string) => void,
    { hint, wrong = '' }: { hint: string; wrong?: string },
    results: TemplateResult | typeof nothing = nothing,
  ): TemplateResult {
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <textarea
        id=${id}
        class="input"
        rows="3"
        spellcheck="false"
        aria-describedby="${id}-hint"
        aria-invalid=${wrong === '' ? 'false' : 'true'}
        .defaultValue=${value}
        @input=${(event: Event) => set((event.target as HTMLTextAreaElement).value)}
      ></textarea>
      ${wrong === '' ? html`<p class="hint" id="${id}-hint">${hint}</p>` : html`<p class="wrong" id="${id}-hint" role="status">${icon('alert')} ${wrong}</p>`}
      ${results}
    </div>`
  }

  private results(tested: { good: Tested[]; bad: Tested[] } | string, which: 'good' | 'bad'): TemplateResult | typeof nothing {
    if (typeof tested === 'string' || tested[which].length === 0) return nothing
    return html`<ul class="rule-results" aria-live="polite">
      ${tested[which].map(
        ({ text, right, becomes, says }) =>
          html`<li class=${right ? 'right' : 'not-right'}>
            ${icon(right ? 'check' : 'alert')}
            <span
              >${right && which === 'bad' && becomes !== text ? becomes : text}${right ? nothing : html`<b> is ${says}</b>`}</span
            >
          </li>`,
      )}
    </ul>`
  }

  private select<T extends string>(
    id: string,
    label: string,
    list: readonly T[],
    names: Record<T, string>,
    value: T,
    set: (value: T) => void,
  ): TemplateResult {
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <select
        id=${id}
        class="input"
        .value=${value}
        @change=${(event: Event) => set((event.target as HTMLSelectElement).value as T)}
      >
        ${list.map((one) => html`<option value=${one} ?selected=${one === value}>${names[one]}</option>`)}
      </select>
    </div>`
  }
}

const pick = ({ kind, find, matchCase, message, replacement, scope, severity, lang, good, bad }: StyleRule): NewStyleRule => ({
  kind,
  find,
  matchCase,
  message,
  replacement,
  scope,
  severity,
  lang,
  good,
  bad,
})

declare global {
  interface HTMLElementTagNameMap {
    'rule-dialog': RuleDialog
  }
}
