/**
 * What stands beside the copy: Q, A, NOTE, initials, and the dotted edge of a guess. All derived from the
 * state, once a change: each edit of a colleague replaces the whole document, so nothing could be mapped.
 */
import { Plugin, PluginKey, TextSelection, type EditorState } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { LabelStyle, Speaker } from '../../shared/story.ts'
import { readInterview, type Interview } from './turns.ts'

type Gutter = { interview: Interview; beside: DecorationSet }

const key = new PluginKey<Gutter>('gutter')
export const interviewOf = (state: EditorState): Interview => key.getState(state)!.interview
/** Names have changed: look again. */
export const RELABEL = 'relabel'

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
    const marks = interview.places.map(({ pos, size, label, role, opens, unsure }) => {
      const attrs: Record<string, string> = {
        class: [
          `is-${role}`,
          opens ? 'opens' : '',
          unsure ? 'unsure' : '',
          role !== 'note' && label !== null && label.length > 6 ? 'named' : '',
        ]
          .filter(Boolean)
          .join(' '),
      }
      if (label !== null) attrs['data-label'] = label
      return Decoration.node(pos, pos + size, attrs)
    })
    // Two people can each put one in; only the first counts.
    for (const pos of interview.paywalls.slice(1))
      marks.push(
        Decoration.node(pos, pos + 1, {
          class: 'extra',
          'data-note': 'A second paywall break, which does nothing: take one of them out',
        }),
      )
    const empty = state.doc.childCount === 1 && state.doc.firstChild!.isTextblock && state.doc.firstChild!.content.size === 0
    if (empty)
      marks.push(
        Decoration.node(0, state.doc.firstChild!.nodeSize, {
          class: 'empty',
          'data-placeholder': 'Write, or paste the interview',
        }),
      )
    return { interview, beside: DecorationSet.create(state.doc, marks) }
  }
  return new Plugin<Gutter>({
    key,
    state: {
      init: (_config, state) => read(state),
      apply: (tr, was, _before, state) => (tr.docChanged || tr.getMeta(RELABEL) === true ? read(state) : was),
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
