/** Quotation marks and apostrophes: those that look the wrong way, and straight ones among curly ones. */
import type { Hit } from './finding.ts'
import type { Language } from './language.ts'

/** Opens with “ and closes with ”; elsewhere a mark's direction says something else. */
const ENGLISH_MARKS: ReadonlySet<Language | null> = new Set(['en', 'es', 'fr'] as const)

/** `‘22` and `‘em`: an apostrophe for what is left out is ’, never an opening quote. */
export function wrongApostrophes(text: string, language: Language | null): Hit[] {
  const out: Hit[] = []
  const left =
    language === 'en' ? /‘(?=(?:\d\ds?|em|tis|twas|til|cause|bout|round|n)(?![\p{L}\p{N}]))/giu : /‘(?=\d\ds?(?![\p{L}\p{N}]))/gu
  for (const found of text.matchAll(left)) {
    const before = text[found.index - 1] ?? ' '
    if (/[\p{L}\p{N}]/u.test(before)) continue
    // `‘22 people came’` is a quotation that begins with a number.
    if (/^[^‘]*?\p{L}[.,!?…]?’(?![\p{L}])/u.test(text.slice(found.index + 1)) && closes(text.slice(found.index + 1))) continue
    const word = /^‘[\p{L}\p{N}]+/u.exec(text.slice(found.index))![0]
    out.push({
      from: found.index,
      to: found.index + word.length,
      message: word,
      change: `’${word.slice(1)}`,
    })
  }
  return out
}

/** Whether a closing ’ follows that is no apostrophe of a possessive or of another number. */
const closes = (rest: string): boolean => {
  const end = /[\p{L}.,!?…]’(?![\p{L}])/u.exec(rest)
  return end !== null && !rest.slice(0, end.index + 2).endsWith('s’')
}

/** Marks turned the wrong way: `” word`, `word “`; and quotations that never close. */
export function wrongQuotes(text: string, language: Language | null, last: boolean): Hit[] {
  if (!ENGLISH_MARKS.has(language)) return []
  const out: Hit[] = []
  for (const found of text.matchAll(/”(?=[\p{L}\p{N}])|“(?=$|[\s.,;!?…])/gu)) {
    const at = found.index
    const before = text[at - 1] ?? ' '
    const turned = found[0] === '”' ? /[\s([—–]/.test(before) : /[\p{L}\p{N}.,!?…]/u.test(before)
    if (!turned) continue
    out.push({
      from: at,
      to: at + 1,
      message: 'This quotation mark looks the wrong way',
      change: found[0] === '”' ? '“' : '”',
    })
  }
  if (out.length > 0) return out
  let open = -1
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '“') {
      if (open >= 0) return [{ from: open, to: open + 1, message: 'This quotation does not close', change: null }]
      open = i
    } else if (text[i] === '”') {
      if (open < 0) return [{ from: i, to: i + 1, message: 'This quotation does not open', change: null }]
      open = -1
      // Closed by a straight mark: that is for the mixed ones.
    } else if (text[i] === '"') open = -1
  }
  // A quotation of several paragraphs closes only in its last one.
  return open >= 0 && last ? [{ from: open, to: open + 1, message: 'This quotation does not close', change: null }] : []
}

export type Marks = { straight: number[]; curly: number }

/** Straight and curly marks of a passage; feet, inches and what stands in an address are none. */
export function marksIn(text: string): Marks {
  const straight: number[] = []
  let curly = 0
  const addresses = addressesIn(text)
  let next = 0
  for (const found of text.matchAll(/["'“”‘’]/g)) {
    const at = found.index
    if (/["']/.test(found[0])) {
      if (/\d/.test(text[at - 1] ?? '') && !/[\p{L}]/u.test(text[at + 1] ?? '')) continue
      while (next < addresses.length && addresses[next]![1] <= at) next += 1
      if (next < addresses.length && at >= addresses[next]![0]) continue
      straight.push(at)
    } else curly++
  }
  return { straight, curly }
}

/** In their order, each to the end of its word. Word by word: one pattern for all reads a long word again from each letter. */
function addressesIn(text: string): [from: number, to: number][] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }): [number, number][] => {
    const [web, mail] = [/https?:\/\/./.exec(word)?.index ?? Infinity, mailIn(word)]
    const from = Math.min(web, mail)
    return from === Infinity ? [] : [[index + from, index + word.length]]
  })
}

/** Where `name@somewhere` begins in a word; without one, nowhere. */
function mailIn(word: string): number {
  let from = 0
  for (let at = word.indexOf('@'); at >= 0 && at < word.length - 1; at = word.indexOf('@', at + 1)) {
    if (at > from) return from
    from = at + 1
  }
  return Infinity
}

/** The curly mark for a straight one; null where a language sets them in a way we do not know. */
export function curl(text: string, at: number, language: Language | null): string | null {
  const mark = text[at]
  const before = text[at - 1] ?? ' '
  const after = text[at + 1] ?? ' '
  const opening = /[\s([{—–“„«‘-]/.test(before) && !/\s/.test(after)
  if (mark === "'") {
    if (!opening) return '’'
    if (/^(?:\d\ds?|em|tis|twas|til|cause|n)(?![\p{L}\p{N}])/iu.test(text.slice(at + 1))) return '’'
    return language === 'en' ? '‘' : null
  }
  if (language === 'en' || language === 'es') return opening ? '“' : '”'
  if (language === 'de') return opening ? '„' : '“'
  return null
}
