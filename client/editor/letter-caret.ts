/**
 * Holds this person's caret by the letters it stands between, while colleagues' edits come in: where the letters
 * go, the caret goes, also when somebody splits, joins or moves the paragraph and the letters are new ones to Yjs.
 */
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { relativePositionToAbsolutePosition, type ProsemirrorBinding } from 'y-prosemirror'
import * as Y from 'yjs'
import { textOf } from '../../shared/write/moved.ts'
import type { Id, Moves } from '../../shared/write/moves.ts'
import { yjsPlace } from './yjs-place.ts'

/** The letters before and after a place, where there are any in its text. */
type Between = { before: Id | null; after: Id | null }

export class LetterCaret {
  private held: { anchor: Between; head: Between } | null = null

  constructor(
    private readonly view: EditorView,
    private readonly binding: ProsemirrorBinding,
    private readonly moves: Moves,
  ) {}

  /** Before something comes in. */
  hold(): void {
    const { selection } = this.view.state
    if (!(selection instanceof TextSelection)) {
      this.held = null
      return
    }
    const head = this.between(selection.head)
    this.held = { anchor: selection.empty ? head : this.between(selection.anchor), head }
  }

  /** When all that it brought about is done. */
  restore(): void {
    const { held, view } = this
    this.held = null
    if (held === null) return
    const { selection, doc } = view.state
    const head = this.placeOf(held.head) ?? selection.head
    const anchor = this.placeOf(held.anchor) ?? selection.anchor
    if (head === selection.head && anchor === selection.anchor) return
    view.dispatch(view.state.tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))))
  }

  private between(pos: number): Between {
    const $pos = this.view.state.doc.resolve(pos)
    if (!$pos.parent.inlineContent) return { before: null, after: null }
    return {
      before: $pos.parentOffset > 0 ? this.letterAt(pos - 1) : null,
      after: $pos.parentOffset < $pos.parent.content.size ? this.letterAt(pos) : null,
    }
  }

  private letterAt(pos: number): Id | null {
    return yjsPlace(this.binding, this.view.state.doc, pos).item
  }

  private placeOf({ before, after }: Between): number | null {
    const behind = before && this.posOf(before)
    return behind === null ? after && this.posOf(after) : behind + 1
  }

  private posOf(id: Id): number | null {
    const { doc, type, mapping } = this.binding
    const now = this.moves.whereIs(id)
    if (textOf(doc, now) === null) return null
    return relativePositionToAbsolutePosition(doc, type, Y.createRelativePositionFromJSON({ item: now }), mapping)
  }
}
