/** The second evidence: questions that are headings, numbered, bold or in italics. */
import { cut, isBlank, type Lost, plainOf, textOf, wholly, without, type Draft, type Front, type Piece } from './draft.ts'
import { bids, wordsIn } from './clues.ts'
import { PLAIN } from '../look.ts'
import { doubtEnd, endWith, namesOf } from './afterwords.ts'
import type { Speaker } from '../story.ts'
import { fold, labelAt, shortFor, type Label } from './labels.ts'
import { partAtBreaks, partLists } from './parted.ts'
import { noticeOf, isAfterword } from './notices.ts'
import { asIs, asks, tidyEnds, told, type Block, type Recognised } from './told.ts'
import { mentionsIn, namer } from './voices.ts'

export function byLook(drafts: Draft[], front: Front, lost: Lost): Recognised | null {
  const level = questionLevel(drafts)
  if (level !== null) return byHeadings(drafts, level, front)
  const lists = partLists(drafts, lost)
  if (lists !== null) return byMarked(lists.drafts, (draft) => lists.questions.has(draft), lost, 'strong')
  if (numbered(drafts)) return byMarked(drafts, (draft) => draft.kind === 'list', lost, null)
  for (const look of ['strong', 'em'] as const) {
    const parted = partAtBreaks(drafts, look, lost)
    const set = new Set<Draft>(parted.filter((draft) => draft.kind === 'paragraph' && wholly(draft.pieces, look)))
    if (!mayBeQuestions(parted, set, look === 'strong' ? 0.3 : 0.5)) continue
    const firstAsked = parted.findIndex((draft) => set.has(draft) && asksIn(draft))
    const chosen = new Set<Draft>()
    const maybe = new Set<Draft>()
    for (const [i, draft] of parted.entries()) {
      if (!set.has(draft)) continue
      const found = isQuestion(parted, i, look, firstAsked)
      if (found !== 'no') chosen.add(draft)
      if (found === 'maybe') maybe.add(draft)
    }
    return byMarked(
      parted,
      (draft) => chosen.has(draft),
      lost,
      look,
      (draft) => maybe.has(draft),
    )
  }
  return null
}

export const asksIn = (draft: Draft): boolean =>
  draft.kind === 'paragraph' && (asks(plainOf(draft.pieces)) || bids(plainOf(draft.pieces)))

/** Whether what is set apart alternates with the rest, and asks often enough. */
export function mayBeQuestions(drafts: Draft[], set: ReadonlySet<Draft>, share: number): boolean {
  const asking = [...set].filter(asksIn).length
  const paragraphs = drafts.filter((draft) => draft.kind === 'paragraph')
  if (set.size < (share < 0.5 ? 2 : 3) || set.size > paragraphs.length * 0.7 || asking < 1) return false
  if (asking >= set.size * share) return true
  // Each has something after it that is not: that is how questions stand, and nothing else so regularly.
  const alone = paragraphs.filter((draft, i) => set.has(draft) && i + 1 < paragraphs.length && !set.has(paragraphs[i + 1]!))
  if (set.size >= 4 && asking >= set.size * 0.3 && alone.length >= set.size - 1) return true
  // Two who chat: whole sentences, turn by turn, of which now and then one asks.
  const sentences = paragraphs.filter((draft) => set.has(draft) && !isCrossHead(plainOf(draft.pieces))).length
  return set.size >= 8 && asking >= Math.max(3, set.size * 0.15) && alone.length >= set.size * 0.9 && sentences >= set.size * 0.6
}

/** The level of headings that are questions: many of them ask, and each has its answer below it. */
export function questionLevel(drafts: Draft[]): number | null {
  for (const level of [2, 3, 4, 1, 5, 6]) {
    const heads = drafts.filter((draft) => draft.kind === 'heading' && draft.level === level)
    const asking = heads.filter((draft) => draft.kind === 'heading' && asks(plainOf(draft.pieces))).length
    const wordy = heads.filter((draft) => draft.kind === 'heading' && !isCrossHead(plainOf(draft.pieces))).length
    if (asking >= 2 && (asking >= heads.length * 0.5 || (asking >= heads.length * 0.3 && wordy >= heads.length * 0.8)))
      return level
  }
  return null
}

