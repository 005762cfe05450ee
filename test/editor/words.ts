/** Builds bodies and states for the scenes about the editor. */
import type { Node } from 'prosemirror-model'
import { EditorState, TextSelection, type Command, type Plugin } from 'prosemirror-state'
import { schema } from '../../shared/schema.ts'

type Attrs = Record<string, unknown>
let last = 0
/** An id of the kind the editor makes, the same in every run of one file. */
export const id = (): string => `block${String(++last).padStart(7, '0')}`

const textblock =
  (type: string, base: Attrs) =>
  (text: string, attrs: Attrs = {}): Node =>
    schema.node(type, { id: id(), ...base, ...attrs }, text === '' ? [] : [schema.text(text)])

export const q = textblock('paragraph', { role: 'question', speaker: 'cs' })
export const a = textblock('paragraph', { role: 'answer', speaker: 'ml' })
export const p = textblock('paragraph', { role: 'body' })
export const h = textblock('heading', { level: 2 })
export const notice = (...inner: Node[]): Node => schema.node('notice', { id: id(), kind: 'reader-note' }, inner)
export const list = (...items: string[]): Node =>
  schema.node(
    'list',
    { id: id() },
    items.map((text) => textblock('listItem', {})(text)),
  )
export const picture = (words: Attrs): Node => schema.node('image', { id: id(), asset: 'asset0-10x20', ...words })
export const card = (words: Attrs): Node => schema.node('linkCard', { id: id(), url: 'https://a.example', ...words })
export const player = (words: Attrs): Node => schema.node('embed', { id: id(), url: 'https://a.example', ...words })
export const body = (...blocks: Node[]): Node => schema.node('doc', null, blocks)

export const SPEAKERS = {
  cs: { name: 'Cora Stein', initials: 'CS', kind: 'interviewer' },
  ml: { name: 'Mika Lund', initials: 'ML', kind: 'subject' },
} as const

/** Where `words` stand in the body; with `side`, the place before or after them. */
export function at(doc: Node, words: string, side: 'before' | 'after' = 'after'): number {
  let found = -1
  doc.descendants((node, pos) => {
    if (!node.isTextblock || found >= 0) return true
    const index = node.textContent.indexOf(words)
    if (index >= 0) found = pos + 1 + index + (side === 'after' ? words.length : 0)
    return false
  })
  if (found < 0) throw new Error(`no “${words}” in the body`)
  return found
}

export function stateOf(doc: Node, caret: number, to = caret, plugins: Plugin[] = []): EditorState {
  return EditorState.create({ doc, selection: TextSelection.create(doc, caret, to), plugins })
}

/** @returns the state after it, or null when the command does not apply there */
export function doing(state: EditorState, command: Command): EditorState | null {
  let after: EditorState | null = null
  command(state, (tr) => (after = state.apply(tr)))
  return after
}

/** A body as one can read it in a failing test: `Q: Where? | A: Here. | p: So.` */
export function told(doc: Node): string {
  const lines: string[] = []
  doc.forEach((node) => {
    const { type, attrs, textContent } = node
    const mark = { question: 'Q', answer: 'A', body: 'p' }[attrs.role as string] ?? type.name
    lines.push(`${mark}${attrs.roleState === 'guess' ? '?' : ''}: ${textContent}`)
  })
  return lines.join(' | ')
}
