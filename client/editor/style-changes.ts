/** What a person decides about what the checks found: it is changed as proposed, or stands as it is. */
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { ySyncPluginKey, yUndoPluginKey } from 'y-prosemirror'
import type * as Y from 'yjs'
import { rewrite } from '../../shared/rewrite.ts'
import { fieldOf, type Field } from '../../shared/story.ts'
import { WORDS_OF_IMAGE, type ImageWord } from './image-words.ts'
import { keyOf, smallestChange, wordsOf, type Issue, type Spot } from './issues.ts'
import { orderOf } from './margin.ts'
import { currentOf, goTo, groundOf, issuesOf, styleOf } from './style-marks.ts'
import type { StoryStyle } from './story-style.ts'
import { holderOf } from './words-beside.ts'

/** Which of a finding's places are to be changed: all that may be, or only those that nobody has said. */
export type Which = 'all' | 'not spoken'

const changeable = (issue: Issue, which: Which): Spot[] =>
  issue.spots.filter(({ place }) => place.change !== null && (which === 'all' || !place.spoken))

/** From where the walk goes on, where no caret in the body says it. */
const placeOf = ({ spots }: Issue): number | null => (spots[0]!.field === null ? null : orderOf(spots[0]!))

/**
 * Writes what the shown finding proposes. Of one that has several places, those in spoken words only where the
 * marks change and no word.
 */
export function changeIssue(which: Which = 'all'): Command {
  return (state, dispatch) => {
    const issue = currentOf(state)
    const ground = groundOf(state)
    if (issue === null || ground === null) return false
    const spots = changeable(issue, which)
    if (spots.length === 0) return false
    if (dispatch) {
      const { style, pictures } = ground
      const tr = state.tr
      const beside = new Map<string, Words>()
      // From the end, so that what comes before stays where it is.
      for (const spot of spots.toReversed()) {
        if (spot.field !== null) changeField(style.ydoc, state, spot.field, spot)
        else if (spot.letters === null) changeBody(tr, spot)
        else changeBeside(tr, spot, beside)
      }
      style.show(null)
      if (tr.docChanged) dispatch(tr.scrollIntoView())
      for (const { id, word, value } of beside.values()) {
        const words = pictures.wordsOf(id)
        words.type(word, value)
        words.write()
      }
      style.resumeAt = placeOf(issue)
    }
    return true
  }
}

// Somebody may have written there since it was found: then it is left alone.

function changeField(ydoc: Y.Doc, state: EditorState, field: Field, { from, to, place }: Spot): void {
  const ytext = fieldOf(ydoc, field)
  const text = ytext.toString()
  if (text.slice(from, to) !== place.words) return
  // In the editor's name, so that its undo takes it back.
  const undoManager = yUndoPluginKey.getState(state)?.undoManager as Y.UndoManager | undefined
  undoManager?.addToScope(ytext)
  ydoc.transact(() => rewrite(ytext, text.slice(0, from) + place.change! + text.slice(to)), ySyncPluginKey)
}

function changeBody(tr: Transaction, { from, to, place }: Spot): void {
  if (tr.doc.textBetween(from, to, '\n', '\n') !== place.words) return
  const least = smallestChange(place.words, place.change!)
  if (least.text === '') tr.delete(from + least.from, from + least.to)
  else tr.insertText(least.text, from + least.from, from + least.to)
}

/** What is to be written beside a picture, once the body is written. */
type Words = { id: string; word: ImageWord; value: string }

/**
 * What is written beside a picture is kept by this window, as whatever one writes there: should a colleague write at the
 * same moment, both come together (`image-words.ts`).
 */
function changeBeside(tr: Transaction, { from, letters, place }: Spot, beside: Map<string, Words>): void {
  const block = tr.doc.nodeAt(from)
  if (block === null) return
  const attribute = place.attribute!
  const id: unknown = block.attrs.id
  const known = beside.get(`${String(id)} ${attribute}`)
  const words = known?.value ?? wordsOf(block, attribute)
  if (words.slice(letters!.from, letters!.to) !== place.words) return
  const value = words.slice(0, letters!.from) + place.change! + words.slice(letters!.to)
  const word = WORDS_OF_IMAGE.find((one) => one === attribute)
  if (block.type.name === 'image' && word !== undefined && typeof id === 'string' && id !== '')
    beside.set(`${id} ${attribute}`, { id, word, value })
  else tr.setNodeAttribute(from, attribute, value)
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
      const block = spot.letters === null ? null : view.nodeDOM(spot.from)
      if (block instanceof HTMLElement) {
        const { left, top } = (holderOf(view, spot) ?? block).getBoundingClientRect()
        return { left, top, bottom: block.getBoundingClientRect().bottom }
      }
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
    style.resumeAt = placeOf(issue)
  }
  return true
}
