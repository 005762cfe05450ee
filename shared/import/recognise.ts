/**
 * Who speaks, and what is a question: decided from a whole file, in the order of evidence. Labels
 * first; then a look that alternates (headings, bold, italics); then the words alone. Paragraphs are
 * never joined, and never parted but at a label or a bold question that stands on a line of its own.
 */
import type { TextRole } from '../schema.ts'
import type { Speaker } from '../story.ts'
import {
  cut,
  HARD,
  isBlank,
  plainOf,
  SOFT,
  textOf,
  trim,
  wholly,
  without,
  type Draft,
  type Draught,
  type Front,
  type Lost,
  type Paragraph,
  type Piece,
} from './draft.ts'
import { initialsOf, fold, isAsker, isReplier, labelAt, letterPair, shortFor, stampLength, type Label } from './labels.ts'
import { rolesFromText } from './chain.ts'
import { isAfterword, noticeOf } from './notices.ts'

export type Told = {
  kind: 'paragraph'
  pieces: Piece[]
  role: TextRole
  guess: boolean
  /** A key of the speakers. */
  speaker: string | null
  turnStart: boolean
}
export type Block =
  | Told
  | Exclude<Draft, { kind: 'paragraph' } | { kind: 'notice' }>
  | (Omit<Extract<Draft, { kind: 'notice' }>, 'paragraphs'> & { paragraphs: Told[] })

export type Recognised = { blocks: Block[]; speakers: Map<string, Speaker> }

const told = (pieces: Piece[], role: TextRole = 'body', speaker: string | null = null): Told => ({
  kind: 'paragraph',
  pieces,
  role,
  guess: false,
  speaker,
  turnStart: false,
})

/** Ends in a question mark of some script, whatever closes after it. */
function asks(text: string): boolean {
  let end = text.length
  while (end > 0 && CLOSING.includes(text.charAt(end - 1))) end -= 1
  const mark = text.charAt(end - 1)
  return '?？؟՞'.includes(mark) ? mark !== '' : mark === ';' && /[α-ωά-ώ]/iu.test(text.slice(-400))
}
const CLOSING = ' \t\n\u00a0\u202f"\'”’»)]*_'

export function recognise({ drafts, front, lost, own }: Draught): Recognised {
  if (own) return asExported(drafts)
  const found = byLabels(drafts, front, lost) ?? byLook(drafts, front, lost) ?? byText(drafts)
  return { speakers: found.speakers, blocks: setApart(found.blocks) }
}

// --- our own export ---

function asExported(drafts: Draft[]): Recognised {
  const speakers = new Map<string, Speaker>()
  let role: TextRole = 'body'
  let speaker: string | null = null
  let turn = false
  const blocks = drafts.map((draft): Block => {
    if (draft.kind === 'notice') {
      turn = false
      return { ...draft, paragraphs: draft.paragraphs.map((one) => told(one.pieces)) }
    }
    if (draft.kind !== 'paragraph') {
      if (draft.kind === 'heading' || draft.kind === 'divider' || draft.kind === 'paywall') turn = false
      return draft
    }
    const { said } = draft
    const out = told(draft.pieces)
    out.guess = said?.guess ?? false
    const label = said?.label ?? null
    if (label === null) {
      out.role = said?.role ?? role
      out.speaker = out.role === 'body' ? null : speaker
    } else {
      const who = said?.speaker ?? [...speakers.values()].find((one) => one.name === label) ?? null
      out.role =
        said?.role ??
        (who === null ? (label === 'A' ? 'answer' : 'question') : who.kind === 'interviewer' ? 'question' : 'answer')
      out.speaker = who === null ? null : fold(who.name)
      if (who !== null && out.speaker !== null && !speakers.has(out.speaker)) speakers.set(out.speaker, who)
      out.turnStart = turn && out.role === role && out.speaker === speaker
    }
    if (out.role === 'body') out.speaker = null
    role = out.role
    speaker = out.speaker
    turn = out.role !== 'body'
    return out
  })
  return { blocks, speakers }
}

// --- 1: labels ---

const LINE_END = new RegExp(`[${HARD}${SOFT}]`)

type Mention = { draft: number; at: number; label: Label; id: string }

