/**
 * Checks a whole story. What can be seen in one passage alone is looked at once and remembered with its
 * block, so that a keystroke costs one paragraph and not the story.
 */
import { acronymsIn, initialsIn, type Acronym } from './acronyms.ts'
import { CHECKS, checkOf, type CheckName } from './checks.ts'
import { numbersIn, relativeDatesIn, superlativesIn } from './facts.ts'
import type { Finding, Hit, Place, Severity } from './finding.ts'
import { compileRule, flatten, isInScope, speaksFor, type HouseRule, type Search } from './house.ts'
import { answerAsks, bracketsIn, runTogether } from './interview.ts'
import { languageOf, type Language } from './language.ts'
import { Names, namesIn, type Name } from './names.ts'
import { noteAgainstPaywall, undisclosed } from './notices.ts'
import type { Block, Passage } from './passages.ts'
import { curl, marksIn, wrongApostrophes, wrongQuotes, type Marks } from './quotes.ts'
import { doubleBlanks, doubledWords, stillToCome } from './typing.ts'
import { fold, isCapital, wordsOf } from './words.ts'

export type StyledStory = {
  /** Headline and dek first, then the body in order. A block that has not changed is the same object. */
  blocks: readonly Block[]
  /** The story's own setting; empty: to be guessed. */
  lang: string
  /** Whole names of who speaks in it. */
  speakers: readonly string[]
}

/** What one passage says by itself. */
type Read = {
  block: Block
  passage: Passage
  hits: { check: CheckName; hit: Hit }[]
  house: { rule: HouseRule; hit: Hit }[]
  names: Name[]
  acronyms: Acronym[]
  initials: Set<string>
  marks: Marks
  lower: Set<string>
}

type Prepared = { rule: HouseRule; search: Search }

/**
 * @param house the rules that are switched on; one that cannot run is left out
 * @param off built-in checks that this desk does not want
 */
export function makeChecker(house: readonly HouseRule[], off: readonly string[]): (story: StyledStory) => Finding[] {
  const rules = house.flatMap((rule): Prepared[] => {
    try {
      return [{ rule, search: compileRule(rule) }]
    } catch {
      // The server lets no such rule be switched on; an older one may have been, and its author sees it on the page.
      return []
    }
  })
  const isOff = new Set(off)
  let known = new WeakMap<Block, Read[]>()
  let spoken: Language | null | undefined
  return (story) => {
    const language = languageOf(story.lang, story.blocks)
    if (language !== spoken) known = new WeakMap()
    spoken = language
    const reads = story.blocks.flatMap((block) => {
      let read = known.get(block)
      if (!read) known.set(block, (read = block.passages.map((passage) => look(block, passage, language, rules, story.lang))))
      return read
    })
    const findings = [...alone(reads), ...together(reads, story, language)].filter(({ check }) => !isOff.has(check))
    const order = new Map(story.blocks.map((block, i) => [block.number, i]))
    const rank = ({ places: [first] }: Finding): number => order.get(first!.block)! * 1e7 + first!.from
    return findings.sort((a, b) => rank(a) - rank(b))
  }
}

function look(block: Block, passage: Passage, language: Language | null, rules: readonly Prepared[], lang: string): Read {
  const { text, kind, role, notice } = passage
  const words = wordsOf(text)
  const speech = role !== 'body' || kind === 'pullQuote'
  const hits: Read['hits'] = []
  const add = (check: CheckName, found: readonly Hit[]): void => {
    for (const hit of found) if (!passage.foreign.some(([from, to]) => hit.from < to && hit.to > from)) hits.push({ check, hit })
  }
  add('to-come', stillToCome(text, language))
  add('doubled', doubledWords(text, words, language, role === 'answer' || kind === 'pullQuote'))
  for (const hit of doubleBlanks(text)) hits.push({ check: 'blanks', hit })
  add('apostrophe', wrongApostrophes(text, language))
  const brackets = bracketsIn(passage, language)
  add('brackets', brackets)
  add('run-together', runTogether(passage, language))
  if (language !== null && (notice === null || notice === 'reader-note' || notice === 'editors-note')) {
    const superlatives = superlativesIn(text, language, speech)
    const told = [...superlatives, ...brackets]
    add('superlative', superlatives)
    add(
      'number',
      numbersIn(text, language).filter((one) => !told.some((other) => one.from < other.to && one.to > other.from)),
    )
    add('relative-date', relativeDatesIn(text, language))
  }
  const flat = rules.length === 0 ? undefined : flatten(text)
  const house = rules.flatMap(({ rule, search }) =>
    isInScope(rule.scope, passage) && speaksFor(rule.lang, lang, language)
      ? search(text, flat).map((hit) => ({ rule, hit }))
      : [],
  )
  const title =
    kind === 'headline' && words.length > 3 && words.filter((word) => isCapital(word.text)).length > 0.6 * words.length
  return {
    block,
    passage,
    hits,
    house,
    // German writes every noun with a capital: there only what is surely a name is compared.
    names: title || language === null || language === 'de' ? [] : namesIn(text, words),
    acronyms: language === null || kind === 'headline' || kind === 'dek' ? [] : acronymsIn(text, words, language),
    initials: initialsIn(words),
    marks: marksIn(text),
    lower: new Set(words.filter((word) => !isCapital(word.text)).map((word) => fold(word.text))),
  }
}

