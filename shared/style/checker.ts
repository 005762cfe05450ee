/**
 * Checks a whole story. What can be seen in one passage alone is looked at once and remembered with its
 * block, so that a keystroke costs one paragraph and not the story.
 */
import { acronymsIn, initialsIn } from './acronyms.ts'
import { isAsked } from './asked.ts'
import type { CheckName } from './checks.ts'
import { numbersIn, relativeDatesIn, superlativesIn } from './facts.ts'
import type { Finding, Hit, Place } from './finding.ts'
import { compileRule, flatten, isInScope, speaksFor, type HouseRule, type Search } from './house.ts'
import { bracketsIn, runTogether } from './interview.ts'
import { languageOf, type Language } from './language.ts'
import { namesIn } from './names.ts'
import { beginsAt, type Block, type Passage, type StyledStory } from './passages.ts'
import { marksIn, wrongApostrophes } from './quotes.ts'
import { finding, keyOf, placeOf, whereOf, type Read } from './read.ts'
import { together } from './together.ts'
import { doubleBlanks, doubledWords, stillToCome } from './typing.ts'
import { fold, isCapital, wordsOf } from './words.ts'

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
    const rank = ({ places }: Finding): number => {
      const { block, attribute, from } = places[0]!
      return order.get(block)! * 1e7 + beginsAt(attribute) + from
    }
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
    if (isAsked('facts', kind)) {
      const superlatives = superlativesIn(text, language, speech)
      const told = [...superlatives, ...brackets]
      add('superlative', superlatives)
      add(
        'number',
        numbersIn(text, language).filter((one) => !told.some((other) => one.from < other.to && one.to > other.from)),
      )
    }
    if (isAsked('dates', kind)) add('relative-date', relativeDatesIn(text, language))
  }
  const flat = rules.length === 0 ? undefined : flatten(text)
  const house = rules.flatMap(({ rule, search }) =>
    isInScope(rule.scope, passage) && speaksFor(rule.lang, lang, language)
      ? search(text, flat).map((hit) => ({ rule, hit }))
      : [],
  )
  const title =
    (kind === 'headline' || kind === 'title') &&
    words.length > 3 &&
    words.filter((word) => isCapital(word.text)).length > 0.6 * words.length
  return {
    block,
    passage,
    hits,
    house,
    // German writes every noun with a capital: there only what is surely a name is compared.
    names: title || language === null || language === 'de' || !isAsked('names', kind) ? [] : namesIn(text, words),
    acronyms: language === null || !isAsked('acronyms', kind) ? [] : acronymsIn(text, words, language),
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
      else out.push(finding(check, hit.message, [place], `${whereOf(read)} ${place.words}`))
    }
    for (const { rule, hit } of read.house) {
      const place = placeOf(read, hit)
      const marksOnly = place.change !== null && lettersOf(place.words) === lettersOf(place.change)
      out.push(house(rule, place, marksOnly, whereOf(read)))
    }
  }
  if (inAnswers.length > 0) {
    const said = [...new Set(inAnswers.map(({ words }) => `“${words}”`))].slice(0, 4).join(', ')
    out.push(finding('relative-date', `Answers speak of ${said}: which day was the interview?`, inAnswers, 'answers'))
  }
  return out
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

function house(rule: HouseRule, place: Place, marksOnly: boolean, where: string): Finding {
  const check = `rule:${rule.id}`
  const why = 'A rule of the house.'
  return {
    check,
    severity: rule.severity,
    message: rule.message,
    why,
    places: [place],
    marksOnly,
    key: keyOf(check, `${where} ${place.words}`),
  }
}
