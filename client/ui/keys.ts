/** The list of the desk's keys. */
import { html, render } from 'lit'
import { openDialog } from './dialog.ts'

const KEYS: [keys: string[], does: string][] = [
  [['/'], 'Find a story'],
  [['Esc'], 'Clear what is looked for, then the choices'],
  [['↓', 'j'], 'Next story'],
  [['↑', 'k'], 'Previous story'],
  [['Home'], 'First story'],
  [['End'], 'Last story'],
  [['Enter'], 'Open the story'],
  [['s'], 'Choose a stage'],
  [['m'], 'Only mine'],
  [['d'], 'Only what is due'],
  [['g'], 'Only where a gate waits for me'],
  [['h'], 'Only what is on hold'],
  [['n'], 'New story'],
  [['i'], 'Open the inbox'],
  [['r'], 'Rename the story’s slug'],
  [['Del'], 'Delete the story'],
  [['Ctrl Z'], 'Take the deletion back'],
  [['?'], 'This list'],
]

export function showKeys(): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog small'
  dialog.setAttribute('aria-labelledby', 'keys-title')
  render(
    html`<form class="dialog-form" method="dialog">
      <h2 id="keys-title">Keys on the desk</h2>
      <dl class="keys">
        ${KEYS.map(
          ([keys, does]) =>
            html`<div>
              <dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt>
              <dd>${does}</dd>
            </div>`,
        )}
      </dl>
      <div class="dialog-actions">
        <button class="button" autofocus>Close</button>
      </div>
    </form>`,
    dialog,
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  openDialog(dialog)
}
