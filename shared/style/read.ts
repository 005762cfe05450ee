/** What one passage says by itself, and how what is found in it is told. */
import type { Acronym } from './acronyms.ts'
import { checkOf, type CheckName } from './checks.ts'
import type { Finding, Hit, Place, Severity } from './finding.ts'
import type { HouseRule } from './house.ts'
import type { Name } from './names.ts'
import type { Block, Passage } from './passages.ts'
import type { Marks } from './quotes.ts'

/** What one passage says by itself. */
export type Read = {
  block: Block
  passage: Passage
  hits: { check: CheckName; hit: Hit }[]
  house: { rule: HouseRule; hit: Hit }[]
  names: Name[]
  acronyms: Acronym[]
  initials: Set<string>
  marks: Marks
  lower: Set<string>
}

export function placeOf({ block, passage }: Read, { from, to, change }: Pick<Hit, 'from' | 'to' | 'change'>): Place {
  return {
    block: block.number,
    attribute: passage.attribute,
    from: passage.at + from,
    to: passage.at + to,
    words: passage.text.slice(from, to),
    change: change ?? null,
    spoken: passage.role === 'answer' || passage.kind === 'pullQuote' || isQuoted(passage.text, from),
  }
}

/** Between quotation marks somebody else's words stand, also in the story's own paragraphs. */
function isQuoted(text: string, at: number): boolean {
  const open = Math.max(text.lastIndexOf('“', at - 1), text.lastIndexOf('„', at - 1))
  return open >= 0 && !/[”"]/.test(text.slice(open + 1, at)) && /[”“"]/.test(text.slice(at))
}

/** Names the place of a passage for good. */
export const whereOf = ({ block: { id }, passage: { attribute } }: Read): string =>
  attribute === null ? id : `${id}.${attribute}`

export const around = (text: string, at: number): string => text.slice(Math.max(0, at - 12), at + 12)

export function finding(check: CheckName, message: string, places: Place[], what: string): Finding {
  const { severity, why, marksOnly = false } = checkOf(check) as { severity: Severity; why: string; marksOnly?: boolean }
  return { check, severity, message, why, places, marksOnly, key: keyOf(check, what) }
}

/** Longest key under which a matter can be let stand. */
const LONGEST_KEY = 160
export const keyOf = (check: string, what: string): string => `${check} ${what}`.trim().slice(0, LONGEST_KEY)
