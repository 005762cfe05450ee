/** A place that was chosen in one's own fork, as a place of the story: comments are on the story's words. */
import type { Node } from 'prosemirror-model'
import * as Y from 'yjs'
import type { NewPlace } from '../../shared/review.ts'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import { trimmed } from '../editor/comment-spots.ts'
import { absolute, Carry, carriedLetter, encode, Places } from './places.ts'

/**
 * @param fork where it was chosen, and its body as it is on the screen
 * @param story where it is to be, and its body as the fork was last brought up to it
 */
export function inStory(place: NewPlace, fork: { ydoc: Y.Doc; doc: Node }, story: { ydoc: Y.Doc; doc: Node }): NewPlace {
  if (place.of !== 'words') return place
  if (place.field !== undefined) return inField(place.field, place, fork.ydoc, story.ydoc)
  const from = new Places(fork.ydoc, bodyOf(fork.ydoc), fork.doc)
  const carry = new Carry(fork.doc, story.doc)
  const [start, end] = [from.at(place.from), from.at(place.to)]
  const [a, b] = [start === null ? null : carry.at(start, 1), end === null ? null : carry.at(end, -1)]
  const to = new Places(story.ydoc, bodyOf(story.ydoc), story.doc)
  const there = a === null || b === null ? null : trimmed(story.doc, a, b)
  const [begin, close] = there === null ? [null, null] : [to.relative(there.from, 0), to.relative(there.to, -1)]
  if (there !== null && there.from < there.to && begin !== null && close !== null) return { of: 'words', from: begin, to: close }
  // The words are only suggested yet: what they would stand in is commented on.
  const block = start === null ? null : blockAt(fork.doc, start)
  return block !== null && to.block(block) !== null ? { of: 'block', block } : { of: 'story' }
}

type Words = Extract<NewPlace, { of: 'words' }>

function inField(field: NonNullable<Words['field']>, place: Words, fork: Y.Doc, story: Y.Doc): NewPlace {
  const [mine, theirs] = [fieldOf(fork, field), fieldOf(story, field)]
  const [from, to] = [absolute(fork, place.from)?.index, absolute(fork, place.to)?.index]
  if (from === undefined || to === undefined) return { of: 'field', field }
  const [was, now] = [mine.toString(), theirs.toString()]
  let [begin, close] = [carriedLetter(was, now, from, 1), carriedLetter(was, now, to, -1)]
  while (begin < close && now[begin]!.trim() === '') begin++
  while (close > begin && now[close - 1]!.trim() === '') close--
  if (begin >= close) return { of: 'field', field }
  const relative = (index: number, side: number): string => encode(Y.createRelativePositionFromTypeIndex(theirs, index, side))
  return { of: 'words', field, from: relative(begin, 0), to: relative(close, -1) }
}

function blockAt(doc: Node, pos: number): string | null {
  const $pos = doc.resolve(pos)
  for (let depth = $pos.depth; depth > 0; depth--) {
    const { id } = $pos.node(depth).attrs
    if (typeof id === 'string' && id !== '') return id
  }
  return null
}
