/**
 * Shows in the copy what the style checks found, and does what a person decides about it. Typing moves the
 * marks along, one's own and a colleague's; when a colleague did more than type they are drawn anew.
 */
import {
  Plugin,
  PluginKey,
  TextSelection,
  NodeSelection,
  type Command,
  type EditorState,
  type Transaction,
} from 'prosemirror-state'
import { Decoration, type DecorationSet, type EditorView } from 'prosemirror-view'
import { ySyncPluginKey, yUndoPluginKey } from 'y-prosemirror'
import type * as Y from 'yjs'
import { rewrite } from '../../shared/rewrite.ts'
import { fieldOf } from '../../shared/story.ts'
import { cameAnew } from './came.ts'
import { issuesIn, keyOf, smallestChange, type Issue, type IssueField, type Spot } from './issues.ts'
import { marksIn } from './marks-in.ts'
import { readCaret } from './read-caret.ts'
import { sameMarks } from './same-marks.ts'
import { showAround } from './show-around.ts'
import type { StoryStyle } from './story-style.ts'

type Marks = { style: StoryStyle; drawn: DecorationSet }
const key = new PluginKey<Marks>('style')
const ANEW = 'style-anew'

export const styleOf = (state: EditorState): StoryStyle | null => key.getState(state)?.style ?? null

const cache = new WeakMap<EditorState, { turn: number; issues: Issue[] }>()
/** What is found and shown in a state. */
export function issuesOf(state: EditorState): Issue[] {
  const style = styleOf(state)
  if (style === null) return []
  let known = cache.get(state)
  if (known?.turn !== style.turn) cache.set(state, (known = { turn: style.turn, issues: issuesIn(state.doc, style) }))
  return known!.issues
}

export const currentOf = (state: EditorState): Issue | null => {
  const shown = styleOf(state)?.current ?? null
  return shown === null ? null : (issuesOf(state).find((issue) => keyOf(issue) === shown) ?? null)
}

