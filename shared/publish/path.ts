/** The last part of a story's public address: made of its headline, safe in any address, and never one of the site's own. */
import { SITE_ROUTES } from '../site/addresses.ts'
import { fold } from '../slug.ts'

export const LONGEST_PATH = 70

/** The site's own addresses, the desk's, and what either may want one day or a reader would take for theirs. */
const RESERVED: ReadonlySet<string> = new Set([
  ...SITE_ROUTES,
  ...(
    'account admin archives asset assets atom author category contact correction css email favicon feed files font fonts front ' +
    'gifts health help home image images img index js json legal login logout mail manifest media member members months ' +
    'newsletter pages picture previews print privacy robots rss session set-up settings sign-in sign-out signin signout signup ' +
    'sitemap sitemaps social static stories story subscribe sw tag tags terms topic unsubscribe well-known'
  ).split(' '),
])

/** Whether no story may have this path: an address of the site's own, or a year of its archive. */
export const isReserved = (path: string): boolean => RESERVED.has(path) || /^\d{4}$/.test(path)

/**
 * Small Latin letters, digits and single hyphens, whole words up to the length; empty when the headline has none of them.
 */
export function stemOf(headline: string): string {
  // An apostrophe joins: the mender’s gap is `menders-gap`.
  const words =
    fold(headline)
      .replace(/['’ʼ]/g, '')
      .match(/[a-z0-9]+/g) ?? []
  let stem = words[0]?.slice(0, LONGEST_PATH) ?? ''
  for (const word of words.slice(1)) {
    if (stem.length + 1 + word.length > LONGEST_PATH) break
    stem += `-${word}`
  }
  return stem
}

/** Of a headline without a Latin letter or digit it is the story's id that tells its path from others. */
export const pathStem = (headline: string, storyId: string): string =>
  stemOf(headline) || `story-${storyId.toLowerCase().replace(/[^a-z0-9]/g, '')}`

/** The stem itself, or with the first number that is free behind it. @param taken by others, as far as they begin like it */
export function freePath(stem: string, taken: ReadonlySet<string>): string {
  if (!isReserved(stem) && !taken.has(stem)) return stem
  for (let n = 2; ; n += 1) {
    const end = `-${n}`
    const path = `${stem.slice(0, LONGEST_PATH - end.length).replace(/-+$/, '')}${end}`
    if (!taken.has(path)) return path
  }
}
