/**
 * The margin: threads and suggestions beside the words they are about, in the order of the text, none covering
 * another; on a small screen a sheet from below. Where the words are is read in one pass, away from the keys.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Thread } from '../../shared/review.ts'
import { isSignedOut, sentence } from '../api.ts'
import type { Review } from '../editor/comment-marks.ts'
import type { Chosen } from '../editor/comment-spots.ts'
import { keyOf } from '../editor/keys.ts'
import type { MarginItem, StoryMargin } from '../editor/margin.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { showMenu, type MenuItem } from '../ui/menu.ts'
import { toast } from '../ui/toast-list.ts'
import { FILTER_NAMES, FILTERS, type Filter } from './filter.ts'
import { layOut } from './layout.ts'
import type { Said, StoryThreads } from './story-threads.ts'
import { whereOf } from './thread-words.ts'
import type { ThreadCard } from './thread-card.ts'
import '../ui/pop-menu.ts'
import './comments.css'
import './thread-card.ts'

/** Between two cards. */
const GAP = 10
/** After the last key, for what typing moves without making the copy longer. */
const PAUSE = 200
/** Room for the copy, the margin and the gap between them. */
const WIDE = 968

type Entered = HTMLElement & { enter?: () => Promise<void> }

@customElement('story-margin')
export class StoryMarginElement extends PageElement {
  @property({ attribute: false }) editor: StoryEditor | null = null
  @property({ attribute: false }) threads: StoryThreads | null = null
  @property({ attribute: false }) margin!: StoryMargin
  /** More for its head, of who else has items in it. */
  @property({ attribute: false }) bar: TemplateResult | null = null
  @property({ attribute: false }) chosen: () => Chosen | null = () => null
  @state() private isBeside = true
  @state() private isOpen = false
  @state() private told = ''
  @state() private hasDetachedOpen = false
  @query('.margin-items') private list!: HTMLElement
  @query('.margin-head') private head!: HTMLElement | null
  @query('.margin-add') private add!: HTMLElement | null

  private following: StoryEditor | null = null
  private keys = ''
  private shown: readonly MarginItem[] = []
  private lastCurrent: string | null = null
  private pause: ReturnType<typeof setTimeout> | undefined
  private selectionFrame = 0
  private readonly seen = new Set<Element>()
  /** The copy or a card has become longer, the page wider: told before it is painted. */
  private readonly sizes = new ResizeObserver((entries) => {
    const galley = entries.find(({ target }) => target.classList.contains('galley'))
    if (galley !== undefined) this.isBeside = galley.contentRect.width >= WIDE
    this.place()
  })

