/**
 * The road of all that comes later than its page: every `import()` of the pages goes through it (`vite.config.ts` puts it in
 * place of Vite's own). A module that once failed is never asked for again by the browser, as long as the page is open. So it
 * is asked for only when all its files are there, in the browser's cache; and when one is not, the next call asks again.
 */
const coming = new Map<string, Promise<unknown>>()

/** What the page's head names is on its way already. */
const isNamed = (file: string): boolean => document.querySelector(`link[href="${file}"]`) !== null

/** It could not be had now; asked for again, it may. */
export class NotNow extends TypeError {}

async function fetched(file: string): Promise<void> {
  const answer = await fetch(file).catch((error: unknown) => {
    throw new NotNow(file, { cause: error })
  })
  // Gone, after an update of the server.
  if (!answer.ok) throw new TypeError(`${file}: ${answer.status}`)
  await answer.arrayBuffer()
}

const styled = (file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = file
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new NotNow(file))
    })
    document.head.append(link)
  })

function come(file: string): Promise<unknown> | undefined {
  if (!coming.has(file) && !isNamed(file)) {
    const one = fetched(file).then(() => (file.endsWith('.css') ? styled(file) : undefined))
    coming.set(file, one)
    one.catch(() => coming.delete(file))
  }
  return coming.get(file)
}

/** Resolves when all of these are in the browser's cache, and styles on the page. */
export const haveFiles = (files: readonly string[]): Promise<unknown> => Promise.all(files.map(come))

/** @param files of the module, beneath the address of the desk */
export async function bring<Parts>(load: () => Promise<Parts>, files: readonly string[] = []): Promise<Parts> {
  await haveFiles(files.map((file) => import.meta.env.BASE_URL + file))
  return load()
}
