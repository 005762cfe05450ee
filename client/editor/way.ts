/** How the editor came from one document to the next, for shared/write/write-body.ts. */
import { Mapping } from 'prosemirror-transform'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { Way } from '../../shared/write/write-body.ts'

export const wayOf = (before: EditorState, transactions: readonly Transaction[]): Way => ({
  before: before.doc,
  mapping: new Mapping(transactions.flatMap((tr) => tr.mapping.maps)),
})
