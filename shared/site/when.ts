/** Times as readers see them, where the newsroom is, and as machines do, with the offset of that place. */

/** Without a country, English is written as in most of the world. */
const localeOf = (lang: string): string => (/^en$/i.test(lang) ? 'en-GB' : lang)

const kept = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than a hundred dates do. */
function format(lang: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([lang, zone, options])
  let made = kept.get(key)
  if (made === undefined) {
    try {
      made = new Intl.DateTimeFormat(localeOf(lang), { ...options, timeZone: zone })
    } catch {
      // A language or a zone that this machine does not know.
      made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
    }
    kept.set(key, made)
  }
  return made
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric', calendar: 'gregory', numberingSystem: 'latn' } as const

/** `3 December 2026`. */
export const dayIn = (at: number, zone: string, lang: string): string => format(lang, zone, DAY).format(at)

/** `3 December 2026 at 09:20`, with the name of the zone where that is not the newsroom's own words. */
export const momentIn = (at: number, zone: string, lang: string): string =>
  `${dayIn(at, zone, lang)}, ${format(lang, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', numberingSystem: 'latn' }).format(at)}`

/** `December 2026`. */
export const monthWords = (month: string, lang: string): string =>
  format(lang, 'UTC', { month: 'long', year: 'numeric', calendar: 'gregory', numberingSystem: 'latn' }).format(
    Date.parse(`${month}-15T12:00:00Z`),
  )

const PARTS = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  calendar: 'gregory',
  numberingSystem: 'latn',
} as const

/** `2026-12-03T09:20:00+01:00`. */
export function isoIn(at: number, zone: string): string {
  const parts = Object.fromEntries(
    format('en-GB', zone, PARTS)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const year = parts.year!.padStart(4, '0')
  const local = `${year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
  const offset = Math.round((Date.parse(`${local}Z`) - Math.floor(at / 1000) * 1000) / 60_000)
  const ahead = Math.abs(offset)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}

/** `2026-12`, where the newsroom is. */
export const monthIn = (at: number, zone: string): string => isoIn(at, zone).slice(0, 7)
