/** Authors and topics: whom a byline names, and the address of each one’s page. */
import { fold } from '../slug.ts'
import { tagOf } from './tag.ts'

/** A byline cut into what links and what stands between: `By `, `Ana Ruiz`, ` and `, `Ben Okri`. */
export type BylinePiece = { text: string; isName: boolean }

const PREFIX = /^\s*(by|words by|von|par|por|di|door|av|af|przez)\s*:?\s+/iu
const BETWEEN = /(\s*[,;&]\s*(?:and|und|et|y|och|og)?\s+|\s*&\s*|\s+(?:and|und|et|y|och|og)\s+)/iu

/** Whether a byline says “by” itself. */
export const saysBy = (byline: string): boolean => PREFIX.test(byline)

export function piecesOf(byline: string): BylinePiece[] {
  const prefix = PREFIX.exec(byline)?.[0] ?? ''
  const names = byline.slice(prefix.length).split(BETWEEN)
  return [
    ...(prefix === '' ? [] : [{ text: prefix, isName: false }]),
    ...names.map((text, i) => ({ text, isName: i % 2 === 0 && text.trim() !== '' })),
  ].filter(({ text }) => text !== '')
}

/** Once each, in the order of the byline. */
export const authorsOf = (byline: string): string[] => [
  ...new Set(
    piecesOf(byline)
      .filter(({ isName }) => isName)
      .map(({ text }) => text.trim()),
  ),
]

const LONGEST = 60

/**
 * The last part of the address of a name’s page: small letters, digits and hyphens, whatever the name is made of. Where
 * letters had to be left out, a tag keeps two names apart that would fall together.
 */
export function namePath(name: string): string {
  const whole = fold(name)
    .replace(/\s*&\s*/g, ' and ')
    .replace(/['’ʼ.]/g, '')
    .trim()
  const plain = whole.match(/[a-z0-9]+/g)?.join('-') ?? ''
  const isWhole = plain !== '' && plain.length <= LONGEST && /^[a-z0-9\s\-‐–,]+$/.test(whole)
  return isWhole
    ? plain
    : `${plain.slice(0, LONGEST - 12)}-${tagOf(name.normalize('NFC').toLowerCase()).slice(0, 7)}`.replace(/^-/, 'n-')
}
