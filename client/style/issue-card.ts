/** The card under the words that the walk has come to: what is odd, why, and the buttons that decide about it. */
import { html, nothing } from 'lit'
import { customElement, property, query } from 'lit/decorators.js'
import { titleOf } from '../../shared/style/checks.ts'
import { keyOf } from '../editor/keys.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { adviceOf, changeOf, decide, headOf } from './issue-words.ts'
import './style.css'

@customElement('issue-card')
export class IssueCard extends PageElement {
  @property({ attribute: false }) editor: StoryEditor | null = null
  @property({ type: Boolean }) writable = false
  @query('.issue-card') private card!: HTMLElement | null
  private following: StoryEditor | null = null

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('resize', this.changed)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('resize', this.changed)
    this.follow(null)
  }

  /** Takes the card away. @returns whether there was one */
  closed(): boolean {
    const checks = this.editor?.checks
    if (!checks?.current) return false
    checks.style.show(null)
    if (this.contains(document.activeElement)) this.editor?.focus()
    return true
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('editor')) this.follow(this.editor)
  }

  protected override updated(): void {
    this.place()
  }

  private follow(editor: StoryEditor | null): void {
    for (const name of ['checks', 'edited']) this.following?.removeEventListener(name, this.changed)
    this.following = editor
    for (const name of ['checks', 'edited']) editor?.addEventListener(name, this.changed)
  }

  private readonly changed = (): void => this.requestUpdate()

  /** Under the words it is about, within the copy. */
  private place(): void {
    const { card } = this
    const box = this.editor?.checks?.box() ?? null
    if (card === null) return
    card.classList.toggle('is-above', box === null)
    if (box === null) return
    const paper = card.offsetParent!.getBoundingClientRect()
    const copy = this.editor!.getBoundingClientRect()
    const left = Math.max(8, Math.min(box.left - 12, copy.right - card.offsetWidth) - paper.left)
    card.style.setProperty('--left', `${Math.round(left)}px`)
    card.style.setProperty('--top', `${Math.round(box.bottom - paper.top + 8)}px`)
  }

  override render() {
    const checks = this.editor?.checks ?? null
    const issue = checks?.current ?? null
    if (checks === null || issue === null) return html`<p class="visually-hidden" role="status"></p>`
    const { check, message } = issue.finding
    return html`<section class="issue-card" aria-label=${titleOf(check)}>
        <header>
          ${headOf(issue)}
          <button type="button" class="icon-button" aria-label="Close" title="Close (Esc)" @click=${this.closed}>
            ${icon('close')}
          </button>
        </header>
        ${changeOf(issue) === nothing ? html`<p class="issue-message">${message}</p>` : changeOf(issue)}
        <p class="issue-why">${adviceOf(issue)}</p>
        <div class="issue-foot">
          ${decide(issue, checks, this.writable)}
          <button type="button" class="button quiet" @click=${() => this.editor?.run('nextIssue')}>
            Next <kbd>${keyOf('nextIssue')}</kbd>
          </button>
        </div>
      </section>
      <p class="visually-hidden" role="status">${`${titleOf(check)}: ${message}. ${adviceOf(issue)}`}</p>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'issue-card': IssueCard
  }
}
