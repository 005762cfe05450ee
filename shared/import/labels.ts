/**
 * Speaker labels at the head of a line: `Q:`, `CS:`, `**Ana Ruiz** [0:17]`, `Speaker 0: 00:00:16`,
 * `記者：`. This file only says what could be a label; whether it is one depends on the whole file and is
 * decided in recognise.ts.
 */

export type Label = {
  /** Folded, to count by. */
  key: string
  name: string
  /** `FSM` in `Frederico (FSM):`. */
  short: string | null
  /** Where the words begin. */
  end: number
  stamp: boolean
  bold: boolean
  /** `bare`: no colon, only bold, capitals or a time stamp set it off. */
  form: 'ask' | 'reply' | 'name' | 'bare'
}

const set = (list: string) => new Set(list.split(' '))

/** Words that stand for "question" and "answer"; single letters only count beside their partner. */
const ASK = set(
  'q question questions frage pregunta pergunta domanda demande vraag fråga spørgsmål spørsmål kysymys pytanie otázka вопрос 問 问 质问 質問 聞き手 soru kérdés întrebare ερώτηση питання 질문 문 س ש प्रश्न',
)
const REPLY = set(
  'a answer answers antwort respuesta resposta risposta réponse reponse antwoord svar vastaus odpowiedź odpověď ответ 答 回答 yanıt cevap válasz răspuns απάντηση відповідь 답변 답 ج ת उत्तर',
)
const PAIRS: readonly (readonly [ask: string, reply: string])[] = [
  ['q', 'a'],
  ['p', 'r'],
  ['d', 'r'],
  ['f', 'a'],
  ['v', 'a'],
  ['k', 'v'],
  ['s', 'c'],
  ['s', 'v'],
  ['в', 'о'],
  ['п', 'в'],
  ['ε', 'α'],
]

const ASKERS = set(
  'interviewer interviewerin interviewers reporter journalist host moderator moderatorin presenter anchor entrevistador entrevistadora intervieweur intervieweuse journaliste periodista jornalista giornalista intervistatore dziennikarz корреспондент ведущий ведущая журналист 记者 記者 主持人 기자 진행자 interviewver',
)
const REPLIERS = set(
  'interviewee guest respondent subject answerer entrevistado entrevistada invité invitée gast ospite invitado invitada гость 受访者 嘉宾',
)

/** Capitalised words that open a sentence with a colon but speak for nobody. */
const NOT_NAMES = set(
  'note notes but and so look listen remember first second third fourth result results conclusion example examples update updates updated photo photos photograph photography source sources credit credits image images video also warning tip tips disclosure correction corrections clarification author authors by ps p.s however meaning spoiler question answer because then thus here there this that these those today tomorrow yesterday one two three why what how when where who which my our your his her their its the a an i in on at for from with about chapter part section title date time place location subject re cc bcc to tags topics related read more links link resources references summary abstract introduction background bonus editor disclaimer caption illustration words text interview fazit hinweis anmerkung foto quelle nota nb plus finally lastly next step steps pros cons problem solution fact facts truth rule rules lesson key takeaway takeaways highlights transcript transcription recorded edited translation translator mine yes no ok okay well right anyway anyhow true false instead otherwise still meanwhile nevertheless bottom',
)

/** In capitals they are no initials either, but for a time beside them. */
const NO_INITIALS = set('ps p.s re cc bcc to nb ok')

