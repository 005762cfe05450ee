/** At the foot of the page: how long the story is, and on a press all that can be counted and how long it is to be. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { settingsOf } from '../../shared/story.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { countsOf, minutesFor, toTarget, type Counts } from './counts.ts'

const MOST = 1_000_000
/** Made once: `toLocaleString` makes one for each number, at each key. */
const NUMBERS = new Intl.NumberFormat('en-GB')
const number = (n: number): string => NUMBERS.format(n)
const plural = (n: number, word: string): string => (n === 1 ? word : `${word}s`)

@customElement('story-counts')
export class StoryCounts extends PageElement {
  @property({ attribute: false }) editor: StoryEditor | null = null
  @property({ attribute: false }) live!: LiveStory
  /** Turns, as a reader counts them. */
  @property({ attribute: false }) turns = { questions: 0, answers: 0 }
  /** Words that are asked for; 0: none. */
  @property({ attribute: false }) target = 0
  @property({ type: Boolean }) writable = false
  @state() private counts: Counts = { story: 0, questions: 0, answers: 0, selection: null }
  @query('.counts-pop') private pop!: HTMLElement
  @query('.counts-open') private opener!: HTMLButtonElement

  show(): void {
    this.pop.showPopover()
  }

  /** The body or what is selected in it has changed: called when there is time. */
  read(): void {
    const state = this.editor?.state
    if (!state) return
    const counts = countsOf(state.doc, state.selection)
    if (JSON.stringify(counts) !== JSON.stringify(this.counts)) this.counts = counts
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('editor')) this.read()
  }

  protected override firstUpdated(): void {
    this.opener.popoverTargetElement = this.pop
  }

  private toggled(event: ToggleEvent): void {
    this.opener.setAttribute('aria-expanded', String(event.newState === 'open'))
  }

  private setTarget(event: Event): void {
    const input = event.target as HTMLInputElement
    const target = Math.min(Math.max(Math.round(input.valueAsNumber || 0), 0), MOST)
    input.value = target === 0 ? '' : String(target)
    if (target !== this.target) settingsOf(this.live.ydoc).set('target', target)
  }

  override render() {
    const { counts, target, turns } = this
    const { story, selection } = counts
    return html`<button
        class="counts-open"
        type="button"
        aria-haspopup="dialog"
        aria-expanded="false"
        title="Word count and target"
      >
        ${
          target === 0
            ? html`<b>${number(story)}</b> ${plural(story, 'word')}`
            : html`<b>${number(story)}</b> of ${number(target)} ${plural(target, 'word')} ${this.bar(false)}`
        }</button
      >${selection === null || selection === 0 ? nothing : html`<span><b>${number(selection)}</b> selected</span>`}${
        turns.questions + turns.answers === 0
          ? nothing
          : html`<span class="turns"
              ><b>${number(turns.questions)}</b> ${plural(turns.questions, 'question')} ·
              <b>${number(turns.answers)}</b> ${plural(turns.answers, 'answer')}</span
            >`
      }${story === 0 ? nothing : html`<span title="At 238 words a minute">${minutesFor(story)} min</span>`}
      <div
        class="counts-pop"
        popover
        role="dialog"
        aria-label="Word count"
        tabindex="-1"
        ?autofocus=${!this.writable}
        @toggle=${this.toggled}
      >
        <dl>
          ${this.row('Story', story, story === 0 ? '' : `${minutesFor(story)} min to read`)}
          ${
            counts.questions + counts.answers === 0
              ? nothing
              : html`${this.row('Questions', counts.questions, share(counts.questions, counts))}
                ${this.row('Answers', counts.answers, share(counts.answers, counts))}`
          }
          ${selection === null ? nothing : this.row('Selected', selection)}
        </dl>
        <div class="field">
          <label for="story-target">Target</label>
          <div class="target">
            ${
              this.writable
                ? html`<input
                    id="story-target"
                    class="input"
                    autofocus
                    type="number"
                    inputmode="numeric"
                    min="0"
                    max=${MOST}
                    step="50"
                    placeholder="None"
                    .value=${target === 0 ? '' : String(target)}
                    @change=${this.setTarget}
                    @keydown=${(event: KeyboardEvent) => {
                      if (event.key !== 'Enter') return
                      // The focus goes back to the copy: the key must not go with it.
                      event.preventDefault()
                      this.setTarget(event)
                      this.pop.hidePopover()
                    }}
                  />`
                : html`<span id="story-target">${target === 0 ? 'None' : number(target)}</span>`
            }
            <span class="muted">words${target === 0 ? nothing : html`, ${toTarget(story, target)}`}</span>
          </div>
          ${target === 0 ? nothing : this.bar(true)}
        </div>
      </div>`
  }

  private bar(named: boolean): TemplateResult {
    const { target } = this
    const { story } = this.counts
    return html`<progress
      class=${story > target ? 'over' : ''}
      max=${target}
      value=${Math.min(story, target)}
      aria-label=${named ? 'Words written of the target' : nothing}
      aria-hidden=${named ? nothing : 'true'}
    ></progress>`
  }

  private row(name: string, words: number, more = ''): TemplateResult {
    return html`<div>
      <dt>${name}</dt>
      <dd>
        <b>${number(words)}</b> ${plural(words, 'word')}${more === '' ? nothing : html`<span class="muted">, ${more}</span>`}
      </dd>
    </div>`
  }
}

/** How much of the talking it is. */
const share = (words: number, { questions, answers }: Counts): string => `${Math.round((words * 100) / (questions + answers))} %`

declare global {
  interface HTMLElementTagNameMap {
    'story-counts': StoryCounts
  }
}
