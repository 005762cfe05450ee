/**
 * What the checks found in words that stand beside a picture or in a card. Those are drawn by views of their own, in which
 * no mark can be put: the browser itself underlines their letters, where they stand now.
 */
import type { EditorView } from 'prosemirror-view'
import { SEVERITIES } from '../../shared/style/finding.ts'
import { wordsOf, type Issue, type Spot } from './issues.ts'

/** Where the view of a block shows an attribute; alt text in one line with other facts, or in the place of the picture. */
const SHOWN: Readonly<Record<string, string>> = {
  caption: 'figcaption',
  credit: 'figcaption .credit',
  licence: 'figcaption .credit',
  alt: '.facts span, .no-picture q',
  title: '.title',
}
const CURRENT = 'issue-current'
const nameOf = (severity: string): string => `issue-${severity}`

/** What shows the words of a spot; null: nothing does, as nobody who writes has to see what a player says in its place. */
export function holderOf(view: EditorView, { from, place }: Spot): HTMLElement | null {
  const block = view.nodeDOM(from)
  const shown = SHOWN[place.attribute ?? '']
  return block instanceof HTMLElement && shown !== undefined ? block.querySelector<HTMLElement>(shown) : null
}

/** Underlines the words of these findings, and no others. */
export function paintBeside(view: EditorView, issues: readonly Issue[], current: Issue | null): void {
  // An older browser has the line beside the block, and no more.
  if (!('highlights' in CSS)) return
  for (const severity of SEVERITIES) {
    const ranges = issues.flatMap(({ finding, spots }) => (finding.severity === severity ? rangesOf(view, spots) : []))
    paint(nameOf(severity), ranges)
  }
  paint(CURRENT, current === null ? [] : rangesOf(view, current.spots))
}

function paint(name: string, ranges: readonly Range[]): void {
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}

const rangesOf = (view: EditorView, spots: readonly Spot[]): Range[] =>
  spots.flatMap((spot) => {
    const range = rangeOf(view, spot)
    return range === null ? [] : [range]
  })

function rangeOf(view: EditorView, spot: Spot): Range | null {
  const { letters, place, from } = spot
  // A place in a field is none of the body's.
  const block = letters === null ? null : view.state.doc.nodeAt(from)
  const holder = block === null ? null : holderOf(view, spot)
  if (holder === null || place.attribute === null) return null
  const texts = textsIn(holder, place.attribute === 'caption')
  const shown = texts.map(({ data }) => data).join('')
  const words = wordsOf(block!, place.attribute)
  // Views leave out the blanks around them.
  const bare = words.trim()
  const at = place.attribute === 'licence' ? shown.lastIndexOf(bare) : shown.indexOf(bare)
  if (at < 0) return null
  const shift = at - words.indexOf(bare)
  const [start, end] = [pointAt(texts, letters!.from + shift), pointAt(texts, letters!.to + shift)]
  if (start === null || end === null) return null
  const range = document.createRange()
  range.setStart(...start)
  range.setEnd(...end)
  return range
}

/** @param own leaves out what stands in an element of its own: the credit behind a caption */
function textsIn(holder: HTMLElement, own: boolean): Text[] {
  const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (!own || node.parentElement === holder) texts.push(node as Text)
  return texts
}

function pointAt(texts: readonly Text[], offset: number): [Text, number] | null {
  let before = 0
  for (const text of texts) {
    if (offset <= before + text.length) return [text, Math.max(0, offset - before)]
    before += text.length
  }
  return null
}
