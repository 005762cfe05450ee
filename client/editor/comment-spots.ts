/**
 * Where in the copy a thread stands: by the marks that the server put there, by Yjs's relative positions, by a block's
 * id; and the other way round, what is selected as a place that means the same after any edits.
 */
import type { Node } from 'prosemirror-model'
import { AllSelection, NodeSelection, type EditorState } from 'prosemirror-state'
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
  type ProsemirrorBinding,
} from 'y-prosemirror'
import * as Y from 'yjs'
import type { NewPlace } from '../../shared/review.ts'
import { fieldOfText, wordsNow, type Span } from '../../shared/review/anchors.ts'
import { FIELDS, fieldOf, type Field } from '../../shared/story.ts'
import type { Moves } from '../../shared/write/moves.ts'
import type { Copy, MarginSpot } from './margin.ts'

/** What a comment may quote; whole characters. */
const MOST_QUOTED = 4_000

/** A place to comment on, and the words there. */
export type Chosen = { place: NewPlace; quote: string }

type Stretch = { thread: string; from: number; to: number }
/** By the block itself: a block that did not change is the very same one after any other change. */
const stretches = new WeakMap<Node, readonly Stretch[]>()

/** The marked stretches of a block, counted from its start. */
function stretchesOf(block: Node): readonly Stretch[] {
  const known = stretches.get(block)
  if (known !== undefined) return known
  const found: Stretch[] = []
  const open = new Map<unknown, Stretch>()
  block.descendants((node, pos, parent) => {
    if (!node.isInline) return true
    for (const { type, attrs } of node.marks) {
      if (type.name !== 'comment') continue
      const last = open.get(attrs.id)
      // Marks of one thread that touch are one stretch, but never across paragraphs.
      if (last !== undefined && last.to === pos + 1 && parent !== null) last.to = pos + 1 + node.nodeSize
      else {
        const stretch = { thread: String(attrs.id), from: pos + 1, to: pos + 1 + node.nodeSize }
        open.set(attrs.id, stretch)
        found.push(stretch)
      }
    }
    return false
  })
  stretches.set(block, found)
  return found
}

/** Every thread's stretches, in the order of the text: the fields first. */
function markedIn(doc: Node, ydoc: Y.Doc): Map<string, MarginSpot[]> {
  const marked = new Map<string, MarginSpot[]>()
  const add = (thread: string, spot: MarginSpot): void => {
    const spots = marked.get(thread)
    if (spots === undefined) marked.set(thread, [spot])
    else spots.push(spot)
  }
  for (const field of FIELDS) {
    let at = 0
    const open = new Map<string, MarginSpot>()
    for (const { insert, attributes } of fieldOf(ydoc, field).toDelta() as { insert: string; attributes?: object }[]) {
      for (const [name, value] of Object.entries(attributes ?? {})) {
        if (!name.startsWith('comment:') || value === null) continue
        const thread = name.slice('comment:'.length)
        const last = open.get(thread)
        if (last?.to === at) last.to = at + insert.length
        else {
          const spot = { field, from: at, to: at + insert.length }
          open.set(thread, spot)
          add(thread, spot)
        }
      }
      at += insert.length
    }
  }
  doc.forEach((block, pos) => {
    for (const { thread, from, to } of stretchesOf(block)) add(thread, { field: null, from: pos + from, to: pos + to })
  })
  return marked
}

export const wholeField = (ydoc: Y.Doc, field: Field): MarginSpot => ({ field, from: 0, to: fieldOf(ydoc, field).length })

const bindingOf = (state: EditorState): ProsemirrorBinding | null =>
  (ySyncPluginKey.getState(state) as { binding: ProsemirrorBinding | null } | undefined)?.binding ?? null

