/** What only the whole story can show: marks of two kinds, names and letters against the rest, turns, promises. */
import type { Acronym } from './acronyms.ts'
import { isAsked } from './asked.ts'
import type { Finding, Place } from './finding.ts'
import { answerAsks } from './interview.ts'
import type { Language } from './language.ts'
import { Names } from './names.ts'
import { noteAgainstPaywall, undisclosed } from './notices.ts'
import type { Passage, StyledStory } from './passages.ts'
import { curl, wrongQuotes } from './quotes.ts'
import { around, finding, placeOf, whereOf, type Read } from './read.ts'

export function together(reads: readonly Read[], story: StyledStory, language: Language | null): Finding[] {
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
  const out: Finding[] = []
  let after: Passage | null = null
  for (const read of reads.toReversed()) {
    const { passage } = read
    const isText = passage.attribute === null
    const goesOn = isText && after !== null && /^\s*“/.test(after.text)
    for (const hit of wrongQuotes(passage.text, language, !goesOn))
      out.push(finding('quote', hit.message, [placeOf(read, hit)], `${whereOf(read)} ${around(passage.text, hit.from)}`))
    if (isText) after = passage
  }
  return out
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
    reads.map((read) => ({ names: read.names, head: !isAsked('meetings', read.passage.kind) })),
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
