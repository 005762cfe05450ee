/** A suggestion in the margin: what it would change, whose it is, what to beware of, what is said about it, and the decision. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query } from 'lit/decorators.js'
import type { Hunk, Thread } from '../../shared/review.ts'
import { partsOf } from '../comments/mentions.ts'
import type { StoryThreads } from '../comments/story-threads.ts'
import { keyOf } from '../editor/keys.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { avatar, hueClass } from '../ui/people.ts'
import { when, wholeDate } from '../ui/when.ts'
import type { Suggestion } from './suggestion.ts'
import '../comments/comment-box.ts'
import './suggest.css'

/** So many changes that are decided together are said one by one. */
const MOST = 4
/** Longer words are cut in the card; in the copy they stand whole. */
const LONG = 160

const sayings = (talk: readonly Thread[] | undefined): string =>
  (talk ?? []).map(({ id, at, comments }) => `${id} ${at} ${comments.length}`).join(' ')
function isOther(now: readonly Thread[], before: readonly Thread[] | undefined): boolean {
  return sayings(now) !== sayings(before)
}

@customElement('suggestion-card')
export class SuggestionCard extends PageElement {
  @property({ attribute: false }) suggestion!: Suggestion
  @property({ attribute: false }) threads: StoryThreads | null = null
  /** What is said about it. */
  @property({ attribute: false, hasChanged: isOther }) talk: readonly Thread[] = []
  /** It is the one that is looked at. */
  @property({ type: Boolean }) isCurrent = false
  @property({ type: Boolean }) mine = false
  @property({ type: Boolean }) mayDecide = false
  @query('.suggestion-acts button') private first!: HTMLElement | null

  /** Takes the keyboard to the decision, or to the card where there is none to make. */
  async enter(): Promise<void> {
    await this.updateComplete
    ;(this.first ?? this.querySelector<HTMLElement>('article'))?.focus()
  }

  private get key(): string {
    return `suggestion:${this.suggestion.name}`
  }

  private decide(decision: 'accept' | 'reject'): void {
    this.dispatchEvent(new CustomEvent('decide', { detail: decision }))
  }

  private readonly open = (): void => {
    this.dispatchEvent(new CustomEvent('open-item', { bubbles: true, detail: this.key }))
  }

  private readonly back = (): void => {
    this.dispatchEvent(new CustomEvent('to-copy', { bubbles: true }))
  }

  override render() {
    const { suggestion, mine, isCurrent } = this
    const { by, at, hunks, quote, stale } = suggestion
    const shown = hunks.slice(0, MOST)
    const name = `Suggestion by ${mine ? 'you' : by.name}`
    return html`<article
      class="margin-card suggestion-card ${hueClass(by.hue)} ${isCurrent ? 'is-current' : ''}"
      tabindex=${isCurrent ? -1 : nothing}
      aria-label=${name}
    >
      ${
        isCurrent
          ? nothing
          : html`<button type="button" class="card-open" @click=${this.open}>
              <span class="visually-hidden">Open: ${name}</span>
            </button>`
      }
      <header class="comment-head">
        ${avatar(by)} <b>${mine ? 'You' : by.name}</b>
        <time class="comment-when" datetime=${new Date(at).toISOString()} title=${wholeDate(at)}>${when(at, Date.now())}</time>
        <span class="grow"></span>
        ${isCurrent ? nothing : this.acts(true)}
      </header>
      <div id="${this.key}-says">
        ${shown.map((hunk) => changeOf(hunk))}
        ${hunks.length > MOST ? html`<p class="muted">and ${hunks.length - MOST} more that belong to it</p>` : nothing}
        ${quote ? html`<p class="suggestion-note" title="Somebody said these words">${icon('alert')} Changes a quote</p>` : nothing}
        ${stale ? html`<p class="suggestion-note">${icon('alert')} The text has changed since</p>` : nothing}
      </div>
      ${this.discussion()} ${isCurrent ? this.acts(false) : nothing}
    </article>`
  }

