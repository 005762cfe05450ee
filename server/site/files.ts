/** What pages of the site are dressed in: the stylesheet, the type and the icon, each under an address of its own. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { escapeHtml } from '../../shared/body/html-words.ts'
import { FONTS } from '../../shared/site/addresses.ts'
import { accentsOf, siteCss } from '../../shared/site/css.ts'
import { cssOf, type SiteAround } from '../../shared/site/frame.ts'
import type { Made } from './live-site.ts'
import { FOR_OTHERS } from './site-headers.ts'

export const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Also for a page in a sandboxed frame of the desk, which is of no origin. */
const CSS = 'text/css; charset=utf-8'
const FACES = ['latin-normal', 'latin-italic', 'latin-ext-normal', 'latin-ext-italic']
const fileOf = (face: string): string => {
  const [, subset, style] = /^(.*)-(normal|italic)$/.exec(face)!
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/newsreader/files/newsreader-${subset}-wght-${style}.woff2`))
}
const faces = new Map(FACES.map((face) => [`${FONTS}-${face}.woff2`, face]))

/** Null: there is no such file. */
export async function siteFile(around: SiteAround, path: string): Promise<Made | null> {
  const face = faces.get(path)
  if (face !== undefined)
    return {
      type: 'font/woff2',
      body: new Uint8Array(await readFile(fileOf(face))),
      changedAt: 0,
      headers: { ...FOR_EVER, ...FOR_OTHERS },
    }
  if (path === '/site/icon.svg')
    return { type: 'image/svg+xml', body: icon(around), headers: { 'cache-control': 'public, max-age=86400' } }
  const tried = /^\/site\/look-([0-9a-f]{6})\.css$/.exec(path)?.[1]
  if (tried !== undefined) return { type: CSS, body: siteCss(`#${tried}`), headers: FOR_OTHERS }
  if (!/^\/site\/[a-z0-9]{11}\.css$/.test(path)) return null
  const { css, address } = cssOf(around.site)
  // A page that somebody kept from before is dressed as today’s are, and asks again.
  return { type: CSS, body: css, headers: path === address ? { ...FOR_EVER, ...FOR_OTHERS } : FOR_OTHERS }
}

/** The newsroom’s first letter in its colour. */
function icon({ newsroom, site }: SiteAround): string {
  const letter = [...newsroom.name.trim()][0] ?? ''
  const { light } = accentsOf(site.accent)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="${light}"/><text x="32" y="46" font-family="Georgia,serif" font-size="42" font-weight="700" text-anchor="middle" fill="#fff">${escapeHtml(letter)}</text></svg>`
}
