/** What an editor can do to the body: each a ProseMirror command, one undo step, tested without a browser. */
import { deleteSelection, splitBlock, toggleMark } from 'prosemirror-commands'
import type { Attrs, Mark, MarkType, Node } from 'prosemirror-model'
import { NodeSelection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state'
import { safeHref } from '../../shared/links.ts'
import { ROLES_OF_TEXT, oneOf, schema } from '../../shared/schema.ts'
import type { Speaker } from '../../shared/story.ts'
import { nextUnsure, readInterview, speakerAt } from './turns.ts'

const { paragraph, heading, listItem, list, hardBreak } = schema.nodes
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
    if (node.type === listItem) return leaveList(state, dispatch) || splitBlock(state, dispatch)
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

/** Enter on an empty list item ends the list there. */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.type !== listItem || $from.parent.content.size > 0) return false
  const all = $from.node(-1)
  const index = $from.index(-1)
  if (dispatch) {
    const items: Node[] = []
    all.forEach((item) => items.push(item))
    const above = items.slice(0, index)
    const below = items.slice(index + 1)
    const start = $from.before(-1)
    const blocks = [paragraph.create()]
    if (above.length > 0) blocks.unshift(all.copy(all.content.cut(0, $from.before() - start - 1)))
    if (below.length > 0) blocks.push(list.create({ ...all.attrs, id: above.length > 0 ? null : all.attrs.id }, below))
    const tr = state.tr.replaceWith(start, start + all.nodeSize, blocks)
    const caret = start + (above.length > 0 ? blocks[0]!.nodeSize : 0) + 1
    dispatch(tr.setSelection(TextSelection.create(tr.doc, caret)).scrollIntoView())
  }
  return true
}

export const lineBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView())
  return true
}

/** The guess under the caret, or those selected, are right as they are. */
export const accept: Command = (state, dispatch) => {
  const guesses = chosen(state).filter(({ node }) => node.attrs.roleState === 'guess')
  if (guesses.length === 0) return false
  if (dispatch) {
    const tr = state.tr
    for (const { pos } of guesses) tr.setNodeAttribute(pos, 'roleState', 'sure')
    dispatch(tr)
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

/** A guess is judged by what stands before and after it: not at the window's very edge. */
function showAround(block: globalThis.Node | null): void {
  if (!(block instanceof HTMLElement)) return
  const { top, bottom, height } = block.getBoundingClientRect()
  const room = innerHeight / 4
  if (top >= room && bottom <= innerHeight - room) return
  block.scrollIntoView({ block: height > innerHeight / 2 ? 'start' : 'center' })
}

export const bold = toggleMark(schema.marks.strong)
export const italic = toggleMark(schema.marks.em)

/** The link around the caret or in the selection: where it is and where it leads. */
export function linkAt(state: EditorState): { from: number; to: number; href: string } | null {
  const { $from, from, to, empty } = state.selection
  const link = schema.marks.link
  if (!empty) {
    const marks: Mark[] = []
    state.doc.nodesBetween(from, to, (node) => {
      marks.push(...node.marks)
    })
    const first = link.isInSet(marks)
    return first === undefined ? null : { from, to, href: String(first.attrs.href) }
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
  return { from: start, to: end, href: String(found.attrs.href) }
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
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const safe = safeHref(href)
    if (safe === null || !state.selection.$from.parent.inlineContent) return false
    if (dispatch) {
      const mark = schema.marks.link.create({ href: safe })
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

/** How the place under the caret looks to the tool bar. */
export type Looks = {
  /** `question`, `answer` or `paragraph`; of any other block at the top of the body, the name of its node. */
  kind: string
  guess: boolean
  /** Of a heading. */
  level: number | null
  /** Names of the marks of the next letter, or of some of what is selected. */
  marks: string[]
}

export function looksOf(state: EditorState): Looks {
  const { $from, from, to, empty } = state.selection
  const block = state.selection instanceof NodeSelection ? state.selection.node : $from.depth > 0 ? $from.node(1) : state.doc
  const next = state.storedMarks ?? $from.marks()
  const has = (mark: MarkType): boolean => (empty ? mark.isInSet(next) !== undefined : state.doc.rangeHasMark(from, to, mark))
  const role = block.type === paragraph ? oneOf(ROLES_OF_TEXT, block.attrs.role) : null
  return {
    kind: role === null ? block.type.name : role === 'body' ? 'paragraph' : role,
    guess: block.attrs.roleState === 'guess',
    level: block.type === heading ? (block.attrs.level as number) : null,
    marks: Object.values(schema.marks)
      .filter(has)
      .map((mark) => mark.name),
  }
}