/** A few words without a full stop. */
const isCrossHead = (text: string): boolean =>
  !asks(text) && wordsIn(text) <= 7 && !/[.!…:;,—–。！：；、-]["'”’)」』]*$/.test(text)

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
  const asker = askerOf(drafts, level)
  if (asker?.form === 'name') speakers.set(asker.key, { name: asker.name, initials: shortFor(asker.name), kind: 'interviewer' })
  const who = asker?.form === 'name' ? asker.key : null
  const asides = asideOf(drafts)
  let talking = false
  let speaker: string | null = null
  /** A few words that ask nothing, where a question would stand: what is below the last such heading may be the writer's. */
  let strange = false
  for (const [i, draft] of drafts.entries()) {
    const labelled =
      asker === null || (draft.kind !== 'heading' && draft.kind !== 'paragraph') ? null : labelAt(textOf(draft.pieces), 0)
    // One that asks is a question of the talk, whatever its level.
    if (draft.kind === 'heading' && (draft.level === level || (talking && asks(plainOf(draft.pieces))))) {
      talking = true
      speaker = null
      const own = labelled?.key === asker?.key ? (labelled?.end ?? 0) : 0
      const pieces = tidyEnds(cut(plainLook(draft.pieces), own), own > 0)
      const crossHead = isCrossHead(plainOf(pieces))
      strange = crossHead && i >= lastAsked
      blocks.push({ ...told(pieces, 'question', own > 0 ? who : null), guess: crossHead })
    } else if (draft.kind === 'paragraph' && asides.has(draft)) {
      talking = true
      speaker = null
      blocks.push(told(without(draft.pieces, 'strong'), 'question', who))
    } else if (draft.kind === 'paragraph' && talking && labelled !== null && labelled.key === asker?.key) {
      // The one who asks in the headings speaks between them, too.
      blocks.push(told(tidyEnds(cut(draft.pieces, labelled.end), true), 'question', who))
    } else if (draft.kind === 'paragraph' && talking && labelled?.form === 'reply' && asker?.form === 'ask') {
      blocks.push(told(tidyEnds(cut(draft.pieces, labelled.end), true), 'answer'))
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
      const block = told(tidyEnds(cut(draft.pieces, from), from > 0), talking ? 'answer' : 'body', talking ? speaker : null)
      blocks.push({ ...block, guess: talking && strange })
    } else {
      if (draft.kind === 'divider' && i > lastAsked) talking = false
      blocks.push(asIs(draft))
    }
  }
  endWith(blocks, (block) => block.role === 'answer')
  doubtEnd(blocks, namesOf(blocks, []))
  return { blocks, speakers }
}

/** What is asked in bold between the headings that ask: the list of questions stands above, the talk goes on below. */
function asideOf(drafts: Draft[]): ReadonlySet<Draft> {
  const bold = new Set(drafts.filter((draft) => draft.kind === 'paragraph' && wholly(draft.pieces, 'strong')))
  if (!mayBeQuestions(drafts, bold, 0.3)) return new Set()
  const firstAsked = drafts.findIndex((draft) => bold.has(draft) && asksIn(draft))
  return new Set(drafts.filter((draft, i) => bold.has(draft) && isQuestion(drafts, i, 'strong', firstAsked) !== 'no'))
}

/** `Q:` or a name at the head of most questions. */
function askerOf(drafts: Draft[], level: number): Label | null {
  const heads = drafts.filter((draft) => draft.kind === 'heading' && draft.level === level)
  const labels = heads.flatMap((draft) => {
    const label = draft.kind === 'heading' ? labelAt(textOf(draft.pieces), 0) : null
    return label === null || label.form === 'bare' ? [] : [label]
  })
  const [first] = labels
  const same = labels.filter(({ key }) => key === first?.key)
  return first !== undefined && same.length >= 2 && same.length >= heads.length / 2 ? first : null
}

export const plainLook = (pieces: Piece[]): Piece[] => {
  const light = wholly(pieces, 'strong') ? without(pieces, 'strong') : pieces
  return wholly(light, 'em') ? without(light, 'em') : light
}

/** Whether a paragraph set in bold or italics is a question, rather than a lede, a cross-head or a sign-off. */
function isQuestion(drafts: Draft[], i: number, look: 'strong' | 'em', firstAsked: number): 'yes' | 'no' | 'maybe' {
  const draft = drafts[i]
  if (draft?.kind !== 'paragraph') return 'no'
  const text = plainOf(draft.pieces)
  if (asks(text)) return 'yes'
  if (isAfterword(text) || noticeOf(text) !== null) return 'no'
  const words = text.split(/\s+/).length
  let next = i + 1
  while (next < drafts.length && drafts[next]?.kind !== 'paragraph') next += 1
  const following = drafts[next]
  if (following?.kind !== 'paragraph') return 'no'
  // Before the first that asks it may be a lede; one that says you is spoken to somebody.
  if (i < firstAsked && (i <= 1 || words > 25) && words > 12) return /\b(?:you|your)\b/i.test(text) ? 'maybe' : 'no'
  // A cross-head stands mostly right above a question.
  return isCrossHead(text) && (wholly(following.pieces, look) || i < firstAsked) ? 'no' : 'yes'
}

/** @param isUnsure which of the marked may be something else; what follows them is then unsure as well */
export function byMarked(
  drafts: Draft[],
  isMarked: (draft: Draft) => boolean,
  lost: Lost,
  look: 'strong' | 'em' | null,
  isUnsure: (draft: Draft) => boolean = () => false,
): Recognised {
  const blocks: Block[] = []
  const lastMarked = drafts.findLastIndex(isMarked)
  let talking = false
  let unsure = false
  for (const [i, draft] of drafts.entries()) {
    if (draft.kind === 'paragraph') {
      if (isMarked(draft)) {
        talking = true
        unsure = isUnsure(draft)
        blocks.push({ ...told(look === null ? draft.pieces : without(draft.pieces, look), 'question'), guess: unsure })
        continue
      }
      const block = { ...told(draft.pieces, talking ? 'answer' : 'body'), guess: talking && unsure }
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
      const number = draft.ordered ? [{ text: `${draft.start}. `, look: item?.pieces[0]?.look ?? PLAIN }] : []
      blocks.push(told([...number, ...(item?.pieces ?? [])], 'question'))
    } else {
      if ((draft.kind === 'heading' || draft.kind === 'divider') && i > lastMarked) talking = false
      blocks.push(asIs(draft))
    }
  }
  endWith(blocks, (block) => block.role === 'answer')
  doubtEnd(blocks, namesOf(blocks, []))
  return { blocks, speakers: new Map() }
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
