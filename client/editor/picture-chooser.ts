/** The browser's own window in which files are chosen. */

export const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** Call in answer to a key or a press: the browser opens it for nothing less. */
export function choosePictures(chosen: (files: File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = ACCEPT
  input.multiple = true
  input.addEventListener('change', () => chosen([...(input.files ?? [])]))
  input.click()
}
