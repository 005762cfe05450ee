/** Where the links of a file lead: only what is safe to follow, and to the page itself rather than through a mail program's gate. */
import { safeHref } from '../links.ts'
import type { Lost } from './draft.ts'

/** The schema's limit for an address. */
export const MAX_ADDRESS = 4000

/** @param exact as it is, gate or not @returns null: its words stay without the link, and that is told */
export function keptHref(given: string, lost: Lost, exact = false): string | null {
  const href = safeHref(given)
  if (href !== null && href.length <= MAX_ADDRESS) return exact ? href : ungated(href)
  if (given.trim() !== '')
    lost.add(
      'A link that is not safe to follow (its words are kept)',
      '# links that are not safe to follow (their words are kept)',
    )
  return null
}

/** The address of a picture: `//host` takes its scheme from the page, and a file is on none. */
export const absolute = (href: string): string => (href.startsWith('//') ? `https:${href}` : href)

/** Gates that a program puts before the addresses in what it shows: Google Docs, Outlook, Facebook. */
const GATES: readonly (readonly [gate: RegExp, parameter: string])[] = [
  [/^https?:\/\/(www\.)?google\.[a-z.]{2,6}\/url\?/i, 'q'],
  [/^https:\/\/[\w.-]+\.safelinks\.protection\.outlook\.com\//i, 'url'],
  [/^https?:\/\/(l|lm)\.facebook\.com\/l\.php\?/i, 'u'],
]

function ungated(href: string): string {
  const gate = GATES.find(([pattern]) => pattern.test(href))
  if (gate === undefined) return href
  let behind: string | null
  try {
    behind = new URL(href).searchParams.get(gate[1])
  } catch {
    return href
  }
  const safe = safeHref(behind)
  return safe !== null && /^https?:\/\//i.test(safe) ? safe : href
}
