/**
 * A colleague's edit as the edit it is. y-prosemirror replaces the whole document for every letter that comes in, so
 * that nothing which is drawn in the copy could be carried along. Here only the blocks that are others now change, and
 * in blocks that are the same but for their words, those words. The document stays y-prosemirror's own to the last node:
 * by its very nodes it knows what it has written.
 */
import { Fragment, Mark, Slice, type Node, type NodeType } from 'prosemirror-model'
import { Selection, type EditorState, type Transaction } from 'prosemirror-state'
import { ReplaceStep, StepResult } from 'prosemirror-transform'
import { ySyncPluginKey } from 'y-prosemirror'
import { fromColleague } from './block-ids.ts'

/** A replacement of which the outcome is known, node by node. */
class Came extends ReplaceStep {
  /** @param isTyping letters of one block were put in or taken out: all that is drawn there is where they push it */
  constructor(
    from: number,
    to: number,
    slice: Slice,
    private readonly after: Node,
    readonly isTyping: boolean,
  ) {
    super(from, to, slice)
  }

  override apply(): StepResult {
    return StepResult.ok(this.after)
  }
}

/** Whether a colleague did more than type, so that what is drawn in the copy must be found anew. */
export const cameAnew = (tr: Transaction): boolean =>
  tr.docChanged && fromColleague(tr) && !tr.steps.every((step) => step instanceof Came && step.isTyping)

/** A transaction for y-prosemirror: to replace all of the document by all of another, it does the least. */
export function narrow(state: EditorState): Transaction {
  const { doc } = state
  const tr = state.tr.setMeta('addToHistory', false)
  const replace = tr.replace.bind(tr)
  tr.replace = (from, to = from, slice = Slice.empty) => {
    const isAll = from === 0 && to === doc.content.size && !tr.docChanged
    if (!isAll || !slice.content.content.every(({ type }) => mayStand(doc, type)) || slice.size === 0)
      return replace(from, to, slice)
    for (const step of stepsBetween(doc, doc.copy(slice.content))) tr.step(step)
    return tr
  }
  return tr
}

/** At the top of a body anything may stand beside anything. */
const mayStand = ({ type: { contentMatch } }: Node, type: NodeType): boolean => contentMatch.matchType(type) !== null

/** The same change of the same state, by the least steps. */
export function narrowed(tr: Transaction, state: EditorState): Transaction {
  if (!fromColleague(tr) || tr.steps.every((step) => step instanceof Came)) return tr
  const least = state.tr.setMeta(ySyncPluginKey, tr.getMeta(ySyncPluginKey)).setMeta('addToHistory', false)
  for (const step of stepsBetween(state.doc, tr.doc)) least.step(step)
  if (tr.selectionSet) least.setSelection(Selection.fromJSON(least.doc, tr.selection.toJSON()))
  return least
}

function stepsBetween(before: Node, after: Node): Came[] {
  const [was, now] = [before.children, after.children]
  let left = 0
  while (left < was.length && left < now.length && was[left] === now[left]) left++
  let right = 0
  while (right < was.length - left && right < now.length - left && was.at(-1 - right) === now.at(-1 - right)) right++
  const [old, fresh] = [was.slice(left, was.length - right), now.slice(left, now.length - right)]
  let pos = was.slice(0, left).reduce((size, node) => size + node.nodeSize, 0)
  if (old.length !== fresh.length || !old.every((node, i) => node === fresh[i] || isSameBlock(node, fresh[i]!))) {
    const size = old.reduce((all, node) => all + node.nodeSize, 0)
    return [new Came(pos, pos + size, new Slice(Fragment.from(fresh), 0, 0), after, false)]
  }
  const steps: Came[] = []
  let doc = before
  old.forEach((node, i) => {
    const next = fresh[i]!
    if (node !== next) {
      doc = doc.copy(doc.content.replaceChild(left + i, next))
      steps.push(inBlock(node, next, pos + 1, doc))
    }
    pos += next.nodeSize
  })
  return steps
}

const isSameBlock = (was: Node, now: Node): boolean => was.isTextblock && was.sameMarkup(now)

/** @param start where the block's words begin */
function inBlock(was: Node, now: Node, start: number, after: Node): Came {
  const from = was.content.findDiffStart(now.content) ?? was.content.size
  const end = was.content.findDiffEnd(now.content) ?? { a: from, b: from }
  // Letters twice in a row can be taken for changed from both ends.
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  const [oldEnd, newEnd] = [end.a + overlap, end.b + overlap]
  const slice = now.slice(from, newEnd)
  const isTyping = from === oldEnd ? isOfWordsAt(was, from, slice) : from === newEnd
  return new Came(start + from, start + oldEnd, slice, after, isTyping)
}

/** Pasted words can bring marks along, of threads too: those must be looked for. */
function isOfWordsAt(block: Node, at: number, slice: Slice): boolean {
  const { nodeBefore, nodeAfter } = block.resolve(at)
  return slice.content.content.every(
    ({ marks }) => marks.length === 0 || [nodeBefore, nodeAfter].some((node) => node !== null && Mark.sameSet(node.marks, marks)),
  )
}
