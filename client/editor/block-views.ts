/** How the blocks that are more than words look while one edits. */
import { Plugin } from 'prosemirror-state'
import type { NodeViewConstructor } from 'prosemirror-view'
import { NOTICE_KINDS, oneOf } from '../../shared/schema.ts'
import { typeBelow } from './block-commands.ts'

/** A notice is an <aside> to its readers, but in the midst of a text box it must not be a landmark. */
const noticeView: NodeViewConstructor = (node) => {
  const dom = document.createElement('div')
  dom.className = 'notice'
  dom.dataset.kind = oneOf(NOTICE_KINDS, node.attrs.kind)
  return { dom, contentDOM: dom }
}

const nodeViews: Record<string, NodeViewConstructor> = { notice: noticeView }

/** Blocks that are no words keep their place when somebody types on them. */
export const blockViews = (): Plugin =>
  new Plugin({
    props: {
      nodeViews,
      handleTextInput(view, _from, _to, text) {
        const tr = typeBelow(view.state, text)
        if (tr === null) return false
        view.dispatch(tr)
        return true
      },
      handleDOMEvents: {
        // An input method composes in words: they must be there before it begins.
        compositionstart(view) {
          const tr = typeBelow(view.state, '')
          if (tr !== null) view.dispatch(tr)
          return false
        },
      },
    },
  })
