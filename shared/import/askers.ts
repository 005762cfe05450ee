/** Which of those who are labelled ask: told by how they speak, and by what stands between them. */
import { cut, plainOf, wholly, type Draft, type Front } from './draft.ts'
import { fold, initialsOf, isAsker, isReplier } from './labels.ts'
import { asks } from './told.ts'
import type { Mention } from './voices.ts'

/** Who asks: the ones whose turns are questions; whoever speaks most, and without asking, answers. */
export function askersAmong(turns: Map<string, string[]>, names: Map<string, string>, front: Front): Set<string> {
  const authors = front.authors.map((name) => fold(name.replace(/\s*\(.*\)\s*$/, '')))
  const scores = [...turns].map(([id, texts]) => {
    const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0)
    const questions = texts.filter((text) => text.includes('?') || asks(text)).length
    const ending = texts.filter((text) => asks(text)).length
    const wrote = authors.some((author) => author === id || initialsOf(names.get(id) ?? '').has(author.toUpperCase()))
    const rate = (ending + questions) / 2 / texts.length
    return { id, words, ending, rate: rate + (wrote ? 0.25 : 0), mean: words / texts.length }
  })
  const askers = new Set<string>()
  for (const { id } of scores) if (isAsker(id)) askers.add(id)
  if (askers.size > 0) return askers
  const repliers = new Set(scores.filter(({ id }) => isReplier(id)).map(({ id }) => id))
  const rest = scores.filter(({ id }) => !repliers.has(id))
  const best = rest.toSorted((a, b) => b.rate - a.rate)[0]
  if (best === undefined || (best.rate < 0.12 && rest.length > 2)) return askers
  if (rest.length === 2 && repliers.size === 0) {
    const [a, b] = rest as [(typeof rest)[number], (typeof rest)[number]]
    const [high, low] = a.rate >= b.rate ? [a, b] : [b, a]
    // Whoever hardly asks and holds forth as the other does is in a discussion.
    if (high.rate < 0.25 && high.mean > low.mean * 0.9) return askers
    // Where both ask as often, the one who speaks less asks.
    if (high.rate > low.rate * 1.3 + 0.02) askers.add(high.id)
    else if (high.rate > 0.05) askers.add(a.mean <= b.mean ? a.id : b.id)
    return askers
  }
  // The subject is whoever says most of those who hardly ask; somebody who never ends on a question only muses, and
  // whoever holds forth for minutes on end is no interviewer.
  const subject = scores.filter((one) => one.rate <= best.rate * 0.5).toSorted((a, b) => b.words - a.words)[0]
  for (const one of rest) {
    if (one.ending > 0 && one.mean <= 150 && one.rate >= best.rate * 0.5 && one.rate > (subject?.rate ?? 0) * 1.5)
      askers.add(one.id)
  }
  return askers
}

/**
 * Who may be a second interviewer: speaks briefly, and always between those who answer. Whoever answers beside
 * the subject mostly speaks after a question.
 */
export function mayAsk(accepted: Mention[], turns: ReadonlyMap<string, string[]>, askers: ReadonlySet<string>): Set<string> {
  const out = new Set<string>()
  if (askers.size === 0 || turns.size < 3) return out
  const length = (id: string) => (turns.get(id) ?? []).join(' ').split(/\s+/).length
  const answering = [...turns.keys()].filter((id) => !askers.has(id)).toSorted((a, b) => length(b) - length(a))
  const [subject, ...others] = answering
  if (subject === undefined) return out
  const mean = (id: string) => length(id) / (turns.get(id)?.length ?? 1)
  for (const id of others) {
    const places = accepted.flatMap((mention, i) => (mention.id === id ? [i] : []))
    const between = places.filter((i) =>
      [accepted[i - 1], accepted[i + 1]].every((one) => one === undefined || (one.id !== id && !askers.has(one.id))),
    )
    if ((places.length >= 2 || places[0] === 0) && between.length >= places.length * 0.8 && mean(id) < mean(subject) * 0.6)
      out.add(id)
  }
  return out
}

export const setOff = (draft: Draft, look: 'strong' | 'em'): boolean => draft.kind === 'paragraph' && wholly(draft.pieces, look)
export const asksIn = (draft: Draft): boolean => draft.kind === 'paragraph' && asks(plainOf(draft.pieces))

export function mostlySetOff(accepted: Mention[], drafts: Draft[], id: string, look: 'strong' | 'em'): boolean {
  const own = accepted.filter((mention) => mention.id === id)
  const dressed = own.filter(({ draft: i, at, label }) => {
    const draft = drafts[i]
    return draft?.kind === 'paragraph' && wholly(cut(draft.pieces, at + label.end), look)
  })
  return dressed.length >= own.length / 2
}

/** Every label stands in a question set in bold, and what is said to it has none: readers or colleagues who put a question each. */
export function onlyQuestions(accepted: Mention[], drafts: Draft[]): boolean {
  const first = accepted.filter(({ at }) => at === 0)
  const bold = first.filter(({ draft: i }) => setOff(drafts[i]!, 'strong'))
  const labelled = new Set(accepted.map(({ draft }) => draft))
  const answered = first.filter(({ draft: i }) => {
    const next = drafts[i + 1]
    return next?.kind === 'paragraph' && !labelled.has(i + 1) && !setOff(next, 'strong')
  })
  const asking = first.filter(({ draft: i }) => asksIn(drafts[i]!))
  return (
    first.length >= 3 &&
    bold.length >= first.length * 0.7 &&
    answered.length >= first.length * 0.8 &&
    asking.length >= first.length * 0.4
  )
}
