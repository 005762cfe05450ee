/**
 * The text-alone reading of an interview: a chain of four states (before the talk, question, answer,
 * after it) over the paragraphs, with the evidence of each paragraph's words. Run forward and backward
 * it says not only the likeliest roles but how sure they are; what is not sure is asked.
 */
import type { TextRole } from '../schema.ts'
import { cluesOf, introduces, isChat, isPutToOther, yes, type Clues } from './clues.ts'
import { isAfterword, isParting, isThanks, noticeOf } from './notices.ts'

const statement = ({ asks, words }: Clues, from: number, to: number): number => yes(!asks && words > from && words <= to)

/** For a question (above nothing) against an answer (below). The weights were fitted to published interviews. */
const ASKING: readonly (readonly [weight: number, clue: (c: Clues) => number])[] = [
  [-1.22, () => 1],
  [3.01, (c) => yes(c.asks)],
  [-0.6, (c) => yes(c.asks && c.words > 70)],
  [-1.93, (c) => yes(c.questions >= 3 && !c.opensAsking)],
  [0.62, (c) => yes(c.asksWithin)],
  [1.72, (c) => yes(c.opensAsking)],
  [0.77, (c) => yes(c.opensAsking && c.words > 70)],
  [-0.24, (c) => yes(c.opensReplying)],
  [-0.98, (c) => yes(c.afterQuestion)],
  [0.85, (c) => yes(c.afterBreak)],
  [0.44, (c) => yes(c.beforeReply)],
  [-0.19, (c) => (c.you - c.me) / (c.you + c.me + 1)],
  [-1.16, (c) => yes(c.me > 0 && c.you === 0)],
  [0.38, (c) => Math.min(c.me / Math.sqrt(c.words), 1.5)],
  [-0.63, (c) => statement(c, 15, 30)],
  [-1.29, (c) => statement(c, 30, 45)],
  [-1.2, (c) => statement(c, 70, Infinity)],
  [-1.99, (c) => c.longer],
  [2.29, (c) => yes(!c.asks && c.words <= 45 && c.endsOnYou)],
  [1.43, (c) => yes(c.puts && c.words <= 60)],
  [0.59, (c) => yes(c.bids)],
  [0.07, (c) => c.nextLonger],
  [-0.36, (c) => c.beforeLonger],
  [-0.81, (c) => yes(c.asks && c.me > 0 && c.you === 0)],
  [0.68, (c) => yes(!c.asks && c.words <= 8)],
]

/** For the writer's own words (above nothing) against the talk's (below). */
const TELLING_OF: readonly (readonly [weight: number, clue: (c: Clues) => number])[] = [
  [-0.9, () => 1],
  [-2.35, (c) => yes(c.asks)],
  [-0.58, (c) => yes(c.asksWithin)],
  [-1.65, (c) => yes(c.opensAsking)],
  [-1.96, (c) => yes(c.opensReplying)],
  [-0.75, (c) => (c.you - c.me) / (c.you + c.me + 1)],
  [0.63, (c) => yes(c.me > 0 && c.you === 0)],
  [-2.08, (c) => Math.min(c.me / Math.sqrt(c.words), 1.5)],
  [1, (c) => yes(c.telling > 0 && c.me === 0 && c.you === 0)],
  [1.74, (c) => Math.min(c.telling, 1)],
  [1.55, (c) => yes(c.you === 0 && c.me === 0)],
  [0.62, (c) => yes(c.early)],
  [0.57, (c) => yes(c.early && c.you === 0)],
  [1.58, (c) => yes(c.late && c.you === 0 && c.me === 0)],
  [0.82, (c) => yes(c.first)],
  [1.43, (c) => yes(c.last && c.me === 0)],
]

// --- the chain ---

const BEFORE = 0
const QUESTION = 1
const ANSWER = 2
const AFTER = 3
type Row = [before: number, question: number, answer: number, after: number]

const START: Row = [0.8, 0.19, 0.01, 0]
const END: Row = [0.3, 0.02, 1, 1]
/** How one state follows another; how often an answer goes on is learnt from the story itself. */
const STEPS: [Row, Row, Row, Row] = [
  [0.8, 0.2, 0, 0],
  [0, 0.03, 0.967, 0.003],
  [0, 0.47, 0.51, 0.02],
  [0, 0, 0.001, 0.999],
]
const UNLIKELY = 0.1
const mayBegin = (c: Clues): boolean => c.asks || c.opensAsking || c.you > 0 || c.me > 0
const ROUNDS = 3
/** As many steps as the story must show to weigh as much as what is usual. */
const PRIOR = 12