/** What is said of a passage without looking at another. */
function alone(reads: readonly Read[]): Finding[] {
  const out: Finding[] = []
  const inAnswers: Place[] = []
  for (const read of reads) {
    for (const { check, hit } of read.hits) {
      const place = placeOf(read, hit)
      if (check === 'relative-date' && read.passage.role === 'answer') inAnswers.push(place)
      else out.push(finding(check, hit.message, [place], `${read.block.id} ${place.words}`))
    }
    for (const { rule, hit } of read.house) {
      const place = placeOf(read, hit)
      const marksOnly = place.change !== null && lettersOf(place.words) === lettersOf(place.change)
      out.push(house(rule, place, marksOnly, read.block.id))
    }
  }
  if (inAnswers.length > 0) {
    const said = [...new Set(inAnswers.map(({ words }) => `“${words}”`))].slice(0, 4).join(', ')
    out.push(finding('relative-date', `Answers speak of ${said}: which day was the interview?`, inAnswers, 'answers'))
  }
  return out
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

function house(rule: HouseRule, place: Place, marksOnly: boolean, block: string): Finding {
  const check = `rule:${rule.id}`
  const why = 'A rule of the house.'
  return {
    check,
    severity: rule.severity,
    message: rule.message,
    why,
    places: [place],
    marksOnly,
    key: keyOf(check, `${block} ${place.words}`),
  }
}

/** What only the whole story can show. */
function together(reads: readonly Read[], story: StyledStory, language: Language | null): Finding[] {
  return [
    ...mixedMarks(reads, language),
    ...quotations(reads, language),
    ...endings(reads),
    ...naming(reads, story.speakers),
    ...letters(reads, story.speakers),
    ...promises(reads, story, language),
  ]
}

function mixedMarks(reads: readonly Read[], language: Language | null): Finding[] {
  const places: Place[] = []
  let curly = 0
  for (const read of reads) {
    curly += read.marks.curly
    for (const at of read.marks.straight)
      places.push(placeOf(read, { from: at, to: at + 1, change: curl(read.passage.text, at, language) }))
  }
  if (curly === 0 || places.length === 0) return []
  const message = `${places.length} straight ${places.length === 1 ? 'mark' : 'marks'} among ${curly} curly ${curly === 1 ? 'one' : 'ones'}`
  return [finding('mixed-quotes', message, places, '')]
}

function quotations(reads: readonly Read[], language: Language | null): Finding[] {
  return reads.flatMap((read, i) => {
    const { passage } = read
    const next = reads[i + 1]?.passage
    const goesOn = next !== undefined && /^\s*“/.test(next.text)
    return wrongQuotes(passage.text, language, !goesOn).map((hit) =>
      finding('quote', hit.message, [placeOf(read, hit)], `${read.block.id} ${around(passage.text, hit.from)}`),
    )
  })
}

/** Only where a turn ends: in its midst a question is the speaker's manner. */
function endings(reads: readonly Read[]): Finding[] {
  const spoken = reads.filter(({ passage }) => passage.kind === 'text' && passage.notice === null && passage.text.trim() !== '')
  return spoken.flatMap((read, i) => {
    const next = spoken[i + 1]?.passage
    const goesOn = next !== undefined && next.role === 'answer' && next.speaker === read.passage.speaker && !next.turnStart
    if (goesOn) return []
    return answerAsks(read.passage).map((hit) =>
      finding('answer-asks', hit.message, [placeOf(read, hit)], `${read.block.id} ${hit.from}`),
    )
  })
}

function naming(reads: readonly Read[], speakers: readonly string[]): Finding[] {
  const lower = new Set<string>()
  for (const read of reads) for (const word of read.lower) lower.add(word)
  const names = new Names(
    reads.map((read) => ({ names: read.names, head: read.passage.kind === 'headline' || read.passage.kind === 'dek' })),
    lower,
    speakers,
  )
  const odd = names.odd().map((one) => {
    const read = reads[one.passage]!
    const message = `“${one.words}” here, “${one.usual}” ${one.times === 1 ? 'elsewhere' : `${one.times} times`}`
    return finding('name', message, [placeOf(read, { ...one, change: one.usual })], `${one.words} ${one.usual}`)
  })
  const early = names.early().map((one) => {
    const read = reads[one.passage]!
    const message = one.named
      ? `${one.words} is met here, and named ${one.whole} only later`
      : `${one.words} is never named ${one.whole}`
    const change = read.passage.role === 'body' ? one.whole : `[${one.whole.slice(0, -one.words.length).trim()}] ${one.words}`
    return finding('first-reference', message, [placeOf(read, { ...one, change })], one.whole)
  })
  return [...odd, ...early]
}

function letters(reads: readonly Read[], speakers: readonly string[]): Finding[] {
  const told = new Set(
    speakers.map((name) =>
      name
        .split(/[\s-]+/)
        .map((part) => part[0] ?? '')
        .join('')
        .toUpperCase(),
    ),
  )
  const first = new Map<string, { read: Read; acronym: Acronym }>()
  for (const read of reads) {
    for (const one of read.initials) told.add(one)
    for (const acronym of read.acronyms) {
      if (acronym.explained) told.add(acronym.letters)
      else if (!first.has(acronym.letters)) first.set(acronym.letters, { read, acronym })
    }
  }
  return [...first.values()]
    .filter(({ acronym }) => !told.has(acronym.letters))
    .map(({ read, acronym }) => {
      const message = acronym.letters
      return finding('acronym', message, [placeOf(read, { from: acronym.from, to: acronym.to })], acronym.letters)
    })
}

function promises(reads: readonly Read[], { blocks }: StyledStory, language: Language | null): Finding[] {
  const told = [
    { check: 'affiliate' as const, one: undisclosed(blocks) },
    { check: 'readers-note' as const, one: language === null ? null : noteAgainstPaywall(blocks, language) },
  ]
  return told.flatMap(({ check, one }) => {
    const read = one === null ? undefined : reads.find((read) => read.passage === one.passage)
    return one === null || read === undefined ? [] : [finding(check, one.message, [placeOf(read, one)], '')]
  })
}

function placeOf({ block, passage }: Read, { from, to, change }: Pick<Hit, 'from' | 'to' | 'change'>): Place {
  return {
    block: block.number,
    from: passage.at + from,
    to: passage.at + to,
    words: passage.text.slice(from, to),
    change: change ?? null,
    spoken: passage.role === 'answer' || passage.kind === 'pullQuote' || isQuoted(passage.text, from),
  }
}

/** Between quotation marks somebody else's words stand, also in the story's own paragraphs. */
function isQuoted(text: string, at: number): boolean {
  const open = Math.max(text.lastIndexOf('“', at - 1), text.lastIndexOf('„', at - 1))
  return open >= 0 && !/[”"]/.test(text.slice(open + 1, at)) && /[”“"]/.test(text.slice(at))
}

const around = (text: string, at: number): string => text.slice(Math.max(0, at - 12), at + 12)

function finding(check: CheckName, message: string, places: Place[], what: string): Finding {
  const { severity, why, marksOnly = false } = checkOf(check) as { severity: Severity; why: string; marksOnly?: boolean }
  return { check, severity, message, why, places, marksOnly, key: keyOf(check, what) }
}

/** Longest key under which a matter can be let stand. */
export const LONGEST_KEY = 160
const keyOf = (check: string, what: string): string => `${check} ${what}`.trim().slice(0, LONGEST_KEY)

export const titleOf = (check: string): string =>
  Object.hasOwn(CHECKS, check) ? CHECKS[check as CheckName].title : 'House style'
