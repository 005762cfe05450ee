/**
 * Keeps the caret with its words when a colleague's edit re-makes the paragraph under it: a split, a join
 * or a change of kind deletes and re-inserts in Yjs, and a position that pointed at the deleted words is lost.
 */
import type { Node, ResolvedPos } from 'prosemirror-model'
import { Plugin, TextSelection, type EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { ySyncPluginKey, yUndoPluginKey, type ProsemirrorBinding } from 'y-prosemirror'
import * as Y from 'yjs'
import { fromColleague } from './block-ids.ts'
import { yjsSelection, type YjsSelection } from './yjs-place.ts'

const CONTEXT = 24

const before = (doc: Node, pos: number): string => {
  const $pos = doc.resolve(pos)
  return $pos.parent.textBetween(0, $pos.parentOffset, undefined, '\ufffc')
}
const after = (doc: Node, pos: number): string => {
  const $pos = doc.resolve(pos)
  return $pos.parent.textBetween($pos.parentOffset, $pos.parent.content.size, undefined, '\ufffc')
}

/** How many characters around `now` in the new text are those that were around `was` in the old. */
function likeness(wasDoc: Node, was: number, nowDoc: Node, now: number): number {
  if (!nowDoc.resolve(now).parent.inlineContent) return -1
  const [a, b] = [before(wasDoc, was), before(nowDoc, now)]
  const [c, d] = [after(wasDoc, was), after(nowDoc, now)]
  let same = 0
  for (let i = 1; i <= CONTEXT && i <= a.length && i <= b.length && a.at(-i) === b.at(-i); i++) same++
  for (let i = 0; i < CONTEXT && i < c.length && i < d.length && c[i] === d[i]; i++) same++
  return same
}

/** Where the words at a place are now, found by the words alone: the block boundaries may all have moved. */
export function byWords(wasDoc: Node, was: number, nowDoc: Node): number | null {
  const start = wasDoc.content.findDiffStart(nowDoc.content)
  const end = wasDoc.content.findDiffEnd(nowDoc.content)
  if (start === null || end === null) return null
  if (was < start) return was
  if (was > end.a) return was + end.b - end.a
  // The two ends may overlap where the same letters repeat.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const [wasEnd, nowEnd] = [end.a + overlap, end.b + overlap]
  const oldText = wasDoc.textBetween(start, wasEnd, undefined, '\ufffc')
  const newText = nowDoc.textBetween(start, nowEnd, undefined, '\ufffc')
  let offset = wasDoc.textBetween(start, Math.min(was, wasEnd), undefined, '\ufffc').length
  if (oldText !== newText) {
    let head = 0
    while (head < oldText.length && oldText[head] === newText[head]) head++
    let tail = 0
    while (tail < Math.min(oldText.length, newText.length) - head && oldText.at(-1 - tail) === newText.at(-1 - tail)) tail++
    if (offset > head) {
      if (offset < oldText.length - tail) return null
      offset += newText.length - oldText.length
    }
  }
  // At a seam the caret belongs with the words before it, unless it stood at the start of its own.
  const atStart = wasDoc.resolve(was).parentOffset === 0
  let left = offset
  let found: number | null = null
  nowDoc.nodesBetween(start, nowEnd, (node, pos) => {
    if (!node.isTextblock) return true
    const from = Math.max(start, pos + 1)
    const to = Math.min(nowEnd, pos + 1 + node.content.size)
    const length = Math.max(0, to - from)
    if (from > to) return false
    if (left <= length && left >= 0 && (found === null || (atStart && left === 0))) found = from + left
    left -= length
    return false
  })
  return found
}

/** The better of two places for the caret: the one Yjs knows, unless its words went elsewhere. */
export function betterCaret(wasDoc: Node, was: number, nowDoc: Node, now: number): number {
  const inText = wasDoc.resolve(was).parent.inlineContent
  if (!inText) return now
  const here = likeness(wasDoc, was, nowDoc, now)
  const whole = Math.min(CONTEXT, before(wasDoc, was).length) + Math.min(CONTEXT, after(wasDoc, was).length)
  if (here === whole && whole > 0) return now
  const there = byWords(wasDoc, was, nowDoc)
  return there !== null && likeness(wasDoc, was, nowDoc, there) > here ? there : now
}

/**
 * Undo goes to what it changed, wherever the caret was, and Yjs knows where. But when it gave back the kind
 * of the paragraph the caret is in, the words are new ones to Yjs, and the caret would be at their start.
 */
function placeAfterUndo(was: ResolvedPos, now: ResolvedPos): number | null {
  if (!was.parent.inlineContent || was.parent.attrs.id !== now.parent.attrs.id) return null
  if (was.parent.type === now.parent.type || was.parent.textContent !== now.parent.textContent) return null
  return now.start() + was.parentOffset
}

export const ownCaret = (): Plugin =>
  new Plugin({
    appendTransaction(trs, was, now) {
      const from = trs.find((tr) => tr.docChanged && fromColleague(tr))
      if (from === undefined) return null
      const undone = (from.getMeta(ySyncPluginKey) as { isUndoRedoOperation?: boolean }).isUndoRedoOperation === true
      if (!(was.selection instanceof TextSelection)) return null
      if (undone) {
        const offset = placeAfterUndo(was.selection.$head, now.selection.$head)
        return offset === null ? null : now.tr.setSelection(TextSelection.create(now.doc, offset))
      }
      const anchor = betterCaret(was.doc, was.selection.anchor, now.doc, now.selection.anchor)
      const head = was.selection.empty ? anchor : betterCaret(was.doc, was.selection.head, now.doc, now.selection.head)
      if (anchor === now.selection.anchor && head === now.selection.head) return null
      return now.tr.setSelection(TextSelection.between(now.doc.resolve(anchor), now.doc.resolve(head)))
    },
  })

/**
 * Undo and redo put the caret back to where it was before what they take back. y-prosemirror means to, but
 * asks for the place once more after ids were given, which is one line too late.
 */
export class UndoCaret {
  private parts: { binding: ProsemirrorBinding; undoManager: Y.UndoManager; view: EditorView } | null = null
  private before: YjsSelection | null = null

  /** Made before the binding, so that it hears of an undo first. */
  constructor(private readonly body: Y.XmlFragment) {
    body.observeDeep(this.undoing)
    body.doc!.on('beforeAllTransactions', this.begins)
  }

  attach(view: EditorView): void {
    const { binding } = ySyncPluginKey.getState(view.state) as { binding: ProsemirrorBinding }
    const { undoManager } = yUndoPluginKey.getState(view.state) as { undoManager: Y.UndoManager }
    this.parts = { binding, undoManager, view }
    undoManager.on('stack-item-added', ({ stackItem }) => {
      if (this.before !== null) stackItem.meta.set(binding, this.before)
    })
  }

  stop(): void {
    this.body.unobserveDeep(this.undoing)
    this.body.doc!.off('beforeAllTransactions', this.begins)
  }

  /** A change is about to be made: the caret's place, while the Y.Doc still is as the caret knows it. */
  note(state: EditorState): void {
    const { parts } = this
    if (parts === null) return
    this.before = yjsSelection(parts.binding, state)
    parts.binding.beforeTransactionSelection = this.before
  }

  /** The binding would ask for it itself. */
  private readonly begins = (): void => {
    const { parts } = this
    if (parts !== null && parts.binding.beforeTransactionSelection === null)
      parts.binding.beforeTransactionSelection = yjsSelection(parts.binding, parts.view.state)
  }

  private readonly undoing = (_events: unknown, transaction: Y.Transaction): void => {
    const { parts } = this
    if (parts === null) return
    if (transaction.origin === parts.undoManager) {
      const place = parts.undoManager.currStackItem?.meta.get(parts.binding) as YjsSelection | undefined
      if (place !== undefined) parts.binding.beforeTransactionSelection = place
    }
    // A block that was selected as a whole and is taken out: y-prosemirror would select the one after it, for the
    // next Delete to take out too, or fall over when there is none.
    const place = parts.binding.beforeTransactionSelection as YjsSelection | null
    if (place?.type === 'node' && !isThere(place.anchor as Y.RelativePosition, transaction.doc))
      parts.binding.beforeTransactionSelection = { ...place, type: 'text', head: place.anchor }
  }
}

function isThere({ item: id }: Y.RelativePosition, { store }: Y.Doc): boolean {
  if (id === null || Y.getState(store, id.client) <= id.clock) return false
  const item: Y.Item | Y.GC = Y.getItem(store, id)
  return item instanceof Y.Item && !item.deleted
}
