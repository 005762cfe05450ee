/** What stands under the caret, for whoever shows it: the tool bar, the menus, the strip of guesses. */
import type { MarkType } from 'prosemirror-model'
import { NodeSelection, type EditorState } from 'prosemirror-state'
import { NOTICE_KINDS, ROLES_OF_TEXT, oneOf, schema, type NoticeKind } from '../../shared/schema.ts'
import type { DeedName } from './deeds.ts'

const { paragraph, heading, list, notice } = schema.nodes

/** How the place under the caret looks to the tool bar. */
export type Looks = {
  /** `question`, `answer` or `paragraph`; of any other block at the top of the body, the name of its node. */
  kind: string
  guess: boolean
  /** Begins a turn where the one before would go on. */
  turnStart: boolean
  /** Of a heading. */
  level: number | null
  /** Of a list: whether its items are numbered. */
  ordered: boolean | null
  /** Of a notice. */
  notice: NoticeKind | null
  /** Names of the marks of the next letter, or of some of what is selected. */
  marks: string[]
}

/** What the page around the editor shows: sent as the event `looks` whenever it changed. */
export type EditorLooks = Looks & {
  canUndo: boolean
  canRedo: boolean
  /** The caret has been in the body: what the buttons would change is where this person put it. */
  entered: boolean
  /** Those deeds of the tool bar that apply where the caret is. */
  may: DeedName[]
  /** Paragraphs inside turns, and how many of them are guesses. */
  paragraphs: number
  unsure: number
  questions: number
  answers: number
}

/** What the looks say besides the place under the caret. */
export type Around = Omit<EditorLooks, keyof Looks | 'may'>

/** The looks as they were told last. */
export class LooksNow {
  now: EditorLooks | null = null
  private said = ''
  private madeOf: readonly unknown[] | null = null

  /** @returns whether they are others than they were */
  read(at: { state: EditorState; writable: boolean; around: Around } | null, may: () => DeedName[]): boolean {
    // At most keys all of it is the very same.
    const madeOf = at?.state.selection.empty ? [at.writable, ...Object.values(at.around), ...caretIn(at.state)] : null
    if (madeOf !== null && this.madeOf?.every((one, i) => one === madeOf[i])) return false
    this.madeOf = madeOf
    this.now = at && { ...looksOf(at.state), ...at.around, may: may() }
    const said = JSON.stringify(this.now)
    if (said === this.said) return false
    this.said = said
    return true
  }
}

/** What the looks of a caret go by. */
function caretIn({ doc, selection: { $from }, storedMarks }: EditorState): unknown[] {
  const { type, attrs } = $from.depth > 0 ? $from.node(1) : doc
  return [type, attrs, $from.depth, $from.parent.type, $from.parent.attrs, storedMarks ?? $from.marks()]
}

export function looksOf(state: EditorState): Looks {
  const { $from, from, to, empty } = state.selection
  const block = state.selection instanceof NodeSelection ? state.selection.node : $from.depth > 0 ? $from.node(1) : state.doc
  const next = state.storedMarks ?? $from.marks()
  const has = (mark: MarkType): boolean => (empty ? mark.isInSet(next) !== undefined : state.doc.rangeHasMark(from, to, mark))
  const role = block.type === paragraph ? oneOf(ROLES_OF_TEXT, block.attrs.role) : null
  return {
    kind: role === null ? block.type.name : role === 'body' ? 'paragraph' : role,
    guess: block.attrs.roleState === 'guess',
    turnStart: block.attrs.turnStart === true,
    ordered: block.type === list ? block.attrs.ordered === true : null,
    notice: block.type === notice ? oneOf(NOTICE_KINDS, block.attrs.kind) : null,
    level: block.type === heading ? (block.attrs.level as number) : null,
    marks: Object.values(schema.marks)
      .filter(has)
      .map((mark) => mark.name),
  }
}
