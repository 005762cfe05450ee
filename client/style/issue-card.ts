/** The card under the words that the walk has come to: what is odd, why, and the buttons that decide about it. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query } from 'lit/decorators.js'
import { FIELDS } from '../../shared/story.ts'
import { titleOf } from '../../shared/style/checks.ts'
import { decidingKeys } from '../editor/deciding-keys.ts'
import type { Issue } from '../editor/issues.ts'
import { keyOf } from '../editor/keys.ts'
import { orderOf } from '../editor/margin.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { adviceOf, changeOf, decide, headOf, whereOf } from './issue-words.ts'
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
    document.addEventListener('keydown', this.from, true)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('resize', this.changed)
    document.removeEventListener('keydown', this.keyed)
    document.removeEventListener('keydown', this.from, true)
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
    // A key brings no card; it decides about one that is there, or moves it.
    const listen = this.card === null ? 'removeEventListener' : 'addEventListener'
    document[listen]('keydown', this.keyed as EventListener)
    this.following?.[listen]('edited', this.changed)
    this.place()
  }

  private follow(editor: StoryEditor | null): void {
    for (const name of ['checks', 'edited']) this.following?.removeEventListener(name, this.changed)
    this.following = editor
    editor?.addEventListener('checks', this.changed)
  }

  /** In a field above the body, where the body's own keys are not heard. */
  private readonly keyed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || !this.editor?.checks?.current) return
    const at = event.target instanceof Element ? event.target : document.body
    if (at.closest('.ProseMirror') !== null || document.querySelector('dialog[open]') !== null) return
    if (this.editor.act((_state, _dispatch, view) => view !== undefined && this.decides(view, event))) event.preventDefault()
  }

  /** A walk that begins in a field above the body begins there, and not at the caret of the body. */
  private readonly from = ({ target }: Event): void => {
    if (!(target instanceof HTMLTextAreaElement)) return
    const name = target.closest<HTMLElement>('shared-field')?.dataset.name
    const field = FIELDS.find((one) => one === name)
    const style = this.editor?.checks?.style
    if (style && field !== undefined) style.resumeAt = orderOf({ field, from: target.selectionStart })
  }

  private readonly decides = decidingKeys((name) => this.editor?.run(name))

  private readonly changed = (): void => this.requestUpdate()

  /** Under the words it is about, within the copy. */
  private place(): void {
    const { card } = this
    if (card === null) return
    const box = this.editor?.checks?.box() ?? null
    card.classList.toggle('is-above', box === null)
    // On a phone it is a sheet at the foot of the window.
    if (box === null || card.offsetParent === null) return
    const paper = card.offsetParent.getBoundingClientRect()
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
    const where = whereOf(issue)
    const said = [...(where === '' ? [] : [where]), `${titleOf(check)}: ${message}`, adviceOf(issue)].join('. ')
    return html`<section class="issue-card" aria-label=${titleOf(check)}>
        <header>
          ${headOf(issue)} ${where === '' ? nothing : html`<span class="issue-where">${where}</span>`}
          <button type="button" class="icon-button" aria-label="Close" title="Close (Esc)" @click=${this.closed}>
            ${icon('close')}
          </button>
        </header>
        ${changeOf(issue) === nothing ? html`<p class="issue-message">${message}</p>` : changeOf(issue)}
        <p class="issue-why">${adviceOf(issue)}</p>
        <div class="issue-foot">
          ${decide(issue, checks, this.writable)} ${this.edit(issue)}
          <button type="button" class="button quiet" @click=${() => this.editor?.run('nextIssue')}>
            Next <kbd>${keyOf('nextIssue')}</kbd>
          </button>
        </div>
      </section>
      <p class="visually-hidden" role="status">${said}</p>`
  }

  /** Words beside a picture or in a card are written in a form of their own. */
  private edit({ spots: [spot] }: Issue): TemplateResult | typeof nothing {
    if (!spot?.letters) return nothing
    const isPicture = this.editor?.may('pictureWords') === true
    if (!isPicture && !this.writable) return nothing
    const name = isPicture ? 'pictureWords' : 'edit'
    return html`<button type="button" class="button quiet" @click=${() => this.editor?.run(name)}>
      ${this.writable ? 'Edit' : 'Show'} <kbd>${isPicture ? 'Enter' : keyOf(name)}</kbd>
    </button>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'issue-card': IssueCard
  }
}
