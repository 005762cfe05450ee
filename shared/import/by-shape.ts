/** Evidence between looks and words: running numbers, the mail that is answered, and dashes. */
import { asksIn, byMarked, mayBeQuestions } from './by-look.ts'
import { wordsIn } from './clues.ts'
import { cut, plainOf, textOf, type Draft, type Lost, type Paragraph } from './draft.ts'
import { asks, type Recognised } from './told.ts'

/** What no number stands before, but asks as questions do, may have lost it. */
function alsoAsking(found: Recognised): Recognised {
  for (const block of found.blocks) {
    if (block.kind !== 'paragraph' || block.role !== 'answer') continue
    const text = plainOf(block.pieces)
    if (asks(text) && wordsIn(text) <= 40) block.guess = true
  }
  return found
}

/** A dash before whoever speaks, as in novels; many leave no blank after it. */
const TURN_DASH = /^[—–-][ \u00a0]*(?=[\p{L}¿¡"“«])/u

/** Each dash is another voice: every second one asks. Null where they do not take turns. */
function byTurns(drafts: Draft[], turns: Paragraph[], lost: Lost): Recognised | null {
  const share = (rest: number): number => {
    const side = turns.filter((_turn, i) => i % 2 === rest)
    return side.filter(asksIn).length / Math.max(side.length, 1)
  }
  const [even, odd] = [share(0), share(1)]
  if (Math.max(even, odd) < 0.5 || Math.min(even, odd) > 0.2) return null
  const asking = even > odd ? 0 : 1
  const places = new Map<Draft, number>(turns.map((turn, i) => [turn, i]))
  const questions = new Set<Draft>()
  const bare = drafts.map((draft): Draft => {
    const at = places.get(draft)
    if (at === undefined || draft.kind !== 'paragraph') return draft
    lost.add('The dash before somebody who speaks', 'The dashes before # who speak')
    const without = { ...draft, pieces: cut(draft.pieces, TURN_DASH.exec(textOf(draft.pieces))?.[0].length ?? 0) }
    if (at % 2 === asking) questions.add(without)
    return without
  })
  return byMarked(bare, (draft) => questions.has(draft), lost, null)
}

const DASH = /^[—–-][ \u00a0]+/
const NUMBER = /^\(?(\d{1,3})[.)][ \t\u00a0]+/

/** The mail that is answered, running numbers, and dashes before what is asked. */
export function byShape(drafts: Draft[], lost: Lost): Recognised | null {
  const having = (fits: (draft: Paragraph) => boolean) =>
    new Set<Draft>(drafts.filter((draft) => draft.kind === 'paragraph' && fits(draft)))
  const quoted = having((draft) => draft.quoted === true)
  if (mayBeQuestions(drafts, quoted, 0.3)) return byMarked(drafts, (draft) => quoted.has(draft), lost, null)
  let last = 0
  const counted = having(({ pieces }) => {
    const number = Number(NUMBER.exec(textOf(pieces))?.[1])
    // One may be left out, or stand twice.
    const next = number === last + 1 || ((number === last + 2 || number === last) && asks(plainOf(pieces)))
    if (next) last = number
    return next
  })
  if (counted.size >= 3 && mayBeQuestions(drafts, counted, 0.3))
    return alsoAsking(byMarked(drafts, (draft) => counted.has(draft), lost, null))
  const turns = drafts.filter((draft): draft is Paragraph => draft.kind === 'paragraph' && TURN_DASH.test(textOf(draft.pieces)))
  const paragraphs = drafts.filter(({ kind }) => kind === 'paragraph').length
  const spoken = turns.length >= 6 && turns.length >= paragraphs * 0.5 ? byTurns(drafts, turns, lost) : null
  if (spoken !== null) return spoken
  const dashed = having(({ pieces }) => DASH.test(textOf(pieces)))
  const asked = dashed.size < 3 ? null : askedBefore(drafts, dashed)
  if (dashed.size < 3 || (asked === null && !mayBeQuestions(drafts, dashed, 0.5))) return null
  const bare = drafts.map((draft): Draft => {
    if (draft.kind !== 'paragraph' || !dashed.has(draft)) return draft
    if (asked === null) lost.add('The dash before a question', 'The dashes before # questions')
    else lost.add('The dash before an answer', 'The dashes before # answers')
    const without = { ...draft, pieces: cut(draft.pieces, DASH.exec(textOf(draft.pieces))?.[0].length ?? 0) }
    dashed.add(without)
    return without
  })
  return byMarked(bare, (draft) => (asked ?? dashed).has(draft), lost, null)
}

/** What stands right before each dash, where that mostly asks and the dashes do not: the dashes begin the answers. */
function askedBefore(drafts: Draft[], dashed: ReadonlySet<Draft>): ReadonlySet<Draft> | null {
  const before = new Set(
    drafts.filter((draft, i) => draft.kind === 'paragraph' && !dashed.has(draft) && dashed.has(drafts[i + 1] ?? draft)),
  )
  const asking = [...before].filter(asksIn).length
  const replying = [...dashed].filter(asksIn).length
  return before.size >= dashed.size * 0.8 && asking >= before.size * 0.5 && replying <= dashed.size * 0.2 ? before : null
}
