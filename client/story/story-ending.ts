/** The session is over: what is safe, what is not, and the words that would be lost, to be copied. */
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Node } from 'prosemirror-model'
import type { LiveStory, SavedState } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { copyAll } from './copy-all.ts'
import { savedWords } from './saved-words.ts'

/** The story goes on, but not for these words: the right to write has ended before they were saved. */
const NO_LONGER = { text: 'You may no longer write in this story', act: null, stranded: true }

@customElement('story-ending')
export class StoryEnding extends PageElement {
  @property({ attribute: false }) live!: LiveStory
  @property({ attribute: false }) saved!: SavedState
  @property({ attribute: false }) body: () => Node | null = () => null

  override render() {
    const { saved } = this
    const isOver = saved.kind === 'ended' || saved.kind === 'reload'
    const words = isOver ? savedWords(saved, true) : NO_LONGER
    return html`<div class="trouble story-ending" role="alert">
      ${icon('alert')}
      <p>
        <b>${words.text}.</b>
        ${words.act === 'reload' ? saved.reason : nothing}
        ${
          words.stranded
            ? 'What you typed last is only in this window: copy it before you go.'
            : 'Everything you typed before is saved. Nothing can be typed here now.'
        }
      </p>
      ${words.stranded ? html`<button class="button" type="button" @click=${() => copyAll(this.live, this.body(), this)}>Copy the text</button>` : nothing}
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'story-ending': StoryEnding
  }
}
