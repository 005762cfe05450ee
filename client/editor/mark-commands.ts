/** How words are marked: what looks different, and what means something: an insertion, a title, another language. */
import { toggleMark } from 'prosemirror-commands'
import type { MarkType } from 'prosemirror-model'
import { TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { schema } from '../../shared/schema.ts'

const { strong, em, strike, bracketed, workTitle, lang } = schema.marks

export const bold = toggleMark(strong)
export const italic = toggleMark(em)
export const struck = toggleMark(strike)
export const title = toggleMark(workTitle)

/** The stretch around the caret, or in the selection, that carries a mark. */
function stretchOf(state: EditorState, type: MarkType): { from: number; to: number } | null {
  const { $from, from, to, empty } = state.selection
  if (!empty) return state.doc.rangeHasMark(from, to, type) ? { from, to } : null
  if (type.isInSet($from.marks()) === undefined) return null
  let start = from
  let end = from
  const base = $from.start()
  // Grows from the caret to both sides as long as the mark goes on.
  const parts: { from: number; to: number }[] = []
  $from.parent.forEach((node, offset) => {
    if (type.isInSet(node.marks) === undefined) return
    const last = parts.at(-1)
    if (last?.to === base + offset) last.to += node.nodeSize
    else parts.push({ from: base + offset, to: base + offset + node.nodeSize })
  })
  for (const part of parts) {
    if (part.from > from || part.to < from) continue
    start = part.from
    end = part.to
  }
  return { from: start, to: end }
}

/** The editor's own words in somebody's: puts the selection in brackets, or begins a pair; on such words it says they are none. */
export const bracket: Command = (state, dispatch) => {
  const { $from, $to, from, to, empty } = state.selection
  if (!$from.parent.inlineContent || !$from.sameParent($to)) return false
  if (!dispatch) return true
  const tr = state.tr
  const there = stretchOf(state, bracketed)
  if (there !== null) tr.removeMark(there.from, there.to, bracketed).removeStoredMark(bracketed)
  else {
    const mark = bracketed.create()
    const said = state.doc.textBetween(from, to)
    const has = said.startsWith('[') && said.endsWith(']')
    if (!has) tr.insertText(']', to).insertText('[', from)
    tr.addMark(from, to + (has ? 0 : 2), mark)
    // Into the new pair; behind words that were there before.
    tr.setSelection(TextSelection.create(tr.doc, empty ? from + 1 : to + (has ? 0 : 2)))
  }
  dispatch(tr.scrollIntoView())
  return true
}

/** Words look plain again. What they mean stays: links, remarks, insertions, languages. */
export const clear: Command = (state, dispatch) => {
  const { from, to, empty, $from } = state.selection
  if (!$from.parent.inlineContent) return false
  if (dispatch) {
    const tr = state.tr
    for (const type of [strong, em, strike, workTitle]) {
      if (empty) tr.removeStoredMark(type)
      else tr.removeMark(from, to, type)
    }
    dispatch(tr)
  }
  return true
}

/** The language that words are in, where the caret or the selection is; '' where nobody has said. */
export function langAt(state: EditorState): { from: number; to: number; lang: string } | null {
  const { from, to, empty, $from } = state.selection
  if (!$from.parent.inlineContent) return null
  const stretch = stretchOf(state, lang)
  if (stretch === null) return empty ? null : { from, to, lang: '' }
  let said = ''
  state.doc.nodesBetween(stretch.from, stretch.to, (node) => {
    said ||= String(lang.isInSet(node.marks)?.attrs.lang ?? '')
  })
  return { ...stretch, lang: said }
}
