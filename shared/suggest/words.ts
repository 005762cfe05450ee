/**
 * A paragraph's words as the merge of suggestions sees them: words, blanks and signs, each with how it looks. Where
 * one ends and the next begins depends on the letters alone, never on their looks, so that two versions of a
 * paragraph are cut alike.
 */
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { schema } from '../schema.ts'

/** Letters of one word that look the same. `notes`: the comment threads that stand on them, which are no looks. */
export type Run = { length: number; marks: readonly Mark[]; notes: readonly string[] }
export type Word = { is: 'word' | 'blank' | 'sign' | 'break'; text: string; runs: readonly Run[] }

/** Stands for a line break within a paragraph: one letter long, as ProseMirror counts. */
const BREAK = '\ufffc'
const NONE: readonly never[] = []

const WORD = String.raw`[\p{L}\p{N}\p{M}_]+(?:['’ʼ](?=\p{L})[\p{L}\p{N}\p{M}]+|(?<=\p{N})[.,](?=\p{N})\p{N}+)*`
const SIGN = String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*|\p{RI}\p{RI}|[^]\p{M}*`
const PIECES = new RegExp(`(${WORD})|(\\s)|(?:${SIGN})`, 'gu')
/** Scripts that write no blanks between words: each letter counts for itself. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud87f]/
const LETTERS = /[^]\p{M}*/gu

const cached = new WeakMap<Node, readonly Word[]>()

/** The words of a textblock. */
export function wordsOf(node: Node): readonly Word[] {
  const known = cached.get(node)
  if (known) return known
  const words = cut(node)
  cached.set(node, words)
  return words
}

function cut(node: Node): Word[] {
  const runs: Run[] = []
  let text = ''
  const breaks = new Set<number>()
  node.forEach((child) => {
    if (!child.isText) breaks.add(text.length)
    text += child.isText ? child.text! : BREAK
    runs.push({ length: child.nodeSize, ...looksOf(child.marks) })
  })
  const words: Word[] = []
  let [run, left] = [0, runs[0]?.length ?? 0]
  const take = (length: number): Run[] => {
    if (length < left) {
      left -= length
      return [{ ...runs[run]!, length }]
    }
    const taken: Run[] = []
    for (let still = length; still > 0;) {
      const some = Math.min(still, left)
      taken.push({ ...runs[run]!, length: some })
      still -= some
      left -= some
      if (left === 0) left = runs[(run += 1)]?.length ?? 0
    }
    return taken
  }
  for (const { 0: piece, 1: word, 2: blank, index } of text.matchAll(PIECES)) {
    if (word !== undefined && UNSPACED.test(word))
      for (const letter of word.match(LETTERS)!) words.push({ is: 'sign', text: letter, runs: take(letter.length) })
    else {
      const is = breaks.has(index) ? 'break' : word !== undefined ? 'word' : blank !== undefined ? 'blank' : 'sign'
      words.push({ is, text: piece, runs: take(piece.length) })
    }
  }
  return words
}

function looksOf(all: readonly Mark[]): { marks: readonly Mark[]; notes: readonly string[] } {
  if (!all.some((mark) => mark.type === schema.marks.comment)) return { marks: all, notes: NONE }
  return {
    marks: all.filter((mark) => mark.type !== schema.marks.comment),
    notes: all.flatMap((mark) => (mark.type === schema.marks.comment ? [String(mark.attrs.id)] : [])).toSorted(),
  }
}

/** The words put together again, as what a textblock holds. */
export function contentOf(words: readonly Word[]): Fragment {
  const nodes: Node[] = []
  let [text, last]: [string, Run | null] = ['', null]
  const close = (): void => {
    if (text !== '') nodes.push(schema.text(text, marksOf(last!)))
    text = ''
  }
  for (const word of words) {
    let at = 0
    for (const run of word.runs) {
      if (last === null || !sameRun(last, run)) {
        close()
        last = run
      }
      if (word.is === 'break') {
        close()
        nodes.push(schema.nodes.hardBreak.create(null, null, marksOf(run)))
      } else text += word.text.slice(at, (at += run.length))
    }
  }
  close()
  return Fragment.from(nodes)
}

const marksOf = ({ marks, notes }: Run): readonly Mark[] =>
  notes.length === 0 ? marks : [...marks, ...notes.map((id) => schema.marks.comment.create({ id }))]

export const sameMarks = (a: readonly Mark[], b: readonly Mark[]): boolean =>
  a === b || (a.length === b.length && a.every((mark, i) => mark.eq(b[i]!)))
const sameNotes = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, i) => id === b[i]))
const sameRun = (a: Run, b: Run): boolean => sameMarks(a.marks, b.marks) && sameNotes(a.notes, b.notes)

/** The same looks, whatever comments stand there. */
export function sameLooks(a: Word, b: Word): boolean {
  if (a.runs === b.runs) return true
  if (a.runs.length === 1 && b.runs.length === 1) return sameMarks(a.runs[0]!.marks, b.runs[0]!.marks)
  const [left, right] = [joined(a.runs), joined(b.runs)]
  return (
    left.length === right.length &&
    left.every((run, i) => run.length === right[i]!.length && sameMarks(run.marks, right[i]!.marks))
  )
}

/** Neighbours that look the same as one. */
function joined(runs: readonly Run[]): { length: number; marks: readonly Mark[] }[] {
  const all: { length: number; marks: readonly Mark[] }[] = []
  for (const { length, marks } of runs) {
    const last = all.at(-1)
    if (last && sameMarks(last.marks, marks)) last.length += length
    else all.push({ length, marks })
  }
  return all
}

/** The letters of one word one by one, for the rare word that looks different within itself. */
function each(runs: readonly Run[]): Run[] {
  return runs.flatMap((run) => Array.from({ length: run.length }, () => ({ ...run, length: 1 })))
}

function together(letters: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const run of letters) {
    const last = all.at(-1)
    if (last && sameRun(last, run)) all[all.length - 1] = { ...last, length: last.length + run.length }
    else all.push(run)
  }
  return all
}

/** What two people made of how one word looks: each kind of mark by itself; where both differ, `fork` wins. */
export function mergedLooks(base: Word, story: Word, fork: Word): { runs: readonly Run[]; clash: boolean } {
  if (sameLooks(base, story) || sameLooks(story, fork)) return { runs: withNotesOf(fork, story), clash: false }
  if (sameLooks(base, fork)) return { runs: story.runs, clash: false }
  const [was, one, other] = [each(base.runs), each(story.runs), each(fork.runs)]
  let clash = false
  const letters = one.map((run, i): Run => {
    let marks: readonly Mark[] = []
    for (const type of Object.values(schema.marks)) {
      if (type === schema.marks.comment) continue
      const [b, s, f] = [type.isInSet(was[i]!.marks), type.isInSet(run.marks), type.isInSet(other[i]!.marks)]
      const same = (x: Mark | undefined, y: Mark | undefined): boolean =>
        x === y || (x !== undefined && y !== undefined && x.eq(y))
      const mark = same(b, f) ? s : f
      clash ||= !same(b, f) && !same(b, s) && !same(s, f)
      if (mark) marks = mark.addToSet(marks)
    }
    return { length: 1, marks, notes: run.notes }
  })
  return { runs: together(letters), clash }
}

/** A word with the looks of one version and the comments of another. */
export function withNotesOf(looks: Word, notes: Word): readonly Run[] {
  if (looks.runs.length === 1 && notes.runs.length === 1) {
    const [run, other] = [looks.runs[0]!, notes.runs[0]!]
    return sameNotes(run.notes, other.notes) ? looks.runs : [{ ...run, notes: other.notes }]
  }
  const others = each(notes.runs)
  return together(each(looks.runs).map((run, i) => ({ ...run, notes: others[i]?.notes ?? NONE })))
}

/** A word on which just these threads stand. */
export const noted = (word: Word, notes: readonly string[]): Word => ({
  ...word,
  runs: together(word.runs.map((run) => ({ ...run, notes }))),
})

/** Two words that need a blank between them. */
export const wouldRunTogether = (a: Word, b: Word): boolean => a.is === 'word' && b.is === 'word'
