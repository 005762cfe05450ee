/**
 * Everything that keeps a story from going out, and what is only odd about it: one function of facts, asked by the panel,
 * the gates, publishing, schedules, updates and the API alike.
 */
import type { Node } from 'prosemirror-model'
import type { ThreadKind } from '../thread-kinds.ts'
import type { Check } from '../publishing.ts'
import type { Stage, StoryText } from '../story.ts'
import type { Content } from './content.ts'
import type { EditionKind, Gate, GateState } from './workflow.ts'

export type Facts = {
  content: Content
  story: StoryText
  kind: EditionKind
  /** When it is to go out. */
  at: number
  stage: Stage
  hold: { by: { name: string }; reason: string } | null
  embargo: { until: number; zone: string } | null
  /** Those that are wanted, or were passed. */
  gates: readonly { gate: Gate; state: GateState; wanted: boolean; by: { id: string; name: string } | null }[]
  /** Whoever publishes must be another than those who passed the gates. */
  secondPerson: boolean
  /** Who is to publish it. */
  person: { id: string }
  /** How many suggestions are open. */
  suggestions: number
  /** Those that are open, as far as this person may see them. */
  threads: readonly { id: string; kind: ThreadKind; quote: string }[]
  pathTaken: boolean
  /** A path that is free, for who has chosen none. */
  suggestedPath: string | null
  /** The letter made of it, as it is sent; null: not known. */
  mailBytes: number | null
}

/** Paragraphs of which nobody has said yet what they are in the interview. */
export function unsureRoles(body: Node): Check[] {
  return body.children.flatMap((block): Check[] =>
    block.type.name === 'paragraph' && block.attrs.roleState === 'guess' && block.textContent.trim() !== ''
      ? [
          {
            name: 'unsure-role',
            blocks: true,
            says: 'Is this a question or an answer? Recognition only guessed.',
            place: { of: 'block', block: String(block.attrs.id), words: block.textContent.slice(0, 80) },
          },
        ]
      : [],
  )
}

export function checks(_facts: Facts): Check[] {
  return []
}
