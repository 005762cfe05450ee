/**
 * The story page: the bar that says whose story this is and whether it is saved, the tools, the galley with
 * headline, dek, byline and body, and the count at the foot. Joins the live story to the elements that show it.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { keyed } from 'lit/directives/keyed.js'
import type { Session, Story } from '../../shared/api.ts'
import { can, may } from '../../shared/can.ts'
import { CLOSE } from '../../shared/protocol.ts'
import { bodyOf, FIELDS, fieldOf, readSettings, type Field } from '../../shared/story.ts'
import { isSignedOut, readHouseStyle, readStory, sentence } from '../api.ts'
import { STAGE_NAMES } from '../standing/stage-names.ts'
import type { Asked } from '../editor/deed.ts'
import type { DeedName } from '../editor/deeds.ts'
import { keyOf } from '../editor/keys.ts'
import type { EditorLooks } from '../editor/looks.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import type { House } from '../editor/story-style.ts'
import type { MarginSpot } from '../editor/margin.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { go } from '../ui/go.ts'
import { part } from '../ui/part.ts'
import { toast } from '../ui/toast-list.ts'
import { sayAll } from './all-here.ts'
import type { Beside } from './beside.ts'
import { beside, drawers, withDrawers, type BesideParts, type Drawers } from './late.ts'
import { hasEnded, Live } from './live.ts'
import { notOpen, opening } from './not-open.ts'
import { savedWords } from './saved-words.ts'
import type { SaveState } from './save-state.ts'
import type { SharedField } from './shared-field.ts'
import type { StoryCounts } from './story-counts.ts'
import type { StorySide } from './story-side.ts'
import type { StorySlug } from './story-slug.ts'
import { Modes, type Mode } from '../suggest/modes.ts'
import '../editor/story-editor.ts'
import '../editor/story-tools.ts'
import '../editor/unsure-strip.ts'
import './save-state.ts'
import './shared-field.ts'
import '../suggest/mode-switch.ts'
import './story.css'

type FieldSpot = { field: Field; from: number; to: number }
const NO_MARKS: readonly never[] = []
const LABELS: Record<Field, string> = { headline: 'Headline', dek: 'Dek', byline: 'Byline' }

/** What turns to each mode. */
const TURNS = { editing: 'editing', suggesting: 'suggesting', private: 'privately' } as const satisfies Record<Mode, Asked>

/** How wide the galley is where the margin stands beside the copy. */
const WIDE = 968

/** How long what stands beside the words leaves the line to them. */
const PATIENCE = 5_000

/** How long leaving waits for the last words to be saved before it asks. */
const A_MOMENT = 1_500

/** Words are counted this long after the first key that was not. */
const COUNTED = 250

