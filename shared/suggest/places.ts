/** Where a hunk's places are in a live story, and in the editor's document. */
import type { Node } from 'prosemirror-model'
import * as Y from 'yjs'
import { bodyOf, fieldOf } from '../story.ts'
import { holdsBlocks } from './blocks.ts'
import type { Range, Spot } from './lay.ts'

type Element = Y.XmlElement
type Part = { key: string; element: Element }

/** The blocks of a live body under the names that shared/suggest/blocks.ts gives them. */
export function elementsOf(ydoc: Y.Doc): Map<string, Y.XmlElement> {
  const all = new Map<string, Element>()
  const add = (holder: Y.XmlFragment): void => {
    for (const element of holder.toArray()) {
      if (!(element instanceof Y.XmlElement)) continue
      const id: unknown = element.getAttribute('id')
      const { key } = named({ id, type: element.nodeName as string }, (name) => all.has(name))
      all.set(key, element as Element)
      if (holdsBlocks(element.nodeName as string)) add(element as Element)
    }
  }
  add(bodyOf(ydoc))
  return all
}

function named({ id, type }: { id: unknown; type: string }, taken: (key: string) => boolean): Pick<Part, 'key'> {
  const name = typeof id === 'string' && id !== '' ? id : `?${type}`
  let key = name
  for (let n = 2; taken(key); n++) key = `${name}~${n}`
  return { key }
}

/**
 * A hunk's range as Yjs says it, base64; it holds on to the words in it. Null: before the first block.
 * @param elements of `elementsOf`, when many are asked for
 */
export function relativeRange(
  ydoc: Y.Doc,
  { from, to }: Range,
  elements = elementsOf(ydoc),
): { from: string; to: string } | null {
  const equal = from.block === to.block && from.field === to.field && from.at === to.at
  const [begin, end] = [relative(ydoc, from, equal ? -1 : 0, elements), relative(ydoc, to, -1, elements)]
  return begin === null || end === null ? null : { from: begin, to: end }
}

function relative(ydoc: Y.Doc, { field, block, at }: Spot, assoc: number, elements: ReadonlyMap<string, Element>): string | null {
  const place =
    field !== null ? { type: fieldOf(ydoc, field), at } : placeIn(block === null ? undefined : elements.get(block), at)
  if (place === null) return null
  const position = Y.createRelativePositionFromTypeIndex(place.type, place.at, place.at === 0 ? 0 : assoc)
  return btoa(String.fromCharCode(...Y.encodeRelativePosition(position)))
}

/** The text of a block in which a letter stands: a line break is one letter between two texts. */
function placeIn(element: Element | undefined, at: number): { type: Y.XmlText | Element; at: number } | null {
  if (!element) return null
  let left = at
  for (const child of element.toArray()) {
    const size = child instanceof Y.XmlText ? child.length : 1
    if (child instanceof Y.XmlText && left <= size) return { type: child, at: left }
    left -= size
  }
  return { type: element, at: Math.min(element.length, at) }
}

/** The blocks of a document under the names that shared/suggest/blocks.ts gives them, and where each stands. */
export function positionsOf(doc: Node): Map<string, { pos: number; node: Node }> {
  const all = new Map<string, { pos: number; node: Node }>()
  doc.descendants((node, pos) => {
    if (!node.isBlock) return false
    all.set(named({ id: node.attrs.id, type: node.type.name }, (name) => all.has(name)).key, { pos, node })
    return !node.isTextblock
  })
  return all
}

/** Where a spot is in the editor's document; null: in a field, or nowhere any more. */
export function posOf({ field, block, at }: Spot, blocks: ReadonlyMap<string, { pos: number; node: Node }>): number | null {
  if (field !== null) return null
  if (block === null) return 0
  const found = blocks.get(block)
  if (!found) return null
  const { pos, node } = found
  return node.isTextblock ? pos + 1 + Math.min(at, node.content.size) : at === 0 ? pos : pos + node.nodeSize
}
