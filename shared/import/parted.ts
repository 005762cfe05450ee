/** Where question and answer stand in one block, two to the eye: parted, and said so. */
import { bids } from './clues.ts'
import { cut, HARD, isBlank, plainOf, textOf, trim, wholly, type Draft, type Lost, type Piece } from './draft.ts'
import { PLAIN } from '../look.ts'
import { asks } from './told.ts'

/** `**Question?**`, a line break, and the answer in one paragraph; or a whole talk in one, line by line. */
export function partAtBreaks(drafts: Draft[], look: 'strong' | 'em', lost: Lost): Draft[] {
  const cuts = new Map<Draft, number[]>()
  let asking = 0
  for (const draft of drafts) {
    if (draft.kind !== 'paragraph') continue
    const found = breaksOf(draft.pieces, look)
    if (found.at.length > 0) cuts.set(draft, found.at)
    asking += found.asking
  }
  if (asking < 2) return drafts
  return drafts.flatMap((draft) => {
    const at = cuts.get(draft)
    if (at === undefined || draft.kind !== 'paragraph') return [draft]
    for (const _ of at)
      lost.add(
        'A line break between a question and its answer, now two paragraphs',
        '# line breaks between a question and its answer, now two paragraphs',
      )
    return [0, ...at].map((from, i): Draft => ({ ...draft, pieces: trim(cut(draft.pieces, from, at[i])) }))
  })
}

/** The line breaks between lines that are wholly set off and lines that are not, where one of those asks. */
function breaksOf(pieces: Piece[], look: 'strong' | 'em'): { at: number[]; asking: number } {
  const text = textOf(pieces)
  const none = { at: [], asking: 0 }
  if (!/[\n\u2028]/.test(text) || !pieces.some((piece) => piece.look[look])) return none
  const at: number[] = []
  let asking = 0
  let from = 0
  let before: boolean | null = null
  for (const line of text.split(/[\n\u2028]/)) {
    const words = cut(pieces, from, from + line.length)
    if (!isBlank(line)) {
      const apart = wholly(words, look)
      if (apart && asks(line)) asking += 1
      if (before !== null && before !== apart) at.push(from - 1)
      before = apart
    }
    from += line.length + 1
  }
  return asking === 0 || at.length === 0 ? none : { at, asking }
}

type List = Extract<Draft, { kind: 'list' }>
type Item = List['items'][number]

/** The lines of an item: its question, and what is said to it. */
function linesOf({ pieces }: Item): Piece[][] {
  const lines: Piece[][] = []
  let from = 0
  for (const line of textOf(pieces).split(HARD)) {
    const words = trim(cut(pieces, from, from + line.length))
    if (!isBlank(textOf(words))) lines.push(words)
    from += line.length + 1
  }
  return lines
}

/** A list whose items each hold a question and the answer below it. Null where there is none. */
export function partLists(drafts: Draft[], lost: Lost): { drafts: Draft[]; questions: ReadonlySet<Draft> } | null {
  const lists = drafts.filter((draft): draft is List => draft.kind === 'list')
  const topsOf = (list: List): Item[] => list.items.filter(({ level }) => level === 0)
  const parted = new Map<Item, Piece[][]>()
  let asking = 0
  for (const item of lists.flatMap(topsOf)) {
    const lines = linesOf(item)
    const [first, ...rest] = lines
    if (first === undefined || rest.length === 0) continue
    const text = plainOf(first)
    const asked = asks(text) || bids(text)
    const setOff = (['strong', 'em'] as const).some((look) => wholly(first, look) && !rest.every((line) => wholly(line, look)))
    if (!asked && !setOff) continue
    parted.set(item, lines)
    if (asked) asking += 1
  }
  const tops = lists.map(topsOf).filter((items) => items.some((item) => parted.has(item)))
  if (asking < 2 || parted.size < tops.flat().length * 0.6) return null
  const questions = new Set<Draft>()
  const out = drafts.flatMap((draft): Draft[] => {
    if (draft.kind !== 'list' || !draft.items.some((item) => parted.has(item))) return [draft]
    const made: Draft[] = []
    let number = draft.start - 1
    for (const item of draft.items) {
      if (item.level === 0) number += 1
      const [first = [], ...rest] = parted.get(item) ?? []
      const last = made.at(-1)
      if (!parted.has(item)) {
        const within = { ...item, level: Math.max(item.level - 1, 0) }
        if (last?.kind === 'list') last.items.push(within)
        else made.push({ kind: 'list', ordered: false, start: 1, items: [within] })
        continue
      }
      lost.add(
        'A question with its answer in one item of a list, now paragraphs',
        '# questions with their answers in the items of a list, now paragraphs',
      )
      const counted = draft.ordered ? [{ text: `${number}. `, look: first[0]?.look ?? PLAIN }] : []
      const question: Draft = { kind: 'paragraph', pieces: [...counted, ...first], said: null }
      questions.add(question)
      made.push(question, ...rest.map((pieces): Draft => ({ kind: 'paragraph', pieces, said: null })))
    }
    return made
  })
  return { drafts: out, questions }
}