const STAMP = String.raw`[\[(<]?\s*\d{1,3}(?::\d{2}){1,2}(?:[.,]\d{1,3})?\s*[\])>]?`
const WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}'’.\-]*|[\p{Lo}][\p{Lo}\p{M}]*)`
const JOINER = String.raw`(?:van|von|de|del|della|der|den|di|da|dos|das|du|la|le|el|al|bin|bint|ibn|ben|ter|ten|zu|zur|af|av|y|e|and|und|et|&|\+|\/)`
const NICKNAME = String.raw`(?:["“”'‘’][^"“”‘’:\n]{1,20}["”'’][ \u00a0]+)?`
const NAME = new RegExp(
  String.raw`^(?:Speaker|SPEAKER|Sprecher|Locuteur|Hablante|Orador|Спикер|Guest|Host|Caller|Panelist|Student|Participant|P|S|Voice|Audience)[\s_]*#?\d{1,3}|^${WORD}(?:[ \u00a0]+${NICKNAME}(?:(?:${JOINER}[ \u00a0]+){0,2})${WORD}){0,5}`,
  'u',
)
/** `M/G/S`: several at once. */
const INITIALS = /^\p{Lu}{1,4}(?: ?[/&+] ?\p{Lu}{1,4}){1,5}(?=[ \t\u00a0]*[:：])/u
/** `, Ph.D.` after a name. */
const DEGREE = /^(?:, ?\p{Lu}[\p{L}.]{1,7}){1,3}(?=[ \t\u00a0]*[:：])/u
/** ` and Elana (EH)` after `Han (HK)`. */
const ANOTHER = new RegExp(
  String.raw`^[ \u00a0]*(?:,|&|\+|\/|and|und|et|y|e|och|en|и)[ \u00a0]+${WORD}(?:[ \u00a0]+${WORD}){0,3}[ \u00a0]*\(([^()\n]{1,40})\)`,
  'u',
)
/** A handle in small letters, or a name that begins with a figure. */
const HANDLE = /^(?:\p{Ll}|\d{1,3}\p{Lu})[\p{L}\p{M}\d_.-]{0,19}(?=[ \t\u00a0]*[:：])/u
/** Whatever a bold run says before its colon. */
const IN_BOLD = /^[\p{L}\d][^:：?!\n]{1,58}?(?=[ \t\u00a0]*[:：])/u
const LEAD = new RegExp(String.raw`^(?:${STAMP})[ \t]*(?:[-–—][ \t]*)?`, 'u')
const AFTER = new RegExp(String.raw`^[ \t]*(?:${STAMP})`, 'u')
const DASHED = new RegExp(String.raw`^[ \t]*[-–—][ \t]*(?:${STAMP})[ \t]*$`, 'u')
const PARENS = /^[ \t]*\(([^()\n]{1,40})\)/u
const COLON = /^[ \t\u00a0\u202f]*[:：]/u

export const fold = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.\u00a0\s]+/g, ' ')
    .trim()

const blanks = (text: string, at: number): number => {
  let end = at
  while (end < text.length && ' \t\u00a0'.includes(text.charAt(end))) end += 1
  return end
}

/** A label at the head of a line of which the first `bold` characters are strong, if it could be one. */
export function labelAt(line: string, bold: number): Label | null {
  const indent = blanks(line, 0)
  let at = indent
  const lead = LEAD.exec(line.slice(at))
  if (lead !== null) at += lead[0].length
  // Bold or italics that nobody closed.
  const signs = /^\*{1,4}(?=[\p{L}\d])/u.exec(line.slice(at))?.[0].length ?? 0
  at += signs
  if (signs > 1) return labelIn(line, at, line.length, lead !== null)
  return labelIn(line, at, bold, lead !== null)
}

function labelIn(line: string, at: number, bold: number, lead: boolean): Label | null {
  if (BRACKETS[line.charAt(at)] !== undefined) return named(line, at + 1, bold, lead, true)
  return asked(line, at, bold, lead) ?? named(line, at, bold, lead)
}

function asked(line: string, at: number, bold: number, stamp: boolean): Label | null {
  const match =
    /^([\p{L}\p{M}]{1,12})[ \u00a0]?#?(\d{0,3})([ \t\u00a0]*[:：]|[.)．](?=[ \t]|\p{Lo}|$)|[ \t]+[—–](?=[ \t]|$))/u.exec(
      line.slice(at),
    )
  if (match === null) return null
  const [whole, word = '', , mark = ''] = match
  const key = word.toLowerCase()
  const single = [...word].length === 1
  if (single && word === key && !/\p{Lo}/u.test(word)) return null
  const ask = ASK.has(key)
  if (!ask && !REPLY.has(key)) return null
  if (!single && !/[:：]/.test(mark)) return null
  const end = skipStamp(line, at + whole.length)
  if (mark.endsWith(':') && end.at < line.length && end.at === at + whole.length && bold <= at) return null
  return {
    key: ask ? 'q' : 'a',
    name: word,
    short: null,
    end: end.at,
    stamp: stamp || end.stamp,
    bold: bold > at,
    form: ask ? 'ask' : 'reply',
  }
}

