/**
 * Names of people and organisations: one spelling against the others, and whoever is met by the last name
 * before the reader was told the whole. Works on capitals alone, so German gets only what is safe there.
 */
import { fold, isAllCapitals, isCapital, nearly, sameMarks, withoutPossessive, type Word } from './words.ts'

/** A run of capitalised words in one passage. */
export type Name = { words: Word[]; /** `the Met Gala`, `a Kardashian`: no person. */ article: boolean }

/** Small words that stand inside a name. */
const PARTICLES = new Set([
  'de',
  'da',
  'di',
  'do',
  'dos',
  'du',
  'del',
  'della',
  'la',
  'le',
  'van',
  'von',
  'der',
  'den',
  'ten',
  'bin',
  'al',
  'el',
  'af',
  'av',
])
/** Written with a capital wherever they stand, and nobody's name. */
const ALWAYS_CAPITAL = new Set(
  (
    'i i’m i’d i’ll i’ve ok q a mr mrs ms dr prof sir monday tuesday wednesday thursday friday saturday sunday january february march april may june ' +
    'july august september october november december english french german spanish italian american european british'
  ).split(' '),
)
/** Written with a capital because a sentence begins. */
const OPENERS = new Set(
  (
    'the this that these those what when where who why how and but or so if in on at for from to of as by yes no well then there here he she it we you ' +
    'they his her its our your my their is was are were do did does can could will would should have had has not once after before because while although ' +
    'though since until also just even only every everyone everything everybody some many most all any each another other such both one two three first ' +
    'last next now today yesterday tomorrow mit und der die das les des une pour dans los las una con por para'
  ).split(' '),
)
const LONGEST = 6

export function namesIn(text: string, words: readonly Word[]): Name[] {
  const out: Name[] = []
  let run: Word[] = []
  let before: Word | undefined
  const end = (): void => {
    while (run.length > 0 && !isCapital(run.at(-1)!.text)) run.pop()
    if (run.length > 0 && run.length <= LONGEST) {
      const opener = words[words.indexOf(run[0]!) - 1]
      const article = opener !== undefined && /^(?:the|an?|der|die|das|les?|la|el|los|las)$/i.test(opener.text)
      out.push({ words: run, article })
    }
    run = []
  }
  for (const word of words) {
    const joined = before !== undefined && /^[ \u00a0]$/.test(text.slice(before.to, word.from))
    if (!joined || word.opens) end()
    if (isCapital(word.text)) run.push(word)
    else if (run.length > 0 && PARTICLES.has(word.text) && joined) run.push(word)
    else end()
    before = word
  }
  end()
  return out
}

const textOf = (words: readonly Word[]): string =>
  sameMarks(words.map((word, i) => (i === words.length - 1 ? withoutPossessive(word.text) : word.text)).join(' '))

export type Spot = { passage: number; from: number; to: number }
type Spelling = { text: string; spots: Spot[]; before: Set<string>; after: Set<string> }

export type Odd = Spot & { words: string; usual: string; times: number }

/** `named`: the whole name does come, later. */
export type Early = Spot & { words: string; whole: string; named: boolean }

/** All there is to know of a story's names, gathered once. */
export class Names {
  /** Single capitalised words by their folded form, and by their spelling. */
  private readonly single = new Map<string, Map<string, Spelling>>()
  private readonly whole = new Map<string, Map<string, Spelling>>()
  private readonly alone = new Map<string, Spot[]>()
  private readonly full = new Map<string, { spot: Spot; text: string; article: boolean }[]>()

  /** @param lower every word of the story that is written small somewhere, folded */
  constructor(
    passages: readonly { names: readonly Name[]; head: boolean }[],
    private readonly lower: ReadonlySet<string>,
    private readonly speakers: readonly string[],
  ) {
    // First those in the midst of a sentence: their capitals are meant.
    const sure = new Set<string>()
    for (const { names } of passages) for (const { words } of names) if (!words[0]!.opens) sure.add(fold(textOf(words)))
    for (const name of speakers) sure.add(fold(name))
    passages.forEach(({ names, head }, passage) => {
      for (const name of names) {
        const words = this.pruned(name.words, sure)
        if (words.length > 0) this.note(words, passage, name.article, head)
      }
    })
  }

  /** Without what has its capital only from opening the sentence. */
  private pruned(words: Word[], sure: ReadonlySet<string>): Word[] {
    let rest = words
    while (rest.length > 0) {
      const first = rest[0]!
      const common = isCommon(first)
      const doubtful = first.opens && this.lower.has(fold(first.text))
      if (first.opens && sure.has(fold(textOf(rest)))) return rest
      const known = rest.length > 1 && first.opens && sure.has(fold(textOf(rest.slice(1))))
      if (doubtful || known || common) rest = rest.slice(1)
      else break
    }
    while (rest.length > 0 && isCommon(rest.at(-1)!)) rest = rest.slice(0, -1)
    return rest.length === 1 && rest[0]!.opens && !sure.has(fold(textOf(rest))) ? [] : rest
  }

