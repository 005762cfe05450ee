/** The first evidence: labels say who speaks, and how somebody speaks says who asks. */
import type { TextRole } from '../schema.ts'
import type { Speaker } from '../story.ts'
import { doubtEnd, endWith, namesOf } from './afterwords.ts'
import { cut, isBlank, plainOf, textOf, wholly, without, type Draft, type Front, type Lost, type Piece } from './draft.ts'
import { fold, initialsOf, isAsker, isReplier, shortFor, stampLength, type Label } from './labels.ts'
import { asIs, asks, tidyEnds, told, type Block, type Recognised, type Told } from './told.ts'
import { boldQuestions, single, voices, type Mention } from './voices.ts'

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
    // Whoever hardly asks and holds forth as the other does is in a discussion.
    if (high.rate < 0.25 && high.mean > low.mean * 0.9) return askers
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

/**
 * Who may be a second interviewer: speaks briefly, and always between those who answer. Whoever answers beside
 * the subject mostly speaks after a question.
 */
function mayAsk(accepted: Mention[], turns: ReadonlyMap<string, string[]>, askers: ReadonlySet<string>): Set<string> {
  const out = new Set<string>()
  if (askers.size === 0 || turns.size < 3) return out
  const length = (id: string) => (turns.get(id) ?? []).join(' ').split(/\s+/).length
  const answering = [...turns.keys()].filter((id) => !askers.has(id)).toSorted((a, b) => length(b) - length(a))
  const [subject, ...others] = answering
  if (subject === undefined) return out
  const mean = (id: string) => length(id) / (turns.get(id)?.length ?? 1)
  for (const id of others) {
    const places = accepted.flatMap((mention, i) => (mention.id === id ? [i] : []))
    const between = places.filter((i) =>
      [accepted[i - 1], accepted[i + 1]].every((one) => one === undefined || (one.id !== id && !askers.has(one.id))),
    )
    if ((places.length >= 2 || places[0] === 0) && between.length >= places.length * 0.8 && mean(id) < mean(subject) * 0.6)
      out.add(id)
  }
  return out
}

/** The list under a key, begun if need be. */
function listed<K, T>(map: Map<K, T[]>, key: K): T[] {
  const list = map.get(key) ?? []
  if (list.length === 0) map.set(key, list)
  return list
}

const setOff = (draft: Draft, look: 'strong' | 'em'): boolean => draft.kind === 'paragraph' && wholly(draft.pieces, look)
const asksIn = (draft: Draft): boolean => draft.kind === 'paragraph' && asks(plainOf(draft.pieces))

function mostlySetOff(accepted: Mention[], drafts: Draft[], id: string, look: 'strong' | 'em'): boolean {
  const own = accepted.filter((mention) => mention.id === id)
  const dressed = own.filter(({ draft: i, at, label }) => {
    const draft = drafts[i]
    return draft?.kind === 'paragraph' && wholly(cut(draft.pieces, at + label.end), look)
  })
  return dressed.length >= own.length / 2
}

/** A question has been put, and what follows it without a label does not ask. */
const goesUnheard = (before: Told | null, pieces: Piece[]): boolean =>
  before !== null && before.role === 'question' && asks(plainOf(before.pieces)) && !asks(plainOf(pieces))

