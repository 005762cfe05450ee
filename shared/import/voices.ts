/** Whose labels stand at the heads of lines: which of them speak, and who they are by their full names. */
import { cut, HARD, isBlank, plainOf, SOFT, textOf, wholly, type Draft, type Front, type Paragraph, type Piece } from './draft.ts'
import { fold, initialsOf, isAsker, isReplier, labelAt, letterPair, type Label } from './labels.ts'
import { asks } from './told.ts'

const LINE_END = new RegExp(`[${HARD}${SOFT}]`)

/** `slanted`: only italics set the label off. */
export type Mention = { draft: number; at: number; label: Label; id: string; slanted: boolean }

/** How many characters from each place on have the look, blanks aside. */
function runsOf(pieces: Piece[], look: 'strong' | 'em'): (at: number) => number {
  const text = textOf(pieces)
  const ends = new Uint32Array(text.length + 1)
  ends[text.length] = text.length
  let at = text.length
  for (const piece of pieces.toReversed()) {
    for (let i = piece.text.length - 1; i >= 0; i -= 1) {
      at -= 1
      const blank = isBlank(text.charAt(at))
      ends[at] = piece.look[look]
        ? Math.max(ends[at + 1] ?? 0, at + 1)
        : blank && (ends[at + 1] ?? 0) > at + 1
          ? (ends[at + 1] ?? 0)
          : at
    }
  }
  return (from) => Math.max((ends[from] ?? from) - from, 0)
}

