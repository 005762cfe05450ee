/**
 * Shows in the copy on which words threads stand, and which one is looked at. As the marks of the checks do:
 * typing moves them along, and they are drawn anew when a colleague did more than type, and once the typing pauses.
 */
import { NodeSelection, Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, type DecorationSet, type EditorView } from 'prosemirror-view'
import type * as Y from 'yjs'
import { cameAnew } from './came.ts'
import { chosenInBody, chosenInField, copyOf, type Chosen } from './comment-spots.ts'
import type { MarginItem, MarginSpot, StoryMargin } from './margin.ts'
import { MarginTops } from './margin-tops.ts'
import { marksIn } from './marks-in.ts'
import { Pause } from './pause.ts'
import { readCaret } from './read-caret.ts'
import { sameMarks } from './same-marks.ts'
import { showAround } from './show-around.ts'
import { FIELDS, fieldOf, type Field } from '../../shared/story.ts'
import type { Moves } from '../../shared/write/moves.ts'

/** Which story the copy is of. */
export type Ground = { margin: StoryMargin; ydoc: Y.Doc; moves: () => Moves | null }
type Marks = { ground: Ground; drawn: DecorationSet }
const key = new PluginKey<Marks>('comments')
const ANEW = 'comments-anew'
/** After the last key; while somebody goes on typing, at least this often. */
const PAUSE = 250
const AT_LAST = 1_000

export const marginOf = (state: EditorState): StoryMargin | null => key.getState(state)?.ground.margin ?? null

const itemsIn = (state: EditorState, { margin, ydoc, moves }: Ground): readonly MarginItem[] =>
  margin.items(copyOf(state, ydoc, moves()))

export function itemsOf(state: EditorState): readonly MarginItem[] {
  const marks = key.getState(state)
  return marks === undefined ? [] : itemsIn(state, marks.ground)
}

export const currentItem = (state: EditorState): MarginItem | null => {
  const current = marginOf(state)?.current ?? null
  return current === null ? null : (itemsOf(state).find((item) => item.key === current) ?? null)
}

function draw(state: EditorState, ground: Ground): Marks {
  const { margin } = ground
  const { doc } = state
  const marks: Decoration[] = []
  for (const { key, look, spots } of itemsIn(state, ground)) {
    if (look === '') continue
    const now = key === margin.current ? `${look} is-current` : look
    for (const { field, from, to } of spots) {
      if (field !== null || to > doc.content.size) continue
      const spec = { key }
      const node = doc.nodeAt(from)
      if (node?.isBlock && to === from + node.nodeSize) marks.push(Decoration.node(from, to, { class: `${now} whole` }, spec))
      else marks.push(Decoration.inline(from, to, { class: now }, spec))
    }
  }
  return { ground, drawn: marksIn(doc, marks) }
}

/** As a rule typing has moved the marks to where they belong. */
const isAsDrawn = (state: EditorState, { drawn }: Marks): boolean => sameMarks(drawn, key.getState(state)!.drawn)

