/** Signs in by a link that carries the secret: nothing to type. */
import { html } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { Refusal } from '../../shared/refusal.ts'
import { sentence } from '../api.ts'
import { enterByLink } from '../api/entry.ts'
import { PageElement } from '../ui/element.ts'
import { go } from '../ui/go.ts'
import { card, ended, secretInAddress } from './entry-form.ts'

@customElement('enter-page')
export class EnterPage extends PageElement {
  @state() private link: 'entering' | 'ended' | { trouble: string } = 'entering'

  override connectedCallback(): void {
    super.connectedCallback()
    void this.enter()
  }

  private async enter(): Promise<void> {
    this.link = 'entering'
    try {
      const session = await enterByLink(secretInAddress())
      this.dispatchEvent(new CustomEvent('signed-in', { bubbles: true, detail: session }))
      go('/desk', 'replace')
    } catch (error) {
      this.link = error instanceof Refusal && error.status !== 429 ? 'ended' : { trouble: sentence(error) }
    }
  }

  override render() {
    if (this.link === 'entering') return card(html`<p class="muted" role="status">Signing you in…</p>`)
    if (this.link === 'ended')
      return ended(
        'This sign-in link has ended',
        'It works once. Sign in with your e-mail and password, or ask for a new link.',
        html`<p><a class="button primary" href="/desk/sign-in">Sign in</a></p>`,
      )
    return ended(
      'The link could not be used',
      this.link.trouble,
      html`<p><button class="button primary" @click=${this.enter}>Try again</button></p>`,
    )
  }
}
