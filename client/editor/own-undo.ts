/** What this person can take back. It outlives a change of the view's plugins, with which y-prosemirror would end it. */
import * as Y from 'yjs'
import { defaultDeleteFilter, ySyncPluginKey } from 'y-prosemirror'
import { KEPT } from './take-back.ts'

export class OwnUndo extends Y.UndoManager {
  constructor(body: Y.XmlFragment) {
    super(body, {
      trackedOrigins: new Set([ySyncPluginKey]),
      deleteFilter: (item) => defaultDeleteFilter(item, KEPT),
      captureTransaction: ({ meta }) => meta.get('addToHistory') !== false,
    })
  }

  /** The view lets go of it: who listened listens anew, what was done stays. */
  override destroy(): void {
    this._observers.clear()
  }

  /** The text is no longer on the screen. */
  end(): void {
    super.destroy()
  }
}