/** Below this it asks. */
const SURE = 0.91
/** Where talk on the air is written down as it was spoken, both sides chat, and few turns are questions. */
const SURE_OF_CHAT = 0.985
/** A short statement further down an answer is how interviewers put questions without asking. */
const SURE_OF_SHORT = 0.95
/** The same of a long talk of which more than a share is asked about. */
const SURE_WHERE_UNCLEAR = 0.945
const UNCLEAR = 0.32
const LONG = 25

const chance = (clues: Clues, table: typeof ASKING, low: number, high: number): number => {
  const sum = table.reduce((total, [weight, clue]) => total + weight * clue(clues), 0)
  return 1 / (1 + Math.exp(-Math.max(Math.min(sum, high), low)))
}

const turnsTo = ({ asks, you, me, endsOnYou }: Clues): boolean => !asks && you > 0 && (you > me || endsOnYou)
const answers = (one: Clues | undefined): boolean => one !== undefined && (one.opensReplying || one.me > one.you)

const scaled = (row: Row): Row => {
  const sum = row[0] + row[1] + row[2] + row[3]
  return [row[0] / sum, row[1] / sum, row[2] / sum, row[3] / sum]
}

/** How likely each state is for each paragraph, given all the others. */
function chain(
  seen: Row[],
  steps: [Row, Row, Row, Row],
  begins: readonly boolean[],
): { rows: Row[]; onward: number; asked: number } {
  const states = [BEFORE, QUESTION, ANSWER, AFTER] as const
  /** A talk begins with a question, or with words to somebody. */
  const opening = (i: number, from: number, to: number): number =>
    from === BEFORE && to === QUESTION && begins[i] === false ? UNLIKELY : 1
  const forward: Row[] = []
  for (const [i, here] of seen.entries()) {
    const before = forward[i - 1]
    const reach = (to: number): number =>
      (before === undefined
        ? START[to]!
        : states.reduce<number>((sum, from) => sum + before[from] * steps[from][to]! * opening(i, from, to), 0)) *
      (before === undefined ? opening(i, BEFORE, to) : 1)
    forward.push(scaled([reach(0) * here[0], reach(1) * here[1], reach(2) * here[2], reach(3) * here[3]]))
  }
  const backward: Row[] = seen.map(() => END)
  let onward = 0
  let asked = 0
  for (let i = seen.length - 2; i >= 0; i -= 1) {
    const next = seen[i + 1]!
    const later = backward[i + 1]!
    const reach = (from: (typeof states)[number]): number =>
      states.reduce<number>((sum, to) => sum + steps[from][to] * opening(i + 1, from, to) * next[to] * later[to], 0)
    backward[i] = scaled([reach(0), reach(1), reach(2), reach(3)])
    const all = states.reduce<number>((sum, from) => sum + forward[i]![from] * reach(from), 0)
    onward += (forward[i]![ANSWER] * steps[ANSWER][ANSWER] * next[ANSWER] * later[ANSWER]) / all
    asked += (forward[i]![ANSWER] * steps[ANSWER][QUESTION] * next[QUESTION] * later[QUESTION]) / all
  }
  const rows = forward.map((row, i): Row => {
    const later = backward[i]!
    return scaled([row[0] * later[0], row[1] * later[1], row[2] * later[2], row[3] * later[3]])
  })
  return { rows, onward, asked }
}

const MOST_CLOSING = 3

/** Where the last words may be the writer's again: of nobody who says I, about the interview itself, or after the thanks. */
function closingFrom(texts: string[], clues: Clues[], seen: Row[]): number {
  let from = texts.length
  let on = true
  for (let i = texts.length - 1; i >= Math.max(texts.length - MOST_CLOSING, 0); i -= 1) {
    const { myself, asks, you } = clues[i]!
    on &&= isParting(texts[i]!) || (!asks && myself === 0 && (seen[i]![BEFORE] > 0.28 || you > 0))
    if (on || isThanks(texts[i]!)) from = i
  }
  return from
}

