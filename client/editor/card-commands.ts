/** Players, posts and link cards: blocks that are a link with a title, edited in a form. */
import type { Attrs, Node } from 'prosemirror-model'
import { NodeSelection, Selection, type Command, type EditorState } from 'prosemirror-state'
import { safeHref } from '../../shared/links.ts'
import { merged } from '../../shared/merge.ts'
import { schema } from '../../shared/schema.ts'
import { insert } from './block-commands.ts'

const { embed, linkCard, paragraph } = schema.nodes
export type CardName = 'embed' | 'linkCard'
type Place = { node: Node; pos: number }

/** The card that is selected. */
export function cardAt(state: EditorState): Place | null {
  const { selection } = state
  if (!(selection instanceof NodeSelection)) return null
  const { node } = selection
  return node.type === embed || node.type === linkCard ? { node, pos: selection.from } : null
}

export const insertCard = (name: CardName, attrs: Record<string, unknown>): Command =>
  insert(() => [schema.nodes[name].create(attrs)])

/** Words that two people may write at once. */
const WRITTEN = new Set(['title', 'fallbackText'])

/**
 * Gives a card new values.
 * @param before what this person was shown: what they left as it was, and a colleague or a check has changed meanwhile, stays
 */
export function setCard(id: string, attrs: Record<string, unknown>, before: Attrs): Command {
  return (state, dispatch) => {
    let at: Place | null = null
    state.doc.forEach((node, pos) => {
      if (node.attrs.id === id && (node.type === embed || node.type === linkCard)) at = { node, pos }
    })
    if (at === null) return false
    const { node, pos }: Place = at
    const tr = state.tr
    for (const [name, value] of Object.entries(attrs)) {
      if (value === before[name]) continue
      const now: unknown = node.attrs[name]
      const next = WRITTEN.has(name) ? merged(String(before[name]), String(value), String(now)) : value
      if (next !== now) tr.setNodeAttribute(pos, name, next)
    }
    if (dispatch) dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)).scrollIntoView())
    return true
  }
}

/** Where a paragraph's only words lead, if they are a link or an address. */
function loneLink(node: Node): string | null {
  if (node.type !== paragraph || node.childCount === 0) return null
  const hrefs = new Set(node.children.map((child) => schema.marks.link.isInSet(child.marks)?.attrs.href as string | undefined))
  const [href] = hrefs
  if (hrefs.size === 1 && href !== undefined) return safeHref(href)
  const text = node.textContent.trim()
  return /^https?:\/\/\S+$/i.test(text) ? safeHref(text) : null
}

/** The line at the caret that is nothing but a link; with `href`, the first one that leads there. */
export function linkLineAt(state: EditorState, href?: string): (Place & { href: string; text: string }) | null {
  const { $from } = state.selection
  const places: Place[] = []
  if (href === undefined) {
    if ($from.depth === 1) places.push({ node: $from.parent, pos: $from.before(1) })
  } else state.doc.forEach((node, pos) => places.push({ node, pos }))
  for (const { node, pos } of places) {
    const leads = loneLink(node)
    if (leads !== null && (href === undefined || leads === href)) return { node, pos, href: leads, text: node.textContent.trim() }
  }
  return null
}

/** Puts a card in the place of the line that was nothing but its link. */
export function lineToCard(href: string, name: CardName, attrs: Record<string, unknown>): Command {
  return (state, dispatch) => {
    const line = linkLineAt(state, href)
    if (line === null) return false
    if (dispatch) {
      const { node, pos } = line
      const tr = state.tr.replaceWith(
        pos,
        pos + node.nodeSize,
        schema.nodes[name].create({ ...attrs, id: node.attrs.id as string | null }),
      )
      dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)).scrollIntoView())
    }
    return true
  }
}

/** A line below a card, to go on writing. */
export const lineBelow: Command = (state, dispatch) => {
  const { selection } = state
  if (!(selection instanceof NodeSelection) || selection.$from.depth > 0) return false
  if (dispatch) {
    const tr = state.tr.insert(selection.to, paragraph.create())
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(selection.to + 1), 1)).scrollIntoView())
  }
  return true
}
