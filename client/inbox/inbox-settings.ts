/** How one hears of things: by mail or not, and of which stories nothing. */
import { html, nothing, render } from 'lit'
import type { InboxSettings } from '../../shared/inbox.ts'
import { sentence } from '../api.ts'
import { changeInboxSettings, readInboxSettings, unmuteStory } from '../api/inbox.ts'
import { openDialog } from '../ui/dialog.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'

const WISHES: [value: InboxSettings['mail'], says: string, hint: string][] = [
  ['at once', 'As it happens', 'A minute later, if you have not read it here by then.'],
  ['daily', 'Once a day', 'All that you have not read, in one mail.'],
  ['off', 'Never', 'It is in your inbox here all the same.'],
]

/** The zone of this computer: the hour that is meant is the one on its clock. */
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** @throws what the server answered */
export async function askHowToHear(): Promise<void> {
  let settings = await readInboxSettings()
  let trouble = ''
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog small'
  dialog.setAttribute('aria-labelledby', 'hear-title')

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const mail = form.get('mail') as InboxSettings['mail'] | null
    const dailyAt = form.get('daily-at')
    try {
      if (mail !== null)
        await changeInboxSettings({
          mail,
          ...(mail === 'daily' && typeof dailyAt === 'string' && dailyAt !== '' ? { dailyAt, zone: ownZone() } : {}),
        })
      dialog.close()
      toast('Saved.')
    } catch (error) {
      trouble = sentence(error)
      draw()
    }
  }
  const unmute = async (id: string): Promise<void> => {
    try {
      await unmuteStory(id)
      settings = { ...settings, muted: settings.muted.filter((story) => story.id !== id) }
      trouble = ''
    } catch (error) {
      trouble = sentence(error)
    }
    draw()
    dialog.querySelector<HTMLElement>('h2')?.focus()
  }
  const draw = (): void => {
    const { mail, canMail, dailyAt, muted } = settings
    render(
      html`<form class="dialog-form inbox-settings" @submit=${(event: SubmitEvent) => void save(event)}>
        <h2 id="hear-title" tabindex="-1">How you hear of things</h2>
        ${
          canMail
            ? html`<fieldset>
                <legend>By mail</legend>
                ${WISHES.map(
                  ([value, says, hint]) =>
                    html`<label class="check">
                      <input
                        type="radio"
                        name="mail"
                        value=${value}
                        .checked=${mail === value}
                        @change=${() => {
                          settings = { ...settings, mail: value }
                          draw()
                        }}
                      />
                      <span>${says}<small>${hint}</small></span>
                    </label>`,
                )}
                ${
                  mail === 'daily'
                    ? html`<div class="field">
                        <label for="daily-at">At</label>
                        <input class="input" id="daily-at" name="daily-at" type="time" required .value=${dailyAt} />
                      </div>`
                    : nothing
                }
              </fieldset>`
            : html`<p class="hint">
                Everything is in your inbox here. You get no mail: whoever runs this newsroom has not set a mail server, or you
                have no address here.
              </p>`
        }
        ${
          muted.length === 0
            ? nothing
            : html`<section aria-label="Muted stories">
                <h3>You hear nothing of</h3>
                <ul class="muted">
                  ${muted.map(
                    ({ id, headline }) =>
                      html`<li>
                        <span>${headline.trim() || 'Untitled story'}</span>
                        <button class="link" type="button" @click=${() => void unmute(id)}>Unmute</button>
                      </li>`,
                  )}
                </ul>
              </section>`
        }
        ${trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}<span>${trouble}</span></p>`}
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => dialog.close()}>${canMail ? 'Cancel' : 'Close'}</button>
          ${canMail ? html`<button class="button primary">Save</button>` : nothing}
        </div>
      </form>`,
      dialog,
    )
  }
  draw()
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  openDialog(dialog)
}
