/**
 * What stands beside the copy: Q, A, NOTE, initials, and the dotted edge of a guess. All derived from the
 * state, once a change: each edit of a colleague replaces the whole document, so nothing could be mapped.
 */
import { Plugin, PluginKey, type EditorState } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Speaker } from '../../shared/story.ts'
import { readInterview, type Interview } from './turns.ts'

type Gutter = { interview: Interview; beside: DecorationSet }

const key = new PluginKey<Gutter>('gutter')
export const interviewOf = (state: EditorState): Interview => key.getState(state)!.interview
/** Names have changed: look again. */
export const RELABEL = 'relabel'

export function gutter(speakers: () => Readonly<Record<string, Speaker>>): Plugin<Gutter> {
  const read = (state: EditorState): Gutter => {
    const interview = readInterview(state.doc, speakers())
    const marks = interview.places.map(({ pos, size, label, role, opens, unsure }) => {
      const attrs: Record<string, string> = {
        class: [`is-${role}`, opens ? 'opens' : '', unsure ? 'unsure' : ''].join(' ').trim(),
      }
      if (label !== null) attrs['data-label'] = label
      return Decoration.node(pos, pos + size, attrs)
    })
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
    props: { decorations: (state) => key.getState(state)?.beside },
  })
}
