/** A picture on its way, as the person who sends it sees it at its place: the picture itself, paler, and how far it has come. */
import type { Upload } from './uploads.ts'

/** Made once: it stays the same element while colleagues' edits redraw the copy around it. */
export function onItsWay(file: Blob): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'on-its-way'
  dom.contentEditable = 'false'
  // The strip above the copy says the same to who does not see this.
  dom.setAttribute('aria-hidden', 'true')
  const preview = document.createElement('img')
  preview.alt = ''
  preview.draggable = false
  const address = URL.createObjectURL(file)
  preview.addEventListener('load', () => URL.revokeObjectURL(address))
  preview.addEventListener('error', () => {
    URL.revokeObjectURL(address)
    preview.remove()
  })
  preview.src = address
  const progress = document.createElement('progress')
  const says = document.createElement('p')
  dom.append(preview, progress, says)
  return dom
}

export function showProgress({ dom, state, sent }: Upload): void {
  const progress = dom.querySelector('progress')!
  const says = dom.querySelector('p')!
  dom.dataset.state = state
  if (state === 'sending' && sent < 1) progress.value = sent
  else progress.removeAttribute('value')
  progress.hidden = state !== 'sending'
  says.textContent =
    state === 'waiting'
      ? 'Waiting for the connection'
      : sent < 1
        ? `Sending ${Math.round(sent * 100)} %`
        : 'The server works on it'
}