  override connectedCallback(): void {
    super.connectedCallback()
    visualViewport?.addEventListener('resize', this.keyboard)
    document.addEventListener('visibilitychange', this.seenAgain)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    visualViewport?.removeEventListener('resize', this.keyboard)
    document.removeEventListener('visibilitychange', this.seenAgain)
    clearTimeout(this.pause)
    cancelAnimationFrame(this.selectionFrame)
    this.follow(null)
    this.margin.removeEventListener('change', this.changed)
    this.threads?.removeEventListener('said', this.said)
    this.threads?.removeEventListener('trouble', this.troubled)
    this.sizes.disconnect()
    this.seen.clear()
    document.querySelector('story-page')?.removeAttribute('data-margin')
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('editor')) this.follow(this.editor)
    if (changed.has('margin')) {
      ;(changed.get('margin') as StoryMargin | undefined)?.removeEventListener('change', this.changed)
      this.margin.addEventListener('change', this.changed)
    }
    if (changed.has('threads')) {
      const before = changed.get('threads') as StoryThreads | null | undefined
      for (const [name, listener] of [
        ['said', this.said],
        ['trouble', this.troubled],
      ] as const) {
        before?.removeEventListener(name, listener)
        this.threads?.addEventListener(name, listener)
      }
    }
    this.shown = this.review?.items() ?? []
    this.keys = this.shown.map(({ key }) => key).join(' ')
    const { current } = this.margin
    if (current !== this.lastCurrent) {
      this.lastCurrent = current
      const at = this.shown.findIndex(({ key }) => key === current)
      this.told = at < 0 ? '' : `${at + 1} of ${this.shown.length}. ${this.shown[at]!.says}`
      if (at >= 0 && !this.isBeside) this.isOpen = true
      if (current === null && this.isOpen && !this.contains(document.activeElement)) this.isOpen = false
    }
    this.closest('story-page')?.setAttribute('data-margin', this.isBeside ? 'beside' : 'sheet')
  }

  protected override updated(): void {
    this.watch()
    this.place()
    this.placeAdd()
  }

  private follow(editor: StoryEditor | null): void {
    if (editor === this.following) return
    this.following?.removeEventListener('edited', this.edited)
    this.following?.removeEventListener('moved', this.moved)
    this.following = editor
    editor?.addEventListener('edited', this.edited)
    editor?.addEventListener('moved', this.moved)
  }

  private get review(): Review | null {
    return this.editor?.review ?? null
  }

  private readonly changed = (): void => this.requestUpdate()

  /** Which items there are is looked at when the keys pause; where they are, when the copy gets longer. */
  private readonly edited = (): void => {
    this.moved()
    clearTimeout(this.pause)
    this.pause = setTimeout(() => {
      const items = this.review?.items() ?? []
      if (items.map(({ key }) => key).join(' ') !== this.keys) this.requestUpdate()
      else {
        this.shown = items
        this.place()
      }
    }, PAUSE)
  }

  private readonly moved = (): void => {
    this.selectionFrame ||= requestAnimationFrame(() => {
      this.selectionFrame = 0
      this.placeAdd()
    })
  }

  private readonly seenAgain = (): void => {
    const { current } = this.margin
    if (!document.hidden && current?.startsWith('thread:')) this.threads?.markRead(current.slice('thread:'.length))
  }

  private readonly said = (event: Event): void => {
    const { thread, by } = (event as CustomEvent<Said>).detail
    this.told = `${thread.comments.length > 1 ? 'Reply' : 'New comment'} by ${by.name} ${whereOf(thread)}.`
  }

  private readonly troubled = (event: Event): void => toast((event as CustomEvent<string>).detail)

  /** On a phone the keyboard lies over the window's foot. */
  private readonly keyboard = (): void => {
    const covered = visualViewport === null ? 0 : innerHeight - visualViewport.height - visualViewport.offsetTop
    this.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
  }

  // Where things are

  private watch(): void {
    const wanted = new Set<Element>(this.querySelectorAll('.margin-item, .margin-head'))
    for (const one of [
      this.editor?.querySelector('.copy'),
      this.closest('.galley'),
      this.closest('.galley')?.querySelector('.head'),
    ])
      if (one) wanted.add(one)
    for (const one of this.seen) {
      if (wanted.has(one)) continue
      this.sizes.unobserve(one)
      this.seen.delete(one)
    }
    for (const one of wanted) {
      if (this.seen.has(one)) continue
      this.sizes.observe(one)
      this.seen.add(one)
    }
  }

  private place(): void {
    const { review, list, shown } = this
    if (review === null || !this.isBeside || list === null) return
    const boxes = [...list.querySelectorAll<HTMLElement>(':scope > .margin-item')]
    if (boxes.length !== shown.length) return
    // All that is read comes before all that is written.
    const base = list.getBoundingClientRect().top
    const tops = review.tops(shown)
    const cards = shown.map(({ key, spots }, i) => ({
      want: (tops.get(key) ?? this.fieldTop(spots[0]!)) - base - 6,
      height: boxes[i]!.offsetHeight,
    }))
    const current = shown.findIndex(({ key }) => key === this.margin.current)
    const places = layOut(cards, GAP, 0, current)
    boxes.forEach((box, i) => {
      const at = `0 ${Math.round(places[i]!)}px`
      if (box.style.translate !== at) box.style.translate = at
      // From where it first stands nothing slides in.
      if (!box.classList.contains('is-placed')) requestAnimationFrame(() => box.classList.add('is-placed'))
    })
    const end = places.length === 0 ? 0 : places.at(-1)! + cards.at(-1)!.height
    const height = `${Math.round(end)}px`
    if (list.style.minHeight !== height) list.style.minHeight = height
  }

  private fieldTop({ field, from }: MarginItem['spots'][number]): number {
    const box = this.closest('.galley')?.querySelector(`shared-field[data-name="${field}"]`)
    const mark = box?.querySelector(`[data-from="${from}"]`)
    return (mark ?? box)?.getBoundingClientRect().top ?? 0
  }

  /** The button beside what is selected. */
  private placeAdd(): void {
    const { add } = this
    if (add === null) return
    const top = this.margin.current === null ? (this.review?.selectionTop() ?? null) : null
    add.hidden = top === null || !this.list
    if (top !== null && this.isBeside) add.style.translate = `0 ${Math.round(top - this.list.getBoundingClientRect().top - 4)}px`
  }

  /** Its words come into sight, and on a small screen not behind the sheet. */
  private reveal(item: MarginItem): void {
    const top = this.review?.tops([item]).get(item.key) ?? this.fieldTop(item.spots[0]!)
    const foot = this.isBeside ? innerHeight - 80 : innerHeight * 0.36
    const least = (this.head?.getBoundingClientRect().bottom ?? 0) + (this.isBeside ? 0 : -innerHeight)
    if (top < Math.max(130, least) || top > foot) scrollBy({ top: top - Math.max(160, innerHeight * 0.22) })
  }

  // What is asked of it

  /** Begins a comment on what is selected. */
  async compose(): Promise<void> {
    const { threads } = this
    if (threads === null) return
    if (!threads.mayComment) return toast('You may read this story, not comment on it.')
    const chosen = this.chosen()
    if (chosen === null) return toast('Put the caret where your comment belongs, or select the words.')
    this.isOpen = true
    const { id } = threads.begin(chosen)
    await this.enter(`thread:${id}`)
  }

  /** Takes the keyboard into the card that is looked at, or the list of all. */
  async enter(key: string | null = this.margin.current): Promise<void> {
    this.isOpen = true
    if (key !== null) this.margin.show(key)
    await this.updateComplete
    const item = this.shown.find((one) => one.key === key)
    const card = this.cardOf(key)
    if (item !== undefined) this.reveal(item)
    if (card !== null && card.enter !== undefined) await card.enter()
    else (card ?? this.querySelector<HTMLElement>('.card-open') ?? this.querySelector<HTMLElement>('.margin-head h2'))?.focus()
    if (!this.isBeside) card?.scrollIntoView({ block: 'nearest' })
  }

  private cardOf(key: string | null): Entered | null {
    return key === null ? null : this.querySelector<Entered>(`.margin-item[data-key="${CSS.escape(key)}"] > *`)
  }

  resolve(): void {
    const card = this.cardOf(this.margin.current) as ThreadCard | null
    if (card?.localName === 'thread-card' && this.threads?.mayChange(card.thread)) void card.resolve()
  }

  /** Opens the thread that an address names. @returns whether there is such a thread */
  async openThread(id: string): Promise<boolean> {
    const { threads, review } = this
    const thread = threads?.threads?.get(id)
    if (!threads || thread === undefined || review === null) return false
    threads.look(id)
    this.isOpen = true
    await this.updateComplete
    const item = this.shown.find(({ key }) => key === `thread:${id}`)
    if (item === undefined) {
      this.hasDetachedOpen = true
      await this.updateComplete
      this.querySelector<HTMLElement>(`.detached [data-thread="${CSS.escape(id)}"]`)?.focus()
    } else if (item.spots[0]!.field === null) review.goTo(item)
    if (item !== undefined) this.reveal(item)
    return true
  }

  /** @returns whether there was anything to close */
  closed(): boolean {
    const { current } = this.margin
    if (current === null && (this.isBeside || !this.isOpen)) return false
    const inside = this.contains(document.activeElement)
    this.isOpen = false
    this.margin.show(null)
    if (inside) this.editor?.focus()
    return true
  }

  private toCopy(): void {
    const item = this.shown.find(({ key }) => key === this.margin.current)
    if (!this.isBeside) this.isOpen = false
    if (item?.spots[0]?.field == null) this.editor?.focus()
    else this.closest('.galley')?.querySelector<HTMLElement>(`shared-field[data-name="${item.spots[0].field}"]`)?.focus()
  }

  private async openItem({ detail }: CustomEvent<string>): Promise<void> {
    this.margin.show(detail)
    await this.updateComplete
    const item = this.shown.find(({ key }) => key === detail)
    if (item !== undefined) this.reveal(item)
    // The button that was pressed is gone: the keyboard goes on from the card.
    if (matchMedia('(pointer: coarse)').matches) this.cardOf(detail)?.querySelector('article')?.focus({ preventScroll: true })
    else await this.cardOf(detail)?.enter?.()
  }

  private async putOn({ detail: thread }: CustomEvent<Thread>): Promise<void> {
    const chosen = this.chosen()
    if (chosen === null) return toast('Select the words it is about first.')
    await this.doing(() => this.threads!.change(thread.id, { place: chosen.place }))
    toast(`The comment is ${whereOf({ place: chosen.place, quote: chosen.quote })} now.`)
  }

  private assign({ detail: thread, target }: CustomEvent<Thread>): void {
    const { threads } = this
    if (threads === null) return
    const items = threads.everybody().map((person): MenuItem => ({
      label: person.id === threads.me.id ? `${person.name} (you)` : person.name,
      on: thread.assignedTo?.id === person.id,
      run: () => void this.doing(() => threads.change(thread.id, { assignTo: person.id })),
    }))
    const card = target as ThreadCard
    showMenu('Assign to', items, card.getBoundingClientRect(), () => void card.enter())
  }

  private async doing(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else toast(sentence(error))
    }
  }

  private step(way: 1 | -1): void {
    const { shown } = this
    const at = shown.findIndex(({ key }) => key === this.margin.current)
    const next = shown[(at + way + shown.length) % Math.max(1, shown.length)]
    if (next === undefined) return
    this.margin.show(next.key)
    this.reveal(next)
    void this.updateComplete.then(() => this.cardOf(next.key)?.scrollIntoView({ block: 'nearest' }))
  }

  // What it looks like

  private filters(): MenuItem[] {
    const threads = this.threads!
    const counts = threads.counts()
    return FILTERS.filter((filter) => filter !== 'legal' || counts.legal > 0 || threads.filter === 'legal').map(
      (filter: Filter) => ({
        label: `${FILTER_NAMES[filter]} (${counts[filter]})`,
        on: threads.filter === filter,
        ...(filter === 'must-fix' || filter === 'resolved' ? { apart: true } : {}),
        run: () => threads.show(filter),
      }),
    )
  }

  private header(threads: StoryThreads): TemplateResult {
    const { unread } = threads
    return html`<header class="margin-head">
      <h2 tabindex="-1">
        Comments <span class="margin-count">${threads.threads === null ? '' : threads.counts()[threads.filter]}</span>
        ${unread === 0 ? nothing : html`<span class="unread-count" title="${unread} unread">${unread} new</span>`}
      </h2>
      <span class="grow"></span>
      ${this.bar ?? nothing}
      ${
        this.isBeside
          ? nothing
          : html`<button type="button" class="icon-button" aria-label="Previous comment" @click=${() => this.step(-1)}>
                ${icon('up')}
              </button>
              <button type="button" class="icon-button" aria-label="Next comment" @click=${() => this.step(1)}>
                ${icon('down')}
              </button>`
      }
      <pop-menu
        .label=${`Show: ${FILTER_NAMES[threads.filter]}`}
        .look=${'tool'}
        .face=${html`${FILTER_NAMES[threads.filter]} ${icon('down')}`}
        .items=${() => this.filters()}
      ></pop-menu>
      ${
        this.isBeside
          ? nothing
          : html`<button type="button" class="icon-button" aria-label="Close the comments" @click=${() => this.closed()}>
              ${icon('close')}
            </button>`
      }
    </header>`
  }

  private detached(threads: StoryThreads): TemplateResult | typeof nothing {
    const { detached } = threads
    if (detached.length === 0) return nothing
    return html`<details
      class="detached"
      ?open=${this.hasDetachedOpen}
      @toggle=${(event: Event) => (this.hasDetachedOpen = (event.target as HTMLDetailsElement).open)}
    >
      <summary>
        ${detached.length === 1 ? '1 comment has' : `${detached.length} comments have`} lost
        ${detached.length === 1 ? 'its' : 'their'} words
      </summary>
      ${detached.map(
        (thread) =>
          html`<div class="detached-one" tabindex="-1" data-thread=${thread.id}>
            <thread-card
              .threads=${threads}
              .thread=${thread}
              .quoted=${true}
              .isCurrent=${this.margin.current === `thread:${thread.id}`}
            ></thread-card>
            ${
              threads.mayChange(thread)
                ? html`<button
                    type="button"
                    class="button put-back"
                    @click=${() => this.putOn(new CustomEvent('put-on', { detail: thread }))}
                  >
                    Put it back on the selected words
                  </button>`
                : nothing
            }
          </div>`,
      )}
    </details>`
  }

  private empty(threads: StoryThreads): TemplateResult | typeof nothing {
    if (this.shown.length > 0 || threads.detached.length > 0) return nothing
    if (threads.trouble !== '' && threads.threads === null)
      return html`<p class="margin-empty trouble">${icon('alert')} ${threads.trouble}</p>`
    if (threads.threads === null) return nothing
    if (threads.filter !== 'open')
      return html`<p class="margin-empty">
        Nothing here. <button type="button" class="link" @click=${() => threads.show('open')}>Show what is open</button>
      </p>`
    if (!threads.mayComment) return html`<p class="margin-empty">No comments.</p>`
    return html`<p class="margin-empty">
      Select some words and press <kbd>${keyOf('comment')}</kbd> to say something about them.
    </p>`
  }

  override render() {
    const { threads } = this
    if (threads === null) return nothing
    const { current } = this.margin
    const isWriting = threads.drafts.some(({ id }) => current === `thread:${id}`)
    return html`<aside
        class="story-margin ${this.isOpen ? 'is-open' : ''} ${isWriting ? 'is-writing' : ''}"
        aria-label="Comments and suggestions"
        ?inert=${!this.isBeside && !this.isOpen}
        @to-copy=${this.toCopy}
        @open-item=${this.openItem}
        @put-on=${this.putOn}
        @assign=${this.assign}
      >
        ${this.header(threads)} ${this.empty(threads)} ${this.detached(threads)}
        <div class="margin-items" role=${this.shown.length === 0 ? nothing : 'list'}>
          ${repeat(
            this.shown,
            ({ key }) => key,
            ({ key, card }) =>
              html`<div class="margin-item ${key === current ? 'is-current' : ''}" role="listitem" data-key=${key}>
                ${card(key === current)}
              </div>`,
          )}
        </div>
      </aside>
      ${
        threads.mayComment
          ? html`<button
              type="button"
              class="margin-add button"
              hidden
              title=${`Comment (${keyOf('comment')})`}
              @mousedown=${(event: Event) => event.preventDefault()}
              @click=${() => this.compose()}
            >
              ${icon('comment')}<span>Comment</span>
            </button>`
          : nothing
      }
      <p class="visually-hidden" role="status">${this.told}</p>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'story-margin': StoryMarginElement
  }
}
