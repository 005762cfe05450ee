/** Native dialogs: the browser keeps the focus inside, closes on Escape and gives the focus back. */
import { html, render } from 'lit'

/** Opens a dialog that a press beside it closes too. While `busy()`, neither that nor Escape does. */
export function openDialog(dialog: HTMLDialogElement, busy: () => boolean = () => false): void {
  const closed = new AbortController()
  const { signal } = closed
  dialog.addEventListener('close', () => closed.abort(), { signal })
  dialog.addEventListener('cancel', (event) => event.target === dialog && busy() && event.preventDefault(), { signal })
  dialog.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target === dialog && !busy() && !inside(dialog, event)) dialog.close()
    },
    { signal },
  )
  dialog.showModal()
}

function inside(dialog: HTMLDialogElement, event: PointerEvent): boolean {
  const box = dialog.getBoundingClientRect()
  return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
}

type Question = { title: string; text: string; yes: string; no?: string; danger?: boolean }

/** Asks before something that cannot be taken back. */
export function confirmed({ title, text, yes, no = 'Cancel', danger }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'dialog small'
  dialog.setAttribute('aria-labelledby', 'confirm-title')
  dialog.setAttribute('aria-describedby', 'confirm-text')
  dialog.setAttribute('role', 'alertdialog')
  render(
    html`<form class="dialog-form" method="dialog">
      <h2 id="confirm-title">${title}</h2>
      <p id="confirm-text">${text}</p>
      <div class="dialog-actions">
        <button class="button" value="no" autofocus>${no}</button>
        <button class=${danger ? 'button danger' : 'button primary'} value="yes">${yes}</button>
      </div>
    </form>`,
    dialog,
  )
  document.body.append(dialog)
  openDialog(dialog)
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'yes')
    })
  })
}
