/** Who says what is under the caret. Attributes only: the paragraphs stay the same ones. */
import type { Node } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { schema } from '../../shared/schema.ts'
import type { Speaker } from '../../shared/story.ts'
import { INSIDE_A_TURN } from './turns.ts'

/** The paragraphs of the turn that the block at `pos` is in; of a paragraph outside the interview, it alone. */
export function turnAround(body: Node, pos: number): { node: Node; pos: number }[] {
  const turns: { node: Node; pos: number }[][] = []
  let key: string | null = null
  let mine = -1
  body.forEach((node, at) => {
    if (node.type.name !== 'paragraph') {
      if (!INSIDE_A_TURN.has(node.type.name)) key = null
      return
    }
    const { role, speaker, turnStart } = node.attrs
    const now = role === 'body' ? null : `${String(role)} ${String(speaker)}`
    if (now === null || now !== key || turnStart === true) turns.push([])
    key = now
    turns.at(-1)!.push({ node, pos: at })
    if (at === pos) mine = turns.length - 1
  })
  return turns[mine] ?? []
}

/** The paragraphs a choice is for: those selected, or the whole turn around the caret. */
export function spokenHere(state: EditorState): { node: Node; pos: number }[] {
  const { $from, from, to, empty } = state.selection
  if ($from.depth !== 1 || $from.parent.type !== schema.nodes.paragraph) return []
  if (empty) return turnAround(state.doc, $from.before(1))
  const found: { node: Node; pos: number }[] = []
  state.doc.nodesBetween(from, to, (node, pos, parent) => {
    if (parent === state.doc && node.type === schema.nodes.paragraph) found.push({ node, pos })
    return parent === null
  })
  return found
}

/** Gives the words to a speaker, or to nobody by name. Plain copy becomes what such a speaker says. */
export function setSpeaker(id: string | null, kind: Speaker['kind'] | null): Command {
  return (state, dispatch) => {
    const spoken = spokenHere(state)
    if (spoken.length === 0) return false
    if (dispatch) {
      const tr = state.tr
      for (const { node, pos } of spoken) {
        if (node.attrs.speaker !== id) tr.setNodeAttribute(pos, 'speaker', id)
        if (node.attrs.role !== 'body' || id === null) continue
        tr.setNodeAttribute(pos, 'role', kind === 'interviewer' ? 'question' : 'answer')
        tr.setNodeAttribute(pos, 'roleState', 'sure')
      }
      dispatch(tr.scrollIntoView())
    }
    return true
  }
}

/** Cuts the turn here, as when a pause lies between two answers of one speaker; or joins it again. */
export const newTurn: Command = (state, dispatch) => {
  const { $from } = state.selection
  const node = $from.parent
  if ($from.depth !== 1 || node.type !== schema.nodes.paragraph || node.attrs.role === 'body') return false
  dispatch?.(state.tr.setNodeAttribute($from.before(1), 'turnStart', node.attrs.turnStart !== true))
  return true
}
