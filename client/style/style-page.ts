/** The house style: the desk's own rules, and the checks that come with Copydesk, each to be switched on and off. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { HouseStyle, Session, StyleRule } from '../../shared/api.ts'
import { can } from '../../shared/can.ts'
import { CHECK_NAMES, checkOf, type CheckName } from '../../shared/style/checks.ts'
import { addRule, changeRule, isSignedOut, readHouseStyle, removeRule, sentence, switchCheck } from '../api.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { showKeys } from '../ui/keys.ts'
import type { MenuItem } from '../ui/menu.ts'
import { toast } from '../ui/toast-list.ts'
import { isPlainKey, topBar } from '../ui/top-bar.ts'
import { when } from '../ui/when.ts'
import { SEVERITY_NAMES } from './issue-words.ts'
import type { RuleDialog } from './rule-dialog.ts'
import { looksFor, SCOPE_NAMES } from './rule-words.ts'
import type { TrialDialog } from './trial-dialog.ts'
import './rule-dialog.ts'
import './style-page.css'
import './trial-dialog.ts'

@customElement('style-page')
export class StylePage extends PageElement {
  @property({ attribute: false }) session!: Session
  @state() private house: HouseStyle | null = null
  @state() private trouble = ''
  @query('rule-dialog') private ruleDialog!: RuleDialog
  @query('trial-dialog') private trialDialog!: TrialDialog

  private mayEdit = () => can(this.session.person.role, 'edit the house style')

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener('keydown', this.keyed)
    document.addEventListener('visibilitychange', this.seen)
    void this.load()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener('keydown', this.keyed)
    document.removeEventListener('visibilitychange', this.seen)
  }

  private readonly keyed = (event: KeyboardEvent): void => {
    if (!isPlainKey(event)) return
    if (event.key === '?') showKeys()
    else if (event.key === 'n' && this.mayEdit()) {
      event.preventDefault()
      void this.ruleDialog.show(null)
    }
  }

  /** A colleague may have changed it meanwhile. */
  private readonly seen = (): void => {
    if (!document.hidden) void this.load()
  }

  private async load(): Promise<void> {
    try {
      this.house = await readHouseStyle()
      this.trouble = ''
    } catch (error) {
      this.failed(error)
    }
  }

  private failed(error: unknown): void {
    if (isSignedOut(error)) this.endSession()
    else if (this.house === null) this.trouble = sentence(error)
    else toast(sentence(error))
  }

  private kept({ detail }: CustomEvent<StyleRule>): void {
    if (this.house === null) return
    const rules = this.house.rules.some(({ id }) => id === detail.id)
      ? this.house.rules.map((rule) => (rule.id === detail.id ? detail : rule))
      : [...this.house.rules, detail]
    this.house = { ...this.house, rules }
  }

  /** Switched on only after it was seen what it finds. */
  private async turn(rule: StyleRule, box: HTMLInputElement): Promise<void> {
    const on = box.checked
    box.checked = rule.on
    if (on && rule.tried === null) return this.trialDialog.show(rule)
    try {
      this.kept(new CustomEvent('kept', { detail: await changeRule(rule.id, { version: rule.version, on }) }))
    } catch (error) {
      this.failed(error)
      await this.load()
    }
  }

  private async turnCheck(name: CheckName, box: HTMLInputElement): Promise<void> {
    const on = box.checked
    try {
      this.house = await switchCheck(name, on)
    } catch (error) {
      box.checked = !on
      this.failed(error)
    }
  }

  private async drop(rule: StyleRule): Promise<void> {
    try {
      await removeRule(rule.id)
      await this.load()
      toast(`The rule “${rule.message}” is removed.`, { label: 'Undo', run: () => void this.restore(rule) })
      this.querySelector<HTMLElement>('h1')?.focus()
    } catch (error) {
      this.failed(error)
      await this.load()
    }
  }

  /** A new one with the same words: it has to be tried before it is on again. */
  private async restore({
    id: _id,
    on: _on,
    version: _version,
    tried: _tried,
    editedAt: _at,
    editedBy: _by,
    ...words
  }: StyleRule): Promise<void> {
    try {
      this.kept(new CustomEvent('kept', { detail: await addRule(words) }))
    } catch (error) {
      this.failed(error)
    }
  }

  override render() {
    const tools = this.mayEdit()
      ? html`<div class="tools">
          <button class="button primary" type="button" title="New rule (n)" @click=${() => this.ruleDialog.show(null)}>
            New rule
          </button>
        </div>`
      : nothing
    return html`${topBar(this.session, 'style', tools)}
      <main class="style" id="main">
        <div class="style-head">
          <h1 tabindex="-1">House style</h1>
          <p class="muted">
            What the checks look for in every story. Nothing is ever changed by itself: they show, and somebody decides.
          </p>
        </div>
        ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${this.trouble}</p>`}
        ${this.house === null ? nothing : html`${this.rules(this.house)} ${this.builtIn(this.house)}`}
      </main>
      <rule-dialog @kept=${this.kept}></rule-dialog>
      <trial-dialog @kept=${this.kept}></trial-dialog>`
  }

  private rules({ rules }: HouseStyle): TemplateResult {
    return html`<section aria-labelledby="rules-title">
      <h2 id="rules-title">Rules of the house <small>${rules.length}</small></h2>
      ${
        rules.length === 0
          ? html`<p class="style-empty">
              No rules yet. A rule finds words your desk writes another way, says why, and may propose what to write instead.
            </p>`
          : html`<ul class="rows">
              ${repeat(
                rules,
                ({ id }) => id,
                (rule) => this.row(rule),
              )}
            </ul>`
      }
    </section>`
  }

  private row(rule: StyleRule): TemplateResult {
    const { message, severity, scope, lang, on, tried, editedBy, editedAt } = rule
    const facts = [
      SCOPE_NAMES[scope],
      ...(lang === '' ? [] : [lang]),
      tried === null
        ? 'not tried yet'
        : `found ${tried.finds === 1 ? 'once' : `${tried.finds} times`} in ${tried.stories} ${tried.stories === 1 ? 'story' : 'stories'}`,
      `${editedBy ?? 'somebody'}, ${when(editedAt, Date.now())}`,
    ]
    return html`<li class="style-row">
      ${this.toggle(on, `Rule on: ${message}`, (box) => void this.turn(rule, box))}
      <div class="style-words">
        <p class="style-message">${message}</p>
        <p class="rule-looks">${looksFor(rule)}</p>
        <p class="muted">
          <span class="style-kind is-${severity}"><i aria-hidden="true"></i>${SEVERITY_NAMES[severity]}</span> ·
          ${facts.join(' · ')}
        </p>
      </div>
      ${this.mayEdit() ? html`<pop-menu .label=${`${message}: menu`} .items=${this.menu(rule)}></pop-menu>` : nothing}
    </li>`
  }

  private menu(rule: StyleRule): MenuItem[] {
    return [
      { label: 'Change', icon: 'pencil', run: () => void this.ruleDialog.show(rule) },
      { label: 'Try on all stories', icon: 'search', run: () => void this.trialDialog.show(rule) },
      { label: 'Remove', icon: 'bin', danger: true, run: () => void this.drop(rule) },
    ]
  }

  private builtIn({ off }: HouseStyle): TemplateResult {
    return html`<section aria-labelledby="built-in-title">
      <h2 id="built-in-title">Built-in checks <small>${CHECK_NAMES.length - off.length} on</small></h2>
      <ul class="rows">
        ${CHECK_NAMES.map((name) => {
          const { title, looks, severity } = checkOf(name)
          return html`<li class="style-row">
            ${this.toggle(!off.includes(name), `${title}: on`, (box) => void this.turnCheck(name, box))}
            <div class="style-words">
              <p class="style-message">
                ${title} <span class="style-kind is-${severity}"><i aria-hidden="true"></i>${SEVERITY_NAMES[severity]}</span>
              </p>
              <p class="muted">${looks}</p>
            </div>
          </li>`
        })}
      </ul>
    </section>`
  }

  private toggle(on: boolean, label: string, change: (box: HTMLInputElement) => void): TemplateResult {
    return html`<label class="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label=${label}
        .checked=${on}
        ?disabled=${!this.mayEdit()}
        @change=${(event: Event) => change(event.target as HTMLInputElement)}
      />
    </label>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'style-page': StylePage
  }
}
