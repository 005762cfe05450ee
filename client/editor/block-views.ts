/** How the blocks that are more than words look while one edits. */
import type { Attrs, Node } from 'prosemirror-model'
import { NodeSelection, Plugin } from 'prosemirror-state'
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view'
import { LINK_KINDS, NOTICE_KINDS, oneOf, type LinkKind } from '../../shared/schema.ts'
import { ImageView } from './image-view.ts'
import { keyOf } from './keys.ts'
import { typeBelow } from './type-below.ts'
import './images.css'

/** A notice is an <aside> to its readers, but in the midst of a text box it must not be a landmark. */
const noticeView: NodeViewConstructor = (node) => {
  const dom = document.createElement('div')
  dom.className = 'notice'
  dom.dataset.kind = oneOf(NOTICE_KINDS, node.attrs.kind)
  return { dom, contentDOM: dom }
}

/** A card is told by its words; it is changed in a form, not in the copy. */
function cardView(node: Node, what: (attrs: Attrs) => string, edit: () => void): NodeView {
  const dom = document.createElement('div')
  dom.className = node.type.name === 'embed' ? 'embed' : 'link-card'
  const [kind, title, address] = ['kind', 'title', 'address'].map((name) => {
    const part = document.createElement('span')
    part.className = name
    dom.append(part)
    return part
  }) as [HTMLElement, HTMLElement, HTMLElement]
  const show = ({ attrs }: Node): void => {
    kind.textContent = what(attrs)
    title.textContent = String(attrs.title || attrs.url || 'Nothing yet')
    address.textContent = attrs.title ? String(attrs.url) : ''
  }
  show(node)
  dom.contentEditable = 'false'
  dom.addEventListener('dblclick', edit)
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
    selectNode() {
      dom.classList.add('ProseMirror-selectednode')
      dom.dataset.hint = `${keyOf('edit') ?? ''} changes it`
    },
    deselectNode() {
      dom.classList.remove('ProseMirror-selectednode')
      delete dom.dataset.hint
    },
  }
}

const CARDS: Record<LinkKind, string> = { link: 'Read more', book: 'Book', follow: 'Follow', subscribe: 'Subscribe' }
const ofEmbed = ({ provider }: Attrs): string => String(provider || 'Player or post')
const ofCard = ({ kind, affiliate }: Attrs): string => CARDS[oneOf(LINK_KINDS, kind)] + (affiliate === true ? ' · affiliate' : '')

/** @returns whether there is a picture at that place; then it is selected */
export function selectImage({ state, dispatch }: EditorView, pos: number | undefined): boolean {
  if (pos === undefined || state.doc.nodeAt(pos)?.type.name !== 'image') return false
  dispatch(state.tr.setSelection(NodeSelection.create(state.doc, pos)))
  return true
}

/**
 * Blocks that are no words keep their place when somebody types on them.
 * @param edit asked when somebody presses a card twice
 * @param openWords opens the words beside the picture that is selected
 */
export function blockViews(edit: () => void, openWords: () => void): Plugin {
  return new Plugin({
    props: {
      nodeViews: {
        notice: noticeView,
        embed: (node) => cardView(node, ofEmbed, edit),
        linkCard: (node) => cardView(node, ofCard, edit),
        image: (node, view, getPos, decorations) =>
          new ImageView(node, view, getPos, decorations, (pos) => selectImage(view, pos) && openWords()),
      },
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
}