export function commentMarks(ground: Ground): Plugin<Marks> {
  const { margin } = ground
  return new Plugin<Marks>({
    key,
    state: {
      init: (_config, state) => draw(state, ground),
      apply(tr, was, _before, state) {
        const drawn = tr.getMeta(ANEW) as Marks | undefined
        if (drawn !== undefined) return drawn
        if (cameAnew(tr)) return draw(state, ground)
        return tr.docChanged ? { ...was, drawn: was.drawn.map(tr.mapping, tr.doc) } : was
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.drawn,
      handleDOMEvents: {
        // Not handleClick: under a thumb ProseMirror tells of none.
        click(view, event) {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return false
          const isTouch = (event as PointerEvent).pointerType === 'touch'
          // The end of a selection that was drawn is no click on what it ends on.
          if (!isTouch && !view.state.selection.empty) return false
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (at !== null) margin.show(itemAt(view.state, at.pos, margin.current)?.key ?? null)
          return false
        },
      },
    },
    view(view) {
      let waiting = false
      const again = (): void => {
        if (view.isDestroyed || isAsDrawn(view.state, draw(view.state, ground))) return
        readCaret(view)
        view.dispatch(view.state.tr.setMeta(ANEW, draw(view.state, ground)))
      }
      const pause = new Pause(again, PAUSE, AT_LAST)
      // A moment later: it may have changed in the midst of an update of this very view.
      const changed = (): void => {
        if (waiting) return
        waiting = true
        queueMicrotask(() => {
          waiting = false
          again()
        })
      }
      margin.addEventListener('change', changed)
      // A field's words are in no state of the body.
      let frame = 0
      const fieldChanged = (): void => {
        frame ||= requestAnimationFrame(() => {
          frame = 0
          margin.changed()
        })
      }
      for (const field of FIELDS) fieldOf(ground.ydoc, field).observe(fieldChanged)
      return {
        update(now, before) {
          if (now.state.doc === before.doc) {
            // A caret that has left the words has left the comment.
            if (margin.current !== null && now.hasFocus() && !now.state.selection.eq(before.selection) && !isAt(now.state))
              margin.show(null)
            return
          }
          pause.stir()
        },
        destroy() {
          pause.stop()
          cancelAnimationFrame(frame)
          margin.removeEventListener('change', changed)
          for (const field of FIELDS) fieldOf(ground.ydoc, field).unobserve(fieldChanged)
        },
      }
    },
  })
}

/** Whether the caret is on the words of the item that is looked at. */
function isAt(state: EditorState): boolean {
  const { from, to } = state.selection
  const item = currentItem(state)
  return item === null || item.spots.some((spot) => spot.field !== null || (from >= spot.from && to <= spot.to))
}

/** The item on the words at a place: the one with the fewest words there; after that one, the next. */
function itemAt(state: EditorState, pos: number, current: string | null): MarginItem | null {
  const there = itemsOf(state).flatMap((item) => {
    const spot = item.spots.find(({ field, from, to }) => field === null && pos >= from && pos <= to)
    return spot === undefined ? [] : [{ item, size: spot.to - spot.from }]
  })
  there.sort((a, b) => a.size - b.size)
  const at = there.findIndex(({ item }) => item.key === current)
  return there[(at + 1) % Math.max(1, there.length)]?.item ?? null
}

/** Brings an item's words into sight and selects them. A field is for the page to show. */
export function goToSpot(
  { field, from, to }: MarginSpot,
  state: EditorState,
  dispatch: (tr: Transaction) => void,
  view?: EditorView,
): void {
  if (field !== null) return
  const { doc } = state
  const node = doc.nodeAt(from)
  const whole = node?.isBlock === true && to === from + node.nodeSize
  const atom = whole && node.isAtom
  const selection = atom ? NodeSelection.create(doc, from) : TextSelection.between(doc.resolve(from), doc.resolve(to))
  dispatch(state.tr.setSelection(selection).scrollIntoView())
  if (view === undefined) return
  const $from = doc.resolve(from)
  showAround(view.nodeDOM($from.depth === 0 ? from : $from.before(1)))
}

/** What the page beside the copy shows and asks of the margin. */
export type Review = {
  margin: StoryMargin
  items: () => readonly MarginItem[]
  /** How far down the window each item's words begin; without those in fields. */
  tops: (items: readonly MarginItem[]) => Map<string, number>
  /** What is selected, to be commented on. */
  chosen: () => Chosen | null
  chosenIn: (field: Field, from: number, to: number) => Chosen
  /** Where the selection stands in the window; null: there is none that one could comment on. */
  selectionTop: () => number | null
  /** Selects its words, in sight, and makes it current. */
  goTo: (item: MarginItem) => void
}

const tops = new WeakMap<EditorView, MarginTops>()

export function reviewOf(view: EditorView, toField: (spot: MarginSpot) => void): Review | null {
  const ground = key.getState(view.state)?.ground
  if (ground === undefined) return null
  const { margin, ydoc } = ground
  return {
    margin,
    items: () => itemsOf(view.state),
    tops: (items) => {
      let known = tops.get(view)
      if (known === undefined) tops.set(view, (known = new MarginTops(view)))
      return known.of(items)
    },
    chosen: () => chosenInBody(view.state),
    chosenIn: (field, from, to) => chosenInField(ydoc, field, from, to),
    selectionTop: () => {
      const { selection } = view.state
      const isBlock = selection instanceof NodeSelection && selection.node.isBlock
      return selection.empty && !isBlock ? null : view.coordsAtPos(selection.from).top
    },
    goTo: (item) => {
      const spot = item.spots[0]!
      if (spot.field === null) {
        view.focus()
        goToSpot(spot, view.state, view.dispatch, view)
      } else toField(spot)
      margin.show(item.key)
    },
  }
}