export function styleMarks(style: StoryStyle): Plugin<Marks> {
  const draw = (state: EditorState): Marks => {
    const marks = issuesIn(state.doc, style).flatMap(({ finding, spots }) =>
      spots.flatMap(({ field, from, to, place }): Decoration[] => {
        if (field !== null) return []
        const now = finding.key === style.current ? ' is-current' : ''
        const attrs = { class: `issue is-${finding.severity}${now}` }
        const $from = state.doc.resolve(from)
        // A block without text is marked as a whole.
        if ($from.depth === 0)
          return place.words === '' ? [Decoration.node(from, from + ($from.nodeAfter?.nodeSize ?? 1), attrs)] : []
        return [Decoration.inline(from, to, attrs)]
      }),
    )
    return { style, drawn: marksIn(state.doc, marks) }
  }
  return new Plugin<Marks>({
    key,
    state: {
      init: (_config, state) => draw(state),
      apply(tr, was, _before, state) {
        const drawn = tr.getMeta(ANEW) as Marks | undefined
        if (drawn !== undefined) return drawn
        if (cameAnew(tr)) return draw(state)
        return tr.docChanged ? { style, drawn: was.drawn.map(tr.mapping, tr.doc) } : was
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.drawn,
      handleClick(view, pos, event) {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return false
        const hit = issuesOf(view.state).find(({ spots }) =>
          spots.some((spot) => spot.field === null && pos >= spot.from && pos <= spot.to),
        )
        style.show(hit === undefined ? null : keyOf(hit))
        return false
      },
    },
    view(view) {
      let waiting = false
      // A moment later: it may have changed in the midst of an update of this very view.
      const changed = (): void => {
        if (waiting) return
        waiting = true
        queueMicrotask(() => {
          waiting = false
          if (view.isDestroyed) return
          // As a rule the checks find what they found before, and typing has moved it to where it belongs.
          if (sameMarks(draw(view.state).drawn, key.getState(view.state)!.drawn)) return
          readCaret(view)
          view.dispatch(view.state.tr.setMeta(ANEW, draw(view.state)))
        })
      }
      style.addEventListener('change', changed)
      style.look(view.state.doc)
      return {
        update(now, before) {
          if (now.state.doc !== before.doc) {
            style.look(now.state.doc)
            // Who writes on has other things in mind.
            if (style.current !== null && currentOf(now.state) === null) style.show(null)
          } else if (style.current !== null && !now.state.selection.eq(before.selection) && !isAt(now.state)) style.show(null)
        },
        destroy: () => style.removeEventListener('change', changed),
      }
    },
  })
}

/** Whether the caret is at the finding that is shown. */
function isAt(state: EditorState): boolean {
  const { from, to } = state.selection
  return currentOf(state)?.spots.some((spot) => spot.field !== null || (from >= spot.from && to <= spot.to)) === true
}

/** Shows a finding and selects its place. */
export function goTo(
  issue: Issue,
  spot: Spot,
  style: StoryStyle,
  state: EditorState,
  dispatch: (tr: Transaction) => void,
  view?: EditorView,
): void {
  if (spot.field === null) {
    const { doc } = state
    const atom = doc.resolve(spot.from).depth === 0
    const selection = atom ? NodeSelection.create(doc, spot.from) : TextSelection.create(doc, spot.from, spot.to)
    dispatch(state.tr.setSelection(selection).scrollIntoView())
    if (view) showAround(blockAt(view, spot.from))
  }
  style.show(keyOf(issue), spot)
}

function blockAt(view: EditorView, pos: number): globalThis.Node | null {
  const $pos = view.state.doc.resolve(pos)
  return view.nodeDOM($pos.depth === 0 ? pos : $pos.before(1))
}

/** Which of a finding's places are to be changed: all that may be, or only those that nobody has said. */
export type Which = 'all' | 'not spoken'

const changeable = (issue: Issue, which: Which): Spot[] =>
  issue.spots.filter(({ place }) => place.change !== null && (which === 'all' || !place.spoken))

/**
 * Writes what the shown finding proposes. Of one that has several places, those in spoken words only where the
 * marks change and no word.
 */
export function changeIssue(which: Which = 'all'): Command {
  return (state, dispatch) => {
    const issue = currentOf(state)
    const style = styleOf(state)
    if (issue === null || style === null) return false
    const spots = changeable(issue, which)
    if (spots.length === 0) return false
    if (dispatch) {
      const tr = state.tr
      // From the end, so that what comes before stays where it is.
      for (const { field, from, to, place } of spots.toReversed()) {
        if (field === null) changeBody(tr, from, to, place.words, place.change!)
        else changeField(style.ydoc, state, field, from, to, place.words, place.change!)
      }
      style.show(null)
      if (tr.docChanged) dispatch(tr.scrollIntoView())
    }
    return true
  }
}

function changeField(
  ydoc: Y.Doc,
  state: EditorState,
  field: IssueField,
  from: number,
  to: number,
  words: string,
  change: string,
): void {
  const ytext = fieldOf(ydoc, field)
  const text = ytext.toString()
  if (text.slice(from, to) !== words) return
  // In the editor's name, so that its undo takes it back.
  const undoManager = yUndoPluginKey.getState(state)?.undoManager as Y.UndoManager | undefined
  undoManager?.addToScope(ytext)
  ydoc.transact(() => rewrite(ytext, text.slice(0, from) + change + text.slice(to)), ySyncPluginKey)
}

function changeBody(tr: Transaction, from: number, to: number, words: string, change: string): void {
  // Somebody may have written there since it was found.
  if (tr.doc.textBetween(from, to, '\n', '\n') !== words) return
  const least = smallestChange(words, change)
  if (least.text === '') tr.delete(from + least.from, from + least.to)
  else tr.insertText(least.text, from + least.from, from + least.to)
}

/** What the page beside the copy shows and asks of the checks. */
export type Checks = {
  style: StoryStyle
  issues: Issue[]
  current: Issue | null
  /** Where the shown finding is on the screen; null: it is not in the body. */
  box: () => { left: number; top: number; bottom: number } | null
  goTo: (issue: Issue, spot?: Spot) => void
  change: (which: Which) => void
  letStand: () => void
}

/** @param alone makes a change a step of its own to undo */
export function checksOf(view: EditorView, alone: (command: Command) => Command): Checks | null {
  const style = styleOf(view.state)
  if (style === null) return null
  const run = (command: Command): void => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  return {
    style,
    get issues() {
      return issuesOf(view.state)
    },
    get current() {
      return currentOf(view.state)
    },
    box: () => {
      const spot = currentOf(view.state)?.spots.find(({ field }) => field === null)
      if (spot === undefined) return null
      const [start, end] = [view.coordsAtPos(spot.from), view.coordsAtPos(spot.to, -1)]
      return { left: start.left, top: start.top, bottom: Math.max(start.bottom, end.bottom) }
    },
    goTo: (issue, spot = issue.spots[0]!) => {
      if (spot.field === null) view.focus()
      goTo(issue, spot, style, view.state, view.dispatch, view)
    },
    change: (which) => run(alone(changeIssue(which))),
    letStand: () => run(letStand),
  }
}

/** The shown finding stays as it is, for everybody; the walk goes on. */
export const letStand: Command = (state, dispatch) => {
  const issue = currentOf(state)
  const style = styleOf(state)
  if (issue === null || style === null) return false
  if (dispatch) {
    style.show(null)
    style.letStand(keyOf(issue), true)
  }
  return true
}