const toBase64 = (position: Y.RelativePosition): string => btoa(String.fromCharCode(...Y.encodeRelativePosition(position)))
function fromBase64(text: string): Y.RelativePosition | null {
  try {
    return Y.decodeRelativePosition(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  } catch {
    return null
  }
}

/** @param state as the editor has it now: Yjs's positions are only known for that one */
export function copyOf(state: EditorState, ydoc: Y.Doc, moves: Moves | null): Copy {
  const { doc } = state
  let marked: Map<string, MarginSpot[]> | null = null
  let blocks: Map<string, MarginSpot> | null = null
  return {
    doc,
    marked: (thread) => (marked ??= markedIn(doc, ydoc)).get(thread) ?? [],
    between: (from, to, field) => {
      const [start, end] = [fromBase64(from), fromBase64(to)]
      if (start === null || end === null) return null
      const spot = field === null ? inBody(state, start, end) : inField(ydoc, field, start, end)
      return spot === null || spot.from >= spot.to ? null : spot
    },
    block: (id) => (blocks ??= blocksIn(doc)).get(id) ?? null,
    followed: (place) =>
      moves === null ? [] : wordsNow(ydoc, moves, place).flatMap((span) => some(spotOfSpan(state, ydoc, span))),
  }
}

function blocksIn(doc: Node): Map<string, MarginSpot> {
  const blocks = new Map<string, MarginSpot>()
  doc.descendants((node, pos) => {
    if (typeof node.attrs.id === 'string') blocks.set(node.attrs.id, { field: null, from: pos, to: pos + node.nodeSize })
    return !node.isTextblock
  })
  return blocks
}

function inBody(state: EditorState, from: Y.RelativePosition, to: Y.RelativePosition): MarginSpot | null {
  const binding = bindingOf(state)
  if (binding === null) return null
  const { doc, type, mapping } = binding
  const [start, end] = [from, to].map((position) => relativePositionToAbsolutePosition(doc, type, position, mapping))
  return start == null || end == null ? null : { field: null, from: start, to: Math.min(end, state.doc.content.size) }
}

function inField(ydoc: Y.Doc, field: Field, from: Y.RelativePosition, to: Y.RelativePosition): MarginSpot | null {
  const [start, end] = [from, to].map((position) => Y.createAbsolutePositionFromRelativePosition(position, ydoc))
  const ytext = fieldOf(ydoc, field)
  if (start?.type !== ytext || end?.type !== ytext) return null
  return { field, from: start.index, to: end.index }
}

const words = (doc: Node, from: number, to: number): string => doc.textBetween(from, to, '\n', '\ufffc')

const some = <T>(one: T | null): T[] => (one === null ? [] : [one])

function spotOfSpan(state: EditorState, ydoc: Y.Doc, { text, at, length }: Span): MarginSpot | null {
  const field = fieldOfText(ydoc, text)
  if (field !== null) return { field, from: at, to: at + length }
  const binding = bindingOf(state)
  if (binding === null) return null
  const start = Y.createRelativePositionFromTypeIndex(text, at)
  const from = relativePositionToAbsolutePosition(binding.doc, binding.type, start, binding.mapping)
  return from === null ? null : { field: null, from, to: Math.min(from + length, state.doc.content.size) }
}

/** Never half of an emoji at the end. */
const cut = (text: string): string =>
  text.length <= MOST_QUOTED ? text : text.slice(0, MOST_QUOTED).replace(/[\ud800-\udbff]$/, '')

/** What is selected in the body; with only a caret, the block it is in. Null: nothing one can comment on. */
export function chosenInBody(state: EditorState): Chosen | null {
  const { selection, doc } = state
  const { $from } = selection
  if (selection instanceof AllSelection) return { place: { of: 'story' }, quote: '' }
  if (selection instanceof NodeSelection && selection.node.isBlock)
    return ofBlock(selection.node.attrs.id, blockWords(selection.node))
  const { from, to } = trimmed(doc, selection.from, selection.to)
  if (from >= to) {
    const block = $from.depth === 0 ? null : $from.node(1)
    return block === null ? null : ofBlock(block.attrs.id, blockWords(block))
  }
  const binding = bindingOf(state)
  if (binding === null) return null
  const { type, mapping } = binding
  const start = absolutePositionToRelativePosition(from, type, mapping) as Y.RelativePosition
  const end = absolutePositionToRelativePosition(to, type, mapping) as Y.RelativePosition
  return {
    place: { of: 'words', from: toBase64(start), to: toBase64(holdingBefore(binding.doc, end)) },
    quote: cut(words(doc, from, to)),
  }
}

/** Without the blanks at its ends, which a hand takes along. */
export function trimmed(doc: Node, start: number, end: number): { from: number; to: number } {
  let [from, to] = [start, end]
  const isBlank = (at: number): boolean => words(doc, at, at + 1).trim() === ''
  while (from < to && isBlank(from)) from++
  while (to > from && isBlank(to - 1)) to--
  return { from, to }
}

const ofBlock = (id: unknown, quote: string): Chosen | null =>
  typeof id === 'string' ? { place: { of: 'block', block: id }, quote: cut(quote) } : null

function blockWords(block: Node): string {
  const { alt, caption, title } = block.attrs as Record<string, unknown>
  if (!block.isAtom) return words(block, 0, block.content.size)
  return [caption, alt, title].find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}

/** The end of a stretch holds on to its last letter: what is typed behind it is not part of it. */
function holdingBefore(ydoc: Y.Doc, position: Y.RelativePosition): Y.RelativePosition {
  const at = Y.createAbsolutePositionFromRelativePosition(position, ydoc)
  return at === null ? position : Y.createRelativePositionFromTypeIndex(at.type, at.index, -1)
}

/** What is selected in a field; with only a caret, all of it. */
export function chosenInField(ydoc: Y.Doc, field: Field, from: number, to: number): Chosen {
  const ytext = fieldOf(ydoc, field)
  if (from >= to) return { place: { of: 'field', field }, quote: ytext.toString() }
  return {
    place: {
      of: 'words',
      from: toBase64(Y.createRelativePositionFromTypeIndex(ytext, from)),
      to: toBase64(Y.createRelativePositionFromTypeIndex(ytext, to, -1)),
      field,
    },
    quote: cut(ytext.toString().slice(from, to)),
  }
}
