/** On paper, under the byline: who Q and A are. On a screen the gutter knows, and this is empty. */
import { html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { speakersOf, type Speaker } from '../../shared/story.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { whoSpeaks } from './outline.ts'

@customElement('print-cast')
export class PrintCast extends PageElement {
  @property({ attribute: false }) editor: StoryEditor | null = null
  @property({ attribute: false }) live!: LiveStory
  @state() private cast: readonly string[] = []

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('beforeprint', this.printing)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('beforeprint', this.printing)
  }

  private readonly printing = (): void => {
    const { editor } = this
    if (!editor?.body || editor.interview === null) return
    this.cast = whoSpeaks(editor.body, editor.interview, speakersOf(this.live.ydoc).toJSON() as Record<string, Speaker>)
    // The page is drawn for paper as soon as this event is over.
    if (this.isUpdatePending) this.performUpdate()
  }

  override render() {
    return this.cast.length === 0
      ? nothing
      : html`<ul class="print-cast">
          ${this.cast.map((line) => html`<li>${line}</li>`)}
        </ul>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'print-cast': PrintCast
  }
}
