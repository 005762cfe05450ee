/** The tool bar over the copy: what the words under the caret are, and one press to make them something else. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { keyOf, type Deed } from './keys.ts'
import type { EditorLooks } from './story-editor.ts'

type Tool = {
  deed: Deed
  name: string
  face?: TemplateResult
  on?: (looks: EditorLooks) => boolean
  off?: (looks: EditorLooks) => boolean
}

const arrow = (way: 'undo' | 'redo'): TemplateResult =>
  html`<svg class="icon ${way}" viewBox="0 0 18 18" aria-hidden="true">
    <path d="M6.6 4 3.4 7.2l3.2 3.2M3.6 7.2h6.6a3.7 3.7 0 0 1 0 7.4H7.4" />
  </svg>`

const away = ({ entered }: EditorLooks): boolean => !entered
const outside = (looks: EditorLooks): boolean => looks.kind === 'other' || away(looks)

const GROUPS: { label: string; tools: Tool[] }[] = [
  {
    label: 'What it is',
    tools: [
      { deed: 'question', name: 'Question', on: ({ kind }) => kind === 'question', off: outside },
      { deed: 'answer', name: 'Answer', on: ({ kind }) => kind === 'answer', off: outside },
      { deed: 'paragraph', name: 'Paragraph', on: ({ kind }) => kind === 'paragraph', off: outside },
      { deed: 'heading', name: 'Heading', on: ({ kind }) => kind === 'heading', off: outside },
    ],
  },
  {
    label: 'How it looks',
    tools: [
      { deed: 'strong', name: 'Bold', face: html`<b aria-hidden="true">B</b>`, on: ({ strong }) => strong, off: away },
      { deed: 'em', name: 'Italic', face: html`<i aria-hidden="true">I</i>`, on: ({ em }) => em, off: away },
      { deed: 'link', name: 'Link', on: ({ link }) => link, off: away },
    ],
  },
  {
    label: 'Take back',
    tools: [
      { deed: 'undo', name: 'Undo', face: arrow('undo'), off: ({ canUndo }) => !canUndo },
      { deed: 'redo', name: 'Redo', face: arrow('redo'), off: ({ canRedo }) => !canRedo },
    ],
  },
  { label: 'Help', tools: [{ deed: 'keys', name: 'Keys', face: icon('keys') }] },
]

const DEEDS = GROUPS.flatMap(({ tools }) => tools.map(({ deed }) => deed))

@customElement('story-tools')
export class StoryTools extends PageElement {
  @property({ attribute: false }) looks: EditorLooks | null = null
  /** The one button that Tab reaches; arrows move among the rest. */
  @property({ attribute: false }) private reach: Deed = 'question'

  private moved(event: KeyboardEvent): void {
    const at = DEEDS.indexOf(this.reach)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: DEEDS.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.reach = DEEDS[(to + DEEDS.length) % DEEDS.length]!
    void this.updateComplete.then(() => this.querySelector<HTMLButtonElement>('button[tabindex="0"]')?.focus())
  }

  private press(deed: Deed, off: boolean): void {
    this.reach = deed
    if (!off) this.dispatchEvent(new CustomEvent('tool', { detail: deed }))
  }

  override render() {
    return html`<div
      class="story-tools"
      role="toolbar"
      aria-label="Copy"
      aria-controls=${this.looks === null ? nothing : 'story-body'}
      @keydown=${this.moved}
    >
      ${GROUPS.map(
        ({ label, tools }) => html`<div role="group" aria-label=${label}>${tools.map((tool) => this.button(tool))}</div>`,
      )}
    </div>`
  }

  private button({ deed, name, face, on, off }: Tool): TemplateResult {
    const { looks } = this
    const isOff = deed !== 'keys' && (looks === null || (off?.(looks) ?? false))
    const key = keyOf(deed)
    return html`<button
      type="button"
      class="tool"
      tabindex=${deed === this.reach ? 0 : -1}
      aria-label=${face === undefined ? nothing : name}
      aria-pressed=${on === undefined ? nothing : looks?.entered && on(looks) ? 'true' : 'false'}
      aria-disabled=${isOff ? 'true' : nothing}
      aria-keyshortcuts=${key.replaceAll('⌘', 'Meta+').replaceAll('⌥', 'Alt+').replaceAll('⇧', 'Shift+').replace('Ctrl', 'Control')}
      title="${name} (${key})"
      @mousedown=${(event: MouseEvent) => event.preventDefault()}
      @focus=${() => (this.reach = deed)}
      @click=${() => this.press(deed, isOff)}
    >
      ${face ?? name}
    </button>`
  }
}
