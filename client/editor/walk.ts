/**
 * The one walk through all that is marked in a story, in the order of its text: what the checks found, paragraphs
 * that are unsure, comments and suggestions.
 */
import { TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { currentItem, goToSpot, itemsOf, marginOf } from './comment-marks.ts'
import { interviewOf } from './gutter.ts'
import type { Issue } from './issues.ts'
import { orderOf, type MarginItem, type MarginSpot } from './margin.ts'
import { showAround } from './show-around.ts'
import { currentOf, goTo, issuesOf, styleOf } from './style-marks.ts'
import type { StoryStyle } from './story-style.ts'

/** A stop: a finding, a comment or suggestion, or (neither) a paragraph that is unsure. */
export type Stop = { at: number; issue: Issue | null; item: MarginItem | null }

/** In the order of the text, the fields first. */
export function stopsIn(issues: readonly Issue[], unsure: readonly number[], items: readonly MarginItem[] = []): Stop[] {
  const stops: Stop[] = issues.map((issue) => ({ at: orderOf(issue.spots[0]!), issue, item: null }))
  for (const at of unsure) stops.push({ at, issue: null, item: null })
  for (const item of items) stops.push({ at: orderOf(item.spots[0]!), issue: null, item })
  return stops.sort((a, b) => a.at - b.at)
}

/** The next stop after a place, or before it; around the end. @param past whether what is at `at` itself is passed by */
export function nextStop(stops: readonly Stop[], at: number, way: 1 | -1, past: boolean): Stop | null {
  const next = way === 1 ? stops.find((stop) => (past ? stop.at > at : stop.at >= at)) : stops.findLast((stop) => stop.at < at)
  return next ?? (way === 1 ? stops[0] : stops.at(-1)) ?? null
}

/** @param toField shows a stretch of a field above the body */
export function toNext(way: 1 | -1, toField: (spot: MarginSpot) => void): Command {
  return (state, dispatch, view) => {
    const { unsure } = interviewOf(state)
    const [style, margin] = [styleOf(state), marginOf(state)]
    const stops = stopsIn(issuesOf(state), unsure, itemsOf(state))
    if (stops.length === 0) return false
    const [issue, item] = [currentOf(state), currentItem(state)]
    const here = stops.findIndex(
      (stop) => (stop.issue !== null && stop.issue === issue) || (stop.item !== null && stop.item === item),
    )
    const stop =
      here < 0
        ? nextStop(stops, hereIn(state, style), way, isUnsureStop(state))
        : stops[(here + way + stops.length) % stops.length]!
    if (stop === null || !dispatch) return stop !== null
    if (stop.issue !== null && style !== null) {
      margin?.show(null)
      goTo(stop.issue, stop.issue.spots[0]!, style, state, dispatch, view)
      return true
    }
    style?.show(null)
    if (stop.item !== null) {
      const spot = stop.item.spots[0]!
      if (spot.field === null) goToSpot(spot, state, dispatch, view)
      else toField(spot)
      margin?.show(stop.item.key)
      return true
    }
    margin?.show(null)
    dispatch(state.tr.setSelection(TextSelection.create(state.doc, stop.at + 1)).scrollIntoView())
    if (view) showAround(view.nodeDOM(stop.at))
    return true
  }
}

/** Who comes out of a field above the body has left the caret of the body where it was. */
const hereIn = (state: EditorState, style: StoryStyle | null): number =>
  style?.resumeAt ?? (isUnsureStop(state) ? state.selection.$from.before() : state.selection.from)

/** At the start of an unsure paragraph one stands on the paragraph, before what is found in it. */
const isUnsureStop = ({ selection, doc }: EditorState): boolean => {
  const { $from, empty } = selection
  return empty && $from.depth === 1 && $from.parentOffset === 0 && doc.nodeAt($from.before())?.attrs.roleState === 'guess'
}
