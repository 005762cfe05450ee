/** An address that is pasted becomes a link: of the words that are selected, or a line that can become a card. */
import { Plugin } from 'prosemirror-state'
import { safeHref } from '../../shared/links.ts'
import { setLink } from './links.ts'

/** The one address that a clipboard holds, or null. */
export function addressIn(data: Pick<DataTransfer, 'getData'> | null): string | null {
  const text = data?.getData('text/plain').trim() ?? ''
  return /^https?:\/\/[^\s<>"]+$/i.test(text) && text.length <= 2000 ? safeHref(text) : null
}

/** @param offer told of an address that was pasted on a line of its own */
export function linkPaste(offer: (href: string) => void): Plugin {
  return new Plugin({
    props: {
      handlePaste(view, event) {
        const href = addressIn(event.clipboardData)
        const { empty, $from, $to } = view.state.selection
        if (href === null || !$from.parent.inlineContent) return false
        if (!empty) return $from.sameParent($to) && setLink(href)(view.state, view.dispatch)
        if ($from.parent.content.size > 0 || $from.depth !== 1) return false
        if (!setLink(href)(view.state, view.dispatch)) return false
        offer(href)
        return true
      },
    },
  })
}
