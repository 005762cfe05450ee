/** Where the places of suggestions are in the text on the screen. */
import { fromBase64, toBase64 } from 'lib0/buffer'
import type { Node } from 'prosemirror-model'
import * as Y from 'yjs'
import { changes } from '../../shared/write/changes.ts'

type Type = Y.AbstractType<any> // oxlint-disable-line typescript/no-explicit-any -- the type's own events do not matter

/** A Y.Doc's relative positions, read in the document that ProseMirror has made of its body. */
export class Places {
  private readonly starts = new Map<Type, number>()
  private readonly blocks = new Map<string, { pos: number; node: Node }>()

  constructor(
    private readonly ydoc: Y.Doc,
    body: Y.XmlFragment,
    readonly doc: Node,
  ) {
    this.walk(body, doc, 0)
  }

  /** @returns null: it is in no text of the body any more */
  at(relative: string | null): number | null {
    const place = absolute(this.ydoc, relative)
    const start = place === null ? undefined : this.starts.get(place.type)
    if (place === null || start === undefined) return null
    const at = start + place.index
    return at <= this.doc.content.size ? at : null
  }

  block(id: string | null): { pos: number; node: Node } | null {
    return id === null ? null : (this.blocks.get(id) ?? null)
  }

  /** @param side the letter it goes with: -1 the one before it, 0 the one behind. Null: there is no text there. */
  relative(pos: number, side: -1 | 0): string | null {
    for (const [type, start] of this.starts) {
      const length = (type as Y.XmlText).length
      if (pos < start || pos > start + length || (side === 0 && pos === start + length && length > 0)) continue
      return encode(Y.createRelativePositionFromTypeIndex(type, pos - start, side))
    }
    return null
  }

  private walk(holder: Y.XmlFragment, node: Node, start: number): void {
    let [pos, index] = [start, 0]
    for (const child of holder.toArray()) {
      if (child instanceof Y.XmlText) {
        this.starts.set(child, pos)
        pos += child.length
        continue
      }
      if (node.isTextblock) {
        pos += 1
        continue
      }
      const inner = node.maybeChild(index++)
      if (inner === null || !(child instanceof Y.XmlElement)) return
      const { id } = inner.attrs
      if (typeof id === 'string' && id !== '') this.blocks.set(id, { pos, node: inner })
      if (!inner.isAtom) this.walk(child, inner, pos + 1)
      pos += inner.nodeSize
    }
  }
}

export const encode = (position: Y.RelativePosition): string => toBase64(Y.encodeRelativePosition(position))

/** A relative position as a place in one of the Y.Doc's texts. */
export function absolute(ydoc: Y.Doc, relative: string | null): { type: Type; index: number } | null {
  if (relative === null) return null
  try {
    return Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(fromBase64(relative)), ydoc)
  } catch {
    // It speaks of words that have not come yet.
    return null
  }
}

/** From one document to another whose blocks have the same ids: what is in neither's difference keeps its place. */
export class Carry {
  private readonly now = new Map<string, { pos: number; node: Node }>()
  private readonly same = new Map<Node, number>()
  private readonly starts: number[] = []

  constructor(
    private readonly before: Node,
    private readonly after: Node,
  ) {
    before.forEach((_node, pos) => this.starts.push(pos))
    after.descendants((node, pos, parent) => {
      if (parent === after) this.same.set(node, pos)
      const { id } = node.attrs
      if (typeof id === 'string' && id !== '' && !this.now.has(id)) this.now.set(id, { pos, node })
      return !node.isTextblock
    })
  }

  /** @param side where it goes when words were put in exactly there. @returns null: the block is gone */
  at(pos: number, side: -1 | 1): number | null {
    const { before, after } = this
    if (pos >= before.content.size) return after.content.size
    const $pos = before.resolve(pos)
    const index = $pos.index(0)
    let [node, start] = [before.child(index), this.starts[index]!]
    const same = this.same.get(node)
    if (same !== undefined) return same + pos - start
    // Of what stands in a list or a notice, the very line.
    if ($pos.depth > 1 && $pos.parent.isTextblock && this.now.has(String($pos.parent.attrs.id)))
      [node, start] = [$pos.parent, $pos.before()]
    const to = this.now.get(String(node.attrs.id))
    if (to === undefined) return null
    if (pos === start) return to.pos
    const at = pos - start - 1
    return to.pos + 1 + Math.min(moved(node, to.node, at, side), to.node.content.size)
  }
}

/** A place of one text in another, word by word. @param side where it goes when words were put in exactly there */
export function carriedLetter(was: string, now: string, at: number, side: -1 | 1): number {
  let [old, fresh] = [0, 0]
  for (const { same, gone, come } of changes(was, now)) {
    const length = typeof come === 'string' ? come.length : come.to - come.from
    const begin = old + same
    if (at < begin || (at === begin && side === -1)) return fresh + at - old
    if (at < begin + gone) return fresh + same + (side === -1 ? 0 : length)
    ;[old, fresh] = [begin + gone, fresh + same + length]
  }
  return fresh + at - old
}

function moved(was: Node, now: Node, at: number, side: -1 | 1): number {
  if (was.isTextblock && now.isTextblock) return carriedLetter(lettersOf(was), lettersOf(now), at, side)
  const start = was.content.findDiffStart(now.content)
  if (start === null || at < start || (at === start && side === -1)) return at
  const end = was.content.findDiffEnd(now.content)!
  // Letters twice in a row can be taken for changed from both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const [wasEnd, nowEnd] = [end.a + overlap, end.b + overlap]
  if (at >= wasEnd) return at + nowEnd - wasEnd
  return side === -1 ? start : nowEnd
}

/** Every node in a line of text is one letter long. */
const lettersOf = (block: Node): string => block.textBetween(0, block.content.size, '', '\ufffc')
