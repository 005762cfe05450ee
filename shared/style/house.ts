/**
 * The desk's own rules. Words are looked for as they are; patterns are RE2's, which cannot run away: the
 * time they take grows with the text and with nothing else, whoever wrote them.
 */
import { RE2JS } from 're2js'
import type { Hit, Severity } from './finding.ts'
import type { Passage } from './passages.ts'

export const SCOPES = ['all', 'not-in-answers', 'headline'] as const
export type Scope = (typeof SCOPES)[number]

export type HouseRule = {
  id: string
  /** `words`: one a line, found whole. `pattern`: an RE2 expression. */
  kind: 'words' | 'pattern'
  find: string
  matchCase: boolean
  message: string
  /** Empty: nothing is proposed. Of words: one line for all, or as many lines as words. Of a pattern: `$1` is its first group. */
  replacement: string
  scope: Scope
  severity: Severity
  /** Only in stories of this language; empty: in all. */
  lang: string
  /** Must be left alone, must be found: the rule's own tests. */
  good: string[]
  bad: string[]
}

/** What stands in the way of using a rule, in a sentence for its author. */
export class RuleTrouble extends Error {
  override name = 'RuleTrouble'
}

/** @param flat the text as it is compared, when it is known already */
export type Search = (text: string, flat?: Flat) => Hit[]

/** States of the compiled pattern: with it and the slices below, a look at a passage has a known end. */
const LARGEST_PROGRAM = 400
/** Longer passages are read in slices, cut at a blank. */
const SLICE = 5000
const MOST_HITS = 200
export const MOST_WORDS = 200

/** @throws RuleTrouble with a sentence that says what to mend */
export function compileRule(rule: Pick<HouseRule, 'kind' | 'find' | 'matchCase' | 'message' | 'replacement'>): Search {
  return rule.kind === 'words' ? compileWords(rule) : compilePattern(rule)
}

type Given = Pick<HouseRule, 'find' | 'matchCase' | 'message' | 'replacement'>

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** A text as words are compared: one kind of apostrophe and blank, and in small letters; as long as it was. */
export type Flat = { exact: string; small: string }

export function flatten(text: string): Flat {
  const exact = text.replaceAll("'", '’').replaceAll('\u00a0', ' ')
  const small = exact.toLowerCase()
  if (small.length === exact.length) return { exact, small }
  // A letter that is two when it is small stays as it is, or every place after it would be another.
  return {
    exact,
    small: exact.replaceAll(/\p{Lu}/gu, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)),
  }
}

const IS_WORD = /[\p{L}\p{N}\p{M}]/u
/** Whether a word ends between these two letters. */
const parts = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || !IS_WORD.test(one) || !IS_WORD.test(other)

function compileWords({ find, matchCase, message, replacement }: Given): Search {
  const words = lines(find)
  const changes = lines(replacement)
  if (words.length === 0) throw new RuleTrouble('Say which words to look for, one a line.')
  if (words.length > MOST_WORDS) throw new RuleTrouble(`At most ${MOST_WORDS} words or phrases in one rule.`)
  if (changes.length > 1 && changes.length !== words.length)
    throw new RuleTrouble(
      `There are ${words.length} lines to find and ${changes.length} to write instead: one for all, or one for each.`,
    )
  const wanted = words.map((word, i) => ({
    word: flatten(word)[matchCase ? 'exact' : 'small'],
    change: changes[changes.length > 1 ? i : 0] ?? null,
  }))
  return (text, given = flatten(text)) => {
    const flat = matchCase ? given.exact : given.small
    const out: Hit[] = []
    for (const { word, change } of wanted) {
      for (let from = flat.indexOf(word); from >= 0 && out.length < MOST_HITS; from = flat.indexOf(word, from + word.length)) {
        const to = from + word.length
        if (!parts(flat[from - 1], flat[from]) || !parts(flat[to - 1], flat[to])) continue
        const found = text.slice(from, to)
        const better = change === null ? null : asFound(found, change, matchCase)
        // `e-mail` where `E-mail` is wanted, say: what is right already is no finding.
        if (better !== found) out.push({ from, to, message, change: better })
      }
    }
    return out.sort((a, b) => a.from - b.from || b.to - a.to).filter((one, i, all) => i === 0 || one.from >= all[i - 1]!.to)
  }
}

/** `Advisor` becomes `Adviser` and `ADVISOR` becomes `ADVISER`. */
function asFound(found: string, change: string, matchCase: boolean): string {
  if (matchCase) return change
  if (/\p{Lu}.*\p{Lu}/u.test(found) && found === found.toUpperCase()) return change.toUpperCase()
  return /^\p{Lu}/u.test(found) ? change.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : change
}

