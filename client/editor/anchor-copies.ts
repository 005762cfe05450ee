/**
 * What is cut and pasted is still what was remarked on; a copy is not. So pasted words keep the mark of a thread that
 * stands nowhere else, and copies made in any other way lose theirs.
 */
import { DOMSerializer, type Mark, type Node } from 'prosemirror-model'
import { Plugin, type EditorState, type Transaction } from 'prosemirror-state'
import { Mapping } from 'prosemirror-transform'
import { schema } from '../../shared/schema.ts'
import { fromColleague } from './block-ids.ts'

export const isAnchor = (mark: Mark): boolean => mark.type === schema.marks.comment

/** How many letters each thread has. */
function lettersOf(doc: Node): Map<unknown, number> {
  const letters = new Map<unknown, number>()
  doc.descendants((node) => {
    for (const mark of node.marks)
      if (isAnchor(mark)) letters.set(mark.attrs.id, (letters.get(mark.attrs.id) ?? 0) + node.nodeSize)
    return !node.isText
  })
  return letters
}

type Stretch = { from: number; to: number; mark: Mark }

/** What was put in by these changes, where it is now. */
function putIn(trs: readonly Transaction[], doc: Node): Stretch[] {
  const maps = trs.flatMap((tr) => tr.mapping.maps)
  const found: Stretch[] = []
  maps.forEach((map, i) => {
    const after = new Mapping(maps.slice(i + 1))
    map.forEach((_from, _to, start, end) => {
      const [from, to] = [after.map(start, -1), after.map(end, 1)]
      if (from < to)
        doc.nodesBetween(from, to, (node, pos) => {
          for (const mark of node.marks) {
            if (!isAnchor(mark)) continue
            const [start, end] = [Math.max(from, pos), Math.min(to, pos + node.nodeSize)]
            const last = found.findLast((one) => one.mark.eq(mark))
            if (last?.to === start) last.to = end
            else found.push({ from: start, to: end, mark })
          }
        })
    })
  })
  return found
}

/** Takes the mark off words that were put in beside others that have it, but for those typed among them. */
export function dropSecondAnchors(trs: readonly Transaction[], before: EditorState, state: EditorState): Transaction | null {
  if (!trs.some((tr) => tr.docChanged) || trs.some(fromColleague)) return null
  const fresh = putIn(trs, state.doc).filter(({ from, to, mark }) => !touches(state.doc, from, to, mark))
  if (fresh.length === 0) return null
  const [was, now] = [lettersOf(before.doc), lettersOf(state.doc)]
  const second = fresh.filter(({ mark: { attrs } }) => was.has(attrs.id) && now.get(attrs.id)! > was.get(attrs.id)!)
  if (second.length === 0) return null
  const tr = state.tr
  for (const { from, to, mark } of second) tr.removeMark(from, to, mark)
  return tr
}

/** Whether the words go on beyond what was put in. */
function touches(doc: Node, from: number, to: number, mark: Mark): boolean {
  const [before, after] = [doc.resolve(from).nodeBefore, doc.resolve(to).nodeAfter]
  return (before !== null && mark.isInSet(before.marks)) || (after !== null && mark.isInSet(after.marks))
}

export const anchorCopies = (storyId: string): Plugin =>
  new Plugin({ appendTransaction: dropSecondAnchors, props: { clipboardSerializer: clipboardOf(storyId) } })

/** Writes to the clipboard of which story a mark is: in another it means nothing. */
export function clipboardOf(storyId: string): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema)
  const comment = ({ attrs }: Mark) =>
    ['span', { class: 'comment', 'data-id': String(attrs.id), 'data-story': storyId }, 0] as const
  return new DOMSerializer(nodes, { ...marks, comment })
}
