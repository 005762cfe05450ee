/** Joins a story page to what is suggested in its story: which text is on the screen, and what is shown around it. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { may } from '../../shared/can.ts'
import { fieldOf, type Field } from '../../shared/story.ts'
import type { PageReview } from '../comments/page-review.ts'
import type { Chosen } from '../editor/comment-spots.ts'
import { caretOf, caretTo } from '../editor/block-places.ts'
import { blocksSelected, toCaret } from '../editor/blocks-selected.ts'
import type { Asked } from '../editor/deed.ts'
import { suggestedAt } from '../editor/suggestion-marks.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { copyAll } from '../story/copy-all.ts'
import { holdKeys } from '../story/held-keys.ts'
import type { Live } from '../story/live.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { confirmed } from '../ui/dialog.ts'
import { toast } from '../ui/toast-list.ts'
import { decide } from './decide.ts'
import { runsOf, type FieldChange } from './field-runs.ts'
import type { FieldSuggestion } from './field-suggestions.ts'
import { InCopy, keyOf } from './in-copy.ts'
import type { Mode, Modes } from './modes.ts'
import { StorySuggestions } from './story-suggestions.ts'
import type { Wanted } from './suggest-strip.ts'
import type { Suggestion } from './suggestion.ts'
import './field-suggestions.ts'
import './suggest-strip.ts'
import './suggestion-card.ts'

type Page = HTMLElement & ReactiveControllerHost

export class PageSuggest implements ReactiveController {
  suggestions: StorySuggestions | null = null
  /** For the editor that is on the screen. */
  inCopy: InCopy | null = null
  private text: LiveStory | null = null

  constructor(
    private readonly page: Page,
    private readonly live: Live,
    private readonly modes: Modes,
    private readonly editor: () => StoryEditor | null,
    private readonly review: PageReview,
  ) {
    page.addController(this)
  }

  hostDisconnected(): void {
    this.close()
  }

  /** Before the page is drawn: whatever text it shows now, this knows the suggestions in it. */
  hostUpdate(): void {
    const { story, text } = this.live
    if (story !== (this.suggestions?.live ?? null)) {
      this.close()
      if (story !== null) {
        this.suggestions = new StorySuggestions(story)
        this.suggestions.addEventListener('change', this.changed)
      }
    }
    if (text === this.text && this.inCopy !== null) return
    this.inCopy?.removeEventListener('change', this.moved)
    this.inCopy?.stop()
    this.inCopy = null
    this.text = text
    if (story === null || text === null || this.suggestions === null || !text.loaded || !story.loaded) return
    this.inCopy = new InCopy(this.suggestions, text, story.person, this.card)
    this.inCopy.addEventListener('change', this.moved)
    this.review.margin.suggestions = this.inCopy
    this.review.margin.changed()
  }

  private close(): void {
    this.inCopy?.removeEventListener('change', this.moved)
    this.inCopy?.stop()
    this.inCopy = null
    this.suggestions?.removeEventListener('change', this.changed)
    this.suggestions?.stop()
    this.suggestions = null
    this.text = null
  }

  private readonly changed = (): void => this.page.requestUpdate()

  private readonly moved = (): void => this.review.margin.changed()

  private get mayDecide(): boolean {
    const rights = this.live.story?.rights
    return rights !== undefined && may(rights, 'decide suggestions') && this.live.story?.connected === true
  }

  private readonly card = (suggestion: Suggestion, isCurrent: boolean): TemplateResult =>
    html`<suggestion-card
      .suggestion=${suggestion}
      .threads=${this.review.threads}
      .talk=${this.review.threads?.onSuggestion(suggestion.names) ?? []}
      .isCurrent=${isCurrent}
      .mine=${suggestion.by.id === this.live.story?.person.id}
      .mayDecide=${this.mayDecide}
      @decide=${(event: CustomEvent<'accept' | 'reject'>) => void this.decide(event.detail, [suggestion])}
    ></suggestion-card>`

  /** In the selection, or the one that is looked at. */
  private readonly selected = (): readonly Suggestion[] => {
    const state = this.editor()?.state ?? null
    const there = new Set(state === null ? [] : suggestedAt(state))
    return this.suggestions?.suggestions.filter((suggestion) => there.has(keyOf(suggestion))) ?? []
  }

  private async decide(decision: 'accept' | 'reject', which: readonly Suggestion[]): Promise<void> {
    const { suggestions } = this
    if (suggestions === null) return
    const me = suggestions.live.person.id
    const may = which.filter(({ by }) => this.mayDecide || (decision === 'reject' && by.id === me))
    // The keyboard does not go with the card that is decided about.
    if (document.activeElement?.closest('suggestion-card')) this.editor()?.focus()
    // The walk has selected what is decided: whatever stands there then is not for the next key to type over.
    this.editor()?.act(toCaret)
    await decide(suggestions, decision, may)
  }

  private async want(wanted: Wanted): Promise<void> {
    if ('decision' in wanted) return this.decide(wanted.decision, wanted.which)
    if (wanted.fork === 'copy')
      return this.live.text ? copyAll(this.live.text, this.editor()?.body ?? null, this.page) : undefined
    if (wanted.fork === 'bring in') await this.modes.bringIn()
    else if (wanted.fork === 'open') await this.turnTo('private')
    else if (wanted.fork === 'leave') await this.turnTo(this.modes.choices[0]!)
    else if (
      await confirmed({
        title: 'Give up this private draft?',
        text: 'What you have written in it is gone for good. The story is not touched.',
        yes: 'Give it up',
        danger: true,
      })
    )
      await this.modes.giveUp()
    this.editor()?.focus()
  }

  /** The caret stays in its paragraph, in the other text. */
  private async turnTo(mode: Mode, passage: string[] | null = null): Promise<void> {
    if (!this.modes.choices.includes(mode)) {
      toast(
        mode === 'editing'
          ? 'In this story you may suggest changes, not make them.'
          : 'In this story you may not suggest changes.',
      )
      return
    }
    const before = this.editor()?.state ?? null
    const place = before === null ? null : caretOf(before)
    if (!((await this.editor()?.pictures?.mayLeave()) ?? true)) return
    if (this.modes.turning) return
    // What is typed from here on is meant for the text that is on its way.
    const letGo = holdKeys()
    let came = false
    try {
      came = await this.modes.turnTo(mode, passage)
      if (!came) return
      await this.page.updateComplete
      const editor = this.editor()
      await editor?.updateComplete
      editor?.focus()
      if (place !== null) editor?.act(caretTo(place))
    } finally {
      letGo(came)
    }
  }

  /** What changes the story at once cannot be suggested. @returns whether one writes in the story itself */
  isInStory(deed: string): boolean {
    if (this.live.fork === null) return true
    toast(`To ${deed}, turn to editing first: it goes into the story itself.`)
    return false
  }

  /** What the deeds of the editor can ask for. */
  readonly shows: Record<
    Extract<Asked, 'editing' | 'suggesting' | 'privately' | 'passage privately' | 'accept' | 'reject'>,
    () => void
  > = {
    editing: () => void this.turnTo('editing'),
    suggesting: () => void this.turnTo('suggesting'),
    privately: () => void this.turnTo('private'),
    'passage privately': () => {
      const state = this.editor()?.state ?? null
      void this.turnTo('private', state === null ? null : blocksSelected(state))
    },
    accept: () => void this.decide('accept', this.selected()),
    reject: () => void this.decide('reject', this.selected()),
  }

  /** What is chosen to be commented on; a comment is on the story's words, also where one looks at a fork. */
  readonly chosen = (): Chosen | null => {
    const chosen = this.review.chosen()
    const body = this.editor()?.body ?? null
    if (chosen === null || body === null) return chosen
    // Places of a fork mean nothing in the story until both are here.
    if (this.inCopy === null) return this.live.fork === null ? chosen : null
    return { ...chosen, place: this.inCopy.inStory(chosen.place, body) }
  }

  /** Above the copy. */
  strip(): TemplateResult | typeof nothing {
    const { story, fork } = this.live
    if (story === null || !story.loaded || this.suggestions === null) return nothing
    const { mode, choices } = this.modes
    return html`<suggest-strip
      .mode=${mode}
      .choices=${choices}
      .me=${story.person}
      .suggestions=${this.suggestions.suggestions}
      .drafts=${this.suggestions.drafts}
      .mayDecide=${this.mayDecide}
      .closed=${fork !== null && fork.loaded && !fork.mayWrite}
      .selected=${this.selected}
      @want=${(event: CustomEvent<Wanted>) => void this.want(event.detail)}
      @tool=${(event: CustomEvent<'nextIssue'>) => this.editor()?.run(event.detail)}
    ></suggest-strip>`
  }

  /** Under a field. */
  under(field: Field, label: string): TemplateResult {
    const { current } = this.review.margin
    return html`<field-suggestions
      .label=${label}
      .suggestions=${this.inField(field)}
      .current=${current}
      .me=${this.live.story?.person.id ?? ''}
      @show=${(event: CustomEvent<string>) => this.review.margin.show(event.detail)}
    ></field-suggestions>`
  }

  private inField(field: Field): FieldSuggestion[] {
    const { suggestions, text } = this
    if (suggestions === null || text === null) return []
    const story = suggestions.live
    const was = fieldOf(story.ydoc, field).toString()
    const changes = new Map<string, { one: FieldSuggestion; changes: FieldChange[] }>()
    for (const suggestion of suggestions.suggestions) {
      // One's own are in the fork already: there the field itself shows them.
      for (const hunk of suggestion.hunks) {
        if (hunk.field !== field) continue
        const known = changes.get(suggestion.by.id) ?? {
          one: { by: suggestion.by, key: keyOf(suggestion), runs: [] },
          changes: [],
        }
        changes.set(suggestion.by.id, known)
        known.changes.push({ hunk, ydoc: story.ydoc })
      }
    }
    return [...changes.values()].map(({ one, changes: all }) => ({ ...one, runs: runsOf(was, all) }))
  }
}
