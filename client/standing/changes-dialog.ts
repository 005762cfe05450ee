/** What has changed in a story since a version of it, change by change. */
import { html, nothing, render } from 'lit'
import { compareVersion } from '../api/versions.ts'
import { openDialog } from '../ui/dialog.ts'

type More = { title: string; pass?: { label: string; run: () => void } }

/** @throws what the server answered */
export async function showChanges(storyId: string, version: string, { title, pass }: More): Promise<void> {
  const { changes } = await compareVersion(storyId, version)
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog changes'
  dialog.setAttribute('aria-labelledby', 'changes-title')
  render(
    html`<form class="dialog-form" method="dialog">
      <h2 id="changes-title">${title}</h2>
      ${
        changes.length === 0
          ? html`<p>Nothing that readers would see. It was changed and changed back.</p>`
          : html`<ul class="changes-list" tabindex="0" aria-label="Changes">
              ${changes.map(
                ({ says, was, now, by }) =>
                  html`<li>
                    <p>
                      ${says}${by.length === 0 ? nothing : html` <span class="muted">${by.map(({ name }) => name).join(', ')}</span>`}
                    </p>
                    ${was === '' && now === '' ? nothing : html`<p class="changes-words">${was === '' ? nothing : html`<del>${was}</del> `}${now === '' ? nothing : html`<ins>${now}</ins>`}</p>`}
                  </li>`,
              )}
            </ul>`
      }
      <div class="dialog-actions">
        ${
          pass === undefined
            ? nothing
            : html`<button
                class="button aside"
                type="button"
                @click=${() => {
                  dialog.close()
                  pass.run()
                }}
              >
                ${pass.label}
              </button>`
        }
        <button class="button primary" autofocus>Done</button>
      </div>
    </form>`,
    dialog,
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  openDialog(dialog)
}