export function rolesFromText(texts: string[]): { role: TextRole; guess: boolean }[] {
  const clues = cluesOf(texts)
  const asking = clues.map((one) => chance(one, ASKING, -4, 4.5))
  // Two plain questions make an interview, or three times somebody spoken to who answers; without them a text is just a text.
  const plain = clues.filter((one, i) => one.asks && one.words <= 80 && asking[i]! > 0.7).length
  const spokenTo = clues.filter((one, i) => turnsTo(one) && answers(clues[i + 1])).length
  const put = clues.filter((one) => one.asks && one.words <= 80)
  // A few questions in a long text, most of them about oneself, are put to oneself.
  const musing =
    put.length <= texts.length * 0.2 &&
    clues.filter(({ you }) => you > 0).length <= texts.length * 0.15 &&
    put.every(({ you }) => you === 0) &&
    put.filter(({ me }) => me > 0).length >= put.length * 0.4
  if (musing || (plain < 2 && !(plain === 1 && texts.length <= 6) && plain + spokenTo < 3))
    return texts.map(() => ({ role: 'body', guess: false }))
  const seen = clues.map((one, i): Row => {
    const told = chance(one, TELLING_OF, -4, 4)
    const talk = 2 * (1 - told)
    const after = isAfterword(texts[i]!) || noticeOf(texts[i]!) !== null
    return [told, talk * asking[i]! * (after ? 0.1 : 1), talk * (1 - asking[i]!) * (after ? 0.15 : 1), told * (after ? 20 : 0.1)]
  })
  let steps = STEPS
  const begins = clues.map(mayBegin)
  let found = chain(seen, steps, begins)
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = STEPS[ANSWER][QUESTION] * PRIOR + found.asked
    const onward = STEPS[ANSWER][ANSWER] * PRIOR + found.onward
    const share = 0.98 / (asked + onward)
    steps = [STEPS[BEFORE], STEPS[QUESTION], [0, asked * share, onward * share, 0.02], STEPS[AFTER]]
    found = chain(seen, steps, begins)
  }
  const closing = closingFrom(texts, clues, seen)
  const roles = found.rows.map(roleOf)
  const told = (sure: number) =>
    found.rows.map((row, i) => {
      const doubt = isDoubtful(texts, clues, roles, i, closing)
      const { words } = clues[i]!
      const goesOn = roles[i] === 'answer' && roles[i - 1] === 'answer'
      const short = goesOn && ((words <= 45 && asking[i]! > 0.2) || (words <= 60 && turnsTo(clues[i]!)))
      const put = roles[i] === 'question' && !clues[i]!.asks && !clues[i]!.opensAsking && !clues[i]!.bids
      const most = Math.max(row[BEFORE] + row[AFTER], row[QUESTION], row[ANSWER])
      return { role: roles[i]!, guess: doubt || most < Math.max(sure, short || put ? SURE_OF_SHORT : 0) }
    })
  const sure = isChat(texts) ? SURE_OF_CHAT : SURE
  const first = told(sure)
  // Where so much of a long talk is unclear, little is as sure as it seems.
  const unclear = first.filter(({ guess }) => guess).length
  return texts.length >= LONG && unclear > texts.length * UNCLEAR ? told(Math.max(sure, SURE_WHERE_UNCLEAR)) : first
}

function roleOf(row: Row): TextRole {
  const body = row[BEFORE] + row[AFTER]
  const most = Math.max(body, row[QUESTION], row[ANSWER])
  return most === body ? 'body' : most === row[QUESTION] ? 'question' : 'answer'
}

const THANKED = /\bthank(?:s| you)\b/i

/** What is asked about however likely it seems. */
function isDoubtful(texts: string[], all: Clues[], roles: TextRole[], i: number, closing: number): boolean {
  const { words, asks, asksWithin, bids, puts, questions, opensAsking, you, me, myself } = all[i]!
  const text = texts[i]!
  if (roles[i] === 'question') {
    // Questions that somebody asks themselves on the way; short words to nobody may be anybody's.
    const musing = !opensAsking && (questions >= 3 || (questions === 2 && words > 40))
    const stray = !asks && !asksWithin && !bids && !puts && you === 0
    // Nobody answers the last words.
    return musing || stray || (!asks && i >= texts.length - 2 && !THANKED.test(text))
  }
  if (roles[i] !== 'answer') return false
  const asked = roles[i - 1] === 'question' && (all[i - 1]!.asks || THANKED.test(texts[i - 1]!))
  const goesOn = roles[i - 1] === 'answer'
  // A last word that may be the writer's.
  const thanked = isThanks(texts[i - 1] ?? '')
  const follows = thanked ? words > 12 && myself === 0 : !asked || isParting(text)
  if (i >= closing && follows) return true
  // What asks somebody outright is rarely an answer.
  if (asks && opensAsking && you > 0) return true
  // Where nobody has just asked: somebody who is introduced, words put to the other, thanks to them.
  if (!asked && me === 0 && you === 0 && introduces(text)) return true
  return goesOn && ((words <= 90 && (puts || isPutToOther(text))) || (you > me && isThanks(text)))
}