function named(line: string, start: number, bold: number, lead: boolean, bracketed = false): Label | null {
  // A name in bold ends with the bold: the next word may have a capital too.
  const head = line.slice(start, Math.min(bold > start ? bold : Infinity, start + 90))
  const lower = /^[\p{Ll}]+(?=[ \t]*[:：])/u.exec(head)?.[0]
  const known = lower !== undefined && (ASKERS.has(lower) || REPLIERS.has(lower)) ? lower : undefined
  const name = (known ?? INITIALS.exec(line.slice(start, start + 90))?.[0] ?? NAME.exec(head)?.[0])?.replace(/[.-]+$/, (tail) =>
    tail === '.' ? '.' : '',
  )
  if (name === undefined || name === '') return bracketed ? null : loosely(line, start, bold, lead)
  let at = start + name.length
  const parens = PARENS.exec(line.slice(at))
  let short: string | null = null
  let stamp = lead
  if (parens !== null && !AFTER.test(line.slice(at))) {
    short = /^\p{Lu}[\p{Lu}.]{0,4}$/u.test(parens[1] ?? '') ? (parens[1] ?? null) : null
    at += parens[0].length
    for (let other = ANOTHER.exec(line.slice(at)); other !== null; other = ANOTHER.exec(line.slice(at))) at += other[0].length
    if (at > start + name.length + parens[0].length) return together(line, start, at, bold, lead)
  }
  at += DEGREE.exec(line.slice(at))?.[0].length ?? 0
  const before = AFTER.exec(line.slice(at)) ?? DASHED.exec(line.slice(at))
  if (before !== null) {
    at += before[0].length
    stamp = true
  }
  const key = fold(name)
  const label = { key, name: name.trim(), short, bold: bold >= start + name.length, form: 'name' as const }
  const bracket = inBrackets(line, start, at, key)
  if (bracketed && bracket === null) return null
  if (bracket !== null) {
    const after = skipStamp(line, bracket.end)
    return { ...label, form: bracket.colon ? 'name' : 'bare', end: after.at, stamp: stamp || after.stamp }
  }
  const colon = COLON.exec(line.slice(at))
  if (colon !== null) {
    at += colon[0].length
    const end = skipStamp(line, at)
    // Chinese and Japanese leave no blank after a colon.
    const wide = colon[0].endsWith('：') || /^\p{Lo}+$/u.test(name)
    const open =
      end.at > at || end.at >= line.length || wide || bold >= at || label.bold || '“"‘«([—…'.includes(line.charAt(end.at))
    const initials = /^\p{Lu}{2}$/u.test(name) && (!NO_INITIALS.has(key) || stamp || end.stamp)
    if (!open || (NOT_NAMES.has(key) && !initials && !ASKERS.has(key) && !REPLIERS.has(key))) return null
    return { ...label, end: end.at, stamp: stamp || end.stamp }
  }
  const caps = name === name.toUpperCase() && /\p{Lu}{2}/u.test(name)
  const dash = /^[ \t\u00a0]*(?:[—–]|--)[ \t\u00a0]/.exec(line.slice(at))
  if (dash !== null && (caps || label.bold)) return { ...label, end: at + dash[0].length, stamp }
  // Anybody may begin a sentence so: it counts only where it comes again and again.
  if (dash !== null && !NOT_NAMES.has(key)) return { ...label, form: 'bare', end: at + dash[0].length, stamp }
  const rest = blanks(line, at)
  const alone = rest >= line.length
  // A name followed by nothing but its time stamp, or set off by bold or capitals.
  if (stamp && (alone || before !== null)) return { ...label, form: 'bare', end: rest, stamp }
  const onlyBold = label.bold && bold <= rest
  if ((onlyBold && short === null) || (alone && caps))
    return NOT_NAMES.has(key) ? null : { ...label, form: 'bare', end: rest, stamp }
  return bracketed ? null : loosely(line, start, bold, lead)
}

/** `Han (HK) and Elana (EH):` is one label. */
function together(line: string, start: number, to: number, bold: number, stamp: boolean): Label | null {
  const colon = COLON.exec(line.slice(to))
  if (colon === null) return null
  const name = line.slice(start, to).replace(/[ \u00a0]*\([^()]*\)/g, '')
  const { at, stamp: after } = skipStamp(line, to + colon[0].length)
  return { key: fold(name), name, short: null, end: at, stamp: stamp || after, bold: bold > start, form: 'name' }
}

