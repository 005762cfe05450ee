/** How a story goes from writing to live: who may move it where, and which checks people pass on the way. */
import { may, type OnStory, type Role } from '../can.ts'
import type { Stage } from '../story.ts'

/** Checks that a named person passes, each on the text it was passed on. */
export const GATES = ['edit', 'quotes', 'facts', 'copy', 'legal'] as const
export type Gate = (typeof GATES)[number]
/** `stale`: passed, but what readers would get has changed since. */
export const GATE_STATES = ['not needed', 'wanted', 'passed', 'stale'] as const
export type GateState = (typeof GATE_STATES)[number]

/**
 * What an edition is. `first`, then `update` and `correction`; `kill` takes the story from readers, `return` gives it
 * back.
 */
export const EDITION_KINDS = ['first', 'update', 'correction', 'kill', 'return'] as const
export type EditionKind = (typeof EDITION_KINDS)[number]

/** How a note to readers is labelled. Of these a correction says that a fact was wrong. */
export const NOTE_LABELS = ['correction', 'clarification', 'update', 'editors-note', 'retraction'] as const
export type NoteLabel = (typeof NOTE_LABELS)[number]

export const VISIBILITIES = ['public', 'members'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const TARGET_KINDS = ['ghost', 'wordpress', 'webhook', 'folder'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]
/** The built-in site, which every newsroom has; other targets are rows with ids of their own. */
export const SITE = 'site'

const isDesk = ({ role }: OnStory): boolean => role === 'owner' || role === 'editor'

/**
 * `needsReason`: it is sent back or spiked, and whoever wrote it is told why. `withdrawn`: what readers have is withdrawn
 * first, with a notice to them; spiked it would stay before their eyes.
 */
type Move = { from: readonly Stage[]; to: Stage; mayDo: (rights: OnStory) => boolean; needsReason?: true; withdrawn?: true }

const writes = (rights: OnStory): boolean => may(rights, 'write it')
const edits = (rights: OnStory): boolean => writes(rights) && isDesk(rights)

const MOVES: readonly Move[] = [
  { from: ['writing'], to: 'filed', mayDo: writes },
  { from: ['writing', 'filed', 'ready'], to: 'editing', mayDo: edits },
  { from: ['editing'], to: 'ready', mayDo: edits },
  { from: ['filed', 'editing', 'ready'], to: 'writing', mayDo: edits, needsReason: true },
  { from: ['writing', 'filed', 'editing', 'ready'], to: 'spiked', mayDo: edits, needsReason: true },
  { from: ['live'], to: 'spiked', mayDo: edits, needsReason: true, withdrawn: true },
]

/** Where a story is: its stage, where it was before it was spiked, and whether readers had it and have it no more. */
export type Where = { stage: Stage; before: Stage | null; withdrawn: boolean }

/** Where this person may move a story by hand. Only publishing makes a story live; what is spiked goes back to where it was. */
export function movesFrom(rights: OnStory, { stage, before, withdrawn }: Where): { to: Stage; needsReason: boolean }[] {
  if (stage === 'spiked') return edits(rights) ? [{ to: before ?? 'writing', needsReason: false }] : []
  return MOVES.filter((move) => move.from.includes(stage) && move.mayDo(rights) && (withdrawn || !move.withdrawn)).map(
    ({ to, needsReason }) => ({ to, needsReason: needsReason === true }),
  )
}

/** Whose word counts at a gate; owners and editors pass every one, each on the record. */
const GATE_ROLES: Record<Gate, readonly Role[]> = {
  edit: ['owner', 'editor'],
  quotes: ['owner', 'editor', 'checker'],
  facts: ['owner', 'editor', 'checker'],
  copy: ['owner', 'editor', 'checker'],
  legal: ['owner', 'editor'],
}

/** Who has the legal right in a story may pass its legal gate, whatever their role. */
export function mayPass(rights: OnStory, gate: Gate): boolean {
  if (!may(rights, 'read it')) return false
  if (gate === 'legal') return may(rights, 'see legal threads')
  return may(rights, 'comment') && GATE_ROLES[gate].includes(rights.role)
}

/** @param publishers the roles that the newsroom lets publish */
export function mayPublish(rights: OnStory, publishers: readonly Role[]): boolean {
  return may(rights, 'write it') && publishers.includes(rights.role)
}