const SENTENCE = /^[\p{Lu}\p{Lo}\p{Lt}\d¿¡"'“”‘„«(…]/u

/** Every line start of every paragraph that could carry a label. */
export function mentionsIn(drafts: Draft[]): Mention[] {
  const out: Mention[] = []
  for (const [i, draft] of drafts.entries()) {
    if (draft.kind !== 'paragraph') continue
    const text = textOf(draft.pieces)
    const strong = runsOf(draft.pieces, 'strong')
    const slanted = runsOf(draft.pieces, 'em')
    let at = 0
    for (const line of text.split(LINE_END)) {
      const bold = labelAt(line, Math.min(strong(at), line.length))
      const slant = bold === null && slanted(at) < line.length ? labelAt(line, slanted(at)) : null
      // A title in italics is a word of its sentence; after a name a sentence begins.
      const begins = slant !== null && SENTENCE.test(line.slice(slant.end))
      const label = bold ?? (begins ? slant : null)
      if (label !== null) out.push({ draft: i, at, label, id: label.key, slanted: begins })
      at += line.length + 1
    }
  }
  return out
}

/** `Divya Mohan (DM)` in the text says whose initials DM are. */
function declaredIn(drafts: Draft[]): Map<string, string> {
  const out = new Map<string, string>()
  for (const draft of drafts) {
    if (draft.kind !== 'paragraph') continue
    const text = plainOf(draft.pieces)
    for (const match of text.matchAll(/((?:\p{Lu}[\p{L}\p{M}'’.-]+ ){1,4})\((\p{Lu}{1,4})\)/gu)) {
      const name = (match[1] ?? '').trim()
      if (initialsOf(name).has(match[2] ?? '')) out.set((match[2] ?? '').toLowerCase(), name)
    }
  }
  return out
}

export const single = (key: string): boolean => !/[\s&+/]/.test(key)

/** Between the names of a label that several share. */
const TOGETHER = / *(?:&|\+|\/| and | und | y | et ) */

/** Full names for labels that are initials, first names or surnames. */
export function namer(drafts: Draft[], front: Front, mentions: Mention[]): (label: Label) => { name: string; declared: boolean } {
  const declared = declaredIn(drafts)
  const plain = (name: string) => name.replace(/\s*\(.*\)\s*$/, '')
  const listed = [...front.people, ...front.authors].map(plain).filter((name) => /\s/.test(name))
  const labels = new Map<string, string>()
  for (const { label } of mentions) {
    if (label.short !== null) declared.set(label.short.toLowerCase(), label.name)
    if (label.form === 'name' && !single(label.key) && label.name.split(TOGETHER).length < 2) labels.set(label.key, label.name)
  }
  // Whom the lede introduces.
  const inText = new Set<string>()
  for (const draft of drafts.slice(0, Math.min(mentions[0]?.draft ?? 0, 12))) {
    if (draft.kind !== 'paragraph') continue
    const text = plainOf(draft.pieces)
    for (const match of text.matchAll(
      /\p{Lu}[\p{L}\p{M}'’-]+(?: (?:\p{Lu}\.? )?(?:(?:van|von|de|der|di|da) )?\p{Lu}[\p{L}\p{M}'’-]+){1,2}/gu,
    ))
      inText.add(match[0])
  }
  const only = (names: Iterable<string>, fits: (name: string) => boolean): string | null => {
    const found = new Set([...names].filter(fits))
    return found.size === 1 ? ([...found][0] ?? null) : null
  }
  const one = (label: string): { name: string; declared: boolean } => {
    const key = fold(label)
    if (!single(key)) return { name: label, declared: false }
    const told = declared.get(key)
    if (told !== undefined) {
      const starts = (name: string) => name.startsWith(`${told} `)
      return { name: only(labels.values(), starts) ?? only(listed, starts) ?? told, declared: true }
    }
    const capitals = label.replaceAll('.', '')
    const isInitials = /^\p{Lu}\p{L}{0,2}\p{Lu}$/u.test(capitals)
    const fits = (name: string) => {
      const parts = fold(name).split(' ')
      return parts[0] === key || parts.at(-1) === key || (isInitials && initialsOf(name).has(capitals))
    }
    const byLabel = only(labels.values(), fits)
    if (byLabel !== null) return { name: byLabel, declared: true }
    const byFront = only(listed, fits)
    if (byFront !== null) return { name: byFront, declared: true }
    const byText = only(inText, fits)
    return { name: byText ?? label, declared: false }
  }
  return (label) => {
    const parts = label.name.split(TOGETHER)
    if (parts.length < 2) return one(label.name)
    const names = parts.map(one)
    return { name: names.map((part) => part.name).join(' & '), declared: names.every((part) => part.declared) }
  }
}

const MANY = 300

/** `doubtful`: paragraphs that begin like a label of somebody who is heard nowhere else. */
type Voices = { accepted: Mention[]; names: Map<string, string>; questionLabel: boolean; doubtful: ReadonlySet<number> }

export function voices(drafts: Draft[], front: Front): Voices | null {
  const all = mentionsIn(drafts)
  // `Interviewer: Ana Ruiz` at the head says who is who, and nobody speaks.
  const keys = new Set(all.map(({ label }) => label.key))
  const mentions = all.filter((mention) => !keys.has(fold(restOfLine(drafts, mention))))
  // No talk has hundreds of voices; a glossary may.
  if (mentions.length === 0 || new Set(mentions.map(({ label }) => label.key)).size > MANY) return null
  const letters = new Map<string, number>()
  for (const { label } of mentions) {
    if (label.form === 'bare' || [...label.key].length !== 1) continue
    const key = label.form === 'name' ? label.key : fold(label.name)
    letters.set(key, (letters.get(key) ?? 0) + 1)
  }
  const pair = letterPair(new Set(letters.keys()))
  for (const mention of mentions) {
    const { label } = mention
    const key = label.form === 'name' ? label.key : fold(label.name)
    if (pair !== null && pair.includes(key)) mention.label = { ...label, form: key === pair[0] ? 'ask' : 'reply' }
    else if (
      label.form !== 'name' &&
      label.form !== 'bare' &&
      /^\p{Lu}$/u.test(label.name) &&
      key !== 'q' &&
      (key !== 'a' || pair === null)
    ) {
      // An answer's letter without the question's is somebody's initial, or nothing.
      if (!(key === 'a' && mentions.some((other) => other.label.form === 'ask'))) mention.label = { ...label, form: 'name', key }
    }
  }
  const nameOf = namer(drafts, front, mentions)
  const names = new Map<string, string>()
  const counts = new Map<string, { n: number; first: number; bold: number; declared: boolean; bare: number }>()
  for (const mention of mentions) {
    if (mention.label.form === 'ask' || mention.label.form === 'reply') {
      mention.id = mention.label.form === 'ask' ? '?' : '!'
      continue
    }
    const { name, declared } = nameOf(mention.label)
    mention.id = fold(name)
    if (!names.has(mention.id)) names.set(mention.id, name)
    const count = counts.get(mention.id) ?? { n: 0, first: 0, bold: 0, declared: false, bare: 0 }
    counts.set(mention.id, {
      n: count.n + 1,
      first: count.first + (mention.at === 0 ? 1 : 0),
      bold: count.bold + (mention.label.bold ? 1 : 0),
      declared: count.declared || declared,
      bare: count.bare + (mention.label.form === 'bare' ? 1 : 0),
    })
  }
  const asked = mentions.filter((mention) => mention.id === '?')
  const replied = mentions.filter((mention) => mention.id === '!')
  const often = new Set([...counts].filter(([, count]) => count.n >= 2).map(([id]) => id))
  const keep = new Set<string>()
  const follows = (mention: Mention) =>
    plainOf(cut((drafts[mention.draft] as Paragraph).pieces, mention.at + mention.label.end)).split(HARD)[0] ?? ''
  if (asked.length >= 2 || (asked.length > 0 && (replied.length > 0 || (often.size > 0 && asks(follows(asked[0] as Mention))))))
    keep.add('?').add('!')
  const paragraphs = drafts.filter((draft) => draft.kind === 'paragraph').length
  const strong = [...often].filter((id) => {
    const count = counts.get(id)
    return count !== undefined && (count.bare < count.n || often.size > 1)
  })
  if (strong.length >= 2 || (keep.size > 0 && strong.length > 0)) for (const id of strong) keep.add(id)
  else if (strong.length === 1) {
    const [id = ''] = strong
    const singles = [...counts].filter(([other, count]) => other !== id && count.n === 1)
    const bold = counts.get(id)?.bold ?? 0
    const total = (counts.get(id)?.n ?? 0) + singles.length
    // A short talk: one of the two has only one turn.
    if (singles.length > 0 && total >= paragraphs * 0.6) {
      keep.add(id)
      for (const [other] of singles) keep.add(other)
    } else if (bold === 0 || boldQuestions(drafts) >= 2 || boldQuestions(drafts, 'em') >= 2) {
      const turns = mentions.filter((mention) => mention.id === id)
      const questions = turns.filter((mention) => asks(follows(mention))).length
      const before = turns.filter((mention) => {
        const draft = drafts[mention.draft - 1]
        return draft?.kind === 'paragraph' && asks(plainOf(draft.pieces))
      }).length
      if (questions >= turns.length / 2 || before >= turns.length / 2) keep.add(id)
    }
  } else if (keep.size === 0) {
    // Two speakers of one turn each count only in a file that is nothing else.
    const turns = [...counts].filter(([, count]) => count.bare === 0)
    const first = mentions.find((mention) => mention.id === turns[0]?.[0])
    if (turns.length === 2 && paragraphs <= 3 && first !== undefined && asks(follows(first)))
      for (const [id] of turns) keep.add(id)
  }
  if (keep.size === 0) return null
  const sure = mentions.filter((mention) => keep.has(mention.id))
  const labelled = new Set(sure.map((mention) => mention.draft)).size
  for (const [id, count] of counts) {
    if (keep.has(id)) continue
    // In the middle of a paragraph only a voice that is known by now can begin.
    if (count.first === 0) continue
    const anonymous =
      /^(speaker|sprecher|locuteur|hablante|orador|спикер|caller|guest|audience|student|panelist|participant)\b.*\d$/.test(id)
    const alike =
      !single(id) &&
      count.bold === count.n &&
      count.bare === 0 &&
      sure.every((mention) => mention.label.bold || mention.id === '?')
    const crowded = labelled >= paragraphs * 0.8 && count.bare === 0
    if (anonymous || count.declared || alike || crowded || answersOnce(id, mentions, sure, drafts)) keep.add(id)
  }
  const accepted = mentions.filter((mention) => keep.has(mention.id))
  if (!soundsLikeTalk(accepted, drafts, counts)) return null
  const switches = accepted.filter((mention, i) => i > 0 && mention.id !== accepted[i - 1]?.id).length
  // Titles of books stand in italics, too, but not before everything that is said.
  if (accepted.every((mention) => mention.slanted) && labelled < paragraphs * 0.6) return null
  const alone = new Set(accepted.map((mention) => mention.id)).size === 1
  if (!alone && (switches < (accepted.length - 1) * 0.3 || labelled < paragraphs * 0.12)) return null
  const doubtful = new Set(
    mentions.filter(({ id, at, label }) => at === 0 && label.form === 'name' && !keep.has(id)).map(({ draft }) => draft),
  )
  return { accepted, names, questionLabel: keep.has('?'), doubtful }
}

/** Heard once, right after a question and right before the next label. */
function answersOnce(id: string, mentions: Mention[], sure: Mention[], drafts: Draft[]): boolean {
  const [only, more] = mentions.filter((mention) => mention.id === id)
  if (only === undefined || more !== undefined || only.at > 0 || only.label.form !== 'name') return false
  const labelled = (i: number): boolean => sure.some(({ draft }) => draft === i)
  const before = drafts[only.draft - 1]
  const asked = before?.kind === 'paragraph' && asks(plainOf(before.pieces)) && labelled(only.draft - 1)
  return asked && labelled(only.draft + 1)
}

const MOST_NAME = 90

/** What follows a label on its line, as far as a name could reach. */
function restOfLine(drafts: Draft[], { draft: i, at, label }: Mention): string {
  const draft = drafts[i]
  if (draft?.kind !== 'paragraph') return ''
  const from = at + label.end
  return textOf(cut(draft.pieces, from, from + MOST_NAME)).split(LINE_END)[0] ?? ''
}

/** A form has labels too: `Place:`, `Date:`. In talk somebody asks, or says I and you, or is known by name. */
function soundsLikeTalk(accepted: Mention[], drafts: Draft[], counts: Map<string, { declared: boolean }>): boolean {
  if (accepted.filter(({ label }) => label.stamp).length >= 2) return true
  if (accepted.some(({ id, label }) => id === '?' || id === '!' || isAsker(label.key) || isReplier(label.key))) return true
  if (accepted.some(({ id }) => counts.get(id)?.declared === true)) return true
  const talk = accepted.filter(({ draft, at, label }) => {
    const here = drafts[draft]
    const next = drafts[draft + 1]
    if (here?.kind !== 'paragraph') return false
    const said = plainOf(cut(here.pieces, at + label.end))
    const before = drafts[draft - 1]
    if (before?.kind === 'paragraph' && asks(plainOf(before.pieces))) return true
    const text = said === '' && next?.kind === 'paragraph' ? plainOf(next.pieces) : said
    return TALK.test(text)
  })
  return talk.length >= accepted.length * 0.25
}
const TALK =
  /[?？؟]|(?<![\p{L}\p{N}])(?:I|I['’]\w+|[Yy]ou|[Yy]our|[Ww]e|[Mm]y|[Oo]ur|me|[Yy]es|[Nn]o|je|vous|ich|Sie|wir|yo|usted|eu|você|io|lei|jag|du|jeg|ik|wij|nous|nosotros|noi|ja|pan|pani|ben|siz|evet|[Яя]|[Мм]ы|[Вв]ы|[Тт]ы|[Мм]не|[Мм]еня|[Вв]ас|[Нн]ас|[Дд]а|[Нн]ет|ні|так|εγώ|ναι|εμείς|אני|אתה|את|כן|לא|أنا|نعم|لا|저|네)(?![\p{L}\p{N}])|[我你您私]/u

export function boldQuestions(drafts: Draft[], look: 'strong' | 'em' = 'strong'): number {
  return drafts.filter(
    (draft) =>
      draft.kind === 'paragraph' &&
      wholly(draft.pieces, look) &&
      (look === 'strong' || asks(plainOf(draft.pieces))) &&
      labelAt(textOf(draft.pieces), 0)?.end !== textOf(draft.pieces).length,
  ).length
}
