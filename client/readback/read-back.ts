/**
 * The read-back: the passages that somebody is quoted with, to read and comment on, and nothing else of the story.
 * Asks every few seconds for what is new, for it is never in the story's room.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { ReadBack } from '../../shared/access.ts'
import type { Session } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { NewThread, Thread } from '../../shared/review.ts'
import { isSignedOut, NoAnswer, sentence } from '../api.ts'
import { readPassages } from '../api/access.ts'
import { addComment, addThread, listThreads } from '../api/threads.ts'
import { readable } from '../comments/mentions.ts'
import { shortly } from '../comments/thread-words.ts'
import { freshId } from '../editor/fresh-id.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { avatar } from '../ui/people.ts'
import { when } from '../ui/when.ts'
import { keepHalfWritten, readHalfWritten, type HalfWritten, type On } from './half-written.ts'
import { piecesOf } from './spans.ts'
import '../comments/comment-box.ts'
import '../comments/comments.css'
import './read-back.css'

type Passage = ReadBack['passages'][number]

const AGAIN_MS = 8_000

@customElement('read-back')
export class ReadBackPage extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) storyId = ''
  @state() private shown: ReadBack | null = null
  @state() private threads: Thread[] = []
  @state() private trouble = ''
  @state() private wrong = ''
  @state() private said = ''
  @state() private busy = false
  @state() private written: HalfWritten = { on: null, text: '', replies: {} }
  /** Of replies on their way: the same again must be the same. */
  private replyIds = new Map<string, string>()
  private timer: ReturnType<typeof setInterval> | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.written = readHalfWritten(this.storyId, this.session.person.id)
    document.addEventListener('visibilitychange', this.look)
    this.timer = setInterval(this.look, AGAIN_MS)
    void this.read()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener('visibilitychange', this.look)
    clearInterval(this.timer)
  }

  private readonly look = (): void => {
    if (!document.hidden) void this.read()
  }

  private async read(): Promise<void> {
    try {
      const [shown, threads] = await Promise.all([readPassages(this.storyId), listThreads(this.storyId)])
      // Drawn again only when it is another: a selection that is being made must stay.
      if (JSON.stringify(shown) !== JSON.stringify(this.shown)) this.shown = shown
      if (JSON.stringify(threads) !== JSON.stringify(this.threads)) this.threads = threads
      this.trouble = ''
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else if (!(error instanceof NoAnswer) || this.shown === null) this.trouble = sentence(error)
    }
  }

  /** On the selected words of this passage, or all of it. */
  private async begin({ block, text }: Passage): Promise<void> {
    const words = this.querySelector(`[data-block="${CSS.escape(block)}"] .words`)!
    const selection = getSelection()
    let [at, quote] = [0, text]
    if (
      selection !== null &&
      !selection.isCollapsed &&
      words.contains(selection.anchorNode) &&
      words.contains(selection.focusNode)
    ) {
      const range = selection.getRangeAt(0)
      const before = document.createRange()
      before.setStart(words, 0)
      before.setEnd(range.startContainer, range.startOffset)
      at = before.toString().length
      quote = range.toString()
    }
    this.write({ on: { block, at, quote, ids: [freshId(), freshId()] }, text: '' })
    await this.updateComplete
    const box = this.querySelector<HTMLElement & { updateComplete: Promise<unknown> }>('.writing comment-box')
    await box?.updateComplete
    box?.focus()
  }

  private draftOf(on: On, text: string): NewThread {
    const { block, at, quote, ids } = on
    return { id: ids[0], commentId: ids[1], kind: 'remark', place: { of: 'quote', block, at }, quote, text }
  }

  private write(words: Partial<HalfWritten>): void {
    this.written = { ...this.written, ...words }
    keepHalfWritten(this.storyId, this.session.person.id, this.written)
  }

  private writeReply(thread: string, text: string): void {
    const replies = { ...this.written.replies, [thread]: text }
    if (text === '') delete replies[thread]
    this.write({ replies })
  }

  private async send(run: () => Promise<unknown>, done: () => void, says: string): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.wrong = ''
    try {
      await run()
      done()
      this.said = says
      await this.read()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.wrong = error instanceof Refusal ? sentence(error) : `${sentence(error)} Your words are kept here.`
    }
    this.busy = false
    this.requestUpdate()
  }

  private post(): void {
    const { on } = this.written
    const text = this.written.text.trim()
    if (on === null || text === '') return
    void this.send(
      () => addThread(this.storyId, this.draftOf(on, text)),
      () => this.write({ on: null, text: '' }),
      'Your comment is posted.',
    )
  }

  private reply(thread: string): void {
    const text = this.written.replies[thread]?.trim() ?? ''
    if (text === '') return
    const id = this.replyIds.get(thread) ?? freshId()
    this.replyIds.set(thread, id)
    void this.send(
      () => addComment(this.storyId, thread, { id, text }),
      () => {
        this.replyIds.delete(thread)
        this.writeReply(thread, '')
      },
      'Your reply is posted.',
    )
  }

  override render() {
    const { shown, session } = this
    return html`<header class="top-bar">
        <span class="newsroom">${session.newsroom.name}</span>
        <span class="grow"></span>
        <span class="muted">${session.person.name}</span>
        ${avatar(session.person)}
      </header>
      <main class="read-back" id="main">
        <h1 tabindex="-1">Read it back</h1>
        <p class="read-back-lede">
          This is what you are quoted with, as it stands now.
          ${shown?.mayComment ? 'If something is not right, select the words and comment on them: the newsroom is told, and answers here.' : nothing}
          Nothing you do changes the text.
        </p>
        ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.trouble}</p>`}
        ${shown === null ? nothing : this.passages(shown)}
        <p class="visually-hidden" role="status">${this.said}</p>
      </main>`
  }

  private passages({ passages, mayComment }: ReadBack): TemplateResult {
    if (passages.length === 0) return html`<p>There is nothing for you to read just now: the passages were taken out.</p>`
    const placed = new Set((this.shown?.spots ?? []).map(({ thread }) => thread))
    const loose = this.threads.filter(({ id }) => !placed.has(id))
    return html`${repeat(
      passages,
      ({ block }) => block,
      (passage, i) => this.passage(passage, passages[i - 1]?.speaker ?? null, mayComment),
    )}
    ${
      loose.length === 0
        ? nothing
        : html`<section class="loose" aria-labelledby="loose-title">
            <h2 id="loose-title">On words that have changed since</h2>
            ${loose.map((thread) => this.thread(thread, mayComment))}
          </section>`
    }`
  }

  private passage(passage: Passage, before: string | null, mayComment: boolean): TemplateResult {
    const { block, role, speaker, text } = passage
    const spots = (this.shown?.spots ?? []).filter((spot) => spot.block === block)
    const ids = [...new Set(spots.map(({ thread }) => thread))]
    const about = text.slice(0, 60)
    return html`<section
      class="passage"
      data-block=${block}
      data-role=${role ?? 'other'}
      aria-label="${speaker ?? 'Passage'}: ${about}"
    >
      ${speaker === null || speaker === before ? nothing : html`<p class="speaker">${speaker}</p>`}
      <p>
        <span class="words"
          >${piecesOf(text, spots).map((piece) => (piece.threads.length > 0 ? html`<mark>${piece.text}</mark>` : piece.text))}</span
        >
      </p>
      ${ids.map((id) => this.threads.filter((thread) => thread.id === id).map((thread) => this.thread(thread, mayComment)))}
      ${
        !mayComment
          ? nothing
          : this.written.on?.block === block
            ? this.writing(this.written.on)
            : html`<button
                class="button quiet"
                type="button"
                aria-label="Comment on: ${about}"
                @mousedown=${(event: Event) => event.preventDefault()}
                @click=${() => this.begin(passage)}
              >
                ${icon('comment')} Comment
              </button>`
      }
    </section>`
  }

  private writing(on: On): TemplateResult {
    return html`<div class="writing">
      <p class="muted">On “${shortly(on.quote)}”</p>
      <comment-box
        .label=${'Your comment'}
        .placeholder=${'What is not right?'}
        .words=${this.written.text}
        @words=${(event: CustomEvent<string>) => this.write({ text: event.detail })}
        @post=${() => this.post()}
      ></comment-box>
      ${this.wrong === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.wrong}</p>`}
      <div class="writing-acts">
        <button class="button primary" type="button" aria-busy=${this.busy} @click=${() => this.post()}>Post</button>
        <button class="button" type="button" @click=${() => this.write({ on: null, text: '' })}>Cancel</button>
      </div>
    </div>`
  }

  private thread({ id, quote, comments, resolved }: Thread, mayComment: boolean): TemplateResult {
    const now = Date.now()
    return html`<article class="thread-back" aria-label="Your comment on “${shortly(quote)}”">
      <p class="muted">On “${shortly(quote)}”${resolved === null ? '' : ' · resolved'}</p>
      ${comments
        .filter(({ removedAt }) => removedAt === null)
        .map(
          ({ by, text, at }) =>
            html`<div class="said">
              ${avatar(by)}
              <div>
                <b>${by.name}</b> <span class="muted">${when(at, now)}</span>
                <p dir="auto">${readable(text, (id) => comments.find((one) => one.by.id === id)?.by.name ?? null)}</p>
              </div>
            </div>`,
        )}
      ${
        mayComment
          ? html`<div class="replying">
              <comment-box
                .label=${'Reply'}
                .placeholder=${'Reply'}
                .words=${this.written.replies[id] ?? ''}
                @words=${(event: CustomEvent<string>) => this.writeReply(id, event.detail)}
                @post=${() => this.reply(id)}
              ></comment-box>
              <button class="button" type="button" aria-busy=${this.busy} @click=${() => this.reply(id)}>Reply</button>
            </div>`
          : nothing
      }
    </article>`
  }
}