/** How many characters from each place on are strong, blanks aside. */
function strongRuns(pieces: Piece[]): (at: number) => number {
  const text = textOf(pieces)
  const ends = new Uint32Array(text.length + 1)
  ends[text.length] = text.length
  let at = text.length
  for (const piece of pieces.toReversed()) {
    for (let i = piece.text.length - 1; i >= 0; i -= 1) {
      at -= 1
      const blank = isBlank(text.charAt(at))
      ends[at] = piece.look.strong
        ? Math.max(ends[at + 1] ?? 0, at + 1)
        : blank && (ends[at + 1] ?? 0) > at + 1
          ? (ends[at + 1] ?? 0)
          : at
    }
  }
  return (from) => Math.max((ends[from] ?? from) - from, 0)
}

/** Every line start of every paragraph that could carry a label. */
function mentionsIn(drafts: Draft[]): Mention[] {
  const out: Mention[] = []
  for (const [i, draft] of drafts.entries()) {
    if (draft.kind !== 'paragraph') continue
    const text = textOf(draft.pieces)
    const strong = strongRuns(draft.pieces)
    let at = 0
    for (const line of text.split(LINE_END)) {
      const label = labelAt(line, Math.min(strong(at), line.length))
      if (label !== null) out.push({ draft: i, at, label, id: label.key })
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

const single = (key: string): boolean => !/[\s&+/]/.test(key)

/** Full names for labels that are initials, first names or surnames. */
function namer(drafts: Draft[], front: Front, mentions: Mention[]): (label: Label) => { name: string; declared: boolean } {
  const declared = declaredIn(drafts)
  const plain = (name: string) => name.replace(/\s*\(.*\)\s*$/, '')
  const listed = [...front.people, ...front.authors].map(plain).filter((name) => /\s/.test(name))
  const labels = new Map<string, string>()
  for (const { label } of mentions) {
    if (label.short !== null) declared.set(label.short.toLowerCase(), label.name)
    if (label.form === 'name' && !single(label.key)) labels.set(label.key, label.name)
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
    const isInitials = /^\p{Lu}{2,4}$/u.test(capitals)
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
    const parts = label.name.split(/ *(?:&|\+|\/| and | und | y | et ) */)
    if (parts.length < 2) return one(label.name)
    const names = parts.map(one)
    return { name: names.map((part) => part.name).join(' & '), declared: names.every((part) => part.declared) }
  }
}

const MANY = 300

type Voices = { accepted: Mention[]; names: Map<string, string>; questionLabel: boolean }

function voices(drafts: Draft[], front: Front): Voices | null {
  const mentions = mentionsIn(drafts)
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
    } else if (bold === 0 || boldQuestions(drafts) >= 2) {
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
    const alike = !single(id) && count.bold === count.n && sure.every((mention) => mention.label.bold || mention.id === '?')
    const crowded = labelled >= paragraphs * 0.8 && count.bare === 0
    if (anonymous || count.declared || alike || crowded) keep.add(id)
  }
  const accepted = mentions.filter((mention) => keep.has(mention.id))
  if (!soundsLikeTalk(accepted, drafts, counts)) return null
  const switches = accepted.filter((mention, i) => i > 0 && mention.id !== accepted[i - 1]?.id).length
  const alone = new Set(accepted.map((mention) => mention.id)).size === 1
  if (!alone && (switches < (accepted.length - 1) * 0.3 || labelled < paragraphs * 0.12)) return null
  return { accepted, names, questionLabel: keep.has('?') }
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
    const text = said === '' && next?.kind === 'paragraph' ? plainOf(next.pieces) : said
    return TALK.test(text)
  })
  return talk.length >= accepted.length * 0.25
}
const TALK =
  /[?？؟]|(?<![\p{L}\p{N}])(?:I|I['’]\w+|[Yy]ou|[Yy]our|[Ww]e|[Mm]y|[Oo]ur|me|[Yy]es|[Nn]o|je|vous|ich|Sie|wir|yo|usted|eu|você|io|lei|jag|du|jeg)(?![\p{L}\p{N}])|[我你您私]/u

function boldQuestions(drafts: Draft[]): number {
  return drafts.filter(
    (draft) =>
      draft.kind === 'paragraph' &&
      wholly(draft.pieces, 'strong') &&
      labelAt(textOf(draft.pieces), 0)?.end !== textOf(draft.pieces).length,
  ).length
}

/** Who asks: the ones whose turns are questions; whoever speaks most, and without asking, answers. */
function askersAmong(turns: Map<string, string[]>, names: Map<string, string>, front: Front): Set<string> {
  const authors = front.authors.map((name) => fold(name.replace(/\s*\(.*\)\s*$/, '')))
  const scores = [...turns].map(([id, texts]) => {
    const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0)
    const questions = texts.filter((text) => text.includes('?') || asks(text)).length
    const ending = texts.filter((text) => asks(text)).length
    const wrote = authors.some((author) => author === id || initialsOf(names.get(id) ?? '').has(author.toUpperCase()))
    const rate = (ending + questions) / 2 / texts.length
    return { id, words, ending, rate: rate + (wrote ? 0.25 : 0), mean: words / texts.length }
  })
  const askers = new Set<string>()
  for (const { id } of scores) if (isAsker(id)) askers.add(id)
  if (askers.size > 0) return askers
  const repliers = new Set(scores.filter(({ id }) => isReplier(id)).map(({ id }) => id))
  const rest = scores.filter(({ id }) => !repliers.has(id))
  const best = rest.toSorted((a, b) => b.rate - a.rate)[0]
  if (best === undefined || (best.rate < 0.12 && rest.length > 2)) return askers
  if (rest.length === 2 && repliers.size === 0) {
    const [a, b] = rest as [(typeof rest)[number], (typeof rest)[number]]
    const [high, low] = a.rate >= b.rate ? [a, b] : [b, a]
    // Where both ask as often, the one who speaks less asks.
    if (high.rate > low.rate * 1.3 + 0.02) askers.add(high.id)
    else if (high.rate > 0.05) askers.add(a.mean <= b.mean ? a.id : b.id)
    return askers
  }
  // The subject is whoever says most of those who hardly ask; somebody who never ends on a question only muses, and
  // whoever holds forth for minutes on end is no interviewer.
  const subject = scores.filter((one) => one.rate <= best.rate * 0.5).toSorted((a, b) => b.words - a.words)[0]
  for (const one of rest) {
    if (one.ending > 0 && one.mean <= 150 && one.rate >= best.rate * 0.5 && one.rate > (subject?.rate ?? 0) * 1.5)
      askers.add(one.id)
  }
  return askers
}

/** The list under a key, begun if need be. */
function listed<K, T>(map: Map<K, T[]>, key: K): T[] {
  const list = map.get(key) ?? []
  if (list.length === 0) map.set(key, list)
  return list
}

function byLabels(drafts: Draft[], front: Front, lost: Lost): Recognised | null {
  const heard = voices(drafts, front)
  if (heard === null) return null
  const { accepted, names } = heard
  const at = new Map<number, Mention[]>()
  for (const mention of accepted) listed(at, mention.draft).push(mention)
  const last = accepted.at(-1)?.draft ?? 0
  const stamped = accepted.filter((mention) => mention.label.stamp).length
  for (let n = 0; n < stamped; n += 1) lost.add('A time stamp', '# time stamps')

  // What each said, to tell who asks.
  const turns = new Map<string, string[]>()
  /** Only the paragraphs that carry the label. */
  const heads = new Map<string, string[]>()
  let voice: string | null = null
  const segments: { draft: number; mention: Mention | null; pieces: Piece[] }[] = []
  for (const [i, draft] of drafts.entries()) {
    if (draft.kind !== 'paragraph') {
      segments.push({ draft: i, mention: null, pieces: [] })
      continue
    }
    const here = at.get(i) ?? []
    const starts = here.map((mention) => mention.at)
    const text = textOf(draft.pieces)
    if (here.length === 0 || (starts[0] ?? 0) > 0)
      segments.push({ draft: i, mention: null, pieces: cut(draft.pieces, 0, starts[0] ?? text.length) })
    for (const [n, mention] of here.entries()) {
      segments.push({
        draft: i,
        mention,
        pieces: cut(draft.pieces, mention.at + mention.label.end, starts[n + 1] ?? text.length),
      })
    }
  }
  for (const segment of segments) {
    if (segment.mention !== null) {
      voice = segment.mention.id
      const text = plainOf(segment.pieces)
      listed(turns, voice).push(text)
      listed(heads, voice).push(text)
    } else if (voice !== null) {
      const texts = turns.get(voice)
      const text = plainOf(segment.pieces)
      // A label may stand alone above its words.
      if (texts !== undefined && text !== '') texts.push(texts.at(-1) === '' ? `${texts.pop() ?? ''}${text}` : text)
    }
  }
  const named = new Map(
    [...turns].filter(([id]) => id !== '?' && id !== '!').map(([id, texts]) => [id, texts.filter((text) => text !== '')]),
  )
  for (const [id, texts] of named) if (texts.length === 0) named.set(id, [''])
  const onlyAnswers = named.size > 0 && !heard.questionLabel && boldQuestions(drafts) >= 2
  const askers = heard.questionLabel || (onlyAnswers && named.size === 1) ? new Set<string>() : askersAmong(named, names, front)
  const roleOf = (id: string): TextRole => (id === '?' || askers.has(id) ? 'question' : 'answer')
  const alone = turns.size === 1 ? [...turns.keys()][0] : undefined
  const askOnly =
    alone !== undefined && (alone === '?' || (heads.get(alone) ?? []).filter(asks).length >= (heads.get(alone) ?? []).length / 2)
  if (askOnly && alone !== undefined) askers.add(alone)
  const boldAsks = !askOnly && boldQuestions(drafts) >= 2

  const speakers = new Map<string, Speaker>()
  const used = new Map<string, Label>()
  for (const { id, label } of accepted)
    if (id !== '?' && id !== '!' && (!used.has(id) || (single(label.key) && label.name === label.name.toUpperCase())))
      used.set(id, label)
  for (const [id, label] of used) {
    const name = names.get(id) ?? label.name
    const short =
      label.short ??
      (single(label.key) && /^\p{Lu}{1,4}$/u.test(label.name.replaceAll('.', ''))
        ? label.name.replaceAll('.', '')
        : shortFor(name))
    speakers.set(id, { name, initials: unlike(short, name, speakers), kind: askers.has(id) ? 'interviewer' : 'subject' })
  }

  const blocks: Block[] = []
  let now: { role: TextRole; speaker: string | null } | null = null
  let previous: Told | null = null
  let owed = false
  let broken = false
  const put = (pieces: Piece[], role: TextRole, speaker: string | null, labelled: boolean) => {
    const clean = role === 'question' && wholly(pieces, 'strong') ? without(pieces, 'strong') : pieces
    const block = told(clean, role, speaker)
    block.turnStart = labelled && previous !== null && previous.role === role && previous.speaker === speaker
    blocks.push(block)
    previous = role === 'body' ? null : block
    return block
  }
  for (const { draft: i, mention, pieces: raw } of segments) {
    const draft = drafts[i]
    if (draft === undefined) continue
    if (draft.kind !== 'paragraph') {
      if (draft.kind === 'heading' || draft.kind === 'divider') {
        broken = true
        previous = null
      }
      blocks.push(asIs(draft))
      continue
    }
    const unstamped = stamped > 0 && mention === null ? stampLength(textOf(raw)) : 0
    if (unstamped > 0) lost.add('A time stamp', '# time stamps')
    const pieces = tidyEnds(cut(raw, unstamped), mention !== null)
    if (mention !== null) {
      broken = false
      const speaker = mention.id === '?' || mention.id === '!' ? null : mention.id
      now = { role: roleOf(mention.id), speaker }
      owed = isBlank(textOf(pieces))
      if (!owed) put(pieces, now.role, now.speaker, true)
      if (askOnly && !owed) now = { role: 'answer', speaker: null }
      continue
    }
    if (isBlank(textOf(pieces))) continue
    const bold = boldAsks && wholly(pieces, 'strong')
    if (bold && (asks(plainOf(pieces)) || now !== null)) {
      put(pieces, 'question', null, false)
      now = { role: 'answer', speaker: null }
      continue
    }
    if (!askOnly && !boldAsks && alone !== undefined && at.has(i + 1) && asks(plainOf(pieces))) {
      put(pieces, 'question', null, false)
      continue
    }
    if (now === null || (broken && i > last)) {
      now = null
      put(pieces, 'body', null, false)
      continue
    }
    put(pieces, now.role, now.speaker, owed)
    owed = false
    if (askOnly && now.role === 'question') now = { role: 'answer', speaker: null }
  }
  endWith(blocks, (block) => block.speaker !== null || block.role !== 'body')
  return { blocks, speakers }
}

/** Initials that nobody else in the story has: Jonas and John are Jon and Joh. */
function unlike(short: string, name: string, others: ReadonlyMap<string, Speaker>): string {
  const taken = new Set([...others.values()].map((one) => one.initials))
  const letters = [...name.replace(/[^\p{L}\p{N}]/gu, '')]
  let out = short
  for (let n = 3; taken.has(out) && n <= 6 && n <= letters.length; n += 1) out = letters.slice(0, n).join('')
  for (let n = 2; taken.has(out); n += 1) out = `${short}${n}`
  return out
}

/** Blanks and breaks that a taken label or a parted line leaves behind. */
function tidyEnds(pieces: Piece[], labelled: boolean): Piece[] {
  const text = textOf(pieces)
  const head = labelled ? (/^[ \t\n\u2028]*/.exec(text)?.[0].length ?? 0) : (/^[\n\u2028]*/.exec(text)?.[0].length ?? 0)
  const tail = /[\n\u2028]+$/.exec(text)?.[0].length ?? 0
  return cut(pieces, head, Math.max(text.length - tail, head))
}

const AFTERWORDS = 20

/** Calls to the reader, credits and disclosures after the last answer are no part of it. */
function endWith(blocks: Block[], inTalk: (block: Told) => boolean): void {
  for (let i = blocks.length - 1; i > Math.max(blocks.length - AFTERWORDS, 0); i -= 1) {
    const block = blocks[i]
    if (block === undefined || block.kind === 'heading') return
    if (block.kind !== 'paragraph') continue
    if (!inTalk(block)) continue
    if (block.turnStart || !isAfterword(plainOf(block.pieces))) {
      // An afterword set wholly in italics, after answers that are not.
      const before = blocks.slice(0, i).findLast((one): one is Told => one.kind === 'paragraph' && one.role === 'answer')
      if (block.role !== 'answer' || !wholly(block.pieces, 'em') || before === undefined || wholly(before.pieces, 'em')) return
    }
    const before = blocks[i - 1]
    // The one answer to a question is an answer, whatever it sounds like.
    if (before?.kind === 'paragraph' && before.role === 'question' && block.role === 'answer') return
    block.role = 'body'
    block.speaker = null
    block.guess = false
    block.turnStart = false
  }
}

// --- 2: a look that alternates ---

function byLook(drafts: Draft[], front: Front, lost: Lost): Recognised | null {
  const level = questionLevel(drafts)
  if (level !== null) return byHeadings(drafts, level, front)
  if (numbered(drafts)) return byMarked(drafts, (draft) => draft.kind === 'list', lost, null)
  for (const look of ['strong', 'em'] as const) {
    const parted = partAtBreaks(drafts, look, lost)
    const set = parted.filter((draft): draft is Paragraph => draft.kind === 'paragraph' && wholly(draft.pieces, look))
    const paragraphs = parted.filter((draft) => draft.kind === 'paragraph').length
    const asking = set.filter((draft) => asks(plainOf(draft.pieces))).length
    const enough =
      look === 'strong'
        ? set.length >= 2 && asking >= Math.max(1, set.length * 0.3)
        : set.length >= 3 && asking >= set.length * 0.5
    if (!enough || set.length > paragraphs * 0.7) continue
    const chosen = new Set<Draft>(set)
    const firstAsked = parted.findIndex((draft) => chosen.has(draft) && draft.kind === 'paragraph' && asks(plainOf(draft.pieces)))
    for (const [i, draft] of parted.entries())
      if (draft.kind === 'paragraph' && chosen.has(draft) && !isQuestion(parted, i, look, firstAsked)) chosen.delete(draft)
    return byMarked(parted, (draft) => chosen.has(draft), lost, look)
  }
  return null
}

/** The level of headings that are mostly questions. */
function questionLevel(drafts: Draft[]): number | null {
  for (const level of [2, 3, 4, 1, 5, 6]) {
    const heads = drafts.filter((draft) => draft.kind === 'heading' && draft.level === level)
    const asking = heads.filter((draft) => draft.kind === 'heading' && asks(plainOf(draft.pieces))).length
    if (asking >= 2 && asking >= heads.length * 0.5) return level
  }
  return null
}

const numbered = (drafts: Draft[]): boolean =>
  drafts.filter(
    (draft, i) =>
      draft.kind === 'list' &&
      draft.items.length === 1 &&
      asks(plainOf(draft.items[0]?.pieces ?? [])) &&
      drafts[i + 1]?.kind === 'paragraph',
  ).length >= 2

function byHeadings(drafts: Draft[], level: number, front: Front): Recognised {
  const blocks: Block[] = []
  const speakers = new Map<string, Speaker>()
  const mentions = mentionsIn(drafts).filter((mention) => mention.at === 0 && mention.label.form === 'name')
  const nameOf = namer(drafts, front, mentions)
  const labels = new Map(mentions.map((mention) => [mention.draft, mention.label]))
  const lastAsked = drafts.findLastIndex((draft) => draft.kind === 'heading' && draft.level === level)
  let talking = false
  let speaker: string | null = null
  for (const [i, draft] of drafts.entries()) {
    if (draft.kind === 'heading' && draft.level === level) {
      talking = true
      speaker = null
      blocks.push(told(plainLook(draft.pieces), 'question'))
    } else if (draft.kind === 'heading') {
      if (draft.level < level) talking = false
      blocks.push(draft)
    } else if (draft.kind === 'paragraph') {
      const label = talking ? labels.get(i) : undefined
      const known = label === undefined ? null : nameOf(label)
      // Only whoever the text introduces: `Blogs:` at the head of an answer is a word of it.
      const from = label !== undefined && known?.declared === true ? label.end : 0
      if (from > 0 && known !== null) {
        speaker = fold(known.name)
        speakers.set(speaker, { name: known.name, initials: shortFor(known.name), kind: 'subject' })
      }
      blocks.push(told(tidyEnds(cut(draft.pieces, from), from > 0), talking ? 'answer' : 'body', talking ? speaker : null))
    } else {
      if (draft.kind === 'divider' && i > lastAsked) talking = false
      blocks.push(asIs(draft))
    }
  }
  endWith(blocks, (block) => block.role === 'answer')
  return { blocks, speakers }
}

const plainLook = (pieces: Piece[]): Piece[] => {
  const light = wholly(pieces, 'strong') ? without(pieces, 'strong') : pieces
  return wholly(light, 'em') ? without(light, 'em') : light
}

/** Whether a paragraph set in bold or italics is a question, rather than a lede, a cross-head or a sign-off. */
function isQuestion(drafts: Draft[], i: number, look: 'strong' | 'em', firstAsked: number): boolean {
  const draft = drafts[i]
  if (draft?.kind !== 'paragraph') return false
  const text = plainOf(draft.pieces)
  if (asks(text)) return true
  if (isAfterword(text) || noticeOf(text) !== null) return false
  const words = text.split(/\s+/).length
  let next = i + 1
  while (next < drafts.length && drafts[next]?.kind !== 'paragraph') next += 1
  const following = drafts[next]
  if (following?.kind !== 'paragraph') return false
  if (i < firstAsked && (i <= 1 || words > 25) && words > 12) return false
  // A cross-head: a few words without a full stop, mostly right above a question.
  return !(words <= 7 && !/[.!…:;,—–-]["'”’)]*$/.test(text) && (wholly(following.pieces, look) || i < firstAsked))
}

/** `**Question?**`, a line break, and the answer in one paragraph: two paragraphs to the eye. */
function partAtBreaks(drafts: Draft[], look: 'strong' | 'em', lost: Lost): Draft[] {
  const cuts = new Map<Draft, number>()
  for (const draft of drafts) {
    if (draft.kind !== 'paragraph') continue
    const text = textOf(draft.pieces)
    const at = text.search(/[\n\u2028]/)
    if (at > 0 && wholly(cut(draft.pieces, 0, at), look) && asks(text.slice(0, at)) && !wholly(cut(draft.pieces, at), look))
      cuts.set(draft, at)
  }
  if (cuts.size < 2) return drafts
  return drafts.flatMap((draft) => {
    const at = cuts.get(draft)
    if (at === undefined || draft.kind !== 'paragraph') return [draft]
    lost.add(
      'A line break between a question and its answer, now two paragraphs',
      '# line breaks between a question and its answer, now two paragraphs',
    )
    return [
      { ...draft, pieces: trim(cut(draft.pieces, 0, at)) },
      { ...draft, pieces: trim(cut(draft.pieces, at)) },
    ]
  })
}

function byMarked(drafts: Draft[], isMarked: (draft: Draft) => boolean, lost: Lost, look: 'strong' | 'em' | null): Recognised {
  const blocks: Block[] = []
  const lastMarked = drafts.findLastIndex(isMarked)
  let talking = false
  for (const [i, draft] of drafts.entries()) {
    if (draft.kind === 'paragraph') {
      if (isMarked(draft)) {
        talking = true
        blocks.push(told(look === null ? draft.pieces : without(draft.pieces, look), 'question'))
        continue
      }
      const block = told(draft.pieces, talking ? 'answer' : 'body')
      if (look !== null && talking && runIn(draft.pieces, look)) {
        // A question with its answer run in: somebody has to part them.
        block.role = 'question'
        block.guess = true
      }
      if (look !== null && talking && block.role === 'answer' && wholly(draft.pieces, look)) block.role = 'body'
      blocks.push(block)
    } else if (draft.kind === 'list' && isMarked(draft)) {
      talking = true
      const [item] = draft.items
      const number = draft.ordered ? [{ text: `${draft.start}. `, look: item?.pieces[0]?.look ?? { ...PLAIN_LOOK } }] : []
      blocks.push(told([...number, ...(item?.pieces ?? [])], 'question'))
    } else {
      if ((draft.kind === 'heading' || draft.kind === 'divider') && i > lastMarked) talking = false
      blocks.push(asIs(draft))
    }
  }
  endWith(blocks, (block) => block.role === 'answer')
  return { blocks, speakers: new Map() }
}

const PLAIN_LOOK = {
  strong: false,
  em: false,
  strike: false,
  bracketed: false,
  workTitle: false,
  lang: null,
  href: null,
  affiliate: false,
}

/** A paragraph whose bold head is a question and whose rest is not bold. */
function runIn(pieces: Piece[], look: 'strong' | 'em'): boolean {
  let head = ''
  for (const piece of pieces) {
    if (!piece.look[look] && !isBlank(piece.text)) break
    head += piece.text
  }
  return head !== '' && head.length < textOf(pieces).length && asks(head) && head.split(/\s+/).length > 3
}

// --- 3: the words alone ---

function byText(drafts: Draft[]): Recognised {
  // What stands under a heading of its own after the last question is no answer to it.
  const lastAsked = drafts.findLastIndex((draft) => draft.kind === 'paragraph' && asks(plainOf(draft.pieces)))
  const parted = drafts.findIndex((draft, i) => i > lastAsked && draft.kind === 'heading')
  const talk = drafts.slice(0, parted < 0 ? undefined : parted).filter((draft) => draft.kind === 'paragraph')
  const roles = new Map(rolesFromText(talk.map((draft) => plainOf(draft.pieces))).map((found, i) => [talk[i], found]))
  const blocks = drafts.map((draft): Block => {
    if (draft.kind !== 'paragraph') return asIs(draft)
    return { ...told(draft.pieces), ...roles.get(draft) }
  })
  return { blocks, speakers: new Map() }
}

const asIs = (draft: Exclude<Draft, Paragraph>): Block =>
  draft.kind === 'notice' ? { ...draft, paragraphs: draft.paragraphs.map((one) => told(one.pieces)) } : draft

// --- notes and disclosures ---

/** Paragraphs before and after the talk that are about the story become notices. */
function setApart(blocks: Block[]): Block[] {
  return blocks.map((block): Block => {
    if (block.kind !== 'paragraph' || block.role !== 'body' || block.guess) return block
    const notice = noticeOf(plainOf(block.pieces))
    return notice === null ? block : { kind: 'notice', notice, paragraphs: [block] }
  })
}
