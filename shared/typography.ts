/**
 * The quotation marks and dashes of each language, and what a typewriter's `"`, `'`, `--` and `...` become
 * as they are typed. Pure: the editor makes the change, as a step of its own to undo.
 */

/** What a language writes where a keyboard has only straight marks. */
export type Marks = {
  /** For `"`: before and after what is quoted. */
  open: string
  close: string
  /** For `'`: a quotation inside a quotation. */
  innerOpen: string
  innerClose: string
  /** For `--`. */
  dash: string
}

const APOSTROPHE = '’'
const NBSP = '\u00a0'

const marks = (quotes: string, dash = '—'): Marks => {
  const [open, close, innerOpen, innerClose] = [...quotes] as [string, string, string, string]
  return { open, close, innerOpen, innerClose, dash }
}

const ENGLISH = marks('“”‘’')

/** By language, or language and region where they differ. As in Unicode’s CLDR. */
const LANGUAGES: Readonly<Record<string, Marks>> = {
  ar: marks('”“’‘'),
  bg: marks('„“‚‘'),
  bs: marks('„”‘’', '–'),
  ca: marks('«»“”'),
  cs: marks('„“‚‘', '–'),
  da: marks('“”‘’', '–'),
  de: marks('„“‚‘', '–'),
  'de-CH': marks('«»‹›', '–'),
  'de-LI': marks('«»‹›', '–'),
  el: marks('«»“”', '–'),
  en: ENGLISH,
  es: marks('«»“”'),
  'es-419': ENGLISH,
  'es-AR': ENGLISH,
  'es-CL': ENGLISH,
  'es-CO': ENGLISH,
  'es-MX': ENGLISH,
  'es-PE': ENGLISH,
  'es-US': ENGLISH,
  et: marks('„“«»', '–'),
  eu: marks('«»“”', '–'),
  fa: marks('«»‹›'),
  fi: marks('””’’', '–'),
  fr: { ...marks('«»“”', '–'), open: `«${NBSP}`, close: `${NBSP}»` },
  'fr-CH': marks('«»‹›', '–'),
  he: marks('””’’', '–'),
  hr: marks('„”‘’', '–'),
  hu: marks('„”»«', '–'),
  is: marks('„“‚‘', '–'),
  it: marks('«»“”', '–'),
  'it-CH': marks('«»‹›', '–'),
  ja: marks('「」『』'),
  lt: marks('„“‚‘', '–'),
  nb: marks('«»‘’', '–'),
  nl: marks('“”‘’', '–'),
  nn: marks('«»‘’', '–'),
  no: marks('«»‘’', '–'),
  pl: marks('„”«»', '–'),
  'pt-PT': marks('«»“”'),
  ro: marks('„”«»', '–'),
  ru: marks('«»„“'),
  sk: marks('„“‚‘', '–'),
  sl: marks('„“‚‘', '–'),
  sr: marks('„“‚‘', '–'),
  sv: marks('””’’', '–'),
  uk: marks('«»„“'),
  'zh-Hant': marks('「」『』'),
  'zh-TW': marks('「」『』'),
}

/** @param lang BCP 47, in any case; what is unknown or not set is written as English */
export function marksFor(lang: string): Marks {
  const [language = '', ...rest] = lang.split('-')
  const region = rest.find((part) => /^([a-z]{2}|\d{3})$/i.test(part))?.toUpperCase()
  const script = rest.find((part) => /^[a-z]{4}$/i.test(part))?.toLowerCase() === 'hant' ? 'Hant' : undefined
  const base = language.toLowerCase()
  const known = (key: string): Marks | undefined => (Object.hasOwn(LANGUAGES, key) ? LANGUAGES[key] : undefined)
  return known(`${base}-${region ?? script}`) ?? known(`${base}-${script}`) ?? known(base) ?? ENGLISH
}

/** Puts `insert` in place of what stands from `from` to `to`, counted in the text with the typed character at its end. */
export type Smart = { from: number; to: number; insert: string }

