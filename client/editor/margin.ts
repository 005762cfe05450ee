/**
 * What stands in the margin beside the copy: threads and suggestions, each on its words, in the order of the text.
 * The margin's cards, the marks in the copy and the walk by F8 all read it here.
 */
import type { TemplateResult } from 'lit'
import type { Node } from 'prosemirror-model'
import { FIELDS, type Field } from '../../shared/story.ts'

/** A stretch of a field, or (`field: null`) of the body, in positions of the body it was asked for. */
export type MarginSpot = { field: Field | null; from: number; to: number }

export type MarginItem = {
  /** Names it for good: `thread:<id>`, `suggestion:<id>`. */
  key: string
  kind: 'thread' | 'suggestion'
  /** Where it stands, in order; at least one. */
  spots: readonly MarginSpot[]
  /** Classes for its words in the copy; '': it draws them itself. */
  look: string
  /** Whose it is, on which words, and what it says: for who hears the page. */
  says: string
  /** Small as one of many, whole when it is the one that is looked at. */
  card: (isCurrent: boolean) => TemplateResult
}

/** The copy as it is now, for finding where an item stands in it. */
export type Copy = {
  doc: Node
  /** Where the marks of a thread are, adjacent ones as one. */
  marked: (thread: string) => MarginSpot[]
  /** Between two of Yjs's relative positions (base64); null: they are not known, or nothing is left between them. */
  between: (from: string, to: string, field: Field | null) => MarginSpot | null
  /** The same for words that have no mark in the text: after their letters, also where somebody took those. */
  followed: (place: { from: string; to: string; field: Field | null; quote: string }) => MarginSpot[]
  /** A block as a whole, by its id. */
  block: (id: string) => MarginSpot | null
}

/** Who has items; says `margin.changed()` when they are others than before. */
export type MarginSource = { items: (copy: Copy) => MarginItem[] }
/**
 * Also knows where places of the story are in the copy, should that be a fork of it, and of a discussion of a suggestion
 * whether that is still open; null: it is not known yet.
 */
export type Suggested = MarginSource & { fromStory: (copy: Copy) => Copy; isOpen: (suggestion: string) => boolean | null }

export class StoryMargin extends EventTarget {
  threads: MarginSource | null = null
  suggestions: Suggested | null = null
  /** The item that is looked at; the walk, a click in the copy and a press on its card choose it. */
  current: string | null = null
  /** Rises with every change of what there is, or which is current. */
  turn = 0
  private known: { doc: Node; turn: number; items: readonly MarginItem[] } | null = null

  /** In the order of the text, the fields first. */
  items(copy: Copy): readonly MarginItem[] {
    const { doc } = copy
    if (this.known?.doc !== doc || this.known.turn !== this.turn) {
      // Threads are on the story's words, whatever text is on the screen.
      const ofStory = this.suggestions?.fromStory(copy) ?? copy
      const items = [...(this.threads?.items(ofStory) ?? []), ...(this.suggestions?.items(copy) ?? [])]
      this.known = { doc, turn: this.turn, items: items.filter(({ spots }) => spots.length > 0).sort(inText) }
    }
    return this.known.items
  }

  changed(): void {
    this.turn++
    this.dispatchEvent(new Event('change'))
  }

  show(key: string | null): void {
    if (this.current === key) return
    this.current = key
    this.changed()
  }
}

/** Beyond any body. */
const FIELD_LENGTH = 1e6
/** A place in the order of the whole story: the fields stand before the body. */
export const orderOf = ({ field, from }: Pick<MarginSpot, 'field' | 'from'>): number =>
  field === null ? from : from - (FIELDS.length - FIELDS.indexOf(field)) * FIELD_LENGTH

function inText(a: MarginItem, b: MarginItem): number {
  return orderOf(a.spots[0]!) - orderOf(b.spots[0]!) || (a.key < b.key ? -1 : 1)
}
