/** What this person can take back; in the editor's state, where its commands and y-prosemirror look for it. */
import { Plugin } from 'prosemirror-state'
import * as Y from 'yjs'
import { defaultDeleteFilter, ySyncPluginKey, yUndoPluginKey } from 'y-prosemirror'
import { KEPT } from './take-back.ts'

export class OwnUndo extends Y.UndoManager {
  constructor(body: Y.XmlFragment) {
    super(body, {
      trackedOrigins: new Set([ySyncPluginKey]),
      deleteFilter: (item) => defaultDeleteFilter(item, KEPT),
      captureTransaction: ({ meta }) => meta.get('addToHistory') !== false,
    })
  }
}

/** y-prosemirror's own asks at every change where the caret was, and ends with the view's plugins; `UndoCaret` knows it. */
export const undoPlugin = (undoManager: OwnUndo): Plugin =>
  new Plugin({ key: yUndoPluginKey, state: { init: () => ({ undoManager }), apply: (_tr, was: unknown) => was } })
