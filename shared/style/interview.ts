/** What only an interview can get wrong: a question with its answer run in, an answer that asks, what brackets hold. */
import type { Hit } from './finding.ts'
import type { Language } from './language.ts'
import type { Passage } from './passages.ts'

const words = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? []

const NUMBER_WORDS: Record<Language, RegExp> = {
  en: /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|percent|dozen|number one)\b/i,
  de: /(?:^|\P{L})(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{L}*(?:zig|hundert|tausend)|Millionen?|Milliarden?|Prozent)(?!\p{L})/iu,
  fr: /(?:^|\P{L})(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|quarante|cinquante|soixante|cent|mille|millions?|milliards?)(?!\p{L})/iu,
  es: /(?:^|\P{L})(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|cincuenta|cien|mil|millón|millones)(?!\p{L})/iu,
}

/** Brackets are for a word the speaker meant and did not say; a number or a phrase in them is the editor speaking. */
export function bracketsIn(passage: Passage, language: Language | null): Hit[] {
  if (passage.role !== 'answer' && passage.kind !== 'pullQuote' && !/[“"„«]/.test(passage.text)) return []
  const out: Hit[] = []
  for (const found of passage.text.matchAll(/\[([^[\]\n]{1,400})\]/g)) {
    const inside = found[1]!
    // A note, not an insertion: `[laughs]`, `[She keeps the books in a cupboard.]`, `[…]`, `[TK]`.
    if (/^(?:TK|…|\.\.\.|sic|\d{1,3})$/i.test(inside) || /^\p{Lu}.*[.!?]$/u.test(inside)) continue
    const count = words(inside).length
    const number = /\d/.test(inside) || (language !== null && NUMBER_WORDS[language].test(inside))
    if (!number && count <= 3) continue
    out.push({
      from: found.index,
      to: found.index + found[0].length,
      message: number ? `${found[0]}: a number` : `${found[0]}: ${count} words`,
    })
  }
  return out
}

const ASKS: Record<Language, RegExp> = {
  en: /^(?:so|and|but|then|well|okay|ok|now)?,?\s*(?:who|what|when|where|why|how|which|whose|do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|tell|you|your|if you)\b/i,
  de: /^(?:und|aber|also|dann)?,?\s*(?:wer|was|wann|wo|warum|wieso|weshalb|wie|welche[rsnm]?|woher|wohin|haben|hatten|sind|waren|können|konnten|wollen|würden|werden|glauben|denken|Sie|du)\b/i,
  fr: /^(?:et|mais|alors|donc)?,?\s*(?:qui|que|quoi|quand|où|pourquoi|comment|quel(?:le)?s?|est-ce|avez|êtes|pouvez|pensez|vous|combien)\b/i,
  es: /^(?:y|pero|entonces)?,?\s*¿?\s*(?:quién|qué|cuándo|dónde|por qué|cómo|cuál|cuánto|usted|tiene|ha|puede|cree)\b/i,
}
const I: Record<Language, RegExp> = {
  en: /(?:^|[^\p{L}])(?:I|I[’']\p{L}+|my|me|we|our)(?!\p{L})/u,
  de: /(?:^|[^\p{L}])(?:ich|mein\p{L}*|mir|mich|wir|uns)(?!\p{L})/iu,
  fr: /(?:^|[^\p{L}])(?:je|j[’']\p{L}+|mon|ma|mes|moi|nous|on)(?!\p{L})/iu,
  es: /(?:^|[^\p{L}])(?:yo|mi|mis|me|nosotros|nos|creo|soy|estoy|tengo)(?!\p{L})/iu,
}
/** Shorter than this it is the tail of the question. */
const AN_ANSWER = 10

/** A question whose answer goes on in the same paragraph: nobody asked both. */
export function runTogether(passage: Passage, language: Language | null): Hit[] {
  if (language === null || passage.kind !== 'text' || passage.notice !== null) return []
  if (passage.role === 'body' && !passage.guess) return []
  const { text } = passage
  const end = /[?](?=[”"’»]?\s+[\p{Lu}“"„«¿])/u.exec(text)
  if (end === null) return []
  const asked = text.slice(0, end.index + 1)
  const rest = text.slice(end.index + 1)
  // The last question of several in a row.
  if (rest.includes('?') && passage.role === 'question' && /[?]\W*$/.test(rest)) return []
  const count = words(asked).length
  if (count < 3 || count > 60 || words(rest).length < AN_ANSWER || !ASKS[language].test(asked.trim())) return []
  // `Do I regret it? No.` is one person's; `Why do you …? I think …` is two people's.
  const saysI = I[language]
  const opening = rest.slice(0, 160)
  if (saysI.test(asked) || !saysI.test(opening)) return []
  const from = end.index + 1 + (/^[”"’»]?\s+/.exec(rest)?.[0].length ?? 0)
  return [
    {
      from,
      to: Math.min(text.length, from + (/^\S+(?:\s+\S+){0,4}/.exec(text.slice(from))?.[0].length ?? 1)),
      message: 'Does the answer begin here?',
    },
  ]
}

/** An answer that ends by asking may be the next question, or a question marked wrong. */
export function answerAsks(passage: Passage): Hit[] {
  if (passage.role !== 'answer' || passage.kind !== 'text') return []
  if (!/\?[”"’»)\]\s]*$/.test(passage.text.slice(-8))) return []
  const found = /[^.!?…\n]*\?[”"’»)\]]*\s*$/.exec(passage.text)
  if (found === null) return []
  // A quotation that asks: “Why me?”
  if (/\?[”"’»]\s*$/.test(passage.text)) return []
  const lead = /^\s*/.exec(found[0])![0].length
  return [{ from: found.index + lead, to: passage.text.trimEnd().length, message: `“${found[0].trim()}”` }]
}