function compilePattern({ find, matchCase, message, replacement }: Given): Search {
  if (find.trim() === '') throw new RuleTrouble('Say what to look for.')
  const pattern = patternOf(find, matchCase)
  if (pattern.programSize() > LARGEST_PROGRAM)
    throw new RuleTrouble('This pattern is too large. Make it shorter, or repeat less often than {100}.')
  if (pattern.test('')) throw new RuleTrouble('This pattern also fits where there is nothing, so every place would be marked.')
  const group = Math.max(0, ...[...replacement.matchAll(/\$(\d)/g)].map((one) => Number(one[1])))
  if (group > pattern.groupCount())
    throw new RuleTrouble(`The replacement uses $${group}, and the pattern has ${pattern.groupCount()} groups.`)
  return (text) => {
    const out: Hit[] = []
    for (const [start, slice] of slices(text))
      for (const found of pattern.matchAll(slice)) {
        if (found[0] === '' || out.length >= MOST_HITS) continue
        const change =
          replacement === ''
            ? null
            : replacement.replaceAll(/\$([$\d])/g, (_all, which: string) => (which === '$' ? '$' : (found[Number(which)] ?? '')))
        const from = start + (found.index ?? 0)
        if (change !== found[0]) out.push({ from, to: from + found[0].length, message, change })
      }
    return out
  }
}

function patternOf(find: string, matchCase: boolean): RE2JS {
  try {
    return RE2JS.compile(find, matchCase ? 0 : RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    const said = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '').replace('`(?i)', '`') : ''
    const why =
      /invalid or unsupported Perl syntax|missing argument to repetition|invalid escape/.test(said) && /\(\?|\\\d/.test(find)
        ? ' Look-ahead, look-behind and back references are not part of it.'
        : ''
    throw new RuleTrouble(`This pattern cannot be read: ${said}.${why}`)
  }
}

function* slices(text: string): Generator<[start: number, slice: string]> {
  let start = 0
  while (text.length - start > SLICE) {
    const blank = text.lastIndexOf(' ', start + SLICE)
    const end = blank > start ? blank + 1 : start + SLICE
    yield [start, text.slice(start, end)]
    start = end
  }
  yield [start, text.slice(start)]
}

/** Whether a rule looks at a passage at all. */
export function isInScope(scope: Scope, { kind, role }: Pick<Passage, 'kind' | 'role'>): boolean {
  if (kind === 'card' || kind === 'paywall') return false
  if (scope === 'headline') return kind === 'headline'
  return scope === 'all' || (role !== 'answer' && kind !== 'pullQuote')
}

/** Whether a rule for a language concerns a story. @param lang the story's own setting @param guessed what it reads like */
export function speaksFor(wanted: string, lang: string, guessed: string | null): boolean {
  if (wanted === '') return true
  const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0]!
  if (lang === '') return primary(wanted) === guessed
  return `${lang}-`.toLowerCase().startsWith(`${wanted}-`.toLowerCase())
}

/** An example, and whether the rule does with it what its author says. */
export type Tested = { text: string; right: boolean; /** What the rule would make of it. */ becomes: string; says: string }

/** Runs a rule's own tests. @throws RuleTrouble when the rule cannot run at all */
export function testRule(rule: Pick<HouseRule, 'kind' | 'find' | 'matchCase' | 'message' | 'replacement' | 'good' | 'bad'>): {
  good: Tested[]
  bad: Tested[]
  right: boolean
} {
  const search = compileRule(rule)
  const good = rule.good.map((text) => {
    const hits = search(text)
    const says = hits.length === 0 ? 'left alone' : `found at “${text.slice(hits[0]!.from, hits[0]!.to)}”`
    return { text, right: hits.length === 0, becomes: changed(text, hits), says }
  })
  const bad = rule.bad.map((text) => {
    const hits = search(text)
    const becomes = changed(text, hits)
    if (hits.length === 0) return { text, right: false, becomes, says: 'not found' }
    // What the rule itself proposes must satisfy it, or the mark never goes away.
    const again = becomes !== text && search(becomes).length > 0
    return { text, right: !again, becomes, says: again ? `still found in “${becomes}”` : 'found' }
  })
  return { good, bad, right: [...good, ...bad].every((one) => one.right) }
}

function changed(text: string, hits: readonly Hit[]): string {
  let out = text
  for (const { from, to, change } of hits.toReversed())
    if (typeof change === 'string') out = out.slice(0, from) + change + out.slice(to)
  return out
}
