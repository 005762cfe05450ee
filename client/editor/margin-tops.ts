/**
 * How far down the window the words of the margin's items begin. All is read in one pass, and what is known of a
 * block that has not changed is not read again: only where the block itself is by now.
 */
import type { Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import type { MarginItem } from './margin.ts'

export class MarginTops {
  /** For each block, how far below its top a place in it begins. */
  private below = new WeakMap<Node, Map<number, number>>()
  private width = 0

  constructor(private readonly view: EditorView) {
    // Another face of the letters, other lines.
    document.fonts?.addEventListener?.('loadingdone', () => (this.below = new WeakMap()))
  }

  of(items: readonly MarginItem[]): Map<string, number> {
    const { view } = this
    const { doc } = view.state
    const width = view.dom.clientWidth
    if (width !== this.width) this.below = new WeakMap()
    this.width = width
    const tops = new Map<string, number>()
    let block: { pos: number; top: number; node: Node } | undefined
    for (const { key, spots } of items) {
      const { field, from } = spots[0]!
      if (field !== null || from > doc.content.size) continue
      const $from = doc.resolve(from)
      const pos = $from.depth === 0 ? from : $from.before(1)
      const node = doc.nodeAt(pos)
      if (node === null) continue
      if (block?.pos !== pos) {
        const dom = view.nodeDOM(pos)
        if (!(dom instanceof HTMLElement)) continue
        block = { pos, top: dom.getBoundingClientRect().top, node }
      }
      tops.set(key, block.top + this.belowTop(block, from))
    }
    return tops
  }

  private belowTop({ pos, top, node }: { pos: number; top: number; node: Node }, from: number): number {
    if (from === pos) return 0
    let known = this.below.get(node)
    if (known === undefined) this.below.set(node, (known = new Map()))
    let below = known.get(from - pos)
    if (below === undefined) known.set(from - pos, (below = this.view.coordsAtPos(from, 1).top - top))
    return below
  }
}
