/** The slug, the desk's short name for the story: read in the top bar, changed where it stands. */
import { html } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Story } from '../../shared/api.ts'
import { slugFrom } from '../../shared/slug.ts'
import { changeStory, isSignedOut, sentence } from '../api.ts'
import { PageElement } from '../ui/element.ts'
import { toast } from '../ui/toast-list.ts'

@customElement('story-slug')
export class StorySlug extends PageElement {
  @property({ attribute: false }) story: Story | null = null
  @property({ type: Boolean }) writable = false
  @state() private editing = false
  @query('input') private input!: HTMLInputElement
  @query('button') private button!: HTMLButtonElement

  private async edit(): Promise<void> {
    this.editing = true
    await this.updateComplete
    this.input.focus()
    this.input.select()
  }

  private async done(keep: boolean): Promise<void> {
    if (!this.editing || this.story === null) return
    const slug = this.input.value.trim()
    const back = document.activeElement === this.input
    this.editing = false
    await this.updateComplete
    if (back) this.button.focus()
    if (keep && slug !== this.story.slug) await this.change(this.story, slug)
  }

  /** A story made without a headline has a slug that says nothing: its first headline gives it one. */
  async nameBy(headline: string): Promise<void> {
    const { story } = this
    if (story === null || headline.trim() === '' || story.slug !== slugFrom('', story.id)) return
    const slug = slugFrom(headline, story.id)
    if (slug !== story.slug) await this.change(story, slug)
  }

  private async change(was: Story, slug: string): Promise<void> {
    this.story = { ...was, slug }
    try {
      const story = await changeStory(was.id, { slug })
      // Meanwhile another story may have been opened here.
      if (this.story?.id === story.id) this.dispatchEvent(new CustomEvent('story', { detail: story }))
    } catch (error) {
      if (this.story?.id === was.id) this.story = was
      if (isSignedOut(error)) this.endSession()
      else toast(sentence(error))
    }
  }

  private keyed(event: KeyboardEvent): void {
    if (event.isComposing) return
    if (event.key === 'Enter' || event.key === 'Escape') {
      event.preventDefault()
      void this.done(event.key === 'Enter')
    }
  }

  override render() {
    const slug = this.story?.slug ?? ''
    if (this.story === null) return html`<span class="slug"></span>`
    if (!this.writable) return html`<b class="slug">${slug}</b>`
    return this.editing
      ? html`<input
          class="slug"
          aria-label="Slug"
          maxlength="80"
          size=${Math.max(12, slug.length)}
          spellcheck="false"
          autocapitalize="off"
          .value=${slug}
          @keydown=${this.keyed}
          @blur=${() => this.done(true)}
        />`
      : html`<button
          class="slug"
          type="button"
          title="Change the slug"
          aria-label="Slug: ${slug || 'none'}. Change"
          @click=${this.edit}
        >
          ${slug || 'No slug'}
        </button>`
  }
}
