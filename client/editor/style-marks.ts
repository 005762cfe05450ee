/**
 * Shows in the copy what the style checks found, and leads to it. Typing moves the marks along, one's own and a
 * colleague's; when a colleague did more than type they are drawn anew.
 */
import { Plugin, PluginKey, TextSelection, NodeSelection, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, type DecorationSet, type EditorView } from 'prosemirror-view'
import { cameAnew } from './came.ts'
import { issuesIn, keyOf, type Issue, type Spot } from './issues.ts'
import { marksIn } from './marks-in.ts'
import { readCaret } from './read-caret.ts'
import { sameMarks } from './same-marks.ts'
import { showAround } from './show-around.ts'
import type { StoryPictures } from './story-pictures.ts'
import type { StoryStyle } from './story-style.ts'
import { holderOf, paintBeside } from './words-beside.ts'

/** What the findings are of, and where what is written beside a picture is written. */
export type Ground = { style: StoryStyle; pictures: Pick<StoryPictures, 'wordsOf'> }
type Marks = Ground & { drawn: DecorationSet }
const key = new PluginKey<Marks>('style')
const ANEW = 'style-anew'

export const groundOf = (state: EditorState): Ground | null => key.getState(state) ?? null
export const styleOf = (state: EditorState): StoryStyle | null => groundOf(state)?.style ?? null

const cache = new WeakMap<EditorState, { turn: number; issues: Issue[] }>()
/** What is found and shown in a state. */
export function issuesOf(state: EditorState): Issue[] {
  const style = styleOf(state)
  if (style === null) return []
  let known = cache.get(state)
  if (known?.turn !== style.turn) cache.set(state, (known = { turn: style.turn, issues: issuesIn(state.doc, style) }))
  return known!.issues
}

export function currentOf(state: EditorState): Issue | null {
  const style = styleOf(state)
  if (style === null || style.current === null) return null
  const same = issuesOf(state).filter((issue) => keyOf(issue) === style.current)
  if (same.length < 2) return same[0] ?? null
  // The same words are odd twice in a paragraph: the one that was gone to.
  const { at } = style
  const here = at === null || (at.field === null && at.letters === null) ? state.selection.from : startOf(at)
  const away = ({ spots }: Issue): number => Math.min(...spots.map((spot) => Math.abs(startOf(spot) - here)))
  return same.reduce((one, other) => (away(other) < away(one) ? other : one))
}

const startOf = ({ letters, from }: Spot): number => letters?.from ?? from

export function styleMarks(ground: Ground): Plugin<Marks> {
  const { style } = ground
  const draw = (state: EditorState, issues = issuesIn(state.doc, style)): Marks => {
    const marks = issues.flatMap(({ finding, spots }) =>
      spots.flatMap(({ field, from, to, place, letters }): Decoration[] => {
        if (field !== null) return []
        const now = finding.key === style.current ? ' is-current' : ''
        if (letters !== null)
          return [
            Decoration.node(from, to, { class: `issue-beside is-${finding.severity}` }, { of: place.attribute, ...letters }),
          ]
        const attrs = { class: `issue is-${finding.severity}${now}` }
        const $from = state.doc.resolve(from)
        // A block without text is marked as a whole.
        if ($from.depth === 0)
          return place.words === '' ? [Decoration.node(from, from + ($from.nodeAfter?.nodeSize ?? 1), attrs)] : []
        return [Decoration.inline(from, to, attrs)]
      }),
    )
    return { ...ground, drawn: marksIn(state.doc, marks) }
  }
  return new Plugin<Marks>({
    key,
    state: {
      init: (_config, state) => draw(state),
      apply(tr, was, _before, state) {
        const drawn = tr.getMeta(ANEW) as Marks | undefined
        if (drawn !== undefined) return drawn
        if (cameAnew(tr)) return draw(state)
        return tr.docChanged ? { ...ground, drawn: was.drawn.map(tr.mapping, tr.doc) } : was
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
          const anew = (): Marks => draw(view.state, issuesOf(view.state))
          // As a rule the checks find what they found before, and typing has moved it to where it belongs.
          if (!sameMarks(anew().drawn, key.getState(view.state)!.drawn)) {
            readCaret(view)
            view.dispatch(view.state.tr.setMeta(ANEW, anew()))
          }
          paintBeside(view, issuesOf(view.state), currentOf(view.state))
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
            style.resumeAt = null
          } else if (!now.state.selection.eq(before.selection)) {
            style.resumeAt = null
            if (style.current !== null && !isAt(now.state)) style.show(null)
          }
        },
        destroy() {
          style.removeEventListener('change', changed)
          paintBeside(view, [], null)
        },
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
    if (view) showAround((spot.letters && holderOf(view, spot)) ?? blockAt(view, spot.from))
  }
  style.show(keyOf(issue), spot)
}

function blockAt(view: EditorView, pos: number): globalThis.Node | null {
  const $pos = view.state.doc.resolve(pos)
  return view.nodeDOM($pos.depth === 0 ? pos : $pos.before(1))
}