const isEnglish = (lang: string): boolean => lang === '' || /^en\b/i.test(lang)
const LETTER = /\p{L}\p{M}*$/u
const MARK = /[‘’“”„‚«»‹›「」『』]/
/** Words that begin with an apostrophe and are no quotation. */
const ELIDED = /(?:^|[\s([{“—–-])‘(?:em|til|tis|twas|twere|n’)$/i

/**
 * What a character makes of the text it is typed behind, or null when it stays as it is.
 * @param before the paragraph up to the caret
 * @param typed one character
 * @param lang the story's language, BCP 47, or ''
 */
export function smart(before: string, typed: string, lang: string): Smart | null {
  const at = before.length
  const here = (insert: string, back = 0): Smart => ({ from: at - back, to: at + 1, insert })
  // Nearly every key ends here, however long the paragraph is.
  if (!/^["'.\- ]$/.test(typed) && !MARK.test(before.slice(-8))) return null
  if (isCode(before)) return null
  const { dash, ...quotes } = marksFor(lang)
  switch (typed) {
    case '"':
      return double(before, quotes, here)
    case "'":
      return isAddress(before) ? null : single(before, quotes, here)
    case '-':
      if (isAddress(before) || before.endsWith('<!-')) return null
      if (/[^\s-]-$/.test(before)) return /[–—]-$/.test(before) ? null : here(dash, 1)
      return dash === '–' && before.endsWith('–') ? here('—', 1) : null
    case '.':
      return /(^|[^./\\…])\.\.$/.test(before) && !isAddress(before) && !/\/\S*$/.test(before) ? here('…', 2) : null
    case ' ':
      // Only with the blank behind it is it no `--option`.
      if (/(^|\s)--$/.test(before)) return { from: at - 2, to: at, insert: dash }
      if (before.endsWith(`«${NBSP}`) && quotes.open.endsWith(NBSP)) return here('')
      break
  }
  return apostrophe(before, typed, quotes, lang)
}

type Quotes = Omit<Marks, 'dash'>
type Here = (insert: string, back?: number) => Smart

function double(before: string, { open, close, innerOpen }: Quotes, here: Here): Smart | null {
  const isOpen = open === close ? count(before, open) % 2 === 1 : count(before, open.trim()) > count(before, close.trim())
  if (isAddress(before) && !isOpen) return null
  if (close.startsWith(NBSP) && isOpen && /[ \u00a0]$/.test(before)) return here(close, 1)
  if (/[–—-]$/.test(before) ? !isOpen : opensAfter(before, open, innerOpen)) return here(open)
  // Nothing is open: 6" is a measure.
  return /\d$/.test(before) && !isOpen ? null : here(close)
}

function single(before: string, { open, innerOpen, innerClose }: Quotes, here: Here): Smart {
  const isOpen = count(before, innerOpen) > closed(before, innerClose)
  if (/[–—]$/.test(before) ? !isOpen : opensAfter(before, open, innerOpen)) return here(innerOpen)
  return here(innerOpen !== innerClose && isOpen ? innerClose : APOSTROPHE)
}

/** What turned out to be an apostrophe only by what follows: ’22, ’em, and the one in a word that is quoted. */
function apostrophe(before: string, typed: string, { innerOpen, innerClose }: Quotes, lang: string): Smart | null {
  const at = before.length
  const last = before.at(-1)
  if (/\d/.test(typed)) {
    const isMark = last === innerOpen && innerOpen !== APOSTROPHE && !/[\p{L}\p{N}]/u.test(before.at(-2) ?? '')
    return isMark ? { from: at - 1, to: at, insert: APOSTROPHE } : null
  }
  if (/\p{L}/u.test(typed)) {
    const inWord = last === innerClose && innerClose !== APOSTROPHE && LETTER.test(before.slice(-8, -1))
    return inWord ? { from: at - 1, to: at, insert: APOSTROPHE } : null
  }
  if (!isEnglish(lang) || typed === '’') return null
  const word = ELIDED.exec(before.slice(-16))?.[0]
  if (word === undefined) return null
  const mark = at - word.length + word.indexOf('‘')
  return { from: mark, to: mark + 1, insert: APOSTROPHE }
}

/** Whether a quotation that begins here follows what stands before. */
function opensAfter(before: string, open: string, innerOpen: string): boolean {
  const last = before.at(-1)
  if (last === undefined || /[\s([{<¿¡/–—-]/u.test(last)) return true
  return last !== '”' && last !== APOSTROPHE && (last === open.at(0) || last === innerOpen)
}

const count = (text: string, mark: string): number => text.split(mark).length - 1

/** Inner quotations that have ended: a mark inside a word is an apostrophe. */
const closed = (text: string, mark: string): number => text.split(mark).filter((part, i) => i > 0 && !/^\p{L}/u.test(part)).length

/** Text that a machine reads: between backticks, an attribute’s value, behind a backslash. */
function isCode(before: string): boolean {
  return count(before, '`') % 2 === 1 || before.endsWith('\\') || /[\w-]=("[^"]*|'[^']*)?$/.test(before)
}

/** The word that is being written is an address of the web or of a mailbox. */
function isAddress(before: string): boolean {
  let start = before.length
  while (start > 0 && !/\s/.test(before[start - 1]!)) start--
  const word = before.slice(start)
  return /:\/\/|^\W*(www\.|mailto:)|[\w.]@\w/i.test(word)
}