  private note(words: Word[], passage: number, article: boolean, head: boolean): void {
    const spot = spotOf(words, passage)
    const text = textOf(words)
    const key = fold(text)
    if (key.length >= 6) put(this.whole, key, text, spot)
    words.forEach((word, i) => {
      const bare = sameMarks(withoutPossessive(word.text))
      if (!isCapital(bare) || /\p{N}/u.test(bare)) return
      const one = put(this.single, fold(bare), bare, {
        passage,
        from: word.from,
        to: word.from + withoutPossessive(word.text).length,
      })
      if (i > 0) one.before.add(fold(words[i - 1]!.text))
      if (i < words.length - 1) one.after.add(fold(words[i + 1]!.text))
    })
    // Whom the reader meets first is told by the copy, not by what stands over it.
    if (head) return
    // `Jeff Bezos’s Amazon` is two names; as a whole it may be one, like `Rosemary’s Baby`.
    let from = 0
    for (let i = 0; i < words.length; i++) {
      if (i < words.length - 1 && !/[’']s?$/i.test(words[i]!.text)) continue
      this.noteBearer(words.slice(from, i + 1), passage, article && from === 0)
      from = i + 1
    }
  }

  private noteBearer(words: readonly Word[], passage: number, article: boolean): void {
    const spot = spotOf(words, passage)
    const last = fold(withoutPossessive(words.at(-1)!.text))
    if (words.length === 1) add(this.alone, last, spot)
    else if (words.length <= 4) add(this.full, last, { spot, text: textOf(words), article })
  }

  /** Spellings that the rest of the story contradicts. */
  odd(): Odd[] {
    const out: Odd[] = []
    const say = (one: Spelling, usual: Spelling): void => {
      for (const spot of one.spots) {
        // `Lauren Sanchez` says all there is to say of its `Sanchez`.
        if (out.some(({ passage, from, to }) => passage === spot.passage && from < spot.to && to > spot.from)) continue
        out.push({ ...spot, words: one.text, usual: usual.text, times: usual.spots.length })
      }
    }
    // The same letters, but for accents, capitals, blanks and apostrophes.
    for (const group of [...this.whole.values(), ...this.single.values()]) {
      if (group.size < 2) continue
      const [usual, ...others] = ranked(group, this.speakers)
      for (const other of others) {
        if (isAllCapitals(other.text) !== isAllCapitals(usual!.text)) continue
        if (rare(other, usual!)) say(other, usual!)
      }
    }
    // One letter apart.
    const keys = [...this.single.keys()].filter((key) => key.length >= 4 && !this.lower.has(key))
    for (const [key, near] of pairs(keys)) {
      const [a, b] = [best(this.single.get(key)!), best(this.single.get(near)!)]
      if (!alike(key, near, a, b)) continue
      const [other, usual] = a.spots.length < b.spots.length ? [a, b] : [b, a]
      if (rare(other, usual)) say(other, usual)
    }
    return out.sort((a, b) => a.passage - b.passage || a.from - b.from)
  }

  /** People met by their last name before the whole one. */
  early(): Early[] {
    const out: Early[] = []
    for (const [last, spots] of this.alone) {
      const first = spots[0]!
      const named = (this.full.get(last) ?? []).filter(({ article, text }) => !article && isPerson(text))
      const speaker = this.speakers.find((name) => / /.test(name) && fold(name.split(' ').at(-1)!) === last)
      if (named.length === 0 && speaker === undefined) continue
      if (this.lower.has(last) || (this.full.get(last) ?? []).some(({ article }) => article)) continue
      if (named.some(({ spot }) => spot.passage < first.passage || (spot.passage === first.passage && spot.from < first.from)))
        continue
      const whole = named[0]?.text ?? speaker!
      out.push({ ...first, words: lastWord(whole), whole, named: named.length > 0 })
    }
    return out.sort((a, b) => a.passage - b.passage || a.from - b.from)
  }
}

const small = (word: string): string => withoutPossessive(sameMarks(word.toLowerCase()))
const isCommon = ({ text, opens }: Word): boolean => ALWAYS_CAPITAL.has(small(text)) || (opens && OPENERS.has(small(text)))

const spotOf = (words: readonly Word[], passage: number): Spot => {
  const last = words.at(-1)!
  return { passage, from: words[0]!.from, to: last.from + withoutPossessive(last.text).length }
}

function add<T>(into: Map<string, T[]>, key: string, one: T): void {
  const all = into.get(key)
  if (all) all.push(one)
  else into.set(key, [one])
}

const lastWord = (name: string): string => name.split(' ').at(-1)!

function put(into: Map<string, Map<string, Spelling>>, key: string, text: string, spot: Spot): Spelling {
  let group = into.get(key)
  if (!group) into.set(key, (group = new Map()))
  let spelling = group.get(text)
  if (!spelling) group.set(text, (spelling = { text, spots: [], before: new Set(), after: new Set() }))
  spelling.spots.push(spot)
  return spelling
}

const ranked = (group: Map<string, Spelling>, speakers: readonly string[]): Spelling[] => {
  const weight = (one: Spelling): number => (speakers.includes(one.text) ? 1000 : 0) + one.spots.length
  // Among equals the one met first is the story's.
  return [...group.values()].sort((a, b) => weight(b) - weight(a))
}
const best = (group: Map<string, Spelling>): Spelling => ranked(group, [])[0]!

/** Three of each are two names. */
const rare = (other: Spelling, usual: Spelling): boolean =>
  other.spots.length <= 2 || other.spots.length * 3 <= usual.spots.length

/** Pairs of keys one letter apart, without comparing all with all: those alike share a first or a second half. */
function pairs(keys: readonly string[]): [string, string][] {
  const halves = new Map<string, string[]>()
  const out = new Map<string, [string, string]>()
  for (const key of keys) {
    const middle = Math.floor(key.length / 2)
    const marks = new Set<string>()
    for (const cut of [middle - 1, middle, middle + 1]) {
      marks.add(`<${key.slice(0, cut)}`)
      marks.add(`>${key.slice(cut)}`)
    }
    for (const mark of marks) {
      const same = halves.get(mark)
      if (!same) {
        halves.set(mark, [key])
        continue
      }
      for (const other of same) if (nearly(other, key) !== null) out.set(`${other} ${key}`, [other, key])
      same.push(key)
    }
  }
  return [...out.values()]
}

/** Whether two names one letter apart are likely meant as one. */
function alike(keyA: string, keyB: string, a: Spelling, b: Spelling): boolean {
  const how = nearly(keyA, keyB)
  const [shorter, longer] = keyA.length < keyB.length ? [keyA, keyB] : [keyB, keyA]
  if (how === null || isAllCapitals(a.text) || isAllCapitals(b.text)) return false
  // Israel and Israeli, Bezos and the Bezoses, Jonas and Jona; but Sara and Sarah, Clark and Clarke.
  if (how === 'end' && !/[het]$/.test(longer)) return false
  if (how === 'end' && longer.length < 5) return false
  if (how === 'other' && (shorter.length < 5 || keyA[0] !== keyB[0])) return false
  // Maria, Mario and Marie are three people.
  if (how === 'other' && keyA.slice(0, -1) === keyB.slice(0, -1)) return false
  if (how === 'inside' && (longer.length < 5 || keyA[0] !== keyB[0])) return false
  // Another name beside it: Tom Hansen and Eva Hanson are two people.
  const differ = (one: Set<string>, two: Set<string>): boolean =>
    one.size > 0 &&
    two.size > 0 &&
    ![...one].some((word) => [...two].some((other) => word === other || nearly(word, other) !== null))
  return !differ(a.before, b.before) && !differ(a.after, b.after)
}

const NO_FIRST_NAMES =
  /^(?:New|North|South|East|West|San|Santa|Saint|St|Los|Las|Great|Upper|Lower|Central|Royal|National|United|University|Lake|Mount|Fort|Port|Black|White|High|World|International|American|European|British|German|French|Super|Big|Grand|Old|Le|La|El)\b/
const NO_LAST_NAMES =
  /\b(?:Gala|Summit|Times|Post|Union|Street|Road|Avenue|Park|Square|University|College|School|Board|Company|Magazine|Group|Party|Awards?|Prize|Museum|Hospital|Hotel|Church|Institute|Foundation|Court|House|City|County|State|States|River|Bridge|Island|Islands|Sea|Week|Day|Festival|News|Press|Review|Journal|Courier|Tech|Inc|Ltd|GmbH|AG|York|Angeles|Alliance|Network|Nations|Office|Department|Committee|Council|Bank)$/

const isPerson = (name: string): boolean =>
  name.split(' ').every((word) => !isAllCapitals(word.replace(/s$/, ''))) &&
  !OPENERS.has(small(name.split(' ')[0]!)) &&
  !NO_FIRST_NAMES.test(name) &&
  !NO_LAST_NAMES.test(name)
