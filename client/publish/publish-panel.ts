/**
 * The publish panel: what keeps a story from going out and what readers will see; then where it goes, when, and one
 * button; then what is out. A sheet at the side of the page, on a phone the whole of it.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { wallTime } from '../../shared/publish/wall-time.ts'
import type { EditionKind, Gate } from '../../shared/publish/workflow.ts'
import type { Session } from '../../shared/api.ts'
import type { CheckPlace } from '../../shared/shapes/checks.ts'
import type { Edition } from '../../shared/shapes/editions.ts'
import type { LiveStanding } from '../standing/live-standing.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { confirmed, openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import { checkRows } from './check-rows.ts'
import { isOfNote, missing, noteMissing, type Missing } from './draft.ts'
import { editionForm } from './edition-form.ts'
import { byWords, movedRows } from './moved-rows.ts'
import { Publishing } from './publishing.ts'
import { buttonWords, shortWall } from './button-words.ts'
import { doneWords, wallWords, zoneName } from './words.ts'
import { whereWhen } from './where-when.ts'
import './publish.css'
import { usualWidth } from './page-frame.ts'
import './readers-see.ts'
import './site-link-list.ts'
import './whats-out.ts'

const PARTS = { next: 'Next edition', out: 'What is out', links: 'Links' } as const
type Part = keyof typeof PARTS

@customElement('publish-panel')
export class PublishPanel extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) story: LiveStory | null = null
  @property({ attribute: false }) standing: LiveStanding | null = null
  @state() private shownPart: Part = 'next'
  @state() private step: 'what' | 'where' = 'what'
  @state() private wrongs: readonly Missing[] = []
  /** Read out, and shown where the focus goes. */
  @state() private told = ''
  /** What was just done, to be looked at first. */
  @state() private done: Edition | null = null
  @state() private turn = 0
  @query('dialog') private dialog!: HTMLDialogElement
  private at: Publishing | null = null

  /** Goes on where it was left, while the story is open. @param kind what somebody is about to make; null: what comes next */
  async show(kind: EditionKind | null = null): Promise<void> {
    const { story, standing } = this
    if (story === null || standing === null || this.dialog.open) return
    if (!standing.mayKnow) return toast('That is for the desk.')
    if (this.at === null || this.at.story !== story) this.begin(story, standing, kind)
    else this.at.begin(kind)
    // Where there is something to do, that; else what is out.
    const { now } = standing
    const isDone = now !== null && now.mayPublish && buttonWords(now, String).tone !== 'ready' && now.live?.behind !== true
    this.shownPart = isDone && kind === null ? 'out' : 'next'
    this.step = 'what'
    this.told = ''
    this.done = null
    this.wrongs = []
    this.requestUpdate()
    await this.updateComplete
    openDialog(this.dialog, () => this.at?.busy === 'publishing')
    this.querySelector<HTMLElement>('#publish-title')?.focus()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.end()
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('story') && this.at !== null && this.at.story !== this.story) this.end()
  }

  private begin(story: LiveStory, standing: LiveStanding, kind: EditionKind | null): void {
    this.end()
    this.at = new Publishing(story, standing, this.session.newsroom.name, kind)
    this.at.addEventListener('change', this.changed)
    this.at.addEventListener('signed-out', this.signedOut)
  }

  private end(): void {
    this.at?.removeEventListener('change', this.changed)
    this.at?.removeEventListener('signed-out', this.signedOut)
    this.at?.close()
    this.at = null
  }

  private readonly changed = (): void => {
    this.turn += 1
    if (this.wrongs.length > 0 && this.at !== null) this.wrongs = missing(this.at.draft, this.at.shown?.preview ?? null)
  }

  private readonly signedOut = (): void => {
    this.dialog.close()
    this.endSession()
  }

  private async focusOn(selector: string): Promise<void> {
    await this.updateComplete
    const element = this.querySelector<HTMLElement>(selector)
    element?.focus()
    element?.scrollIntoView({ block: 'nearest' })
  }

  private turnTo(part: Part): void {
    this.shownPart = part
    this.done = null
    this.told = ''
  }

  private async next(): Promise<void> {
    const at = this.at!
    this.wrongs = noteMissing(at.draft, at.shown?.preview ?? null)
    if (this.wrongs[0] !== undefined) return this.toWrong(this.wrongs[0])
    this.wrongs = []
    this.step = 'where'
    await this.focusOn('#where-title')
  }

  private async back(): Promise<void> {
    this.step = 'what'
    await this.focusOn('#publish-title')
  }

  private async take(): Promise<void> {
    this.step = 'what'
    this.at!.take()
    await this.focusOn('#moved-title')
  }

  private async publish(): Promise<void> {
    const at = this.at!
    if (at.busy !== null || at.shown === null) return
    if (at.newer !== null) return this.take()
    this.wrongs = missing(at.draft, at.shown.preview)
    if (this.wrongs.length > 0) return this.toWrong(this.wrongs[0]!)
    if (at.blockers.length > 0) {
      this.step = 'what'
      return this.focusOn('#blockers')
    }
    const { kind } = at.draft
    if (kind === 'kill' && !(await this.sureToKill())) return
    const out = await at.publish()
    if (out === null) return this.notOut()
    this.step = 'what'
    this.shownPart = 'out'
    this.done = out
    this.told = doneWords(out, Date.now())
    await this.focusOn('#done-title')
  }

  private sureToKill(): Promise<boolean> {
    const { draft } = this.at!
    const notice = draft.label === null ? 'This story was withdrawn.' : draft.right.trim()
    return confirmed({
      title: 'Withdraw the story from readers?',
      text: `In its place they get: “${notice}” It goes from lists, feeds and search engines. What was mailed cannot be recalled. You can bring it back.`,
      yes: 'Withdraw it',
      danger: true,
    })
  }

  /** Something kept it from going out: that is what is looked at next. */
  private async notOut(): Promise<void> {
    const at = this.at!
    if (at.moved !== null) {
      this.step = 'what'
      return this.focusOn('#moved-title')
    }
    if (at.blockers.length > 0) this.step = 'what'
    await this.focusOn(at.blockers.length > 0 ? '#blockers' : '#publish-trouble')
  }

  private async toWrong({ field }: Missing): Promise<void> {
    const isNote = isOfNote(field)
    if (isNote) this.step = 'what'
    await this.focusOn(
      isNote ? `#note-${field}` : { when: '#when-local', targets: '#where-title', newsletter: '#letter-slug' }[field],
    )
  }

  /** Out of the way, to where it is to be mended; the panel stays as it is for the way back. */
  private jump(place: CheckPlace): void {
    this.dialog.close()
    this.dispatchEvent(new CustomEvent<CheckPlace>('to-place', { bubbles: true, detail: place }))
  }

  override render() {
    const { at } = this
    return html`<dialog class="dialog publish-panel" aria-labelledby="publish-title">
      ${
        at === null
          ? html`<h2 id="publish-title" tabindex="-1">Publish</h2>`
          : html`<div class="panel-head">
                <h2 id="publish-title" tabindex="-1">${at.mayPublish || at.standing.now === null ? 'Publish' : 'Check'}</h2>
                ${at.mayPublish ? this.parts() : nothing}
                <button class="icon-button" type="button" aria-label="Close" title="Close" @click=${() => this.dialog.close()}>
                  ${icon('close')}
                </button>
              </div>
              <div class="panel-body" data-part=${this.shownPart} data-step=${this.step}>${this.body(at)}</div>
              ${this.shownPart === 'next' && at.mayPublish ? this.foot(at) : nothing}
              <p class="visually-hidden" role="status">${this.told}</p>`
      }
    </dialog>`
  }

  private parts(): TemplateResult {
    return html`<nav class="panel-parts" aria-label="Parts of the panel">
      ${(Object.keys(PARTS) as Part[]).map(
        (part) =>
          html`<button type="button" aria-current=${part === this.shownPart ? 'page' : 'false'} @click=${() => this.turnTo(part)}>
            ${PARTS[part]}
          </button>`,
      )}
    </nav>`
  }

  private body(at: Publishing): TemplateResult {
    const trouble =
      at.trouble === ''
        ? nothing
        : html`<p class="trouble" id="publish-trouble" role="alert" tabindex="-1">${icon('alert')}${at.trouble}</p>`
    if (!at.mayPublish) return html`${trouble}${this.checks(at)}`
    if (this.shownPart === 'links') return html`<site-link-list .storyId=${at.story.storyId}></site-link-list>`
    if (this.shownPart === 'out')
      return html`${this.done === null ? nothing : doneLine(this.done)}${trouble}
        <whats-out
          .at=${at}
          .turn=${this.turn}
          @cancelled=${this.cancelled}
          @move-edition=${(event: CustomEvent<Edition>) => this.move(event.detail)}
        ></whats-out>`
    const now = Date.now()
    return html`${this.waits(at)}${trouble}${this.moved(at)}
    ${this.step === 'what' ? this.what(at) : html`${this.thumb(at)}${whereWhen(at, this.wrongs, now)}`}`
  }

  /** A second edition beside one that waits for its time is made only by who knows of it. */
  private waits(at: Publishing): TemplateResult | typeof nothing {
    const waiting = at.standing.now?.waiting ?? null
    if (waiting === null) return nothing
    return html`<p class="warn-line" role="note">
      ${icon('alert')}
      <span>
        Edition ${waiting.edition} goes out ${wallWords(waiting.at, waiting.zone)} in ${zoneName(waiting.zone)}. What you publish
        or schedule here takes its place.
        <button class="link" type="button" @click=${() => this.turnTo('out')}>See it</button>
      </span>
    </p>`
  }

  private moved(at: Publishing): TemplateResult | typeof nothing {
    if (at.newer !== null)
      return html`<section class="moved" role="alert">
        <p>
          <b>The text has changed since you looked${byWords(at.newerBy)}.</b> What is below is not what readers would get now.
        </p>
        <button class="button" type="button" @click=${this.take}>Show what changed</button>
      </section>`
    return at.moved === null ? nothing : movedRows(at.moved)
  }

  private checks(at: Publishing): TemplateResult {
    if (at.checks === null) return html`<p class="empty-line">${at.trouble === '' ? 'Looking at the story…' : ''}</p>`
    return html`<section class="checks" aria-label="Checks">
      ${checkRows(
        at.checks,
        {
          to: (place) => this.jump(place),
          pass: at.shown === null || at.newer !== null ? null : (gate) => void this.pass(gate),
          usePath: at.standing.now?.suggestedPath && at.standing.now.mayManage ? () => void this.usePath() : null,
          gates: at.standing.now?.gates ?? [],
        },
        at.mayPublish ? noteMissing(at.draft, at.shown?.preview ?? null) : [],
        (one) => void this.toWrong(one),
      )}
    </section>`
  }

  /** The button goes with what it was for: whoever pressed it by a key goes on from what is left. */
  private async pass(gate: Gate): Promise<void> {
    if (await this.at!.pass(gate)) await this.focusOn('#blockers, #lacks, #all-clear')
  }

  private async usePath(): Promise<void> {
    await this.at!.usePath()
    await this.focusOn('#blockers, #lacks, #all-clear')
  }

  private what(at: Publishing): TemplateResult {
    const { shown } = at
    return html`${editionForm(at, this.wrongs)}${this.checks(at)}
    ${
      shown === null
        ? nothing
        : html`<section aria-labelledby="see-title">
            <h3 id="see-title">What readers will see</h3>
            <readers-see
              class=${at.isShown ? '' : 'is-old'}
              .storyId=${at.story.storyId}
              .preview=${shown.preview}
              .again=${at.standing.now?.live != null}
            ></readers-see>
          </section>`
    }`
  }

  /** Whoever chooses where and when still has before them what goes there. */
  private thumb(at: Publishing): TemplateResult | typeof nothing {
    if (at.shown === null) return nothing
    return html`<section class="thumb" aria-label="What goes out">
      <page-frame .page=${at.shown.preview.page} .small=${true} .width=${usualWidth()}></page-frame>
      <p><a href=${at.shown.preview.url} target="_blank" rel="noopener">${at.shown.preview.url}</a></p>
    </section>`
  }

  private foot(at: Publishing): TemplateResult {
    const n = at.blockers.length
    const blocks = n === 0 ? '' : n === 1 ? 'One thing keeps it from going out' : `${n} things keep it from going out`
    if (this.step === 'what')
      return html`<div class="panel-foot">
        <span class="foot-says">${blocks}</span>
        ${
          at.newer === null
            ? html`<button
                class="button primary"
                type="button"
                aria-disabled=${at.shown === null}
                @click=${() => at.shown !== null && this.next()}
              >
                Where and when
              </button>`
            : html`<button class="button primary" type="button" @click=${this.take}>Show what changed</button>`
        }
      </div>`
    const { says, busy } = pressWords(at)
    return html`<div class="panel-foot">
      <button class="button" type="button" @click=${this.back}>Back</button>
      <span class="foot-says" id="foot-says">${blocks}</span>
      <button
        class="button ${at.draft.kind === 'kill' ? 'danger' : 'primary'} press"
        type="button"
        aria-busy=${busy}
        aria-disabled=${busy || !at.isShown || n > 0}
        aria-describedby="foot-says"
        @click=${this.publish}
      >
        ${says}
      </button>
    </div>`
  }

  private readonly cancelled = (): void => {
    this.done = null
    this.told = 'Cancelled: it does not go out.'
    void this.focusOn('#publish-title')
  }

  /** What waits is taken back only by what takes its place. */
  private async move({ at: time, zone, deliveries }: Edition): Promise<void> {
    this.turnTo('next')
    this.step = 'where'
    this.at!.change({ at: { local: wallTime(time, zone), zone }, targets: deliveries.map(({ target }) => target) })
    await this.focusOn('#when-local')
  }
}

function pressWords(at: Publishing): { says: string; busy: boolean } {
  const { draft, busy, shown } = at
  if (busy === 'saving') return { says: 'Waiting for your last words…', busy: true }
  if (busy === 'looking') return { says: 'Looking once more…', busy: true }
  if (busy !== null) return { says: 'Publishing…', busy: true }
  const timed =
    draft.at !== null && at.isShown && shown !== null ? ` for ${shortWall(shown.preview.at, draft.at.zone, Date.now())}` : ''
  if (draft.at !== null) return { says: `Schedule${timed}`, busy: false }
  const NOW = {
    first: 'Publish now',
    update: 'Publish the update',
    correction: 'Publish the correction',
    kill: 'Withdraw …',
    return: 'Bring it back',
  }
  return { says: NOW[draft.kind], busy: false }
}

const doneLine = (edition: Edition): TemplateResult =>
  html`<h3 class="done-line" id="done-title" tabindex="-1">${icon('check')} ${doneWords(edition, Date.now())}</h3>`

declare global {
  interface HTMLElementTagNameMap {
    'publish-panel': PublishPanel
  }
}
