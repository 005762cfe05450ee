/** The house style: the desk's own rules, and the checks that come with Copydesk, each to be switched on and off. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { HouseStyle, StyleRule } from '../../shared/api.ts'
import { CHECK_NAMES, checkOf, type CheckName } from '../../shared/style/checks.ts'
import { readHouseStyle } from '../api.ts'
import { addRule, changeRule, removeRule, switchCheck } from '../api/style.ts'
import { icon } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import { SettingsPage } from '../ui/settings-page.ts'
import { toast } from '../ui/toast-list.ts'
import { when } from '../ui/when.ts'
import type { RuleDialog } from './rule-dialog.ts'
import { looksFor, SCOPE_NAMES, SEVERITY_NAMES } from './rule-words.ts'
import type { TrialDialog } from './trial-dialog.ts'
import './rule-dialog.ts'
import './style-page.css'
import './trial-dialog.ts'

@customElement('style-page')
export class StylePage extends SettingsPage {
  @state() private house: HouseStyle | null = null
  @query('rule-dialog') private ruleDialog!: RuleDialog
  @query('trial-dialog') private trialDialog!: TrialDialog

  private mayEdit = () => this.may('edit the house style')

  protected override get isRead(): boolean {
    return this.house !== null
  }

  protected override async read(): Promise<void> {
    this.house = await readHouseStyle()
  }

  protected override get add() {
    return this.mayEdit() ? { label: 'New rule', run: () => void this.ruleDialog.show(null) } : null
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
      this.toHead()
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
    const says = html`What the checks look for in every story. Nothing is ever changed by itself: they show, and somebody decides.`
    return html`${this.frame(
        { place: 'style', title: 'House style', says },
        () => html`${this.rules(this.house!)} ${this.builtIn(this.house!)}`,
      )}
      <rule-dialog @kept=${this.kept}></rule-dialog>
      <trial-dialog @kept=${this.kept}></trial-dialog>`
  }

  private rules({ rules }: HouseStyle): TemplateResult {
    return html`<section aria-labelledby="rules-title">
      <h2 id="rules-title">Rules of the house <small>${rules.length}</small></h2>
      ${
        rules.length === 0
          ? html`<p class="settings-empty">
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
    return html`<li class="settings-row">
      ${this.toggle(on, `Rule on: ${message}`, (box) => void this.turn(rule, box))}
      <div class="settings-words">
        <p class="settings-name">${message}</p>
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
      { label: 'Change', icon: icon('pencil'), run: () => void this.ruleDialog.show(rule) },
      { label: 'Try on all stories', icon: icon('search'), run: () => void this.trialDialog.show(rule) },
      { label: 'Remove', icon: icon('bin'), danger: true, run: () => void this.drop(rule) },
    ]
  }

  private builtIn({ off }: HouseStyle): TemplateResult {
    return html`<section aria-labelledby="built-in-title">
      <h2 id="built-in-title">Built-in checks <small>${CHECK_NAMES.length - off.length} on</small></h2>
      <ul class="rows">
        ${CHECK_NAMES.map((name) => {
          const { title, looks, severity } = checkOf(name)
          return html`<li class="settings-row">
            ${this.toggle(!off.includes(name), `${title}: on`, (box) => void this.turnCheck(name, box))}
            <div class="settings-words">
              <p class="settings-name">
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
    return html`<label class="switch">${this.switch(on, change, { off: !this.mayEdit(), label })}</label>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'style-page': StylePage
  }
}
