/** The first evidence: labels say who speaks, and how somebody speaks says who asks. */
import type { TextRole } from '../schema.ts'
import type { Speaker } from '../story.ts'
import { doubtEnd, endWith, namesOf } from './afterwords.ts'
import { askersAmong, asksIn, mayAsk, mostlySetOff, onlyQuestions, setOff } from './askers.ts'
import { cut, isBlank, plainOf, textOf, wholly, without, type Draft, type Front, type Lost, type Piece } from './draft.ts'
import { isAsker, shortFor, stampLength, type Label } from './labels.ts'
import { asIs, asks, tidyEnds, told, type Block, type Recognised, type Told } from './told.ts'
import { plainLook, questionLevel } from './by-look.ts'
import { boldQuestions, single, voices, type Mention } from './voices.ts'

/** The list under a key, begun if need be. */
function listed<K, T>(map: Map<K, T[]>, key: K): T[] {
  const list = map.get(key) ?? []
  if (list.length === 0) map.set(key, list)
  return list
}

function textAfter(drafts: Draft[], { draft: i, at, label }: Mention): string {
  const draft = drafts[i]
  return draft?.kind === 'paragraph' ? textOf(cut(draft.pieces, at + label.end)) : ''
}

/** The level of headings that ask, and are mostly answered by whoever is labelled below them. */
function answeredHeadings(drafts: Draft[], labelled: (i: number) => boolean): number | null {
  const level = questionLevel(drafts)
  if (level === null) return null
  const heads = drafts.flatMap((draft, i) => (draft.kind === 'heading' && draft.level === level ? [i] : []))
  const answered = heads.filter((i) => labelled(i + 1)).length
  return answered >= 2 && answered >= heads.length / 2 ? level : null
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
  const manyAsk = !heard.questionLabel && named.size > 1 && onlyQuestions(accepted, drafts)
  const askers = manyAsk
    ? new Set(named.keys())
    : onlyAnswers && named.size === 1
      ? new Set<string>()
      : askersAmong(named, names, front)
  const apart = drafts.filter((draft, i) => look !== null && !at.has(i) && at.has(i + 1) && setOff(draft, look) && asksIn(draft))
  const level = answeredHeadings(drafts, (i) => at.has(i))
  const isAlone = (mention: Mention | undefined): boolean => mention !== undefined && isBlank(textAfter(drafts, mention))
  const loose = drafts.filter((draft, i) => !at.has(i) && at.has(i + 1) && !isAlone(at.get(i - 1)?.at(-1)) && asksIn(draft))
  for (const id of askers) {
    if (isAsker(id) || manyAsk) continue
    const said = heads.get(id) ?? []
    const asked = said.filter(asks).length
    // Where questions without a label are answered by labels, a label asks only where it is set off as those are.
    const dressed = look === null || apart.length < 2 || mostlySetOff(accepted, drafts, id, look)
    const instead = heard.questionLabel || level !== null || (loose.length >= 2 && asked < loose.length / 4)
    if (!dressed || (instead && asked < said.length * 0.6)) askers.delete(id)
  }
  const unclear = heard.questionLabel ? new Set<string>() : mayAsk(accepted, named, askers)
  // Who is brief between those who answer, and asks now and then where they hardly do, is the second interviewer.
  const rate = (id: string): number => (heads.get(id) ?? []).filter(asks).length / Math.max(heads.get(id)?.length ?? 0, 1)
  const most = Math.max(...[...named.keys()].filter((id) => !askers.has(id) && !unclear.has(id)).map(rate), 0)
  for (const id of unclear)
    if ((heads.get(id)?.length ?? 0) >= 5 && rate(id) >= Math.max(0.1, 2 * most)) {
      unclear.delete(id)
      askers.add(id)
    }
  const roleOf = (id: string): TextRole => (id === '?' || askers.has(id) || unclear.has(id) ? 'question' : 'answer')
  const alone = turns.size === 1 ? [...turns.keys()][0] : undefined
  const askOnly =
    manyAsk ||
    (alone !== undefined &&
      (alone === '?' || (heads.get(alone) ?? []).filter(asks).length >= (heads.get(alone) ?? []).length / 2))
  // A label at a few of many questions says nothing of the others.
  const bare = drafts.filter((draft, i) => !at.has(i) && asksIn(draft)).length
  if (askOnly && !manyAsk && alone !== '?' && bare > accepted.length) return null
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
  /** No answer has a label before the next question has: one that has none stands between. */
  const asksNext = (i: number): boolean => {
    const following = accepted.find(({ draft }) => draft > i)
    return following === undefined || roleOf(following.id) === 'question'
  }
  for (const { draft: i, mention, pieces: raw } of segments) {
    const draft = drafts[i]
    if (draft === undefined) continue
    if (draft.kind !== 'paragraph') {
      if (draft.kind === 'heading' && draft.level === level) {
        put(plainLook(draft.pieces), 'question', null, false)
        now = { role: 'answer', speaker: null }
        broken = false
        continue
      }
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
    const next = lookAsks || (askers.size === 0 && loose.length >= 2) ? at.get(i + 1)?.[0] : undefined
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
    if (!owed && now.role === 'question' && now.speaker !== null && (broken || (goesUnheard(before, pieces) && asksNext(i)))) {
      // Whose label is missing here nobody can tell: after a question, an answer; after a cross-head, the writer.
      put(pieces, broken ? 'body' : 'answer', null, false).guess = true
      if (!broken) now = { role: 'answer', speaker: null, unsure: true }
      continue
    }
    const block = put(pieces, now.role, now.speaker, owed)
    if (now.unsure === true || (manyAsk && asks(plainOf(pieces)))) block.guess = true
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
