/** Blocks of the body: put in, taken out, chosen. Moving them is `move.ts`. */
import type { Node } from 'prosemirror-model'
import { NodeSelection, Selection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { schema, type NoticeKind } from '../../shared/schema.ts'

const { paragraph, notice, divider, paywall, list, listItem } = schema.nodes

/** The block at the top of the body that the selection is in, or that is selected. */
export function blockAt(state: EditorState): { node: Node; pos: number } | null {
  const { $from } = state.selection
  if (state.selection instanceof NodeSelection && $from.depth === 0) return { node: state.selection.node, pos: $from.pos }
  return $from.depth === 0 ? null : { node: $from.node(1), pos: $from.before(1) }
}

const isBlank = ({ type, content, attrs }: Node): boolean => type === paragraph && content.size === 0 && attrs.role === 'body'

/** Puts blocks below the one the caret is in, or in the place of an empty line, and the caret into the first of them. */
export function putIn(state: EditorState, blocks: Node[]): Transaction | null {
  const here = blockAt(state)
  if (here === null) return null
  const tr = state.tr
  const at = isBlank(here.node) ? here.pos : here.pos + here.node.nodeSize
  tr.replaceWith(at, isBlank(here.node) ? at + here.node.nodeSize : at, blocks)
  const first = blocks[0]!
  tr.setSelection(first.isAtom ? NodeSelection.create(tr.doc, at) : Selection.near(tr.doc.resolve(at + 1), 1))
  return tr.scrollIntoView()
}

/** @param make the blocks to put in; null: they cannot be here now */
export function insert(make: (state: EditorState) => Node[] | null): Command {
  return (state, dispatch) => {
    const blocks = make(state)
    const tr = blocks === null ? null : putIn(state, blocks)
    if (tr === null) return false
    dispatch?.(tr)
    return true
  }
}

export const insertDivider = insert(() => [divider.create()])

/** All above it is the free preview, so a story has one at most. */
export const insertPaywall = insert(({ doc }) => (doc.children.some(({ type }) => type === paywall) ? null : [paywall.create()]))

/** The selected paragraphs become a notice; without a selection a new one begins. In a notice: its kind, or no notice any more. */
export function setNotice(kind: NoticeKind): Command {
  return (state, dispatch) => {
    const here = blockAt(state)
    if (here === null) return false
    if (here.node.type === notice) {
      if (dispatch)
        dispatch(here.node.attrs.kind === kind ? opened(state, here) : state.tr.setNodeAttribute(here.pos, 'kind', kind))
      return true
    }
    const { empty } = state.selection
    const { from, to, plain } = selectedParagraphs(state)
    if (empty || !plain) return insert(() => [notice.create({ kind }, [paragraph.create()])])(state, dispatch)
    if (dispatch) {
      const inner = state.doc
        .slice(from, to)
        .content.content.map(({ attrs, content }) => paragraph.create({ id: attrs.id as string | null }, content))
      const tr = state.tr.replaceWith(from, to, notice.create({ kind }, inner))
      const { anchor, head } = state.selection
      dispatch(tr.setSelection(TextSelection.create(tr.doc, anchor + 1, head + 1)).scrollIntoView())
    }
    return true
  }
}

/** The words of a notice as paragraphs of the story. */
function opened(state: EditorState, { node, pos }: { node: Node; pos: number }): Transaction {
  const inner = node.childCount === 0 ? [paragraph.create()] : node.children
  const tr = state.tr.replaceWith(pos, pos + node.nodeSize, inner)
  const { anchor, head } = state.selection
  return tr
    .setSelection(TextSelection.between(tr.doc.resolve(Math.max(1, anchor - 1)), tr.doc.resolve(Math.max(1, head - 1))))
    .scrollIntoView()
}

function selectedParagraphs(state: EditorState): { from: number; to: number; plain: boolean } {
  const { $from, $to } = state.selection
  const range = $from.blockRange($to, (parent) => parent.type === schema.topNodeType)
  if (range === null) return { from: 0, to: 0, plain: false }
  const { start: from, end: to, startIndex, endIndex } = range
  const plain = state.doc.children.slice(startIndex, endIndex).every(({ type }) => type === paragraph)
  return { from, to, plain }
}

/** Takes out the blocks the selection touches; of a list, its selected items. A story keeps one line to write in. */
export const removeBlock: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const here = blockAt(state)
  if (here === null) return false
  if (dispatch) {
    const inList = here.node.type === list && $from.depth > 1 && $to.depth > 1 && $from.before(1) === $to.before(1)
    const all = inList && $from.index(1) === 0 && $to.index(1) === here.node.childCount - 1
    const depth = inList && !all && $from.node(2).type === listItem ? 2 : 1
    const from = $from.depth === 0 ? $from.pos : $from.before(depth)
    const to = $to.depth === 0 ? $to.pos : $to.after(depth)
    const tr = state.tr
    if (from === 0 && to === state.doc.content.size) tr.replaceWith(from, to, paragraph.create())
    else tr.delete(from, to)
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)), 1)).scrollIntoView())
  }
  return true
}
