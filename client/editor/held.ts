/** What is pasted, or dropped from elsewhere, before that which reads it is here: it waits, and comes in where it then belongs. */
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** The browser takes a clipboard's data away when its event is over. @param isPlain the words alone are wanted */
function copyOf(data: DataTransfer, isPlain: boolean): DataTransfer {
  const copy = new DataTransfer()
  for (const type of data.types)
    if (type === 'text/plain' || (type === 'text/html' && !isPlain)) copy.setData(type, data.getData(type))
  for (const file of data.files) copy.items.add(file)
  return copy
}

/** What of ProseMirror's view it keeps to itself. */
type Inner = { input: { shiftKey: boolean } }

export class Held {
  private readonly waiting: Event[] = []

  readonly plugin = new Plugin({
    props: {
      handleDOMEvents: {
        paste: (view, event) => {
          const { clipboardData } = event
          if (clipboardData === null || !view.editable) return false
          const { shiftKey } = (view as unknown as Inner).input
          const again = { clipboardData: copyOf(clipboardData, shiftKey), bubbles: true, cancelable: true }
          return this.hold(event, new ClipboardEvent('paste', again))
        },
        drop: (view, event) => {
          const { dataTransfer, clientX, clientY } = event
          // What is dragged within the copy needs no reader.
          if (dataTransfer === null || view.dragging !== null) return false
          const again = { dataTransfer: copyOf(dataTransfer, false), clientX, clientY, bubbles: true, cancelable: true }
          return this.hold(event, new DragEvent('drop', again))
        },
      },
    },
  })

  private hold(event: Event, again: Event): true {
    event.preventDefault()
    this.waiting.push(again)
    return true
  }

  /** It is here, in the view's plugins. */
  release(view: EditorView): void {
    for (const event of this.waiting.splice(0)) view.dom.dispatchEvent(event)
  }
}
