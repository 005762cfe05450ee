/**
 * The text-alone reading of an interview: a chain of four states (before the talk, question, answer,
 * after it) over the paragraphs, with the evidence of each paragraph's words. Run forward and backward
 * it says not only the likeliest roles but how sure they are; what is not sure is asked.
 */
import type { TextRole } from '../schema.ts'
import { isAfterword, noticeOf } from './notices.ts'

const ASK_OPENERS =
  /^(?:(?:and|but|so|then|ok(?:ay)?|well|now|also|finally|lastly|still|or|right)[,:]?\s+)*(?:what|why|how|who|whom|whose|when|where|which|do|does|did|is|isn['’]?t|are|aren['’]?t|was|were|wasn['’]?t|weren['’]?t|can|could|would|will|won['’]?t|wouldn['’]?t|couldn['’]?t|have|haven['’]?t|has|had|didn['’]?t|don['’]?t|doesn['’]?t|should|shouldn['’]?t|any|tell|talk|describe|explain|walk|take me|give (?:me|us)|let['’]?s|let (?:me|us)|speaking of|you(?:['’]\w+)?|your|in your|i(?: have|['’]ve)? (?:wondered?|read|heard|noticed|saw|understand|wanted to ask|want to ask|was struck))\b/i
const QUESTION_WORDS =
  /^(?:¿|(?:y|pero|et|mais|und|aber|e|ma|mas|och|en|maar)\s+)?(?:qué|quién|cómo|cuándo|dónde|cuál|por qué|cuántos?|qu['’]est-ce|est-ce|pourquoi|comment|quand|où|quel(?:le)?s?|qui|warum|wieso|weshalb|wie|wann|wo|wer|was|welche[rsnm]?|haben sie|sind sie|können sie|perché|come|quando|dove|chi|cosa|che cosa|quale|o que|como|onde|quem|por que|qual|hur|varför|vad|när|vem|waarom|hoe|wat|wanneer|wie|hoezo|почему|как|что|когда|где|кто|зачем)(?=[\s,?])/iu
const REPLY_OPENERS =
  /^(?:yes|yeah|yep|no|nope|nah|oh|ah|um|uh|absolutely|of course|definitely|exactly|sure|certainly|totally|honestly|look|listen|right|correct|true|indeed|maybe|perhaps|probably|not (?:really|at all|yet|exactly)|never|always|both|neither|well|i (?:think|thought|don['’]?t|do|did|was|am|would|have|had|just|guess|mean|love|like|want|never|always|suppose|hope)|i['’](?:m|ve|d|ll)|it['’]s|it (?:is|was|took|came)|that['’]s (?:a (?:good|great)|right|true|what)|because|sí|oui|non|ja|nein|nej|sim|não|sì|da|да|нет|bueno|pues|ben|also|naja|genau|natürlich|claro|bien sûr|doch)(?=[\s,.!?;:—–-]|$)/iu
const TELLING =
  /\b(?:said|says|told (?:me|us|this)|recalls?|recalled|according to|he|she|his|hers?|him|spoke|talked|interview(?:ed)?|conversation|met|caught up|sat down)\b/gi
const YOU =
  /(?<![\p{L}\p{N}])(?:you|your|yours|yourself|you['’]\w+|usted(?:es)?|tu|tus|te|vous|votre|vos|sie|ihre?[nmrs]?|você|voi|lei)(?![\p{L}\p{N}])|[你您]|당신|あなた/giu
const I =
  /(?<![\p{L}\p{N}])(?:i|i['’]\w+|me|my|mine|myself|we|we['’]\w+|our|us|yo|mi|mis|me|nos|nosotros|je|j['’]\p{L}+|moi|mon|ma|mes|nous|notre|nos|ich|mir|mich|meine?[nmrs]?|wir|uns|eu|meu|minha|io|mio|mia)(?![\p{L}\p{N}])|我|私|僕|俺|저는|제가|나는/giu
const QUOTED = /[“"„«][^”"“»]{0,400}[”"»]/g

const ASKS = /[?？؟]["'”’»)\]]*\s*$/
const BROKEN_OFF = /[—–-]["'”’]?\s*$/

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
const yes = (fact: boolean): number => (fact ? 1 : 0)

/** What is counted in a paragraph. */
export type Clues = {
  words: number
  asks: boolean
  asksWithin: boolean
  questions: number
  opensAsking: boolean
  opensReplying: boolean
  afterQuestion: boolean
  afterBreak: boolean
  beforeReply: boolean
  you: number
  me: number
  /** The last sentence turns to the other. */
  endsOnYou: boolean
  /** Words of telling: said, he, her, spoke. */
  telling: number
  /** Log of the length against the middle one of the story. */
  longer: number
}

export function cluesOf(texts: string[]): Clues[] {
  const sizes = texts.map(wordsIn)
  const usual = Math.log(sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 1)
  return texts.map((paragraph, i) => {
    const text = paragraph.replace(/^\(?\d{1,2}[.)]\s+/, '')
    const spoken = text.replace(QUOTED, ' ')
    const before = texts[i - 1] ?? ''
    const asks = ASKS.test(text)
    const opensAsking = ASK_OPENERS.test(text) || QUESTION_WORDS.test(text)
    const words = sizes[i] ?? 1
    return {
      words,
      asks,
      asksWithin: !asks && /[?？؟]/.test(spoken),
      questions: count(spoken, /[?？؟]/g),
      opensAsking,
      opensReplying: REPLY_OPENERS.test(text) && !opensAsking,
      afterQuestion: ASKS.test(before),
      afterBreak: BROKEN_OFF.test(before),
      beforeReply: REPLY_OPENERS.test(texts[i + 1] ?? ''),
      you: count(spoken, YOU),
      me: count(spoken, I),
      endsOnYou: count(spoken.split(/(?<=[.!?…])\s+/).at(-1) ?? '', YOU) > 0,
      telling: count(spoken, TELLING) / Math.sqrt(words),
      longer: Math.max(Math.min(Math.log(words) - usual, 2), -2),
    }
  })
}

/** Chinese and Japanese write no blanks between words. */
function wordsIn(text: string): number {
  const letters = count(text, /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)
  return Math.max(count(text, /\S+/g) + letters / 2, 1)
}

const statement = ({ asks, words }: Clues, from: number, to: number): number => yes(!asks && words > from && words <= to)

/** For a question (above nothing) against an answer (below). The weights were fitted to published interviews. */
export const ASKING: readonly (readonly [weight: number, clue: (c: Clues) => number])[] = [
  [-1.05, () => 1],
  [2.32, (c) => yes(c.asks)],
  [-0.22, (c) => yes(c.asks && c.words > 70)],
  [-0.92, (c) => yes(c.questions >= 3 && !c.opensAsking)],
  [0.88, (c) => yes(c.asksWithin)],
  [1.05, (c) => yes(c.opensAsking)],
  [0.41, (c) => yes(c.opensAsking && c.words > 70)],
  [-0.72, (c) => yes(c.opensReplying)],
  [-1.22, (c) => yes(c.afterQuestion)],
  [0.58, (c) => yes(c.afterBreak)],
  [1.08, (c) => yes(c.beforeReply)],
  [0.19, (c) => (c.you - c.me) / (c.you + c.me + 1)],
  [-0.57, (c) => yes(c.me > 0 && c.you === 0)],
  [0.55, (c) => Math.min(c.me / Math.sqrt(c.words), 1.5)],
  [0.3, (c) => statement(c, 15, 30)],
  [-1.04, (c) => statement(c, 30, 45)],
  [-0.66, (c) => statement(c, 70, Infinity)],
  [-1.34, (c) => c.longer],
  [1.15, (c) => yes(!c.asks && c.words <= 45 && c.endsOnYou)],
]

/** For the writer's own words (above nothing) against the talk's (below). */
export const TELLING_OF: readonly (readonly [weight: number, clue: (c: Clues) => number])[] = [
  [0.12, () => 1],
  [-1.88, (c) => yes(c.asks)],
  [-0.67, (c) => yes(c.asksWithin)],
  [-1.2, (c) => yes(c.opensAsking)],
  [-1.65, (c) => yes(c.opensReplying)],
  [0.19, (c) => (c.you - c.me) / (c.you + c.me + 1)],
  [0.51, (c) => yes(c.me > 0 && c.you === 0)],
  [-1.83, (c) => Math.min(c.me / Math.sqrt(c.words), 1.5)],
  [1.01, (c) => yes(c.telling > 0 && c.me === 0 && c.you === 0)],
  [1.52, (c) => Math.min(c.telling, 1)],
  [0.92, (c) => yes(c.you === 0 && c.me === 0)],
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
const ROUNDS = 3
/** As many steps as the story must show to weigh as much as what is usual. */
const PRIOR = 12

/** Below this it asks. */
const SURE = 0.88
/** A short statement further down an answer is how interviewers put questions without asking. */
const SURE_OF_SHORT = 0.95

const chance = (clues: Clues, table: typeof ASKING, low: number, high: number): number => {
  const sum = table.reduce((total, [weight, clue]) => total + weight * clue(clues), 0)
  return 1 / (1 + Math.exp(-Math.max(Math.min(sum, high), low)))
}

const scaled = (row: Row): Row => {
  const sum = row[0] + row[1] + row[2] + row[3]
  return [row[0] / sum, row[1] / sum, row[2] / sum, row[3] / sum]
}

/** How likely each state is for each paragraph, given all the others. */
function chain(seen: Row[], steps: [Row, Row, Row, Row]): { rows: Row[]; onward: number; asked: number } {
  const states = [BEFORE, QUESTION, ANSWER, AFTER] as const
  const forward: Row[] = []
  for (const [i, here] of seen.entries()) {
    const before = forward[i - 1]
    const reach = (to: number): number =>
      before === undefined ? START[to]! : states.reduce<number>((sum, from) => sum + before[from] * steps[from][to]!, 0)
    forward.push(scaled([reach(0) * here[0], reach(1) * here[1], reach(2) * here[2], reach(3) * here[3]]))
  }
  const backward: Row[] = seen.map(() => END)
  let onward = 0
  let asked = 0
  for (let i = seen.length - 2; i >= 0; i -= 1) {
    const next = seen[i + 1]!
    const later = backward[i + 1]!
    const reach = (from: (typeof states)[number]): number =>
      states.reduce<number>((sum, to) => sum + steps[from][to] * next[to] * later[to], 0)
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

export function rolesFromText(texts: string[]): { role: TextRole; guess: boolean }[] {
  const clues = cluesOf(texts)
  const asking = clues.map((one) => chance(one, ASKING, -4, 4.5))
  // Two plain questions make an interview; without them a text is just a text.
  const plain = clues.filter((one, i) => one.asks && one.words <= 80 && asking[i]! > 0.7).length
  if (plain < 2 && !(plain === 1 && texts.length <= 6)) return texts.map(() => ({ role: 'body', guess: false }))
  const seen = clues.map((one, i): Row => {
    const told = chance(one, TELLING_OF, -4, 4)
    const talk = 2 * (1 - told)
    const after = isAfterword(texts[i]!) || noticeOf(texts[i]!) !== null
    return [told, talk * asking[i]! * (after ? 0.1 : 1), talk * (1 - asking[i]!) * (after ? 0.15 : 1), told * (after ? 20 : 0.1)]
  })
  let steps = STEPS
  let found = chain(seen, steps)
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = STEPS[ANSWER][QUESTION] * PRIOR + found.asked
    const onward = STEPS[ANSWER][ANSWER] * PRIOR + found.onward
    const share = 0.98 / (asked + onward)
    steps = [STEPS[BEFORE], STEPS[QUESTION], [0, asked * share, onward * share, 0.02], STEPS[AFTER]]
    found = chain(seen, steps)
  }
  let before: TextRole = 'body'
  return found.rows.map((row, i) => {
    const { words, questions, opensAsking } = clues[i]!
    const body = row[BEFORE] + row[AFTER]
    const most = Math.max(body, row[QUESTION], row[ANSWER])
    const role: TextRole = most === body ? 'body' : most === row[QUESTION] ? 'question' : 'answer'
    const goesOn = role === 'answer' && before === 'answer'
    before = role
    // Questions that somebody asks themselves on the way, and a last word that may be the writer's.
    const musing = role === 'question' && !opensAsking && (questions >= 3 || (questions === 2 && words > 40))
    const parting = goesOn && i === texts.length - 1 && seen[i]![BEFORE] > 0.5
    const short = goesOn && words <= 45 && asking[i]! > 0.2
    return { role, guess: musing || parting || most < (short ? SURE_OF_SHORT : SURE) }
  })
}
