/** A thread in the margin: small beside its words, and whole, to be answered and resolved, when it is looked at. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { may } from '../../shared/can.ts'
import type { Comment, Thread } from '../../shared/review.ts'
import { KIND_NAMES, THREAD_KINDS } from '../../shared/thread-kinds.ts'
import { isSignedOut, sentence } from '../api.ts'
import { keyOf } from '../editor/keys.ts'
import { copyText, offerWords } from '../ui/copy.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { isMac } from '../ui/mac.ts'
import type { MenuItem } from '../ui/menu.ts'
import { avatar } from '../ui/people.ts'
import { toast } from '../ui/toast-list.ts'
import { when, wholeDate } from '../ui/when.ts'
import type { CommentBox } from './comment-box.ts'
import { partsOf } from './mentions.ts'
import type { StoryThreads } from './story-threads.ts'
import { KIND_HINTS, shortly, whereOf } from './thread-words.ts'
import '../ui/pop-menu.ts'
import './comment-box.ts'

const postKey = isMac() ? '⌘↩' : 'Ctrl+Enter'

@customElement('thread-card')
export class ThreadCard extends PageElement {
  @property({ attribute: false }) threads!: StoryThreads
  @property({ attribute: false }) thread!: Thread
  @property({ attribute: false }) isCurrent = false
  /** Shows its quote: its words are gone, or out of sight. */
  @property({ attribute: false }) quoted = false
  /** The comment that is being changed. */
  @state() private editing: string | null = null
  @state() private half = ''
  @query('.reply comment-box') private replyBox!: CommentBox | null
  @query('.comment.is-edited comment-box') private editBox!: CommentBox | null

  /** Takes the keyboard to where one answers. */
  async enter(): Promise<void> {
    await this.updateComplete
    if (this.replyBox !== null) this.replyBox.focus()
    else this.querySelector<HTMLElement>('article')?.focus()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    const before = changed.get('thread') as Thread | undefined
    if (changed.has('thread') && before?.id !== this.thread.id) {
      this.editing = null
      this.half = this.threads.own.half(`reply:${this.thread.id}`)
    }
    if (changed.has('isCurrent') && this.isCurrent) {
      const { comments } = this.thread
      this.editing = comments.find(({ id }) => this.threads.own.half(`edit:${id}`) !== '')?.id ?? null
      this.threads.markRead(this.thread.id)
    }
  }

  // Deeds

  private async doing(act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else toast(sentence(error))
      return false
    }
  }

  async resolve(): Promise<void> {
    const { threads, thread } = this
    const resolved = thread.resolved === null
    // What is written and not posted is posted with it: resolving must not hide half a sentence.
    if (resolved && this.half.trim() !== '') this.reply()
    const hadKeyboard = this.contains(document.activeElement)
    if (!(await this.doing(() => threads.change(thread.id, { resolved })))) return
    if (hadKeyboard) this.back()
    if (resolved && threads.margin.current === `thread:${thread.id}`) threads.margin.show(null)
    toast(resolved ? 'Resolved.' : 'Open again.', {
      label: 'Undo',
      run: () => void this.doing(() => threads.change(thread.id, { resolved: !resolved })),
    })
  }

  private async takeBack(comment: Comment): Promise<void> {
    const { threads, thread } = this
    this.back()
    if (await this.doing(() => threads.remove(thread.id, comment.id)))
      offerWords('The comment is deleted.', 'Copy its words', comment.text)
  }

  private edit({ id, text }: Comment): void {
    if (this.threads.own.half(`edit:${id}`) === '') this.threads.own.keepHalf(`edit:${id}`, text)
    this.editing = id
    void this.updateComplete.then(() => this.editBox?.focus())
  }

  private stopEditing(): void {
    if (this.editing !== null) this.threads.own.keepHalf(`edit:${this.editing}`, '')
    this.editing = null
    void this.enter()
  }

  private saveEdit(comment: Comment): void {
    const text = this.threads.own.half(`edit:${comment.id}`)
    if (text.trim() === '') return
    if (text.trim() === comment.text) return this.stopEditing()
    this.threads.own.edit(this.thread.id, comment.id, text)
    this.editing = null
    void this.enter()
  }

  private write(text: string): void {
    this.half = text
    this.threads.own.keepHalf(`reply:${this.thread.id}`, text)
  }

  private reply(): void {
    if (this.half.trim() === '') return
    this.threads.own.reply(this.thread.id, this.half)
    this.half = ''
  }

  private async link(): Promise<void> {
    const url = `${location.origin}${location.pathname}#thread-${this.thread.id}`
    const field = document.createElement('input')
    field.value = url
    this.append(field)
    toast((await copyText(url, field)) ? 'The link is copied.' : url)
    field.remove()
  }

  private back(): void {
    this.dispatchEvent(new CustomEvent('to-copy', { bubbles: true }))
  }

  private open(): void {
    this.dispatchEvent(new CustomEvent('open-item', { bubbles: true, detail: `thread:${this.thread.id}` }))
  }

  // What it looks like

  private menu(comment: Comment, isFirst: boolean): MenuItem[] {
    const { threads, thread } = this
    const items: MenuItem[] = []
    if (comment.by.id === threads.me.id && threads.mayComment)
      items.push({ label: 'Edit', icon: icon('pencil'), run: () => this.edit(comment) })
    if (isFirst) {
      items.push({ label: 'Copy a link', icon: icon('link'), run: () => this.link() })
      if (threads.mayChange(thread)) {
        items.push({
          label: 'Put it on the selected words',
          apart: true,
          run: () => void this.dispatchEvent(new CustomEvent('put-on', { bubbles: true, detail: thread })),
        })
        for (const kind of THREAD_KINDS.filter((one) => one !== 'legal' || may(threads.rights, 'see legal threads')))
          items.push({
            label: KIND_NAMES[kind],
            on: kind === thread.kind,
            ...(kind === 'remark' ? { apart: true } : {}),
            run: () => void this.doing(() => threads.change(thread.id, { kind })),
          })
        items.push({ label: 'Assign to…', apart: true, run: () => this.assign() })
        if (thread.assignedTo !== null)
          items.push({
            label: 'Assign to nobody',
            run: () => void this.doing(() => threads.change(thread.id, { assignTo: null })),
          })
      }
    }
    if (comment.by.id === threads.me.id || may(threads.rights, 'remove any comment'))
      items.push({ label: 'Delete', icon: icon('bin'), danger: true, apart: true, run: () => this.takeBack(comment) })
    return items
  }

  private assign(): void {
    this.dispatchEvent(new CustomEvent('assign', { bubbles: true, detail: this.thread }))
  }

  private words(text: string): TemplateResult {
    return html`${partsOf(text).map((part) => {
      if ('text' in part) return part.text
      const name = this.threads.nameOf(part.person)
      return html`<b class="mention ${part.person === this.threads.me.id ? 'is-me' : ''}">@${name ?? 'somebody'}</b>`
    })}`
  }

  private head(comment: Comment, isFirst: boolean): TemplateResult {
    const { threads, thread } = this
    const waits = threads.own.isOnItsWay(comment.id)
    const items = this.isCurrent && comment.removedAt === null && !waits ? this.menu(comment, isFirst) : []
    return html`<header class="comment-head">
      ${avatar(comment.by)}
      <b>${comment.by.name}</b>
      ${
        waits
          ? html`<span class="comment-when is-waiting">Not sent yet</span>`
          : html`<time class="comment-when" datetime=${new Date(comment.at).toISOString()} title=${wholeDate(comment.at)}
              >${when(comment.at, Date.now())}${comment.editedAt === null ? '' : ', edited'}</time
            >`
      }
      ${isFirst && thread.unread ? html`<span class="unread-dot" role="img" aria-label="Unread"></span>` : nothing}
      <span class="grow"></span>
      ${
        isFirst && thread.kind !== 'remark'
          ? html`<span class="thread-kind is-${thread.kind}" title=${KIND_HINTS[thread.kind]}
              >${thread.kind === 'legal' ? icon('lock') : nothing}${KIND_NAMES[thread.kind]}</span
            >`
          : nothing
      }
      ${
        items.length === 0
          ? nothing
          : html`<pop-menu
              .label=${isFirst ? 'More about this comment' : `More about the reply by ${comment.by.name}`}
              .items=${items}
            ></pop-menu>`
      }
    </header>`
  }

  private comment(comment: Comment, i: number): TemplateResult {
    const isEdited = this.editing === comment.id
    return html`<div class="comment ${isEdited ? 'is-edited' : ''}">
      ${this.head(comment, i === 0)}
      ${
        isEdited
          ? html`<comment-box
                .words=${this.threads.own.half(`edit:${comment.id}`)}
                .label=${'Your comment'}
                .people=${() => this.threads.everybody()}
                @words=${(event: CustomEvent<string>) => this.threads.own.keepHalf(`edit:${comment.id}`, event.detail)}
                @post=${() => this.saveEdit(comment)}
                @leave=${this.stopEditing}
              ></comment-box>
              <div class="card-foot">
                <span class="grow"></span>
                <button type="button" class="button quiet" @click=${this.stopEditing}>Cancel</button>
                <button type="button" class="button primary" title=${postKey} @click=${() => this.saveEdit(comment)}>Save</button>
              </div>`
          : comment.removedAt === null
            ? html`<p class="comment-text" dir="auto">${this.words(comment.text)}</p>`
            : html`<p class="comment-text muted">Deleted</p>`
      }
    </div>`
  }

  private quote(): TemplateResult | typeof nothing {
    const words = shortly(this.thread.quote, 160)
    return words === '' ? nothing : html`<blockquote class="thread-quote" dir="auto">${words}</blockquote>`
  }

  private small(): TemplateResult {
    const { thread, threads } = this
    const [first, ...replies] = thread.comments
    if (first === undefined) return html``
    const last = replies.at(-1)
    return html`<article
      class="margin-card thread-card is-${thread.kind} ${thread.unread ? 'is-unread' : ''}"
      aria-label=${this.label}
    >
      <button type="button" class="card-open" @click=${this.open}>
        <span class="visually-hidden">Open: ${this.label}</span>
      </button>
      ${this.quoted ? this.quote() : nothing} ${this.head(first, true)}
      <p class="comment-text is-short" dir="auto">${first.removedAt === null ? this.words(first.text) : 'Deleted'}</p>
      ${
        last === undefined && thread.assignedTo === null && threads.own.half(`reply:${thread.id}`) === ''
          ? nothing
          : html`<p class="thread-foot">
              ${last === undefined ? nothing : html`<span>${replies.length === 1 ? '1 reply' : `${replies.length} replies`}</span>`}
              ${thread.assignedTo === null ? nothing : html`<span class="assigned">For ${thread.assignedTo.name}</span>`}
              ${threads.own.half(`reply:${thread.id}`) === '' ? nothing : html`<span class="is-waiting">Reply not posted</span>`}
            </p>`
      }
    </article>`
  }

  private get label(): string {
    const { thread } = this
    const kind = thread.kind === 'remark' ? '' : `, ${KIND_NAMES[thread.kind].toLowerCase()}`
    return `Comment by ${thread.comments[0]?.by.name ?? 'somebody'} ${whereOf(thread)}${kind}${thread.resolved === null ? '' : ', resolved'}`
  }

  override render() {
    if (!this.isCurrent) return this.small()
    const { thread, threads } = this
    const mayChange = threads.mayChange(thread)
    const about = `thread-${thread.id}-words`
    return html`<article class="margin-card thread-card is-current is-${thread.kind}" tabindex="-1" aria-label=${this.label}>
      ${this.quoted ? this.quote() : nothing}
      <div id=${about}>${thread.comments.map((comment, i) => this.comment(comment, i))}</div>
      ${
        thread.assignedTo === null && thread.resolved === null
          ? nothing
          : html`<p class="thread-foot">
              ${thread.assignedTo === null ? nothing : html`<span class="assigned">For ${thread.assignedTo.name}</span>`}
              ${
                thread.resolved === null
                  ? nothing
                  : html`<span>Resolved by ${thread.resolved.by.name}, ${when(thread.resolved.at, Date.now())}</span>`
              }
            </p>`
      }
      ${
        threads.mayComment
          ? html`<div class="reply">
              <comment-box
                .words=${this.half}
                .label=${`Reply to ${thread.comments[0]?.by.name ?? 'this comment'} ${whereOf(thread)}`}
                .placeholder=${'Reply'}
                .about=${about}
                .people=${() => threads.everybody()}
                @words=${(event: CustomEvent<string>) => this.write(event.detail)}
                @post=${this.reply}
                @leave=${this.back}
              ></comment-box>
            </div>`
          : nothing
      }
      <div class="card-foot">
        ${
          mayChange
            ? html`<button
                type="button"
                class="button quiet"
                title=${keyOf('resolveThread') ?? ''}
                @click=${() => this.resolve()}
              >
                ${icon('check')} ${thread.resolved === null ? 'Resolve' : 'Reopen'}
              </button>`
            : nothing
        }
        <span class="grow"></span>
        ${
          this.half.trim() === ''
            ? nothing
            : html`<button type="button" class="button primary" title=${postKey} @click=${this.reply}>Reply</button>`
        }
      </div>
    </article>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'thread-card': ThreadCard
  }
}
