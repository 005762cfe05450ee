/** How the blocks that are more than words look while one edits. */
import type { NodeViewConstructor } from 'prosemirror-view'
import { NOTICE_KINDS, oneOf } from '../../shared/schema.ts'

/** A notice is an <aside> to its readers, but in the midst of a text box it must not be a landmark. */
const noticeView: NodeViewConstructor = (node) => {
  const dom = document.createElement('div')
  dom.className = 'notice'
  dom.dataset.kind = oneOf(NOTICE_KINDS, node.attrs.kind)
  return { dom, contentDOM: dom }
}

export const nodeViews: Record<string, NodeViewConstructor> = { notice: noticeView }
