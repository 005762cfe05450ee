/**
 * Says whether this page's schema knows all of a body. y-prosemirror deletes for everyone what its
 * schema does not know, so nothing may be bound to a body that does not fit (P9).
 */
import * as Y from 'yjs'
import type { NodeType } from 'prosemirror-model'
import { schema } from '../../shared/schema.ts'

/** y-prosemirror adds a hash to the name of a mark that may overlap itself. */
const HASH = /--[a-zA-Z0-9+/=]{8}$/

const own = (list: object, name: string): boolean => Object.hasOwn(list, name)

function misfitOfText(text: Y.XmlText): string | null {
  for (const { insert, attributes } of text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]) {
    if (typeof insert !== 'string') return 'something inside a line'
    for (const name of Object.keys(attributes ?? {})) {
      if (!own(schema.marks, name.replace(HASH, ''))) return `the mark “${name}”`
    }
  }
  return null
}

/** Looks at one element and its children, not deeper. */
function misfitOf(element: Y.XmlFragment): string | null {
  let type: NodeType = schema.topNodeType
  if (element instanceof Y.XmlElement) {
    const name: string = element.nodeName
    if (!own(schema.nodes, name) || name === 'text') return `the part “${name}”`
    type = schema.nodes[name]!
  }
  let match = type.contentMatch
  const children = element.toArray()
  // A body nobody has typed in yet: the editor starts its first paragraph.
  if (type === schema.topNodeType && children.length === 0) return null
  for (const child of children) {
    if (child instanceof Y.XmlElement) {
      if (!own(schema.nodes, child.nodeName)) return `the part “${child.nodeName}”`
      const next = match.matchType(schema.nodes[child.nodeName]!)
      if (next === null) return `“${child.nodeName}” inside “${type.name}”`
      match = next
    } else if (child instanceof Y.XmlText) {
      const wrong = misfitOfText(child)
      if (wrong !== null) return wrong
      if (type === schema.topNodeType) return 'loose words between paragraphs'
      if (child.length === 0) continue
      const next = match.matchType(schema.nodes.text)
      if (next === null) return `words inside “${type.name}”`
      match = next
    } else return 'a hook'
  }
  return match.validEnd ? null : `an unfinished “${type.name}”`
}

/** What in the body this page does not know, or null when it knows everything. */
export function misfit(body: Y.XmlFragment): string | null {
  // A list of places to look at, not a recursion: a hand-made body may be 20,000 levels deep.
  const open: Y.XmlFragment[] = [body]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const wrong = misfitOf(next)
    if (wrong !== null) return wrong
    for (const child of next.toArray()) if (child instanceof Y.XmlElement) open.push(child)
  }
  return null
}

/** The same for what a change has touched, so that a colleague's key costs a look at one paragraph. */
export function misfitIn(events: readonly Y.YEvent<Y.XmlFragment | Y.XmlText>[]): string | null {
  for (const event of events) {
    const { target } = event
    if (target instanceof Y.XmlText) {
      const wrong = misfitOfText(target)
      if (wrong !== null) return wrong
      continue
    }
    if (!(target instanceof Y.XmlFragment)) continue
    const wrong = misfitOf(target)
    if (wrong !== null) return wrong
    for (const item of event.changes.added) {
      const type: unknown = item.content instanceof Y.ContentType ? item.content.type : null
      if (type instanceof Y.XmlElement) {
        const deeper = misfit(type)
        if (deeper !== null) return deeper
      }
    }
  }
  return null
}
