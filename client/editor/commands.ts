/** What an editor can do to the body: each a ProseMirror command, one undo step, tested without a browser. */
import { deleteSelection } from 'prosemirror-commands'
import type { Attrs, Node } from 'prosemirror-model'
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { schema } from '../../shared/schema.ts'
import type { Speaker } from '../../shared/story.ts'
import { enterInList } from './list-commands.ts'
import { showAround } from './show-around.ts'
import { nextUnsure, readInterview, speakerAt } from './turns.ts'

const { paragraph, heading, listItem, hardBreak } = schema.nodes
type Speakers = Readonly<Record<string, Speaker>>

/** Blocks of copy at the top of the body that the selection touches. */
function chosen(state: EditorState): { node: Node; pos: number }[] {
  const found: { node: Node; pos: number }[] = []
  const { from, to } = state.selection
  state.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (parent === state.doc && (node.type === paragraph || node.type === heading)) found.push({ node, pos })
    return parent === null
  })
  return found
}

/** Attributes of a paragraph that becomes `role`. */
function asRole(state: EditorState, pos: number, node: Node, role: string, speakers: Speakers): Attrs {
  const speaker = role === 'question' || role === 'answer' ? speakerAt(state.doc, pos, role, speakers) : null
  const same = node.type === paragraph && node.attrs.role === role
  return {
    id: node.attrs.id as string | null,
    role,
    speaker: same ? (node.attrs.speaker as string | null) : speaker,
    turnStart: same && node.attrs.turnStart === true,
    roleState: 'sure',
  }
}

/** Makes what is selected questions, answers or plain paragraphs. */
export function setRole(role: 'question' | 'answer' | 'body', speakers: Speakers): Command {
  return (state, dispatch) => {
    const blocks = chosen(state)
    if (blocks.length === 0) return false
    if (dispatch) {
      const tr = state.tr
      for (const { node, pos } of blocks) become(tr, pos, node, asRole(state, pos, node, role, speakers))
      dispatch(tr.scrollIntoView())
    }
    return true
  }
}

/** Attribute by attribute: the paragraph stays the same one, and with it what a colleague types in it. */
function become(tr: Transaction, pos: number, node: Node, attrs: Attrs): void {
  if (node.type === heading) {
    tr.setBlockType(pos + 1, pos + 1, paragraph, attrs)
    return
  }
  for (const name of Object.keys(attrs)) {
    if (node.attrs[name] !== attrs[name]) tr.setNodeAttribute(pos, name, attrs[name])
  }
}

/** Question to answer and back; anything else becomes a question. What was a guess is then sure. */
export function flip(speakers: Speakers): Command {
  return (state, dispatch) => {
    const first = chosen(state)[0]?.node
    if (first === undefined) return false
    return setRole(first.attrs.role === 'question' ? 'answer' : 'question', speakers)(state, dispatch)
  }
}

export function setHeading(level: 2 | 3): Command {
  return (state, dispatch) => {
    const blocks = chosen(state)
    if (blocks.length === 0) return false
    if (dispatch) {
      const tr = state.tr
      for (const { node, pos } of blocks) {
        if (node.type === heading) tr.setNodeAttribute(pos, 'level', level)
        else tr.setBlockType(pos + 1, pos + 1, heading, { id: node.attrs.id as string | null, level })
      }
      dispatch(tr.scrollIntoView())
    }
    return true
  }
}

/** Enter, as an interview wants it. */
export function enter(speakers: Speakers): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection
    const node = $from.parent
    if (node.type === listItem) return enterInList(state, dispatch)
    if (node.type !== paragraph) return false
    if (!$from.sameParent($to)) {
      // First the selection goes, then there is one paragraph to break.
      if (!dispatch) return true
      let after = state
      deleteSelection(state, (tr) => (after = state.apply(tr)))
      const tr = state.tr.deleteSelection()
      if (after.selection.$from.parent.type === paragraph) breakAt(tr, after.selection.from, after, speakers)
      dispatch(tr.scrollIntoView())
      return true
    }
    const top = $from.depth === 1
    const role = node.attrs.role as string
    if (top && node.content.size === 0 && (role === 'answer' || role === 'question')) {
      return setRole(role === 'answer' ? 'question' : 'body', speakers)(state, dispatch)
    }
    // An empty line in a notice leaves the notice: the stock command knows how.
    if (!top && node.content.size === 0) return false
    if (dispatch) {
      const tr = state.tr.deleteSelection()
      breakAt(tr, tr.selection.from, state, speakers)
      dispatch(tr.scrollIntoView())
    }
    return true
  }
}

function breakAt(tr: Transaction, pos: number, state: EditorState, speakers: Speakers): void {
  const $pos = tr.doc.resolve(pos)
  const node = $pos.parent
  const attrs: Attrs = { ...node.attrs, id: null, turnStart: false }
  if ($pos.parentOffset === 0 && node.content.size > 0) {
    // The words stay in their own paragraph; a new empty one goes above them.
    tr.insert($pos.before(), paragraph.create(attrs))
    return
  }
  const asks = node.attrs.role === 'question' && $pos.parentOffset === node.content.size
  const next = asks
    ? {
        id: null,
        role: 'answer',
        speaker: speakerAt(state.doc, $pos.before(), 'answer', speakers),
        turnStart: false,
        roleState: 'sure',
      }
    : attrs
  tr.split(pos, 1, [{ type: paragraph, attrs: next }])
}

export const lineBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView())
  return true
}

/** The guess under the caret, or those selected, are right as they are; then the next guess is looked at. */
export const accept: Command = (state, dispatch, view) => {
  const guesses = chosen(state).filter(({ node }) => node.attrs.roleState === 'guess')
  if (guesses.length === 0) return false
  if (dispatch) {
    const tr = state.tr
    for (const { pos } of guesses) tr.setNodeAttribute(pos, 'roleState', 'sure')
    const next = nextUnsure(readInterview(tr.doc, {}).unsure, guesses.at(-1)!.pos, 1)
    if (next !== null) tr.setSelection(TextSelection.create(tr.doc, next + 1)).scrollIntoView()
    dispatch(tr)
    if (view && next !== null) showAround(view.nodeDOM(next))
  }
  return true
}

/** Puts the caret at the next paragraph that is still a guess. */
export function toUnsure(way: 1 | -1): Command {
  return (state, dispatch, view) => {
    const { unsure } = readInterview(state.doc, {})
    const { $from } = state.selection
    const here = $from.depth > 0 ? $from.before(1) : $from.pos
    const pos = nextUnsure(unsure, here, way)
    if (pos === null) return false
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, pos + 1)).scrollIntoView())
    if (dispatch && view) showAround(view.nodeDOM(pos))
    return true
  }
}

const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Backspace takes back a whole emoji, however many people are in it. Letters with marks are left to the
 * browser: who writes Arabic, Hindi or Thai takes back one mark at a time.
 */
export const backspaceEmoji: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const before = $from.nodeBefore
  if (!empty || !before?.isText) return false
  // Long enough for any emoji, short enough that a key does not cost a paragraph.
  const cluster = [...clusters.segment(before.text!.slice(-64))].at(-1)?.segment ?? ''
  if (!/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(cluster) || cluster.length < 2) return false
  dispatch?.(state.tr.delete($from.pos - cluster.length, $from.pos).scrollIntoView())
  return true
}
