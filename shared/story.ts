/** The parts of a story's Y.Doc and the ways to read them: the one place that knows their names. */
import * as Y from 'yjs'
import type { Node } from 'prosemirror-model'
import { prosemirrorToYXmlFragment, yXmlFragmentToProseMirrorRootNode } from 'y-prosemirror'
import { schema } from './schema.ts'

/** Shared text fields beside the body. */
export const FIELDS = ['headline', 'dek', 'byline'] as const
export type Field = (typeof FIELDS)[number]

export const STAGES = ['writing', 'filed', 'editing', 'ready', 'live', 'spiked'] as const
export type Stage = (typeof STAGES)[number]

export const KINDS_OF_SPEAKER = ['interviewer', 'subject', 'other'] as const

/** Somebody who speaks in the interview. Kept in the Y.Map `speakers` under its id. */
export type Speaker = {
  name: string
  /** What the gutter and the labels show, e.g. `CS`. */
  initials: string
  kind: (typeof KINDS_OF_SPEAKER)[number]
}

export const bodyOf = (ydoc: Y.Doc): Y.XmlFragment => ydoc.getXmlFragment('body')
export const fieldOf = (ydoc: Y.Doc, field: Field): Y.Text => ydoc.getText(field)
export const speakersOf = (ydoc: Y.Doc): Y.Map<Speaker> => ydoc.getMap<Speaker>('speakers')

/** A story as plain data, at one moment. */
export type StoryText = {
  headline: string
  dek: string
  byline: string
  speakers: Record<string, Speaker>
  body: Node
}

export function readStory(ydoc: Y.Doc): StoryText {
  return {
    headline: fieldOf(ydoc, 'headline').toString(),
    dek: fieldOf(ydoc, 'dek').toString(),
    byline: fieldOf(ydoc, 'byline').toString(),
    speakers: speakersOf(ydoc).toJSON() as Record<string, Speaker>,
    body: yXmlFragmentToProseMirrorRootNode(bodyOf(ydoc), schema),
  }
}

/** Words as a reader counts them: runs of anything but blanks that hold a letter or a digit. */
export function countWords(text: string): number {
  // In two steps: one pattern for both would look through a long line of dashes once for each of them.
  return text.match(/\S+/g)?.filter((run) => /[\p{L}\p{N}]/u.test(run)).length ?? 0
}

/** The words of a live story's body, without making nodes of it. */
export function wordsOf(ydoc: Y.Doc): number {
  let words = 0
  const waiting: Y.AbstractType<any>[] = [bodyOf(ydoc)] // oxlint-disable-line typescript/no-explicit-any -- the type's own events do not matter
  for (let type = waiting.pop(); type; type = waiting.pop()) {
    let text = ''
    for (let item = type._start; item; item = item.right) {
      if (item.deleted) continue
      if (item.content instanceof Y.ContentString) text += item.content.str
      else if (item.content instanceof Y.ContentType) waiting.push(item.content.type)
    }
    words += countWords(text)
  }
  return words
}

/** What a new story starts with. */
export type Seed = Partial<Record<Field, string>> & { speakers?: Record<string, Speaker>; body?: Node }

/**
 * The first update of a story. Made once, by the server: two clients that each seeded an empty story
 * would double it.
 */
export function seedStory(seed: Seed, paragraphId: string): Uint8Array {
  const ydoc = new Y.Doc()
  ydoc.transact(() => {
    for (const field of FIELDS) if (seed[field]) fieldOf(ydoc, field).insert(0, seed[field])
    for (const [id, speaker] of Object.entries(seed.speakers ?? {})) speakersOf(ydoc).set(id, speaker)
    const body = seed.body ?? schema.node('doc', null, [schema.node('paragraph', { id: paragraphId })])
    prosemirrorToYXmlFragment(body, bodyOf(ydoc))
  })
  const update = Y.encodeStateAsUpdate(ydoc)
  ydoc.destroy()
  return update
}
