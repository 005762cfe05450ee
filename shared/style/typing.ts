/** Slips of the hand: words twice, blanks twice, what is still to come. */
import type { Hit } from './finding.ts'
import type { Language } from './language.ts'
import { isCapital, type Word } from './words.ts'

/** Pairs that are right more often than not. */
const MAY_REPEAT: Record<Language, ReadonlySet<string>> = {
  en: new Set(
    'had that very no so bye ha hey yeah yes really many more far long big blah there now well her is do knock hear tut night pom hush boo'.split(
      ' ',
    ),
  ),
  de: new Set('die der das den dem sie ja nein so sehr ganz viel nach und'.split(' ')),
  fr: new Set('nous vous non oui très bien si là peu'.split(' ')),
  es: new Set('no sí si muy ya poco casi luego'.split(' ')),
}
/** In speech only these are surely a slip: the rest may be how she said it. */
const SLIPS_IN_SPEECH: Record<Language, ReadonlySet<string>> = {
  en: new Set('the a an and of to in on for with at by from or as if their our your my his its'.split(' ')),
  de: new Set('ein eine einen einem einer zu mit von im in am an auf aus bei für'.split(' ')),
  fr: new Set('le la les un une des de du et à au aux dans sur pour avec par'.split(' ')),
  es: new Set('el la los las un una de del y a al en con por para'.split(' ')),
}

export function doubledWords(text: string, words: readonly Word[], language: Language | null, speech: boolean): Hit[] {
  // In languages we do not know, a word twice may be grammar.
  if (language === null) return []
  const out: Hit[] = []
  for (let i = 1; i < words.length; i++) {
    const [first, second] = [words[i - 1]!, words[i]!]
    const word = first.text.toLowerCase()
    if (word !== second.text.toLowerCase() || !/^[ \u00a0]+$/.test(text.slice(first.to, second.from))) continue
    const slip = SLIPS_IN_SPEECH[language].has(word)
    if (speech ? !slip : MAY_REPEAT[language].has(word)) continue
    // Duran Duran; but `The The` is a slip.
    if (isCapital(first.text) && first.text === second.text && !slip) continue
    if (/^\p{N}/u.test(word) || (word.length === 1 && !slip)) continue
    out.push({
      from: first.from,
      to: second.to,
      message: `“${first.text} ${second.text}”`,
      change: first.text,
    })
  }
  return out
}

export function stillToCome(text: string, language: Language | null): Hit[] {
  const out: Hit[] = []
  for (const found of text.matchAll(/(?<![\p{L}\p{N}])(?:TK)+(?![\p{L}\p{N}])(?! Maxx)/gu)) {
    // In German TK is also a health insurer.
    if (language === 'de' && found[0] === 'TK' && !/^\s*[\])?]/.test(text.slice(found.index + 2))) continue
    const [from, to] =
      text[found.index - 1] === '[' && text[found.index + found[0].length] === ']'
        ? [found.index - 1, found.index + found[0].length + 1]
        : [found.index, found.index + found[0].length]
    out.push({ from, to, message: found[0] })
  }
  return out
}

/** Blanks that follow a blank. */
export function doubleBlanks(text: string): Hit[] {
  return [...text.matchAll(/(?<=\S)[ \u00a0]{2,}(?=\S)/g)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    message: 'Two blanks in a row',
    change: found[0].includes('\u00a0') && /[:;!?»]/.test(text[found.index + found[0].length]!) ? '\u00a0' : ' ',
  }))
}
