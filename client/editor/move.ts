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
import { lettersOf, textsIn } from '../../shared/write/moved.ts'
import type { Moves, Pair } from '../../shared/write/moves.ts'

type Run = {
  parent: Y.XmlFragment
  first: number
  last: number
}

/**
 * @param busy whether a colleague is at work in a part
 * @param moves where it is said what went
 * @returns whether the run stayed and its neighbour went; null when there is no neighbour on that side
 */
export function moveRun(
  { parent, first, last }: Run,
  way: 1 | -1,
  busy: (part: Y.XmlElement) => boolean,
  moves: Moves | null = null,
): 'stayed' | 'went' | null {
  const parts = parent.toArray().filter((part) => part instanceof Y.XmlElement)
  const run = parts.slice(first, last + 1)
  const neighbour = parts[way === 1 ? last + 1 : first - 1]
  if (neighbour === undefined || run.length === 0) return null
  if (busy(neighbour) && !run.some(busy)) {
    putElsewhere(parent, run, first, first + way, moves)
    return 'went'
  }
  putElsewhere(parent, [neighbour], way === 1 ? last + 1 : first - 1, way === 1 ? first : last, moves)
  return 'stayed'
}

function putElsewhere(parent: Y.XmlFragment, parts: Y.XmlElement[], from: number, to: number, moves: Moves | null): void {
  const went = parts.map(idsIn)
  const texts = parts.flatMap((part) => [...textsIn(part)])
  const copies = parts.map((part) => part.clone() as Y.XmlElement)
  parent.delete(from, parts.length)
  parent.insert(to, copies)
  const pairs: Pair[] = copies.flatMap((copy, i) => idsIn(copy).map((id, at) => ({ from: went[i]![at]!, to: id })))
  moves?.say(pairs, moves.knownIn(texts))
}

/** The part itself, and every letter in it. */
function idsIn(part: Y.XmlElement) {
  const letters = [...textsIn(part)].flatMap((text) => lettersOf(text, null).filter(({ gone }) => gone === null))
  return [part._item!.id, ...letters.map(({ id }) => id)]
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

/**
 * @param awareness says where colleagues are
 * @param moves where it is said what went
 */
export const move =
  (way: 1 | -1, awareness: () => Awareness, moves: () => Moves | null): Command =>
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
    body.doc!.transact(() => moveRun(run, way, (part) => busy.has(part), moves()), ySyncPluginKey)
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
