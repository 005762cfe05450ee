/** Beside the copy, one panel at a time: find and replace, the outline, what the checks found, or where the story stands. The copy makes room for it. */
import { html, nothing } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { toBlock } from '../editor/to-block.ts'
import type { FindPanel } from '../editor/find-panel.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import type { ChecksPanel } from '../style/checks-panel.ts'
import { outlineOf, partAt, type Part } from './outline.ts'
import type { PageStanding } from '../standing/page-standing.ts'
import type { StandingPanel } from '../standing/standing-panel.ts'
import type { StoryOutline } from './story-outline.ts'
import './side.css'

type Panel = 'find' | 'outline' | 'checks' | 'standing'

/** Where a panel stands above the copy and not beside it, it goes when it has done its work. */
const NARROW = '(max-width: 899px)'

@customElement('story-side')
export class StorySide extends PageElement {
  @property({ attribute: false }) editor: StoryEditor | null = null
  @property({ attribute: false }) live!: LiveStory
  @property({ type: Boolean }) writable = false
  /** Null: it has not come yet. */
  @property({ attribute: false }) standing: PageStanding | null = null
  @state() private panel: Panel | null = null
  @state() private parts: Part[] = []
  @state() private at = -1
  /** Where the keyboard was when a panel took it. */
  private from: Element | null = null
  @query('find-panel') private find!: FindPanel | null
  @query('story-outline') private outline!: StoryOutline | null
  @query('checks-panel') private checks!: ChecksPanel | null
  @query('standing-panel') private stands!: StandingPanel | null

  /**
   * Opens a panel, or takes the keyboard to it; all but find go when they are asked for once more.
   * @param place of the standing: where in it
   */
  async show(panel: Panel, place?: string): Promise<void> {
    const open = { find: null, outline: this.outline, checks: this.checks, standing: this.stands }[panel]
    if (place === undefined && open?.contains(document.activeElement)) return this.close()
    if (!this.contains(document.activeElement)) this.from = document.activeElement
    const isNew = this.panel !== panel
    this.turnTo(panel)
    this.read()
    await this.updateComplete
    if (panel === 'outline') void this.outline?.show()
    else if (panel === 'checks') void this.checks?.show()
    else if (panel === 'standing') void this.stands?.show(place)
    // A new one takes the keyboard by itself, once it is drawn.
    else if (!isNew) this.find?.show()
  }

  /** @returns whether there was one to close */
  closed(): boolean {
    if (this.panel === null) return false
    this.close()
    return true
  }

  /** The body or the caret in it has changed: called when there is time. */
  read(): void {
    const { editor } = this
    if (this.panel !== 'outline' || !editor?.state || editor.interview === null) return
    this.parts = outlineOf(editor.state.doc, editor.interview)
    this.at = partAt(this.parts, editor.state.selection.head)
  }

  private turnTo(panel: Panel | null): void {
    this.panel = panel
    this.dispatchEvent(new CustomEvent('side', { detail: panel !== null }))
  }

  private close(): void {
    // From a search one comes back to the copy, where it has led.
    const back =
      this.panel !== 'find' && this.panel !== 'checks' && this.from?.isConnected === true && this.from !== document.body
        ? this.from
        : null
    this.turnTo(null)
    if (back instanceof HTMLElement) back.focus()
    else this.editor?.focus()
  }

  private jump(event: CustomEvent<number>): void {
    if (matchMedia(NARROW).matches) this.turnTo(null)
    // First: a view without the focus brings nothing into sight.
    this.editor?.focus()
    this.editor?.act(toBlock(event.detail))
  }

  override render() {
    if (this.panel === null) return nothing
    if (this.panel === 'outline') {
      return html`<story-outline
        .parts=${this.parts}
        .at=${this.at}
        @jump=${this.jump}
        @close-panel=${this.close}
      ></story-outline>`
    }
    if (this.panel === 'standing') {
      if (this.standing === null) return nothing
      return html`<standing-panel .page=${this.standing} @close-panel=${this.close}></standing-panel>`
    }
    if (this.panel === 'checks') {
      return html`<checks-panel .editor=${this.editor} .writable=${this.writable} @close-panel=${this.close}></checks-panel>`
    }
    return html`<find-panel
      .editor=${this.editor}
      .live=${this.live}
      .writable=${this.writable}
      @close-panel=${this.close}
    ></find-panel>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'story-side': StorySide
  }
}
