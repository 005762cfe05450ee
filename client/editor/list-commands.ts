/** Lists: flat, an item's depth is a number. Nothing here re-inserts an item that only goes deeper. */
import { splitBlock } from 'prosemirror-commands'
import type { Attrs, Node } from 'prosemirror-model'
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { DEEPEST_LEVEL, schema } from '../../shared/schema.ts'
import { roleBefore } from './turns.ts'

const { paragraph, heading, list, listItem } = schema.nodes

/** The list the selection lies in, and which of its items are selected. */
function itemsOf(state: EditorState): { all: Node; start: number; first: number; last: number } | null {
  const { $from, $to } = state.selection
  if ($from.depth < 2 || $from.node(1).type !== list || $to.depth < 2 || $to.before(1) !== $from.before(1)) return null
  return { all: $from.node(1), start: $from.before(1), first: $from.index(1), last: $to.index(1) }
}

/** Makes a list of the paragraphs that are selected, turns one kind into the other, or makes plain paragraphs again. */
export function setList(ordered: boolean): Command {
  return (state, dispatch) => {
    const items = itemsOf(state)
    if (items !== null) {
      if (items.all.attrs.ordered === ordered) return leave(state, dispatch)
      dispatch?.(state.tr.setNodeAttribute(items.start, 'ordered', ordered))
      return true
    }
    const runs = runsOf(state)
    if (runs.length === 0) return false
    if (dispatch) {
      const tr = state.tr
      const { anchor, head } = state.selection
      const moved = [anchor, head]
      for (const [i, { from, to, blocks }] of runs.entries()) {
        const made = blocks.map(({ attrs, content }) => listItem.create({ id: attrs.id as string | null }, content))
        tr.replaceWith(from + i * 2, to + i * 2, list.create({ ordered }, made))
        for (const [n, at] of [anchor, head].entries()) if (at > from) moved[n] = at + i * 2 + 1
      }
      dispatch(tr.setSelection(TextSelection.create(tr.doc, moved[0]!, moved[1])).scrollIntoView())
    }
    return true
  }
}

/** Paragraphs and headings that are selected, side by side. */
function runsOf(state: EditorState): { from: number; to: number; blocks: Node[] }[] {
  const runs: { from: number; to: number; blocks: Node[] }[] = []
  const { from, to } = state.selection
  state.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (parent !== state.doc || (node.type !== paragraph && node.type !== heading)) return parent === null
    const last = runs.at(-1)
    if (last?.to === pos) {
      last.to += node.nodeSize
      last.blocks.push(node)
    } else runs.push({ from: pos, to: pos + node.nodeSize, blocks: [node] })
    return false
  })
  return runs
}

/** Selected items become paragraphs, of the answer they stand in; the list ends above them and goes on below. */
function leave(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  const items = itemsOf(state)
  if (items === null) return false
  if (dispatch) {
    const { all, start, first, last } = items
    const { $anchor, $head } = state.selection
    const children = all.children
    const attrs: Attrs = roleBefore(state.doc, start)
    const above = children.slice(0, first)
    const below = children.slice(last + 1)
    const blocks = children
      .slice(first, last + 1)
      .map((item) => paragraph.create({ ...attrs, id: item.attrs.id as string | null }, item.content))
    if (above.length > 0) blocks.unshift(list.create(all.attrs, above))
    if (below.length > 0)
      blocks.push(list.create({ ...all.attrs, id: above.length > 0 ? null : (all.attrs.id as string | null) }, below))
    const tr = state.tr.replaceWith(start, start + all.nodeSize, blocks)
    // Out of the list, and past the end of the part above when there is one.
    const shift = above.length > 0 ? 1 : -1
    dispatch(tr.setSelection(TextSelection.create(tr.doc, $anchor.pos + shift, $head.pos + shift)).scrollIntoView())
  }
  return true
}

/** One step deeper, or out again; never more than one deeper than the item above. */
export function indent(by: 1 | -1): Command {
  return (state, dispatch) => {
    const items = itemsOf(state)
    if (items === null) return false
    const { all, start, first, last } = items
    const tr = state.tr
    let pos = start + 1
    let above = -1
    all.forEach((item, _offset, index) => {
      const was = item.attrs.level as number
      const level = Math.max(0, Math.min(DEEPEST_LEVEL, above + 1, was + by))
      const changes = index >= first && index <= last && level !== was && level - was === by
      if (changes) tr.setNodeAttribute(pos, 'level', level)
      above = changes ? level : was
      pos += item.nodeSize
    })
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }
}

/** Enter: another item; on an empty one a step out, and from the outermost out of the list. */
export const enterInList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if ($from.parent.type !== listItem) return false
  if (!empty || $from.parent.content.size > 0) return splitBlock(state, dispatch)
  return indent(-1)(state, dispatch) || leave(state, dispatch)
}

/** Backspace before an item: a step out, and the first of them out of the list. */
export const backspaceInList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type !== listItem || $from.parentOffset > 0) return false
  if (indent(-1)(state, dispatch)) return true
  return $from.index(1) === 0 && leave(state, dispatch)
}
