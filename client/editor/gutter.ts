/**
 * What stands beside the copy: Q, A, NOTE, initials, and the dotted edge of a guess. All derived from the state; typing
 * in a paragraph only moves what stands below it.
 */
import { Plugin, PluginKey, TextSelection, type EditorState } from 'prosemirror-state'
import { Decoration, type DecorationSet } from 'prosemirror-view'
import type { LabelStyle, Speaker } from '../../shared/story.ts'
import { blockMarks, pushedMarks } from './block-marks.ts'
import { pushedInterview, readInterview, type Interview, type Place } from './turns.ts'
import { typedIn, type Typed } from './typed.ts'

type Gutter = { interview: Interview; beside: DecorationSet }

const key = new PluginKey<Gutter>('gutter')
export const interviewOf = (state: EditorState): Interview => key.getState(state)!.interview
/** Names have changed: look again. */
export const RELABEL = 'relabel'

type Attrs = Record<string, string>
const EXTRA: Attrs = { class: 'extra', 'data-note': 'A second paywall break, which does nothing: take one of them out' }
const EMPTY: Attrs = { class: 'empty', 'data-placeholder': 'Write, or paste the interview' }

/** The same looks are the same object: at each key ProseMirror compares those of every block with what they were. */
const known = new Map<string, Attrs>()
function looksOf({ label, role, opens, unsure }: Place): Attrs {
  const name = `${role} ${opens} ${unsure} ${label}`
  let looks = known.get(name)
  if (looks !== undefined) return looks
  const isNamed = role !== 'note' && label !== null && label.length > 6
  const classes = [`is-${role}`, opens ? 'opens' : '', unsure ? 'unsure' : '', isNamed ? 'named' : '']
  looks = { class: classes.filter(Boolean).join(' '), ...(label === null ? {} : { 'data-label': label }) }
  known.set(name, looks)
  return looks
}

/** The paragraph whose label was pressed. The label is drawn by the stylesheet: beside the words, or above them on a phone. */
function labelled({ target, clientX, clientY }: MouseEvent): HTMLElement | null {
  const block = target instanceof HTMLElement ? target.closest<HTMLElement>('p[data-label]') : null
  if (block === null) return null
  const { left, top } = block.getBoundingClientRect()
  return clientX < left || clientY < top + Number.parseFloat(getComputedStyle(block).paddingTop) ? block : null
}

/** @param choose asked when somebody presses a label: the caret is there then */
export function gutter(
  speakers: () => Readonly<Record<string, Speaker>>,
  style: () => LabelStyle,
  choose: () => void,
): Plugin<Gutter> {
  const read = (state: EditorState): Gutter => {
    const interview = readInterview(state.doc, speakers(), style())
    const marks = interview.places.map((place) => Decoration.node(place.pos, place.pos + place.size, looksOf(place)))
    // Two people can each put one in; only the first counts.
    for (const pos of interview.paywalls.slice(1)) marks.push(Decoration.node(pos, pos + 1, EXTRA))
    if (interview.paywalls.length > 1) marks.sort((a, b) => a.from - b.from)
    const empty = state.doc.childCount === 1 && state.doc.firstChild!.isTextblock && state.doc.firstChild!.content.size === 0
    if (empty) marks.push(Decoration.node(0, state.doc.firstChild!.nodeSize, EMPTY))
    return { interview, beside: blockMarks(marks) }
  }
  const pushed = ({ interview, beside }: Gutter, { pos, was, now }: Typed): Gutter => {
    const by = now.nodeSize - was.nodeSize
    return { interview: pushedInterview(interview, pos, by), beside: pushedMarks(beside, pos, by) }
  }
  return new Plugin<Gutter>({
    key,
    state: {
      init: (_config, state) => read(state),
      apply(tr, was, before, state) {
        if (tr.getMeta(RELABEL) === true) return read(state)
        if (!tr.docChanged) return was
        // In an only paragraph it is said that there is nothing yet.
        const typed = state.doc.childCount === 1 ? null : typedIn(before.doc, state.doc)
        return typed === null ? read(state) : pushed(was, typed)
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.beside,
      handleDOMEvents: {
        mousedown(view, event) {
          if (!view.editable || event.button !== 0 || labelled(event) === null) return false
          // The caret stays, and what is selected.
          event.preventDefault()
          return true
        },
        // Not on the press: letting go of it would close again what it opened.
        click(view, event) {
          const block = view.editable ? labelled(event) : null
          if (block === null) return false
          const pos = view.posAtDOM(block, 0)
          const { from, to } = view.state.selection
          // Who has marked words in this paragraph means those.
          if (to < pos || from > pos + view.state.doc.resolve(pos).parent.content.size)
            view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, pos)))
          view.focus()
          choose()
          return true
        },
      },
    },
  })
}
