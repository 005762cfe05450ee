/** The first person makes the newsroom: the page behind the link that the server prints when it is empty. */
import { html } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { Refusal } from '../../shared/refusal.ts'
import { sentence } from '../api.ts'
import { lookAtLink, setUp } from '../api/entry.ts'
import { card, ended, EntryForm, field, secretInAddress, type Values } from './entry-form.ts'

@customElement('set-up-page')
export class SetUpPage extends EntryForm {
  @state() private link: 'looking' | 'good' | 'ended' | { trouble: string } = 'looking'

  override connectedCallback(): void {
    super.connectedCallback()
    void this.look()
  }

  private async look(): Promise<void> {
    try {
      this.link = (await lookAtLink(secretInAddress())).kind === 'setup' ? 'good' : 'ended'
      void this.focusFirst()
    } catch (error) {
      this.link = error instanceof Refusal ? 'ended' : { trouble: sentence(error) }
    }
  }

  protected override async send({ newsroom = '', name = '', email = '', password = '' }: Values): Promise<void> {
    this.enter(await setUp({ token: secretInAddress(), newsroom, name, email, password }), '/desk')
  }

  override render() {
    if (this.link === 'looking') return card(html`<p class="muted" role="status">Looking at the link…</p>`)
    if (this.link === 'ended')
      return ended(
        'This set-up link has ended',
        'It works once, and only while the newsroom has nobody in it. If yours is set up, sign in; if not, start Copydesk again and use the link it prints.',
        html`<p><a class="button primary" href="/desk/sign-in">Sign in</a></p>`,
      )
    if (this.link !== 'good')
      return ended(
        'The link could not be looked at',
        this.link.trouble,
        html`<p><button class="button primary" @click=${this.look}>Try again</button></p>`,
      )
    return card(
      html`<h1 tabindex="-1">Set up your newsroom</h1>
        <p class="entry-lede">You become its owner and can invite everybody else.</p>
        <form class="entry-form" novalidate @submit=${this.submit}>
          ${field({ name: 'newsroom', label: 'Name of the newsroom', autocomplete: 'organization', wrong: this.wrong['newsroom'] })}
          ${field({ name: 'name', label: 'Your name', autocomplete: 'name', hint: 'As colleagues see it beside your words.', wrong: this.wrong['name'] })}
          ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', hint: 'Only to sign in: nothing is sent.', wrong: this.wrong['email'] })}
          <password-field .fresh=${true} .wrong=${this.wrong['password']}></password-field>
          ${this.button('Set up')}
        </form>`,
    )
  }
}
