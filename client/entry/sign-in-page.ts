/** Sign in, then on to where one wanted to go. */
import { html } from 'lit'
import { customElement } from 'lit/decorators.js'
import { signIn } from '../api/entry.ts'
import { pathBack } from '../ui/go.ts'
import { card, EntryForm, field, type Values } from './entry-form.ts'

@customElement('sign-in-page')
export class SignInPage extends EntryForm {
  protected override checkPassword(password: string): string | null {
    return password === '' ? 'Give your password.' : null
  }

  protected override async send({ email = '', password = '' }: Values): Promise<void> {
    const session = await signIn({ email, password })
    // The fragment may carry an invite's secret to the page that goes on with it.
    this.enter(session, pathBack(location.search) + location.hash)
  }

  protected override firstUpdated(): void {
    void this.focusFirst()
  }

  override render() {
    return card(
      html`<h1 tabindex="-1">Sign in</h1>
        <form class="entry-form" novalidate @submit=${this.submit}>
          ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', wrong: this.wrong['email'] })}
          <password-field .wrong=${this.wrong['password']}></password-field>
          ${this.button('Sign in')}
        </form>
        <p class="entry-foot">
          New here? You need an invite link from a colleague. The very first person uses the set-up link that Copydesk printed
          when it was started. Forgotten the password? Whoever runs the server can give you a new one.
        </p>`,
    )
  }
}
