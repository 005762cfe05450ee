/**
 * The margin: threads and suggestions beside the words they are about, in the order of the text, none covering
 * another; on a small screen a sheet from below. Where the words are is read in one pass, away from the keys.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Thread } from '../../shared/review.ts'
import { isSignedOut, sentence } from '../api.ts'
import type { Review } from '../editor/comment-marks.ts'
import type { Chosen } from '../editor/comment-spots.ts'
import { keyOf } from '../editor/keys.ts'
import type { MarginItem, StoryMargin } from '../editor/margin.ts'
import { Pause } from '../editor/pause.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import { showMenu } from '../ui/show-menu.ts'
import { part } from '../ui/part.ts'
import { toast } from '../ui/toast-list.ts'
import { CardPlaces } from './card-places.ts'
import { lostTheirWords, marginHead, nothingHere } from './margin-head.ts'
import type { Said, StoryThreads } from './story-threads.ts'
import { whereOf } from './thread-words.ts'
import type { ThreadCard } from './thread-card.ts'
import './comments.css'
import './thread-card.ts'

/** After the last key, for what typing moves without making the copy longer. */
const PAUSE = 200

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
  @state() private isDetachedOpen = false
  @part('.margin-add') private add!: HTMLElement | null

  private following: StoryEditor | null = null
  private keys = ''
  private shown: readonly MarginItem[] = []
  private lastCurrent: string | null = null
  private selectionFrame = 0
  private readonly places = new CardPlaces(
    this,
    () => ({ editor: this.editor, items: this.shown, current: this.margin.current, isBeside: this.isBeside }),
    (isBeside) => (this.isBeside = isBeside),
  )

  override connectedCallback(): void {
    super.connectedCallback()
    visualViewport?.addEventListener('resize', this.keyboard)
    document.addEventListener('visibilitychange', this.seenAgain)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    visualViewport?.removeEventListener('resize', this.keyboard)
    document.removeEventListener('visibilitychange', this.seenAgain)
    this.pause.stop()
    cancelAnimationFrame(this.selectionFrame)
    this.follow(null)
    this.margin.removeEventListener('change', this.changed)
    this.threads?.removeEventListener('said', this.said)
    this.threads?.removeEventListener('trouble', this.troubled)
    this.places.stop()
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
    this.places.watch()
    this.places.place()
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
    this.pause.stir()
  }

  private readonly pause = new Pause(
    () => {
      const items = this.review?.items() ?? []
      if (items.map(({ key }) => key).join(' ') !== this.keys) this.requestUpdate()
      else {
        this.shown = items
        this.places.place()
      }
    },
    PAUSE,
    Infinity,
  )

  private readonly moved = (): void => {
    // At most keys nothing is selected, nor was before.
    if (this.add?.hidden !== false && this.editor?.state?.selection.empty) return
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

  /** The button beside what is selected. */
  private placeAdd(): void {
    if (this.add !== null)
      this.places.placeAdd(this.add, this.margin.current === null ? (this.review?.selectionTop() ?? null) : null)
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
    const { id } = threads.own.begin(chosen)
    await this.enter(`thread:${id}`)
  }

  /** Takes the keyboard into the card that is looked at, or the list of all. */
  async enter(key: string | null = this.margin.current): Promise<void> {
    this.isOpen = true
    if (key !== null) this.margin.show(key)
    await this.updateComplete
    const item = this.shown.find((one) => one.key === key)
    const card = this.cardOf(key)
    if (item !== undefined) this.places.reveal(item)
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
      this.isDetachedOpen = true
      await this.updateComplete
      this.querySelector<HTMLElement>(`.detached [data-thread="${CSS.escape(id)}"]`)?.focus()
    } else if (item.spots[0]!.field === null) review.goTo(item)
    if (item !== undefined) this.places.reveal(item)
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
    if (item !== undefined) this.places.reveal(item)
    // The button that was pressed is gone: the keyboard goes on from the card.
    if (matchMedia('(pointer: coarse)').matches) this.cardOf(detail)?.querySelector('article')?.focus({ preventScroll: true })
    else await this.cardOf(detail)?.enter?.()
  }

  private async putOn(thread: Thread): Promise<void> {
    const chosen = this.chosen()
    if (chosen === null) return toast('Select the words it is about first.')
    await this.doing(() => this.threads!.change(thread.id, chosen))
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
    this.places.reveal(next)
    void this.updateComplete.then(() => this.cardOf(next.key)?.scrollIntoView({ block: 'nearest' }))
  }

  // What it looks like

  override render() {
    const { threads } = this
    if (threads === null) return nothing
    const { current } = this.margin
    const isWriting = threads.own.drafts.some(({ id }) => current === `thread:${id}`)
    return html`<aside
        class="story-margin ${this.isOpen ? 'is-open' : ''} ${isWriting ? 'is-writing' : ''}"
        aria-label="Comments and suggestions"
        ?inert=${!this.isBeside && !this.isOpen}
        @to-copy=${this.toCopy}
        @open-item=${this.openItem}
        @put-on=${(event: CustomEvent<Thread>) => this.putOn(event.detail)}
        @assign=${this.assign}
      >
        ${marginHead(threads, this.bar, this.isBeside ? null : { step: (way) => this.step(way), close: () => void this.closed() })}
        ${this.shown.length > 0 || threads.detached.length > 0 ? nothing : nothingHere(threads)}
        ${lostTheirWords(
          threads,
          current,
          this.isDetachedOpen,
          (isOpen) => (this.isDetachedOpen = isOpen),
          (thread) => void this.putOn(thread),
        )}
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
