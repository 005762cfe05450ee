/**
 * The browser tells of a moved caret a moment after it moved. What is drawn in that moment would put the caret back
 * where it was, and the next letter in the wrong place: so before anything is drawn by itself, it is asked for.
 */
import type { EditorView } from 'prosemirror-view'

export function readCaret(view: EditorView): void {
  if (!view.composing) (view as unknown as { domObserver: { flush: () => void } }).domObserver.flush()
}
