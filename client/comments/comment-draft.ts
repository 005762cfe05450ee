/** The card on which one writes a new comment, beside the words it is about. */
import { html, nothing } from 'lit'
import { customElement, property, query } from 'lit/decorators.js'
import { may } from '../../shared/can.ts'
import { KIND_NAMES, THREAD_KINDS, type ThreadKind } from '../../shared/thread-kinds.ts'
import { isMac } from '../ui/mac.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import type { CommentBox } from './comment-box.ts'
import type { Draft } from './kept-words.ts'
import { mentioned } from './mentions.ts'
import type { StoryThreads } from './story-threads.ts'
import { KIND_HINTS, shortly, whereOf } from './thread-words.ts'
import './comment-box.ts'

@customElement('comment-draft')
export class CommentDraft extends PageElement {
  @property({ attribute: false }) threads!: StoryThreads
  @property({ attribute: false }) draft!: Draft
  @property({ attribute: false }) isCurrent = false
  @query('comment-box') private box!: CommentBox | null

  async enter(): Promise<void> {
    await this.updateComplete
    this.box?.focus()
  }

  private post(): void {
    if (this.draft.text.trim() === '') return this.box?.focus()
    this.back()
    this.threads.own.post(this.draft.id)
  }

  /** To the copy; what is written stays here. */
  private leave(): void {
    this.back()
    if (this.draft.text.trim() === '') this.threads.own.discard(this.draft.id)
  }

  private discard(): void {
    this.back()
    const draft = this.threads.own.discard(this.draft.id)
    if (draft !== null && draft.text.trim() !== '')
      toast('The comment is discarded.', { label: 'Undo', run: () => this.threads.own.giveBack(draft) })
  }

  private back(): void {
    this.dispatchEvent(new CustomEvent('to-copy', { bubbles: true }))
  }

  override render() {
    const { draft, threads } = this
    if (!this.isCurrent)
      return html`<article class="margin-card thread-card is-draft" aria-label="Your unfinished comment ${whereOf(draft)}">
        <button type="button" class="card-open" @click=${() => this.reopen()}>
          <span class="visually-hidden">Go on writing: </span><b>Not posted</b>
        </button>
        <p class="comment-text is-short">${shortly(draft.text, 140) || 'Nothing written yet'}</p>
      </article>`
    const kinds = THREAD_KINDS.filter((kind) => kind !== 'legal' || may(threads.rights, 'see legal threads'))
    const named = mentioned(draft.text)
      .map((id) => ({ id, name: threads.nameOf(id) }))
      .filter((one): one is { id: string; name: string } => one.name !== null)
    return html`<article class="margin-card thread-card is-draft is-current" aria-label="New comment ${whereOf(draft)}">
      ${draft.trouble === undefined ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${draft.trouble}</p>`}
      <comment-box
        .words=${draft.text}
        .label=${`Comment ${whereOf(draft)}`}
        .placeholder=${'Comment, or @ somebody'}
        .people=${() => threads.everybody()}
        @words=${(event: CustomEvent<string>) => threads.own.draft(draft.id, { text: event.detail })}
        @post=${this.post}
        @leave=${this.leave}
      ></comment-box>
      ${named.map(
        ({ id, name }) =>
          html`<label class="assign">
            <input
              type="checkbox"
              .checked=${draft.assignTo === id}
              @change=${(event: Event) => threads.own.draft(draft.id, { assignTo: (event.target as HTMLInputElement).checked ? id : null })}
            />
            Assign to ${name}
          </label>`,
      )}
      <div class="card-foot">
        <select
          class="input kind-choice"
          aria-label="Kind of comment"
          title=${KIND_HINTS[draft.kind]}
          @change=${(event: Event) => threads.own.draft(draft.id, { kind: (event.target as HTMLSelectElement).value as ThreadKind })}
        >
          ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === draft.kind}>${KIND_NAMES[kind]}</option>`)}
        </select>
        <span class="grow"></span>
        <button type="button" class="button quiet" @click=${this.discard}>Cancel</button>
        <button
          type="button"
          class="button primary"
          title=${isMac() ? '⌘↩' : 'Ctrl+Enter'}
          aria-disabled=${draft.text.trim() === '' ? 'true' : nothing}
          @click=${this.post}
        >
          Comment
        </button>
      </div>
    </article>`
  }

  private reopen(): void {
    this.dispatchEvent(new CustomEvent('open-item', { bubbles: true, detail: `thread:${this.draft.id}` }))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'comment-draft': CommentDraft
  }
}
