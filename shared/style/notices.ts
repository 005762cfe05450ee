/** What the notices promise against what the story holds. */
import type { Language } from './language.ts'
import type { Block, Passage } from './passages.ts'

type Told = { block: Block; passage: Passage; from: number; to: number; message: string }

const COMMISSION = /\b(?:affiliate|commission|kickback|Provision|Affiliate|affilié|commission|comisión|afiliad[oa]s?)\b/i

/** The first link that earns money, when nothing in the story says that some do. */
export function undisclosed(blocks: readonly Block[]): Told | null {
  let first: Told | null = null
  for (const block of blocks)
    for (const passage of block.passages) {
      if (passage.notice === 'disclosure' || (passage.attribute === null && COMMISSION.test(passage.text))) return null
      const link = passage.affiliate[0]
      if (link !== undefined && first === null)
        first = { block, passage, from: link[0], to: link[1], message: 'An affiliate link, and no disclosure in the story' }
    }
  return first
}

const FREE: Record<Language, RegExp> = {
  en: /\b(?:free (?:for|to) (?:everyone|everybody|all|read|non-(?:members|subscribers))|(?:issue|story|post|interview|piece|edition)(?: is)? free\b|(?:outside|in front of|no|without an?) (?:the )?paywall|unlocked)/i,
  de: /(?:kostenlos|frei zugänglich|für alle (?:frei|lesbar|offen)|ohne (?:Bezahlschranke|Paywall))/i,
  fr: /(?:gratuite?\b|en accès libre|accessible à tous|sans abonnement)/i,
  es: /(?:gratis|gratuit[oa]|acceso libre|en abierto|sin suscripción)/i,
}
const MEMBERS: Record<Language, RegExp> = {
  en: /\b(?:(?:is|are) (?:only )?for (?:paid|paying|premium) (?:subscribers|members)(?: only)?|(?:paid|premium) (?:subscribers|members) only|members[- ]only|behind (?:the|a) paywall)/i,
  de: /(?:nur für (?:zahlende )?(?:Mitglieder|Abonnent)|hinter der (?:Bezahlschranke|Paywall))/i,
  fr: /(?:réservée? aux (?:abonnés|membres))/i,
  es: /(?:(?:solo|sólo) para (?:suscriptores|miembros|socios))/i,
}

/** The words by which a note calls a story free; null: it does not. In a language that is not known, any of those we know. */
export function saysFree(text: string, language: Language | null): string | null {
  const found = language === null ? Object.values(FREE).map((one) => one.exec(text)) : [FREE[language].exec(text)]
  return found.find((one) => one !== null)?.[0] ?? null
}

/** The reader’s note says free and there is a paywall break, or the other way round. */
export function noteAgainstPaywall(blocks: readonly Block[], language: Language): Told | null {
  const paywall = blocks.some((block) => block.passages.some(({ kind }) => kind === 'paywall'))
  for (const block of blocks)
    for (const passage of block.passages) {
      if (passage.notice !== 'reader-note') continue
      const free = FREE[language].exec(passage.text)
      if (free !== null && paywall) return at(free, 'The note calls the story free, and there is a paywall break in it')
      const members = MEMBERS[language].exec(passage.text)
      if (members !== null && free === null && !paywall)
        return at(members, 'The note says that members pay, and there is no paywall break')

      function at(found: RegExpExecArray, message: string): Told {
        return { block, passage, from: found.index, to: found.index + found[0].length, message }
      }
    }
  return null
}
