/** One's own password: the old one is asked, and every other window and device is signed out. */
import { html } from 'lit'
import { customElement, property, query } from 'lit/decorators.js'
import type { Person } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import { isSignedOut } from '../api.ts'
import { changePassword } from '../api/entry.ts'
import { openDialog } from '../ui/dialog.ts'
import { toast } from '../ui/toast-list.ts'
import { EntryForm, type Values } from './entry-form.ts'

@customElement('change-password')
export class ChangePassword extends EntryForm {
  @property({ attribute: false }) person!: Person
  @query('dialog') private dialog!: HTMLDialogElement

  override async firstUpdated(): Promise<void> {
    // A dialog gives the focus to its first field: that must be there.
    await Promise.all([...this.querySelectorAll('password-field')].map((field) => field.updateComplete))
    openDialog(this.dialog, () => this.busy)
  }

  protected override check(values: Values): Values {
    const wrong = super.check(values)
    if (values['old'] === '') wrong['old'] = 'Give the password you have now.'
    else if (values['old'] === values['password']) wrong['password'] = 'This is the password you have now.'
    return wrong
  }

  protected override async send(values: Values): Promise<void> {
    await changePassword({ old: values['old'] ?? '', password: values['password'] ?? '' })
    this.dialog.close()
    toast('Your password is changed. Everywhere else you are signed out.')
  }

  protected override told(error: unknown, values: Values): void {
    if (isSignedOut(error)) {
      this.endSession()
      this.dialog.close()
    } else if (error instanceof Refusal && error.type === 'old-password-wrong') this.wrong = { old: error.message }
    else super.told(error, values)
  }

  override render() {
    return html`<dialog class="dialog small" aria-labelledby="password-title" @close=${() => this.remove()}>
      <form class="dialog-form entry-form" @submit=${this.submit} novalidate>
        <h2 id="password-title">Change your password</h2>
        <input type="text" autocomplete="username" .value=${this.person.email} readonly hidden />
        <password-field .name=${'old'} .label=${'Old password'} .wrong=${this.wrong['old']}></password-field>
        <password-field .label=${'New password'} .fresh=${true} .wrong=${this.wrong['password']}></password-field>
        <p class="muted">Your other windows and devices are signed out. This one stays.</p>
        ${this.problem()}
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => this.dialog.close()}>Cancel</button>
          <button class="button primary" aria-busy=${this.busy} aria-disabled=${this.busy}>Change password</button>
        </div>
      </form>
    </dialog>`
  }
}

/** @param from holds the session: it is told when that has ended */
export function askNewPassword(from: Element, person: Person): void {
  const asking = document.createElement('change-password')
  asking.person = person
  from.append(asking)
}

declare global {
  interface HTMLElementTagNameMap {
    'change-password': ChangePassword
  }
}
