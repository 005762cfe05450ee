/** How far somebody may go in a story, in the words of the share dialog. Pure. */
import type { GuestLink } from '../../shared/access.ts'
import type { Level } from '../../shared/can.ts'

export const LEVEL_NAMES: Record<Level, string> = { read: 'Read', comment: 'Comment', suggest: 'Suggest', write: 'Write' }

export const LEVEL_HINTS: Record<Level, string> = {
  read: 'They read it live and leave no trace in it.',
  comment: 'They read it and comment in the margin.',
  suggest: 'They comment and suggest changes, which an editor accepts or rejects.',
  write: 'They write in it.',
}

/** The link by its label. */
export const named = ({ label, passages }: GuestLink): string => label || (passages === null ? 'Guests' : 'Read-back')

export function saysOf({ level, legal, passages }: GuestLink): string {
  const may = level === 'read' ? 'read' : `read and ${level}`
  const what = passages === null ? '' : `, ${passages.length} ${passages.length === 1 ? 'passage' : 'passages'}`
  return `${may}${what}${legal ? ', legal threads' : ''}`
}
