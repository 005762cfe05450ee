/** All that the checks found in a story, in the order of its text, and what somebody has let stand. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import { titleOf } from '../../shared/style/checks.ts'
import { SEVERITIES, type Finding, type Severity } from '../../shared/style/finding.ts'
import { keyOf as keyOfIssue, type Issue } from '../editor/issues.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import type { Checks } from '../editor/style-changes.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { headOf, whereOf } from './issue-words.ts'
import { SEVERITY_NAMES } from './rule-words.ts'
import './style.css'

@customElement('checks-panel')
export class ChecksPanel extends PageElement {
  @property({ attribute: false }) editor: StoryEditor | null = null
  @property({ type: Boolean }) writable = false
  private following: StoryEditor | null = null

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.follow(null)
  }

  /** Takes the keyboard to where the walk is, or to the first. */
  async show(): Promise<void> {
    await this.updateComplete
    const here =
      this.querySelector<HTMLElement>('[aria-current="true"]') ??
      this.querySelector<HTMLElement>('.issue-line') ??
      this.querySelector<HTMLElement>('h2')
    here?.focus()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('editor')) this.follow(this.editor)
  }

  private follow(editor: StoryEditor | null): void {
    for (const name of ['checks', 'edited']) this.following?.removeEventListener(name, this.changed)
    this.following = editor
    for (const name of ['checks', 'edited']) editor?.addEventListener(name, this.changed)
  }

  private readonly changed = (): void => this.requestUpdate()

  private moved(event: KeyboardEvent): void {
    const lines = [...this.querySelectorAll<HTMLElement>('.issue-line')]
    const at = lines.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key]
    if (to === undefined || at < 0) return
    event.preventDefault()
    lines[Math.max(0, Math.min(lines.length - 1, to))]?.focus()
  }

  override render() {
    const checks = this.editor?.checks ?? null
    return html`<section class="side checks-panel" aria-labelledby="checks-title">
      <header>
        <h2 id="checks-title" tabindex="-1">Checks</h2>
        <button
          type="button"
          class="icon-button"
          aria-label="Close the checks"
          title="Close (Esc)"
          @click=${() => this.dispatchEvent(new CustomEvent('close-panel'))}
        >
          ${icon('close')}
        </button>
      </header>
      ${checks === null ? html`<p class="muted">Opening the story…</p>` : this.list(checks)}
      <p class="checks-foot"><a href="/desk/style">House style</a></p>
    </section>`
  }

  private list(checks: Checks): TemplateResult {
    const { style, issues } = checks
    const open = style.findings.filter(({ key }) => !style.isStet(key))
    const stet = once(style.findings.filter(({ key }) => style.isStet(key)))
    return html`<div class="checks-kinds" role="group" aria-label="Show">
        ${SEVERITIES.map((one) => this.kind(one, open.filter(({ severity }) => severity === one).length, checks))}
      </div>
      ${this.state(checks, open.length)}
      <ol class="issues" @keydown=${this.moved}>
        ${repeat(
          issues,
          (issue, i) => `${keyOfIssue(issue)} ${i}`,
          (issue) => this.line(issue, checks),
        )}
      </ol>
      ${stet.length === 0 ? nothing : this.stet(stet, checks)}`
  }

  private kind(one: Severity, count: number, { style }: Checks): TemplateResult {
    const shown = !style.hidden.has(one)
    return html`<button
      type="button"
      class="kind is-${one}"
      aria-pressed=${shown ? 'true' : 'false'}
      title=${shown ? 'Do not show these, nor walk through them' : 'Show these'}
      @click=${() => style.hide(one, shown)}
    >
      <i aria-hidden="true"></i>${SEVERITY_NAMES[one]} <b>${count}</b>
    </button>`
  }

  private state({ style, issues }: Checks, open: number): TemplateResult | typeof nothing {
    if (style.trouble)
      return html`<p class="trouble" role="alert">
        ${icon('alert')} The checks have stopped. They start again with the next change of the story.
      </p>`
    if (style.checked === null) return html`<p class="muted">Reading the story…</p>`
    if (issues.length > 0) return nothing
    return html`<p class="muted">${open === 0 ? 'Nothing found.' : 'Nothing of the kinds that are shown.'}</p>`
  }

  private line(issue: Issue, checks: Checks): TemplateResult {
    const { finding, spots } = issue
    const where = whereOf(issue)
    const isCurrent = checks.current !== null && keyOfIssue(checks.current) === finding.key
    return html`<li class=${isCurrent ? 'is-current' : ''}>
      <button type="button" class="issue-line" aria-current=${isCurrent ? 'true' : nothing} @click=${() => checks.goTo(issue)}>
        ${headOf(issue)}
        <span class="issue-message">${finding.message}</span>
        ${proposed(issue)} ${spots.length > 1 ? html`<span class="issue-where">${spots.length} places</span>` : nothing}
        ${where === '' ? nothing : html`<span class="issue-where">${where}</span>`}
      </button>
    </li>`
  }

  private stet(stet: readonly Finding[], { style }: Checks): TemplateResult {
    return html`<details class="stet">
      <summary>Let stand: ${stet.length}</summary>
      <ul>
        ${stet.map(
          ({ check, message, key }) =>
            html`<li>
              <span><b>${titleOf(check)}</b> ${message}</span>
              ${
                this.writable
                  ? html`<button type="button" class="link" @click=${() => style.letStand(key, false)}>Show again</button>`
                  : nothing
              }
            </li>`,
        )}
      </ul>
    </details>`
  }
}

/** `advisor → adviser`: a rule of the house says why, and not where. */
function proposed({ finding, spots }: Issue): TemplateResult | typeof nothing {
  const { words, change } = spots[0]!.place
  if (spots.length > 1 || words.trim() === '' || finding.message.includes(words)) return nothing
  return html`<span class="issue-where">${change === null ? words : `${words} → ${change}`}</span>`
}

/** The same matter may stand in several places. */
function once(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((one) => [one.key, one])).values()]
}

declare global {
  interface HTMLElementTagNameMap {
    'checks-panel': ChecksPanel
  }
}
