/** The desk: every story in one list that one can read in five seconds, live, and drive by keys. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Session, Story } from '../../shared/api.ts'
import { can } from '../../shared/can.ts'
import { isSignedOut, sentence } from '../api.ts'
import { PageElement } from '../ui/element.ts'
import { go } from '../ui/go.ts'
import { icon } from '../ui/icons.ts'
import { showKeys } from '../ui/keys.ts'
import { takeBackLatest } from '../ui/toast-list.ts'
import { isPlainKey, topBar } from '../ui/top-bar.ts'
import { STAGE_NAMES } from '../standing/stage-names.ts'
import { empty, failed, none, noneChosen, waiting } from './blanks.ts'
import './desk.css'
import './desk-filters.ts'
import { ALL, fits, filtersIn, ONLY_KEYS, ONLY, searchOf, turned, type Filters } from './filters.ts'
import { byEdit, keepOrder, sections, type Section } from './list.ts'
import type { LiveDesk } from './live-desk.ts'
import './new-story.ts'
import type { NewStory } from './new-story.ts'
import { RowDeeds } from './row-deeds.ts'
import { storyRow } from './story-row.ts'

/** How often "3 min ago" is said anew. */
const TICK = 20_000
/** A screen reader hears how many were found once the typing pauses. */
const PAUSE = 600

