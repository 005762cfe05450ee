/** Threads on a suggestion go along when it is accepted: onto its words in the story, in the very edit that puts them there. */
import type * as Y from 'yjs'
import type { ThreadsTable } from '../../db/schema.ts'
import { blocksOf, findQuote, mark, type Span } from '../../shared/review/anchors.ts'
import type { NewPlace } from '../../shared/review.ts'
import { fieldOf } from '../../shared/story.ts'
import type { PlainHunk } from '../../shared/suggest/compare.ts'
import { textsIn } from '../../shared/write/moved.ts'
import { placeColumns, placeOn, type PlaceColumns } from './places.ts'

export type Carried = { thread: ThreadsTable; place: PlaceColumns }

/** Part of the edit that accepts it. What only took words out leaves its threads on what they stood in. */
export function carry(ydoc: Y.Doc, thread: ThreadsTable, hunk: PlainHunk): Carried {
  const spans = wordsOf(ydoc, hunk)
  const onWords = spans.length === 0 ? null : placeOn(ydoc, spans)
  if (onWords !== null) {
    if (thread.kind !== 'legal') mark(spans, thread.id)
    return { thread, place: onWords }
  }
  const place = placeColumns(ydoc, placeAround(ydoc, hunk), '')
  return { thread, place: { ...place, quote: place.quote || thread.quote } }
}

function wordsOf(ydoc: Y.Doc, { now, view, kind }: PlainHunk): Span[] {
  const { field, block, at } = view.from
  const element = block === null ? undefined : blocksOf(ydoc).get(block)
  const texts = field !== null ? [fieldOf(ydoc, field)] : element === undefined ? [] : [...textsIn(element)]
  const quote = now.trim()
  if (quote !== '' && kind !== 'block') return findQuote(texts, { quote, before: '', after: '' }, at, 0) ?? []
  // A new block, as far as it is one of words.
  return kind === 'block' && quote !== '' ? texts.map((text) => ({ text, at: 0, length: text.length })) : []
}

function placeAround(ydoc: Y.Doc, { field, view, story }: PlainHunk): NewPlace {
  if (field !== null) return { of: 'field', field }
  const blocks = blocksOf(ydoc)
  const block = [view.from.block, story.from.block].find((id) => id !== null && blocks.has(id))
  return block === undefined || block === null ? { of: 'story' } : { of: 'block', block }
}
