/**
 * Gives every block an id of its own, so that a comment, a pull quote or a link can name a paragraph.
 * Only in answer to this person's own changes: two pages that both mend what a third sent would write
 * over each other, and a story that is merely opened must not change.
 */
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state'
import type { Node } from 'prosemirror-model'
import { ySyncPluginKey } from 'y-prosemirror'
import { freshId } from './fresh-id.ts'
import { typedIn } from './typed.ts'

export const fromColleague = (tr: Transaction): boolean =>
  (tr.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined)?.isChangeOrigin === true

function eachBlock(doc: Node, look: (node: Node, pos: number) => void): void {
  doc.descendants((node, pos) => {
    if ('id' in node.attrs) look(node, pos)
    return !node.isTextblock
  })
}

/** Bodies in which each block is known to have an id of its own. */
const named = new WeakSet<Node>()

/** Gives the blocks of `state` that have no id, or one that another has, a new one. */
export function giveIds(
  trs: readonly Transaction[],
  before: EditorState,
  state: EditorState,
  fresh: () => string = freshId,
): Transaction | null {
  if (!trs.some((tr) => tr.docChanged)) return null
  if (named.has(before.doc) && typedIn(before.doc, state.doc) !== null) {
    named.add(state.doc)
    return null
  }
  if (trs.some(fromColleague)) return null
  const seen = new Map<string, number>()
  const without: number[] = []
  const twice: { id: string; first: number; pos: number }[] = []
  eachBlock(state.doc, (node, pos) => {
    const id: unknown = node.attrs.id
    if (typeof id !== 'string' || id === '') without.push(pos)
    else {
      const first = seen.get(id)
      if (first === undefined) seen.set(id, pos)
      else twice.push({ id, first, pos })
    }
  })
  if (twice.length > 0) {
    // The block that had the id before keeps it, even when its copy now stands above it.
    const kept = new Map<string, number>()
    const wanted = new Set(twice.map(({ id }) => id))
    eachBlock(before.doc, (node, pos) => {
      const id = node.attrs.id as string
      if (wanted.has(id) && !kept.has(id)) {
        kept.set(
          id,
          trs.reduce((at, tr) => tr.mapping.map(at, 1), pos),
        )
      }
    })
    for (const { id, first, pos } of twice) {
      const keeper = kept.get(id)
      if (keeper === pos) {
        if (!without.includes(first)) without.push(first)
      } else without.push(pos)
    }
  }
  if (without.length === 0) {
    named.add(state.doc)
    return null
  }
  const tr = state.tr
  for (const pos of without) tr.setNodeAttribute(pos, 'id', fresh())
  if (state.storedMarks !== null) tr.setStoredMarks(state.storedMarks)
  return tr
}

export const blockIds = (): Plugin => new Plugin({ appendTransaction: giveIds })