@customElement('desk-page')
export class DeskPage extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) live!: LiveDesk
  @state() private looked = ''
  @state() private filters: Filters = ALL
  @state() private said = ''
  @state() private now = Date.now()
  @state() private trouble: string | null = null
  @state() private dropping = false
  @query('#find') private find!: HTMLInputElement
  @query('new-story') private newStory!: NewStory
  private order: string[] = []
  private ticking: ReturnType<typeof setInterval> | undefined
  private pausing: ReturnType<typeof setTimeout> | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.live.addEventListener('change', this.heard)
    this.live.addEventListener('signed-out', this.ended)
    document.addEventListener('keydown', this.keyed)
    document.addEventListener('visibilitychange', this.seen)
    addEventListener('went', this.readAddress)
    addEventListener('popstate', this.readAddress)
    addEventListener('dragover', this.dragged)
    addEventListener('dragleave', this.dragLeft)
    addEventListener('drop', this.dropped)
    this.ticking = setInterval(() => (this.now = Date.now()), TICK)
    this.order = byEdit(this.live.stories ?? [])
    this.readAddress()
    void this.open()
  }

  override disconnectedCallback(): void {
    this.live.removeEventListener('change', this.heard)
    this.live.removeEventListener('signed-out', this.ended)
    document.removeEventListener('keydown', this.keyed)
    document.removeEventListener('visibilitychange', this.seen)
    removeEventListener('went', this.readAddress)
    removeEventListener('popstate', this.readAddress)
    removeEventListener('dragover', this.dragged)
    removeEventListener('dragleave', this.dragLeft)
    removeEventListener('drop', this.dropped)
    clearInterval(this.ticking)
    clearTimeout(this.pausing)
    this.live.close()
    super.disconnectedCallback()
  }

  private async open(): Promise<void> {
    this.trouble = null
    try {
      await this.live.open()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else if (this.live.stories === null) this.trouble = sentence(error)
    }
  }

  private heard = (): void => {
    const stories = this.live.stories ?? []
    this.order = keepOrder(this.order, stories)
    this.now = Date.now()
    if (this.live.stories !== null) this.trouble = null
    this.requestUpdate()
  }

  private ended = (): void => this.endSession()

  /** Coming back to the window is a fresh look: now the latest may come on top. */
  private seen = (): void => {
    if (document.visibilityState === 'hidden') return
    this.order = byEdit(this.live.stories ?? [])
    this.now = Date.now()
  }

  // Finding and walking

  private look(text: string): void {
    this.looked = text
    this.sayCount(text.trim() !== '')
  }

  private choose(filters: Filters): void {
    this.filters = filters
    // The same page, shown otherwise: nothing to come back to.
    history.replaceState(history.state, '', `${location.pathname}${searchOf(filters)}`)
    this.sayCount(true)
  }

  private readonly readAddress = (): void => {
    this.filters = filtersIn(location.search)
  }

  private sayCount(isAsked: boolean): void {
    clearTimeout(this.pausing)
    this.pausing = setTimeout(() => {
      const count = this.shown().reduce((sum, section) => sum + section.stories.length, 0)
      this.said = !isAsked ? '' : count === 1 ? '1 story found' : `${count === 0 ? 'No' : count} stories found`
    }, PAUSE)
  }

  private clear(): void {
    this.find.value = ''
    this.look('')
    this.find.focus()
  }

  private shown(): Section[] {
    const looked = this.looked.trim()
    return sections(this.live.stories ?? [], this.order, looked, (story) =>
      fits(story, this.filters, this.session.person, this.now, looked !== ''),
    )
  }

  private links(): HTMLAnchorElement[] {
    return [...this.querySelectorAll<HTMLAnchorElement>('.row h3 a')]
  }

  private walk(to: (at: number, last: number) => number): void {
    const links = this.links()
    const at = links.findIndex((link) => link.closest('.row')?.contains(document.activeElement))
    const link = links[Math.max(0, Math.min(to(at, links.length - 1), links.length - 1))]
    link?.focus({ preventScroll: true })
    link?.closest('.row')?.scrollIntoView({ block: 'nearest' })
  }

  private storyAt(target: EventTarget | null): Story | undefined {
    const id = target instanceof HTMLElement ? target.closest<HTMLElement>('.row')?.dataset['id'] : undefined
    return this.live.stories?.find((story) => story.id === id)
  }

  private keyed = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z') {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null
      if (!typing && takeBackLatest()) event.preventDefault()
      return
    }
    if (!isPlainKey(event)) return
    const story = this.storyAt(event.target)
    const act = {
      '/': () => this.find.select(),
      '?': showKeys,
      n: () => this.startStory(),
      i: () => this.querySelector('inbox-bell')?.show(),
      j: () => this.walk((at) => at + 1),
      k: () => this.walk((at) => at - 1),
      ArrowDown: () => this.walk((at) => at + 1),
      ArrowUp: () => this.walk((at) => at - 1),
      Home: () => this.walk(() => 0),
      End: () => this.walk((_, last) => last),
      r: () => story !== undefined && this.deeds.mayWrite() && this.deeds.rename(story),
      Delete: () => story !== undefined && this.deeds.mayDelete() && void this.deeds.delete(story),
      Escape: () => this.clearAll(),
      ...(this.mayFilter() ? this.filterKeys : {}),
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    if (event.key === '/') this.find.focus()
    act()
  }

  private readonly filterKeys: Record<string, () => void> = {
    s: () => this.querySelector('desk-filters')?.chooseStage(),
    ...Object.fromEntries(ONLY.map((one) => [ONLY_KEYS[one], () => this.choose(turned(this.filters, one))])),
  }

  private clearAll(): void {
    if (this.looked !== '') this.clear()
    else if (searchOf(this.filters) !== '') this.choose(ALL)
  }

  private findKeyed(event: KeyboardEvent): void {
    if (event.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (this.looked === '') this.find.blur()
      else this.clear()
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      this.walk(() => 0)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (this.looked.trim() !== '') this.links()[0]?.click()
    }
  }

  // What one may do

  private mayCreate = () => can(this.session.person.role, 'create a story')
  /** Guests are shown nothing of where stories stand. */
  private mayFilter = () => can(this.session.person.role, 'read every story')

  private readonly deeds = new RowDeeds({
    page: this,
    leave: (storyId) => {
      const links = this.links()
      const at = links.findIndex((link) => this.storyAt(link)?.id === storyId)
      const next = links[at + 1] ?? links[at - 1]
      return () => (next ?? this.find).focus()
    },
    enter: async (storyId) => {
      await this.updateComplete
      this.links()
        .find((link) => this.storyAt(link)?.id === storyId)
        ?.focus()
    },
    signedOut: () => this.endSession(),
  })

  private startStory(file?: File): void {
    if (this.mayCreate()) this.newStory.open(file)
  }

  // A file dropped anywhere on the desk starts a story

  private dragged = (event: DragEvent): void => {
    if (!this.mayCreate() || !event.dataTransfer?.types.includes('Files') || document.querySelector('dialog[open]')) return
    event.preventDefault()
    this.dropping = true
  }
  private dragLeft = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.dropping = false
  }
  private dropped = (event: DragEvent): void => {
    const file = event.dataTransfer?.files[0]
    if (!this.dropping || file === undefined) return
    event.preventDefault()
    this.dropping = false
    this.startStory(file)
  }

  // What one sees

  override render() {
    const stories = this.live.stories
    const found = this.shown()
    return html`${topBar(this.session, 'stories', this.tools())}
      <main class="desk" id="main" aria-busy=${stories === null && this.trouble === null}>
        <h1 class="visually-hidden" tabindex="-1">Stories</h1>
        <p class="visually-hidden" role="status">${this.said}</p>
        ${this.live.live ? nothing : html`<p class="not-live" role="status">${icon('alert')} Not live: trying to reach the server. What you see may be old.</p>`}
        ${
          stories === null
            ? this.trouble === null
              ? waiting()
              : failed(this.trouble, () => void this.open())
            : stories.length === 0
              ? empty(this.session.person.role, () => this.startStory())
              : html`${
                  this.mayFilter()
                    ? html`<desk-filters
                        .filters=${this.filters}
                        .stories=${stories}
                        .me=${this.session.person}
                        .now=${this.now}
                        @choose=${(event: CustomEvent<Filters>) => this.choose(event.detail)}
                      ></desk-filters>`
                    : nothing
                }
                ${
                  found.length === 0
                    ? this.looked.trim() === ''
                      ? noneChosen(this.filters, () => this.choose(ALL))
                      : none(this.looked.trim(), () => this.clear())
                    : repeat(
                        found,
                        (section) => section.stage,
                        (section) => this.section(section),
                      )
                }`
        }
      </main>
      ${this.mayCreate() ? html`<new-story .live=${this.live} @opened=${(event: CustomEvent<string>) => go(`/desk/story/${event.detail}`)}></new-story>` : nothing}
      ${this.dropping ? html`<div class="drop-here"><p>${icon('file')} Drop it to start a story</p></div>` : nothing}`
  }

  private tools(): TemplateResult {
    return html`<div class="tools">
      <search class="find">
        <label class="visually-hidden" for="find">Find a story</label>
        ${icon('search')}
        <input
          id="find"
          class="input"
          type="search"
          placeholder="Find a story"
          autocomplete="off"
          spellcheck="false"
          enterkeyhint="search"
          aria-keyshortcuts="/"
          @input=${(event: InputEvent) => this.look((event.target as HTMLInputElement).value)}
          @keydown=${this.findKeyed}
        />
        ${
          this.looked === ''
            ? html`<kbd aria-hidden="true">/</kbd>`
            : html`<button class="icon-button" type="button" aria-label="Clear" @click=${this.clear}>${icon('close')}</button>`
        }
      </search>
      ${
        this.mayCreate()
          ? html`<button
              class="button primary"
              type="button"
              aria-keyshortcuts="n"
              title="New story (n)"
              @click=${() => this.startStory()}
            >
              New story
            </button>`
          : nothing
      }
    </div>`
  }

  private section({ stage, stories }: Section): TemplateResult {
    return html`<section aria-labelledby="stage-${stage}">
      <h2 id="stage-${stage}">${STAGE_NAMES[stage]} <small>${stories.length}</small></h2>
      <ul class="rows">
        ${repeat(
          stories,
          (story) => story.id,
          (story) => storyRow(story, this.session.person, this.now, this.deeds.menu(story)),
        )}
      </ul>
    </section>`
  }
}