/** What is no name to look at may be one all the same, where it comes again and again. */
function loosely(line: string, start: number, bold: number, stamp: boolean): Label | null {
  const name = HANDLE.exec(line.slice(start))?.[0] ?? (bold > start ? IN_BOLD.exec(line.slice(start, bold + 2))?.[0] : undefined)
  if (name === undefined || NOT_NAMES.has(fold(name))) return null
  const end = start + name.length
  const after = end + (COLON.exec(line.slice(end))?.[0].length ?? 0)
  const isBold = bold >= end
  if (!isBold && after < line.length && !BLANK.test(line.charAt(after))) return null
  const { at, stamp: stamped } = skipStamp(line, after)
  return {
    key: fold(name),
    name,
    short: null,
    end: at,
    stamp: stamp || stamped,
    bold: isBold,
    form: isBold && HANDLE.test(line.slice(start)) ? 'name' : 'bare',
  }
}
const BLANK = /[ \t\u00a0]/

/** `[Ana Ruiz]`, `<Ana>:` at the very head of a line. */
function inBrackets(line: string, start: number, at: number, key: string): { end: number; colon: boolean } | null {
  const close = BRACKETS[line.charAt(start - 1)]
  if (close === undefined || line.charAt(at) !== close || blanks(line, 0) !== start - 1 || NOT_NAMES.has(key)) return null
  const colon = COLON.exec(line.slice(at + 1))
  return { end: blanks(line, at + 1 + (colon?.[0].length ?? 0)), colon: colon !== null }
}
const BRACKETS: Record<string, string> = { '[': ']', '<': '>', '【': '】', '［': '］' }

function skipStamp(line: string, from: number): { at: number; stamp: boolean } {
  const match = AFTER.exec(line.slice(from))
  // `At 9:30 we` after a colon is a time of day, not a stamp, unless it is bracketed or stands alone.
  const rest = match === null ? '' : line.slice(from + match[0].length)
  const stamp = match !== null && (/[\])>]\s*$/.test(match[0]) || /^\s*$/.test(rest) || /:\d{2}:/.test(match[0]))
  return { at: blanks(line, stamp ? from + (match?.[0].length ?? 0) : from), stamp }
}

/** Single letters that are a pair of question and answer in some language, of those seen. */
export function letterPair(seen: ReadonlySet<string>): readonly [ask: string, reply: string] | null {
  return PAIRS.find(([ask, reply]) => seen.has(ask) && seen.has(reply)) ?? null
}

export const isAsker = (key: string): boolean => ASKERS.has(key)
export const isReplier = (key: string): boolean => REPLIERS.has(key)

/** All the initials a name may go by: Jeremy Olmsted-Thompson is JOT and JO, Kelly O'Briant KO and KOB. */
export function initialsOf(name: string): Set<string> {
  const all = name.split(/[\s\u00a0]+/).filter((part) => /^\p{L}/u.test(part))
  const parts = all.filter((part) => /^\p{Lu}/u.test(part))
  const first = (part: string) => [...part][0] ?? ''
  return new Set([
    parts.map(first).join(''),
    parts.map((part) => part.split('-').map(first).join('')).join(''),
    parts.map((part) => part.split(/['’-]/).map(first).join('')).join(''),
    `${first(parts[0] ?? '')}${first(parts.at(-1) ?? '')}`,
    // Aaron van Wirdum is AvW, too.
    all.map(first).join(''),
    all.map(first).join('').toUpperCase(),
  ])
}

/** The initials the gutter shows. */
export function shortFor(name: string): string {
  const parts = name.split(/[\s\u00a0&]+/).filter((part) => /^[\p{L}\p{N}]/u.test(part))
  if (parts.length === 1) {
    const [part = ''] = parts
    return part === part.toUpperCase() && [...part].length <= 4 ? part : [...part].slice(0, 2).join('')
  }
  return parts
    .map((part) => (/^\d+$/.test(part) ? part : ([...part][0] ?? '')))
    .filter((letter) => letter !== letter.toLowerCase() || /[\p{Lo}\p{N}]/u.test(letter))
    .join('')
    .slice(0, 4)
}

const MID_STAMP = new RegExp(String.raw`^[ \t]*\[\s*\d{1,3}(?::\d{2}){1,2}(?:[.,]\d{1,3})?\s*\][ \t]*`, 'u')

/** The length of a bracketed time stamp at the head of a paragraph. */
export const stampLength = (text: string): number => MID_STAMP.exec(text)?.[0].length ?? 0