  private acts(small: boolean): TemplateResult | typeof nothing {
    const { mine, mayDecide } = this
    if (!mayDecide && !mine) return nothing
    const no = mine ? 'Take back' : 'Reject'
    const act = (decision: 'accept' | 'reject', label: string): TemplateResult =>
      html`<button
        type="button"
        class=${small ? 'icon-button' : decision === 'accept' ? 'button primary' : 'button quiet'}
        aria-label=${small ? `${label} the suggestion by ${mine ? 'you' : this.suggestion.by.name}` : nothing}
        aria-describedby="${this.key}-says"
        title="${label} (${keyOf(decision === 'accept' ? 'acceptSuggestion' : 'rejectSuggestion')})"
        @click=${() => this.decide(decision)}
      >
        ${small ? icon(decision === 'accept' ? 'check' : 'close') : label}
      </button>`
    return html`<div class="suggestion-acts ${small ? 'is-small' : ''}">
      ${mayDecide ? act('accept', 'Accept') : nothing}${act('reject', no)}
    </div>`
  }

  /** What is said about it: all of it where it is looked at, else how much there is. */
  private discussion(): TemplateResult | typeof nothing {
    const { threads, suggestion, talk: all } = this
    if (threads === null) return nothing
    const comments = all.flatMap((thread) => thread.comments.filter(({ removedAt }) => removedAt === null))
    if (!this.isCurrent)
      return comments.length === 0
        ? nothing
        : html`<p class="thread-foot"><span>${comments.length === 1 ? '1 comment' : `${comments.length} comments`}</span></p>`
    const slot = all[0] === undefined ? `suggestion:${suggestion.name}` : `reply:${all[0].id}`
    return html`${comments.map(
      ({ by, at, text }) =>
        html`<div class="comment">
          <header class="comment-head">
            ${avatar(by)} <b>${by.name}</b>
            <time class="comment-when" datetime=${new Date(at).toISOString()} title=${wholeDate(at)}
              >${when(at, Date.now())}</time
            >
          </header>
          <p class="comment-text" dir="auto">
            ${partsOf(text).map((part) =>
              'text' in part ? part.text : html`<b class="mention">@${threads.nameOf(part.person) ?? 'somebody'}</b>`,
            )}
          </p>
        </div>`,
    )}
    ${
      threads.mayComment
        ? html`<div class="reply">
            <comment-box
              .words=${threads.own.half(slot)}
              .label=${`Comment on the suggestion by ${this.mine ? 'you' : suggestion.by.name}`}
              .placeholder=${comments.length === 0 ? 'Say something about it' : 'Reply'}
              .people=${() => threads.everybody()}
              @words=${(event: CustomEvent<string>) => threads.own.keepHalf(slot, event.detail)}
              @post=${() => this.post(slot)}
              @leave=${this.back}
            ></comment-box>
          </div>`
        : nothing
    }`
  }

  private post(slot: string): void {
    const { threads, suggestion } = this
    const text = threads?.own.half(slot).trim() ?? ''
    if (threads === null || text === '') return
    const thread = threads.onSuggestion(suggestion.names)[0]
    if (thread !== undefined) threads.own.reply(thread.id, text)
    else {
      const place = { of: 'suggestion', suggestion: suggestion.name } as const
      const { id } = threads.own.begin({ place, quote: suggestion.hunks.map(({ says }) => says).join('; ') })
      threads.own.draft(id, { text })
      threads.own.post(id)
      threads.margin.show(this.key)
    }
    threads.own.keepHalf(slot, '')
    this.requestUpdate()
  }
}

const cut = (text: string): string => (text.length <= LONG ? text : `${text.slice(0, LONG).replace(/\s+\S*$/, '')}…`)
const FIELD_NAMES = { headline: 'Headline', dek: 'Dek', byline: 'Byline' } as const

/** Words by what goes and what comes; all else in a sentence. */
function changeOf({ kind, was, now, says, field }: Hunk): TemplateResult {
  const [gone, come] = [was.trim(), now.trim()]
  const isWords = (kind === 'words' || kind === 'field') && (gone !== '' || come !== '') && !`${was}${now}`.includes('\n')
  if (!isWords) return html`<p class="suggestion-change is-said">${says}</p>`
  return html`<p class="suggestion-change" dir="auto">
    ${field === null ? nothing : html`<span class="suggestion-where">${FIELD_NAMES[field]}</span>`}
    ${gone === '' ? nothing : html`<del>${cut(gone)}</del>`} ${come === '' ? nothing : html`<ins>${cut(come)}</ins>`}
  </p>`
}

declare global {
  interface HTMLElementTagNameMap {
    'suggestion-card': SuggestionCard
  }
}
