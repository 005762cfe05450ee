/** Joins a story page to its margin: the threads of the story that is open, and where a new comment would go. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { FIELDS, type Field } from '../../shared/story.ts'
import type { Chosen } from '../editor/comment-spots.ts'
import type { Asked } from '../editor/deed.ts'
import { keyOf } from '../editor/keys.ts'
import { StoryMargin, type MarginSpot } from '../editor/margin.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import type { LiveStory } from '../sync/live-story.ts'
import type { FieldMark } from '../story/field-marks.ts'
import type { StoryMarginElement } from './story-margin.ts'
import { StoryThreads } from './story-threads.ts'
import './story-margin.ts'

type Page = HTMLElement & ReactiveControllerHost

export class PageReview implements ReactiveController {
  margin = new StoryMargin()
  threads: StoryThreads | null = null
  /** Where this person was last: a press on a button takes the focus away. */
  private field: Field | null = null
  private linked = ''
  private following: StoryEditor | null = null
  /** What was last found in the fields. */
  private issues = ''
  private readonly fieldMarks = new Map<Field, { turn: number; text: string; marks: readonly FieldMark[] }>()

  constructor(
    private readonly page: Page,
    private readonly editor: () => StoryEditor | null,
  ) {
    page.addController(this)
  }

  open(live: LiveStory): void {
    this.close()
    this.margin.removeEventListener('change', this.changed)
    this.margin = new StoryMargin()
    // Which of the marks in the fields is looked at, the page itself draws.
    this.margin.addEventListener('change', this.changed)
    this.fieldMarks.clear()
    this.threads = new StoryThreads(live, this.margin)
    this.threads.addEventListener('change', this.changed)
    this.linked = linkedThread()
  }

  private close(): void {
    this.threads?.removeEventListener('change', this.changed)
    this.threads?.close()
    this.threads = null
  }

  hostConnected(): void {
    this.page.addEventListener('focusin', this.entered)
    addEventListener('hashchange', this.follow)
  }

  hostDisconnected(): void {
    this.close()
    this.page.removeEventListener('focusin', this.entered)
    removeEventListener('hashchange', this.follow)
  }

  hostUpdated(): void {
    const editor = this.editor()
    if (editor !== this.following) {
      this.following?.removeEventListener('checks', this.checked)
      this.following = editor
      editor?.addEventListener('checks', this.checked)
    }
    if (this.linked === '' || this.threads?.threads == null || this.editor()?.review == null) return
    const id = this.linked
    this.linked = ''
    void this.element?.openThread(id)
  }

  get element(): StoryMarginElement | null {
    return this.page.querySelector('story-margin')
  }

  private readonly changed = (): void => this.page.requestUpdate()

  private readonly entered = (event: Event): void => {
    const target = event.target as HTMLElement
    if (target.closest('.ProseMirror') !== null) this.field = null
    else if (target.localName === 'textarea') {
      const name = target.closest<HTMLElement>('shared-field')?.dataset.name
      this.field = FIELDS.find((field) => field === name) ?? this.field
    }
  }

  private readonly follow = (): void => {
    this.linked = linkedThread()
    this.page.requestUpdate()
  }

  /** What a new comment would be on. */
  readonly chosen = (): Chosen | null => {
    const review = this.editor()?.review ?? null
    if (review === null) return null
    if (this.field === null) return review.chosen()
    const area = this.page.querySelector<HTMLTextAreaElement>(`shared-field[data-name="${this.field}"] textarea`)
    return area === null ? review.chosen() : review.chosenIn(this.field, area.selectionStart, area.selectionEnd)
  }

  /** What the deeds of the editor can ask the margin for. */
  readonly shows: Record<Extract<Asked, 'comment' | 'card in margin' | 'resolve' | 'margin'>, () => void> = {
    comment: () => void this.element?.compose(),
    'card in margin': () => void this.element?.enter(),
    resolve: () => this.element?.resolve(),
    margin: () => void this.element?.enter(),
  }

  /** At the foot of the page, where the margin may be out of sight. */
  footButton(): TemplateResult | typeof nothing {
    const { threads } = this
    if (threads?.threads == null) return nothing
    const { open } = threads.counts()
    return html`<button
      class="foot-button"
      type="button"
      title="The comments (${keyOf('margin')})"
      @click=${() => this.element?.enter(this.margin.current)}
    >
      <b>${open.toLocaleString('en-GB')}</b> ${open === 1 ? 'comment' : 'comments'}
    </button>`
  }

  /** What the checks found in a field. */
  private issuesIn(field: Field): FieldMark[] {
    const checks = this.editor()?.checks
    if (!checks) return []
    return checks.issues.flatMap((issue) =>
      issue.spots
        .filter((spot) => spot.field === field)
        .map(({ from, to }) => ({
          from,
          to,
          look: `issue is-${issue.finding.severity}${issue === checks.current ? ' is-current' : ''}`,
        })),
    )
  }

  /** The page itself draws what is found in its fields; where nothing is another there, it has nothing to draw. */
  private readonly checked = (): void => {
    const marks = JSON.stringify(FIELDS.map((field) => this.issuesIn(field)))
    if (marks === this.issues) return
    this.issues = marks
    this.page.requestUpdate()
  }

  /** What stands in a field, for it to show: what the checks found, and threads. */
  marksIn(field: Field, text: string): readonly FieldMark[] {
    return [...this.threadsIn(field, text), ...this.issuesIn(field)]
  }

  /** What is typed in the body does not touch them. */
  private threadsIn(field: Field, text: string): readonly FieldMark[] {
    const { current, turn } = this.margin
    const known = this.fieldMarks.get(field)
    if (known?.turn === turn && known.text === text) return known.marks
    const review = this.editor()?.review ?? null
    if (review === null) return []
    const marks = review.items().flatMap(({ key, look, spots }) =>
      spots
        .filter((spot) => spot.field === field && look !== '')
        .map(({ from, to }: MarginSpot) => ({
          from,
          to,
          look: `${look}${to === Infinity ? ' whole' : ''}${key === current ? ' is-current' : ''}`,
        })),
    )
    this.fieldMarks.set(field, { turn, text, marks })
    return marks
  }
}

const linkedThread = (): string => /^#thread-([\w-]{1,60})$/.exec(location.hash)?.[1] ?? ''
