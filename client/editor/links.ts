/** Links in the copy: found around the caret, read from what a person types, set and taken off. */
import type { Mark } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { safeHref } from '../../shared/links.ts'
import { schema } from '../../shared/schema.ts'

/** The link around the caret or in the selection: where it is and where it leads. */
export function linkAt(state: EditorState): { from: number; to: number; href: string; affiliate: boolean } | null {
  const { $from, from, to, empty } = state.selection
  const link = schema.marks.link
  if (!empty) {
    const marks: Mark[] = []
    state.doc.nodesBetween(from, to, (node) => {
      marks.push(...node.marks)
    })
    const first = link.isInSet(marks)
    return first === undefined ? null : { from, to, href: String(first.attrs.href), affiliate: first.attrs.affiliate === true }
  }
  const found = link.isInSet([...($from.nodeBefore?.marks ?? []), ...($from.nodeAfter?.marks ?? [])])
  if (found === undefined) return null
  let start = from
  let end = to
  const base = $from.start()
  $from.parent.forEach((node, offset) => {
    if (!found.isInSet(node.marks)) return
    // Only the stretch that touches the caret: the same address may be linked twice in a paragraph.
    if (base + offset > end || base + offset + node.nodeSize < start) return
    start = Math.min(start, base + offset)
    end = Math.max(end, base + offset + node.nodeSize)
  })
  return { from: start, to: end, href: String(found.attrs.href), affiliate: found.attrs.affiliate === true }
}

/** What a person means by an address: `example.org` is a web page and `a@b.org` a mailbox. */
export function hrefFrom(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (/^[^\s@/:?#]+@[^\s@/:?#]+\.[^\s@/:?#]+$/.test(text)) return `mailto:${text}`
  if (/^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/?#]+:\d+(\/|$)/.test(text)) return safeHref(text)
  if (/^[/#?]/.test(text)) return safeHref(text)
  return /^[^/?#]+\.[^/?#]+/.test(text) || /^localhost\b/.test(text) ? safeHref(`https://${text}`) : null
}

/** Links the selection, or the words of the link under the caret; with nothing selected the address itself is typed. */
export function setLink(href: string, affiliate = false): Command {
  return (state, dispatch) => {
    const safe = safeHref(href)
    if (safe === null || !state.selection.$from.parent.inlineContent) return false
    if (dispatch) {
      const mark = schema.marks.link.create({ href: safe, affiliate })
      const at = state.selection.empty ? linkAt(state) : { from: state.selection.from, to: state.selection.to }
      const tr = state.tr
      if (at === null) {
        const marks = (state.storedMarks ?? state.selection.$from.marks()).filter((one) => one.type !== mark.type)
        tr.replaceSelectionWith(schema.text(safe.replace(/^(https?:\/\/|mailto:)/, ''), mark.addToSet(marks)), false)
      } else tr.removeMark(at.from, at.to, schema.marks.link).addMark(at.from, at.to, mark)
      dispatch(tr.removeStoredMark(schema.marks.link).scrollIntoView())
    }
    return true
  }
}

export const unlink: Command = (state, dispatch) => {
  const at = linkAt(state)
  if (at === null) return false
  dispatch?.(state.tr.removeMark(at.from, at.to, schema.marks.link))
  return true
}
