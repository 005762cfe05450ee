/**
 * Which language a story is in. Checks that need one keep silent in a language they do not know: a
 * German page full of English complaints would teach people not to look.
 */
import type { Block } from './passages.ts'

export const KNOWN = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof KNOWN)[number]

/** Words that hardly any sentence of a language does without, and others rarely have. */
const COMMON: Record<Language, readonly string[]> = {
  en: ['the', 'and', 'of', 'to', 'that', 'is', 'was', 'it', 'with', 'they', 'you', 'this', 'have', 'are', 'not'],
  de: ['der', 'die', 'und', 'das', 'ist', 'nicht', 'ich', 'ein', 'eine', 'zu', 'mit', 'sie', 'auf', 'den', 'wir', 'es'],
  fr: ['le', 'la', 'les', 'et', 'des', 'est', 'que', 'une', 'dans', 'pas', 'je', 'vous', 'qui', 'pour', 'du', 'ce'],
  es: ['el', 'la', 'los', 'y', 'que', 'en', 'una', 'es', 'por', 'con', 'para', 'las', 'del', 'no', 'lo', 'se'],
}
/** A headline alone is too little to tell by. */
const ENOUGH = 12
const PLENTY = 1500

/** @param lang the story's own setting, BCP 47 or empty @returns null: one the checks do not know, or too little to tell */
export function languageOf(lang: string, blocks: readonly Block[]): Language | null {
  const primary = lang.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  if (primary !== '') return KNOWN.find((one) => one === primary) ?? null
  const counts = new Map<string, number>()
  let words = 0
  for (const { text } of blocks.flatMap((block) => block.passages)) {
    if (words > PLENTY) break
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
      words++
    }
  }
  if (words < ENOUGH) return words === 0 || /^[\x20-\x7e\u2010-\u201f]*$/.test(letters(blocks)) ? 'en' : null
  const shares = KNOWN.map((one) => ({
    one,
    share: COMMON[one].reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / words,
  })).sort((a, b) => b.share - a.share)
  const [first, second] = shares as [(typeof shares)[0], (typeof shares)[0]]
  return first.share >= 0.06 && first.share > 1.3 * second.share ? first.one : null
}

const letters = (blocks: readonly Block[]): string => blocks.flatMap((block) => block.passages.map(({ text }) => text)).join('')
