/**
 * Moves blocks up and down as one small edit of the Y.Doc. Through ProseMirror, y-prosemirror would write the
 * words of one block over those of the other. Yjs cannot move a part, so one of the two is taken out and put
 * in again on the other side: the neighbour, so that who moves a block goes on in the very same one; unless
 * a colleague is at work in the neighbour and in none of the moved blocks.
 */
import { ySyncPluginKey } from 'y-prosemirror'
import type { Awareness } from 'y-protocols/awareness'
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state'
import * as Y from 'yjs'
import { schema } from '../../shared/schema.ts'

type Run = {
  parent: Y.XmlFragment
  first: number
  last: number
}

/**
 * @param busy whether a colleague is at work in a part
 * @returns whether the run stayed and its neighbour went; null when there is no neighbour on that side
 */
export function moveRun(
  { parent, first, last }: Run,
  way: 1 | -1,
  busy: (part: Y.XmlElement) => boolean,
): 'stayed' | 'went' | null {
  const parts = parent.toArray().filter((part) => part instanceof Y.XmlElement)
  const run = parts.slice(first, last + 1)
  const neighbour = parts[way === 1 ? last + 1 : first - 1]
  if (neighbour === undefined || run.length === 0) return null
  if (busy(neighbour) && !run.some(busy)) {
    const copies = run.map((part) => part.clone() as Y.XmlElement)
    parent.delete(first, run.length)
    parent.insert(first + way, copies)
    return 'went'
  }
  const copy = neighbour.clone() as Y.XmlElement
  parent.delete(way === 1 ? last + 1 : first - 1, 1)
  parent.insert(way === 1 ? first : last, [copy])
  return 'stayed'
}

/** The parts of a story in which colleagues have their carets. */
export function partsOfColleagues(awareness: Awareness): Set<unknown> {
  const busy = new Set<unknown>()
  for (const [client, state] of awareness.getStates()) {
    const head = (state as { cursor?: { head?: unknown } }).cursor?.head
    if (client === awareness.clientID || head === undefined || head === null) continue
    const at = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(head), awareness.doc)
    for (let part: unknown = at?.type; part instanceof Y.AbstractType; part = part.parent) busy.add(part)
  }
  return busy
}

/** Where the selection is: items of a list move in it, and with it once they are at its edge. */
function runAt(state: EditorState, body: Y.XmlFragment, way: 1 | -1): Run | null {
  const { $from, $to } = state.selection
  if (state.selection instanceof NodeSelection && $from.depth === 0)
    return { parent: body, first: $from.index(0), last: $from.index(0) }
  if ($from.depth === 0 || $to.depth === 0) return null
  if ($from.node(1).type === schema.nodes.list && $from.index(0) === $to.index(0)) {
    const parent = body.get($from.index(0))
    const [first, last] = [$from.index(1), $to.index(1)]
    const atEdge = way === 1 ? last === $from.node(1).childCount - 1 : first === 0
    if (parent instanceof Y.XmlElement && !atEdge) return { parent, first, last }
  }
  return { parent: body, first: $from.index(0), last: $to.index(0) }
}

/** @param awareness says where colleagues are */
export const move =
  (way: 1 | -1, awareness: () => Awareness): Command =>
  (state, dispatch, view) => {
    const body = (ySyncPluginKey.getState(state) as { type?: Y.XmlFragment } | undefined)?.type
    const run = body && runAt(state, body, way)
    if (!run || !body) return false
    const { parent, first, last } = run
    if (way === 1 ? last >= parent.length - 1 : first === 0) return false
    if (!dispatch || !view || view.composing) return true
    const busy = partsOfColleagues(awareness())
    const neighbour = sizeOf(state, run, way)
    const { anchor, head } = state.selection
    const wholly = state.selection instanceof NodeSelection
    body.doc!.transact(() => moveRun(run, way, (part) => busy.has(part)), ySyncPluginKey)
    const { doc, tr } = view.state
    const to = (at: number): number => at + neighbour * way
    view.dispatch(
      tr
        .setSelection(
          wholly
            ? NodeSelection.create(doc, to(Math.min(anchor, head)))
            : TextSelection.between(doc.resolve(to(anchor)), doc.resolve(to(head))),
        )
        .scrollIntoView(),
    )
    return true
  }

/** How much the neighbour takes in ProseMirror's counting. */
function sizeOf(state: EditorState, { parent, first, last }: Run, way: 1 | -1): number {
  const holder = parent instanceof Y.XmlElement ? state.selection.$from.node(1) : state.doc
  return holder.child(way === 1 ? last + 1 : first - 1).nodeSize
}
