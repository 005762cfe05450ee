/** Of pasted words, which remarks come back with them: what `anchor-copies.ts` wrote to the clipboard, read again. */
import type { EditorState } from 'prosemirror-state'
import { isAnchor } from './anchor-copies.ts'

/** Threads that a paste may bring the words of: they stand nowhere but in what it replaces. */
export function mayComeBack({ doc, selection: { from, to } }: EditorState): (id: unknown) => boolean {
  const there = new Set<unknown>()
  for (const [start, end] of [
    [0, from],
    [to, doc.content.size],
  ] as const)
    if (start < end)
      doc.nodesBetween(start, end, (node) => {
        for (const mark of node.marks) if (isAnchor(mark)) there.add(mark.attrs.id)
      })
  return (id) => !there.has(id)
}

/** Reads back what `clipboardOf` the same story wrote. */
export const anchorRule = (storyId: string) => ({
  tag: 'span.comment[data-id]',
  mark: 'comment',
  getAttrs: (dom: HTMLElement) => (dom.dataset.story === storyId ? { id: dom.dataset.id ?? '' } : (false as const)),
})
