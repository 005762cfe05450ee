/** What a read-back shows: chosen blocks of a story as plain words, with who says them. Nothing else of the story. */
import * as Y from 'yjs'
import type { Node } from 'prosemirror-model'
import { oneOf, ROLES_OF_TEXT, type TextRole } from './schema.ts'
import { bodyOf, type StoryText } from './story.ts'

export type Passage = {
  block: string
  /** Null: no paragraph of the interview, but a heading, a list, a note or a caption. */
  role: TextRole | null
  /** Who speaks; null: nobody, or nobody knows. */
  speaker: string | null
  text: string
}

/** The ids of the blocks at the top of a story's body, in order. */
export function blockIds(ydoc: Y.Doc): string[] {
  const ids = bodyOf(ydoc)
    .toArray()
    .map((block) => (block instanceof Y.XmlElement ? block.getAttribute('id') : undefined))
  return ids.filter((id) => typeof id === 'string')
}

/** Those of the blocks that are there, in the order of the text. */
export function passagesOf({ body, speakers }: StoryText, ids: readonly string[]): Passage[] {
  const chosen = new Set(ids)
  const passages: Passage[] = []
  body.forEach((block) => {
    const { id, role, speaker } = block.attrs as Record<string, unknown>
    if (typeof id !== 'string' || !chosen.has(id)) return
    passages.push({
      block: id,
      role: block.type.name === 'paragraph' ? oneOf(ROLES_OF_TEXT, role) : null,
      speaker: typeof speaker === 'string' ? (speakers[speaker]?.name ?? null) : null,
      text: textOf(block),
    })
  })
  return passages
}

function textOf(block: Node): string {
  if (block.type.name === 'image') return String(block.attrs.caption ?? '')
  return block.isTextblock ? block.textContent : block.textBetween(0, block.content.size, '\n')
}