@customElement('story-page')
export class StoryPage extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) storyId = ''
  @state() private story: Story | null = null
  @state() private trouble = ''
  @state() private looks: EditorLooks | null = null
  /** What the checks look for; null: this person is shown none. */
  @state() private house: House | null = null
  @state() private issues = 0
  @part('story-editor') private editor!: StoryEditor | null
  @part('save-state') private saveState!: SaveState | null
  @part('story-slug') private slug!: StorySlug | null
  @part('story-counts') private countsAtFoot!: StoryCounts | null
  @part('story-side') private side!: StorySide | null
  /** Only the copy: no bars. */
  @state() private calm = false

  private readonly live = new Live(this, (saved) => {
    if (this.saveState !== null) this.saveState.saved = saved
  })
  private readonly modes = new Modes(this, this.live, () => this.live.story?.rights ?? null)
  /** What stands beside the words; null: it has not come yet. */
  @state() private beside: Beside | null = null
  private counting: ReturnType<typeof setTimeout> | undefined
  private began = false
  private asking: ReturnType<typeof setTimeout> | undefined
  @state() private windowTitle = ''

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener('visibilitychange', this.seen)
    document.addEventListener('keydown', this.keyed)
    addEventListener('resize', this.keepPlace)
    beside.addEventListener('change', this.came)
    if (this.hasUpdated) this.open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener('visibilitychange', this.seen)
    document.removeEventListener('keydown', this.keyed)
    removeEventListener('resize', this.keepPlace)
    beside.removeEventListener('change', this.came)
    clearTimeout(this.asking)
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('storyId')) this.open()
    const { story } = this.live
    if (story === null || !story.loaded) return
    if (!this.began) void this.begin(story)
    const title = fieldOf(story.ydoc, 'headline').toString() || this.story?.slug || 'Untitled story'
    if (title === this.windowTitle) return
    this.windowTitle = title
    this.dispatchEvent(new CustomEvent('page-title', { bubbles: true, detail: title }))
  }

  protected override updated(): void {
    if (!this.hasAttribute('data-margin')) this.keepPlace()
  }

  /** The place of the margin is kept before it is there, so that the copy stands still; there, it sees to that itself. */
  private readonly keepPlace = (): void => {
    if (this.live.story?.loaded !== true || this.querySelector('story-margin') !== null) return
    const galley = this.querySelector('.galley')!
    const { paddingLeft, paddingRight } = getComputedStyle(galley)
    const room = galley.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    this.setAttribute('data-margin', room >= WIDE ? 'beside' : 'sheet')
  }

  /** In a story with nothing in it there is nothing to read first: the caret goes where writing begins. */
  private async begin(story: LiveStory): Promise<void> {
    this.began = true
    void this.updateComplete.then(this.askForRest)
    const [headline, body] = [fieldOf(story.ydoc, 'headline'), bodyOf(story.ydoc)]
    const blank = headline.length === 0 && body.length <= 1 && !/>[^<]/.test(body.toString())
    if (!blank || !story.mayWrite || matchMedia('(pointer: coarse)').matches) return
    await this.updateComplete
    const at = document.activeElement
    if (at === document.body || at?.closest('h1')) this.querySelector<SharedField>('shared-field[data-name="headline"]')?.focus()
  }

  /** Asked before another page of the desk takes this one's place. */
  async mayLeave(): Promise<boolean> {
    await this.live.settled(A_MOMENT)
    if (!((await this.editor?.pictures?.mayLeave()) ?? true)) return false
    const { saved } = this.live
    if (saved === null || saved.unsaved === 0) return true
    // Until ours is here, the browser asks.
    return this.beside?.askToLeave(saved) ?? confirm(`${savedWords(saved, true).text}. Leave with words that are not saved?`)
  }

  private open(): void {
    clearTimeout(this.asking)
    this.story = null
    this.trouble = ''
    this.looks = null
    this.issues = 0
    this.removeAttribute('data-side')
    this.began = false
    const { person } = this.session
    this.house = can(person.role, 'read every story') ? { rules: [], off: [] } : null
    this.live.open(this.storyId, person)
    this.beside?.open()
    this.asking = setTimeout(this.askForRest, PATIENCE)
    void this.read()
    void this.readHouse()
  }

  /** The rules of the house; until they come, and if they do not, the built-in checks run alone. */
  private async readHouse(): Promise<void> {
    if (this.house === null) return
    try {
      const { rules, off } = await readHouseStyle()
      const house: House = { rules: rules.filter(({ on }) => on), off }
      if (JSON.stringify(house) !== JSON.stringify(this.house)) this.house = house
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
    }
  }

  private readonly came = (): void => this.requestUpdate()

  /** What stands beside the words is in the editor, too: it is shown as the copy is now. */
  private joined(): void {
    this.requestUpdate()
    this.edited()
  }

  /** What comes after the words does not share the line with them, and is not waited for. */
  private readonly askForRest = (): void => {
    if (this.asking === undefined) return
    clearTimeout(this.asking)
    this.asking = undefined
    void beside.whenHere().then((parts) => this.stand(parts))
    void drawers.whenHere()
  }

  private stand({ Beside }: BesideParts): Beside {
    if (this.beside !== null) return this.beside
    const page = { element: this, show: this.show, toField: (spot: FieldSpot) => this.toField(spot), editor: () => this.editor }
    this.beside = new Beside(page, this.live, this.modes)
    this.beside.open()
    return this.beside
  }

  /** Slug and stage; the words come over the live story. */
  private async read(): Promise<void> {
    const id = this.storyId
    try {
      const story = await readStory(id)
      if (id === this.storyId) this.story = story
      this.trouble = story.trouble ?? ''
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else if (id === this.storyId && this.live.story?.loaded !== true) this.trouble = sentence(error)
    }
  }

  private readonly seen = (): void => {
    if (document.hidden || this.live.story?.loaded !== true) return
    void this.read()
    void this.readHouse()
  }

  private readonly show = (what: Asked): void =>
    withDrawers(async ({ showsOf }: Drawers, parts) => {
      const beside = this.stand(parts)
      // It may have come this moment, and is not on the page yet.
      await this.updateComplete
      await this.editor?.updateComplete
      const around = { page: this, live: this.live, editor: () => this.editor, calm: () => this.turnCalm(!this.calm) }
      showsOf(around, beside)[what]()
    })

  /** A link that was pasted on a line of its own may be meant as a card. */
  private offerCard(href: string): void {
    const run = () => withDrawers(({ FORMS }) => this.editor && FORMS['card of line'](this.editor, href))
    toast('The link is on a line of its own.', { label: 'Make it a card', run })
  }

  private turnCalm(calm: boolean): void {
    this.calm = calm
    this.toggleAttribute('data-calm', calm)
    if (calm) toast(`Only the copy. Esc or ${keyOf('calm')} brings the tools back.`)
    this.editor?.focus()
  }

  private readonly run = (event: CustomEvent<DeedName>): void => this.editor?.run(event.detail)

  private readonly may = (name: DeedName): boolean =>
    (this.editor?.may(name) ?? false) &&
    (this.beside?.standing?.may(name) ?? true) &&
    (this.beside?.kept.may(name) ?? true) &&
    (name !== 'publish' || this.maySeeStanding)

  /** Some keys work from anywhere on the page; in the body its own keys answer first. */
  private readonly keyed = (event: KeyboardEvent): void => {
    // A letter stands for nothing here, and looking for a dialog takes its time in a long story.
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isLetter || event.isComposing || document.querySelector('dialog[open]') !== null) return
    // ProseMirror keeps Escape from the browser, but has no use for it.
    const isFree = !event.defaultPrevented || (event.target as Element).closest('.ProseMirror') !== null
    if (event.key === 'Escape' && isFree) {
      if (document.querySelector(':popover-open') !== null) return
      const isClosed = (['issue-card', 'story-margin', 'story-side'] as const).some(
        (name) => this.querySelector(name)?.closed?.() === true,
      )
      if (!isClosed && this.calm) this.turnCalm(false)
    } else if (!event.defaultPrevented && this.editor?.keyed(event)) event.preventDefault()
  }

  /** Words are counted, and the outline is read, now and then and not at every key. */
  private edited(): void {
    this.counting ??= setTimeout(() => {
      this.counting = undefined
      this.countsAtFoot?.read?.()
      this.side?.read?.()
    }, COUNTED)
  }

  private showField({ detail }: CustomEvent<FieldSpot>): void {
    this.toField(detail)
  }

  private toField({ field, from, to }: FieldSpot): void {
    this.querySelector<SharedField>(`shared-field[data-name="${field}"]`)?.select(from, to)
  }

  private async nameSlug({ storyId, ydoc }: LiveStory): Promise<void> {
    await beside.whenHere()
    await this.updateComplete
    if (this.live.story?.storyId === storyId) void this.slug?.nameBy(fieldOf(ydoc, 'headline').toString())
  }

  private toNext(field: Field): void {
    const next = FIELDS[FIELDS.indexOf(field) + 1]
    if (next === undefined) this.editor?.focusStart()
    else this.querySelector<SharedField>(`shared-field[data-name="${next}"]`)?.focus()
  }

  override render() {
    const { story, text, saved } = this.live
    if (story === null || text === null || saved === null) return nothing
    const { here } = story
    const over = saved.kind === 'ended' || saved.kind === 'reload'
    const { isComing } = this.modes
    const writable = text.mayWrite && text.loaded && !isComing && !over && !hasEnded(text)
    return html`<header class="story-bar">
        <a class="back" href="/desk" aria-label="Back to the desk">← <span>Desk</span></a>
        ${
          this.beside === null
            ? html`<b class="slug">${this.story?.slug}</b>`
            : html`<story-slug
                .story=${this.story}
                .writable=${writable && story.mayWrite}
                @story=${(event: CustomEvent<Story>) => (this.story = event.detail)}
              ></story-slug>`
        }
        ${this.stage()}
        <save-state
          .saved=${saved}
          .mayWrite=${text.mayWrite}
          @reload=${() => location.reload()}
          @sign-in=${() => this.endSession()}
          @desk=${() => go('/desk')}
        ></save-state>
        ${
          this.calm
            ? html`<button class="button calm-out" type="button" @click=${() => this.turnCalm(false)}>Show the tools</button>`
            : nothing
        }
        <span class="grow"></span>
        <who-is-here .here=${here} .live=${text === story ? story : null}></who-is-here>
        <mode-switch
          .mode=${this.modes.shown}
          .choices=${this.modes.choices}
          .turning=${this.modes.turning || isComing}
          @turn=${(event: CustomEvent<Mode>) => this.show(TURNS[event.detail])}
        ></mode-switch>
        <inbox-bell></inbox-bell>
        <story-export .live=${this.live} .ready=${story.loaded} .session=${this.session}></story-export>
        ${
          may(story.rights, 'give rights')
            ? html`<button
                class="button share"
                type="button"
                @click=${() => withDrawers(() => this.querySelector('share-dialog')?.show())}
              >
                Share
              </button>`
            : nothing
        }
        ${this.publishButton()}
      </header>
      <section class="story-bands" aria-label="Tools">
        ${
          writable || isComing || !story.loaded
            ? html`<story-tools .looks=${writable ? this.looks : null} .may=${this.may} @tool=${this.run}></story-tools>`
            : nothing
        }
        ${
          beside.missing
            ? html`<div class="trouble" role="alert">
                <p>Comments, suggestions and menus could not be loaded. Your words are safe; this page goes on trying.</p>
                <button type="button" class="button" @click=${beside.now}>Try now</button>
              </div>`
            : nothing
        }
        ${this.beside?.suggest.strip() ?? nothing}
        <unsure-strip .looks=${over ? null : this.looks} .writable=${writable} @tool=${this.run}></unsure-strip>
        <picture-strip .uploads=${this.editor?.pictures?.uploads ?? null}></picture-strip>
        ${(over || (!text.mayWrite && saved.unsaved > 0)) && story.loaded ? html`<story-ending .live=${text} .saved=${saved} .body=${() => this.editor?.body ?? null}></story-ending>` : nothing}
        ${
          story.loaded
            ? keyed(
                text,
                html`<story-side
                  .editor=${this.editor}
                  .live=${text}
                  .writable=${writable}
                  .standing=${this.beside?.standing ?? null}
                  @side=${(event: CustomEvent<boolean>) => this.toggleAttribute('data-side', event.detail)}
                  @show-field=${this.showField}
                ></story-side>`,
              )
            : nothing
        }
      </section>
      <main class="galley" id="main">
        <h1 class="visually-hidden" tabindex="-1">${this.windowTitle || 'Story'}</h1>
        ${keyed(text, this.paper(text, writable))} ${story.loaded ? (this.beside?.aside() ?? nothing) : nothing}
      </main>
      <footer class="story-foot">
        ${
          this.looks === null
            ? nothing
            : keyed(
                text,
                html`<story-counts
                  .editor=${this.editor}
                  .live=${text}
                  .turns=${this.looks}
                  .target=${readSettings(text.ydoc).target}
                  .writable=${writable}
                ></story-counts>`,
              )
        }
        ${
          this.house === null || this.looks === null
            ? nothing
            : html`<button
                class="foot-button"
                type="button"
                title="The list of checks (${keyOf('checks')})"
                @click=${() => this.show('checks')}
              >
                <b>${this.issues.toLocaleString('en-GB')}</b> ${this.issues === 1 ? 'issue' : 'issues'}
              </button>`
        }
        ${this.beside?.review.footButton() ?? nothing}
        <span class="grow"></span>
        ${story.connected ? html`<span>${sayAll(here)}</span>` : nothing}
      </footer>
      <picture-dialog .writable=${writable}></picture-dialog>
      <keys-dialog></keys-dialog>
      ${keyed(text, html`<speakers-dialog .live=${text} .writable=${writable}></speakers-dialog>`)}
      <command-palette .may=${this.may} @tool=${this.run}></command-palette>
      <import-dialog .storyId=${this.storyId}></import-dialog>
      ${keyed(text, html`<language-dialog .live=${text}></language-dialog>`)}
      <share-dialog
        .session=${this.session}
        .storyId=${this.storyId}
        .editor=${this.editor}
        .legal=${story.rights.legal}
      ></share-dialog>
      ${this.beside?.panel(this.session, story) ?? nothing}`
  }

  private get maySeeStanding(): boolean {
    const { story } = this.live
    return story !== null && may(story.rights, 'see its standing')
  }

  /** What it says is known a moment later; until then its place is kept. */
  private publishButton() {
    if (!this.maySeeStanding) return nothing
    const standing = this.beside?.standing?.standing ?? null
    return this.beside?.publish.button(standing) ?? html`<span class="button publish is-unknown">Publish</span>`
  }

  /** Until more is known of it, its stage as the desk has it. */
  private stage() {
    const look = this.maySeeStanding ? 'pill is-coming' : 'pill'
    const before = this.story === null ? nothing : html`<span class=${look}>${STAGE_NAMES[this.story.stage]}</span>`
    return this.beside?.standing?.bar(before) ?? before
  }

  private paper(story: LiveStory, writable: boolean): TemplateResult {
    if (!story.loaded) {
      const gone = story.saved.kind === 'ended' && story.saved.code === CLOSE.noStory
      return gone || this.trouble !== '' ? notOpen(gone ? '' : this.trouble) : opening()
    }
    return html`<article class="paper">
      <div class="head">
        ${FIELDS.map(
          (field) =>
            html`<shared-field
                data-name=${field}
                lang=${readSettings(story.ydoc).lang}
                .live=${story}
                .name=${field}
                .label=${LABELS[field]}
                .writable=${writable}
                .others=${story.here.filter((person) => !person.me && person.field === field)}
                .marks=${this.beside?.review.marksIn(field, fieldOf(story.ydoc, field).toString()) ?? NO_MARKS}
                @next=${() => this.toNext(field)}
                @focusout=${() => field === 'headline' && writable && this.live.fork === null && story.connected && void this.nameSlug(story)}
              ></shared-field>
              ${this.beside?.suggest.under(field, LABELS[field]) ?? nothing}`,
        )}
        <print-cast .editor=${this.editor} .live=${story}></print-cast>
      </div>
      <story-editor
        id="story-body"
        .story=${this.live.story}
        .live=${story}
        .wire=${this.beside?.wire}
        .writable=${writable}
        .house=${this.house}
        .margin=${this.beside?.review.margin ?? null}
        .suggested=${this.beside?.suggest.inCopy ?? null}
        .beside=${this.beside?.editor ?? null}
        @joined=${this.joined}
        @checks=${() => (this.issues = this.editor?.checks?.issues.length ?? 0)}
        @to-field=${(event: CustomEvent<MarginSpot & { field: Field }>) => queueMicrotask(() => this.showField(event))}
        @looks=${(event: CustomEvent<EditorLooks | null>) => (this.looks = event.detail)}
        @edited=${this.edited}
        @moved=${this.edited}
        @refused=${(event: CustomEvent<string>) => toast(event.detail)}
        @link-line=${(event: CustomEvent<string>) => this.offerCard(event.detail)}
        @ask=${(event: CustomEvent<Asked>) => this.show(event.detail)}
      ></story-editor>
      <issue-card .editor=${this.editor} .writable=${writable}></issue-card>
    </article>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'story-page': StoryPage
  }
}