export function byLabels(drafts: Draft[], front: Front, lost: Lost): Recognised | null {
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
  /** How questions are set off that nobody's label stands before. */
  const look = boldQuestions(drafts) >= 2 ? 'strong' : boldQuestions(drafts, 'em') >= 2 ? 'em' : null
  const onlyAnswers = named.size > 0 && !heard.questionLabel && look !== null
  const askers = heard.questionLabel || (onlyAnswers && named.size === 1) ? new Set<string>() : askersAmong(named, names, front)
  const apart = drafts.filter((draft, i) => look !== null && !at.has(i) && at.has(i + 1) && setOff(draft, look) && asksIn(draft))
  // Where questions without a label are answered by labels, a label asks only where it is set off as those are.
  if (look !== null && apart.length >= 2)
    for (const id of askers) if (!isAsker(id) && !mostlySetOff(accepted, drafts, id, look)) askers.delete(id)
  const unclear = heard.questionLabel ? new Set<string>() : mayAsk(accepted, named, askers)
  const roleOf = (id: string): TextRole => (id === '?' || askers.has(id) || unclear.has(id) ? 'question' : 'answer')
  const alone = turns.size === 1 ? [...turns.keys()][0] : undefined
  const askOnly =
    alone !== undefined && (alone === '?' || (heads.get(alone) ?? []).filter(asks).length >= (heads.get(alone) ?? []).length / 2)
  // A label at a few of many questions says nothing of the others.
  const bare = drafts.filter((draft, i) => !at.has(i) && asksIn(draft)).length
  if (askOnly && alone !== '?' && bare > accepted.length) return null
  if (askOnly && alone !== undefined) askers.add(alone)
  const lookAsks = !askOnly && look !== null
  const unlabelled = drafts.filter((draft, i) => look !== null && !at.has(i) && setOff(draft, look))
  /** What is set off without asking is a question where most of it asks, and else a cross-head. */
  const crossHeads = unlabelled.filter(asksIn).length < unlabelled.length * 0.3

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
    speakers.set(id, {
      name,
      initials: unlike(short, name, speakers),
      kind: askers.has(id) ? 'interviewer' : unclear.has(id) ? 'other' : 'subject',
    })
  }

  const blocks: Block[] = []
  let now: { role: TextRole; speaker: string | null; unsure?: boolean } | null = null
  let previous: Told | null = null
  let owed = false
  let broken = false
  const put = (pieces: Piece[], role: TextRole, speaker: string | null, labelled: boolean) => {
    const dress = look === 'em' && wholly(pieces, 'em') ? 'em' : 'strong'
    const clean = role === 'question' && wholly(pieces, dress) ? without(pieces, dress) : pieces
    const block = told(clean, role, speaker)
    block.guess = speaker !== null && unclear.has(speaker)
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
    const dressed = lookAsks && look !== null && wholly(pieces, look)
    if (dressed && crossHeads && !asks(plainOf(pieces))) {
      put(pieces, 'body', null, false).guess = now !== null
      continue
    }
    const next = lookAsks ? at.get(i + 1)?.[0] : undefined
    const isNext = next !== undefined && roleOf(next.id) === 'answer'
    if (dressed ? asks(plainOf(pieces)) || isNext || (now !== null && look === 'strong') : isNext && asks(plainOf(pieces))) {
      put(pieces, 'question', null, false).guess = !dressed
      now = { role: 'answer', speaker: null }
      continue
    }
    if (!askOnly && !lookAsks && alone !== undefined && at.has(i + 1) && asks(plainOf(pieces))) {
      put(pieces, 'question', null, false)
      continue
    }
    if (now === null || (broken && i > last)) {
      now = null
      put(pieces, 'body', null, false)
      continue
    }
    const before: Told | null = previous
    if (!owed && now.role === 'question' && now.speaker !== null && (broken || goesUnheard(before, pieces))) {
      // Whose label is missing here nobody can tell: after a question, an answer; after a cross-head, the writer.
      put(pieces, broken ? 'body' : 'answer', null, false).guess = true
      if (!broken) now = { role: 'answer', speaker: null, unsure: true }
      continue
    }
    const block = put(pieces, now.role, now.speaker, owed)
    if (now.unsure === true) block.guess = true
    // It may be a third voice that asks only here.
    if (heard.doubtful.has(i) && asks(plainOf(pieces))) block.guess = true
    owed = false
    if (askOnly && now.role === 'question') now = { role: 'answer', speaker: null }
  }
  endWith(blocks, (block) => block.speaker !== null || block.role !== 'body')
  const subjects = [...speakers.values()].filter(({ kind }) => kind !== 'interviewer')
  doubtEnd(
    blocks,
    namesOf(
      blocks,
      subjects.map(({ name }) => name),
    ),
  )
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
