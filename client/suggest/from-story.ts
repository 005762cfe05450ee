/** Where words of the story that a thread is on are in a fork of it: a fork has no marks in its fields, and none of legal threads. */
import type { Node } from 'prosemirror-model'
import * as Y from 'yjs'
import { fieldOfText, wordsNow, type Span } from '../../shared/review/anchors.ts'
import { bodyOf, fieldOf, type Field } from '../../shared/story.ts'
import { Moves } from '../../shared/write/moves.ts'
import type { Copy, MarginSpot } from '../editor/margin.ts'
import { absolute, Carry, carriedLetter, encode, Places } from './places.ts'

/** The words that stayed; where none did, what stands in their place. */
const SIDES = [1, -1] as const

/**
 * @param story and its body as the fork was last brought up to it
 * @param fork and its body as it is on the screen
 */
export function fromStory(
  story: { ydoc: Y.Doc; doc: Node },
  fork: { ydoc: Y.Doc; doc: Node },
  copy: Pick<Copy, 'block'>,
): Pick<Copy, 'between' | 'followed'> {
  let bodies: { places: Places; carry: Carry } | null = null
  let moves: Moves | null = null
  const inBody = (from: string, to: string): MarginSpot | null => {
    bodies ??= { places: new Places(story.ydoc, bodyOf(story.ydoc), story.doc), carry: new Carry(story.doc, fork.doc) }
    const { places, carry } = bodies
    const [start, end] = [places.at(from), places.at(to)]
    if (start === null || end === null) return null
    for (const side of SIDES) {
      const [begin, close] = [carry.at(start, side), carry.at(end, side === 1 ? -1 : 1)]
      if (begin !== null && close !== null && begin < close) return { field: null, from: begin, to: close }
    }
    // Taken out in the fork, not in the story: beside what they stood in.
    return copy.block(String(story.doc.resolve(start).node(1).attrs.id))
  }
  const inField = (field: Field, from: string, to: string): MarginSpot | null => {
    const [start, end] = [absolute(story.ydoc, from), absolute(story.ydoc, to)]
    const ytext = fieldOf(story.ydoc, field)
    if (start?.type !== ytext || end?.type !== ytext) return null
    const [was, now] = [ytext.toString(), fieldOf(fork.ydoc, field).toString()]
    for (const side of SIDES) {
      const begin = carriedLetter(was, now, start.index, side)
      const close = carriedLetter(was, now, end.index, side === 1 ? -1 : 1)
      if (begin < close) return { field, from: begin, to: close }
    }
    return start.index < end.index ? { field, from: 0, to: now.length } : null
  }
  const between: Copy['between'] = (from, to, field) => (field === null ? inBody(from, to) : inField(field, from, to))
  const ofSpan = ({ text, at, length }: Span): MarginSpot | null =>
    between(
      encode(Y.createRelativePositionFromTypeIndex(text, at)),
      encode(Y.createRelativePositionFromTypeIndex(text, at + length, -1)),
      fieldOfText(story.ydoc, text),
    )
  return {
    between,
    followed: (place) =>
      wordsNow(story.ydoc, (moves ??= new Moves(story.ydoc)), place)
        .map(ofSpan)
        .filter((spot) => spot !== null),
  }
}
