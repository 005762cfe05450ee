/** Who comes into this story and how far: invites for colleagues, links for guests, exceptions for people. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Session } from '../../shared/api.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { chosenBlocks, type Chosen } from '../editor/chosen-blocks.ts'
import './guest-links.ts'
import './invite-form.ts'
import './share.css'
import './story-people.ts'

const TABS = { invite: 'Invite', links: 'Guest links', people: 'People' } as const
type Tab = keyof typeof TABS
const NAMES = Object.keys(TABS) as Tab[]

@customElement('share-dialog')
export class ShareDialog extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) storyId = ''
  @property({ attribute: false }) editor: StoryEditor | null = null
  /** Sees legal threads, and so may let others see them. */
  @property({ type: Boolean }) legal = false
  @state() private tab: Tab = 'invite'
  @state() private chosen: Chosen | null = null
  /** Each opening begins anew. */
  @state() private opened = 0
  @query('dialog') private dialog!: HTMLDialogElement

  show(): void {
    this.chosen = chosenBlocks(this.editor?.state)
    this.tab = this.chosen === null ? 'invite' : 'links'
    this.opened += 1
    openDialog(this.dialog)
  }

  private async keyed(event: KeyboardEvent): Promise<void> {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    this.tab = NAMES.at((NAMES.indexOf(this.tab) + step) % NAMES.length)!
    await this.updateComplete
    this.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }

  override render() {
    return html`<dialog class="dialog share" aria-labelledby="share-title">
      <div class="dialog-form">
        <h2 id="share-title">Share this story</h2>
        <div class="tabs" role="tablist" aria-labelledby="share-title" @keydown=${this.keyed}>
          ${NAMES.map(
            (name) =>
              html`<button
                type="button"
                role="tab"
                id="share-tab-${name}"
                aria-controls="share-panel"
                aria-selected=${name === this.tab}
                tabindex=${name === this.tab ? 0 : -1}
                @click=${() => (this.tab = name)}
              >
                ${TABS[name]}
              </button>`,
          )}
        </div>
        <div role="tabpanel" id="share-panel" aria-labelledby="share-tab-${this.tab}">
          ${this.opened === 0 ? nothing : this.panel()}
        </div>
        <div class="dialog-actions">
          <button class="button primary" type="button" @click=${() => this.dialog.close()}>Done</button>
        </div>
      </div>
    </dialog>`
  }

  private panel(): TemplateResult {
    const { session, storyId, opened, legal, chosen } = this
    if (this.tab === 'invite') return html`<invite-form .session=${session} .storyId=${storyId} .opened=${opened}></invite-form>`
    if (this.tab === 'links')
      return html`<guest-links .storyId=${storyId} .opened=${opened} .legal=${legal} .chosen=${chosen}></guest-links>`
    return html`<story-people .session=${session} .storyId=${storyId} .opened=${opened} .legal=${legal}></story-people>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'share-dialog': ShareDialog
  }
}
