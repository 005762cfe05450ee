/** The one primary button of the story page: it says how it stands with readers, and opens the publish panel. */
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import { keyOf } from '../editor/keys.ts'
import type { LiveStanding } from '../standing/live-standing.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { buttonWords, shortWall } from './button-words.ts'

@customElement('publish-button')
export class PublishButton extends PageElement {
  @property({ attribute: false }) standing: LiveStanding | null = null

  private readonly changed = (): void => this.requestUpdate()

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('standing')) return
    const before = changed.get('standing') as LiveStanding | null | undefined
    before?.removeEventListener('change', this.changed)
    this.standing?.addEventListener('change', this.changed)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.standing?.removeEventListener('change', this.changed)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.standing?.addEventListener('change', this.changed)
  }

  override render() {
    const standing = this.standing?.now ?? null
    const now = Date.now()
    const { says, short, tone, title } = buttonWords(standing, (at, zone) => shortWall(at, zone, now))
    const mark = tone === 'trouble' ? 'alert' : tone === 'done' ? 'check' : null
    return html`<button
      class="button publish ${tone === 'ready' ? 'primary' : `is-${tone}`} ${standing === null ? 'is-unknown' : ''}"
      type="button"
      aria-label=${says}
      aria-haspopup="dialog"
      title="${title} (${keyOf('publish')})"
      @click=${() => this.dispatchEvent(new CustomEvent('publish', { bubbles: true }))}
    >
      ${mark === null ? nothing : icon(mark)}<span class="long">${says}</span><span class="short">${short}</span>
    </button>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'publish-button': PublishButton
  }
}
