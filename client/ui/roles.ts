/** How the roles are called, and what each may do. */
import type { Role } from '../../shared/can.ts'

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  editor: 'Editor',
  writer: 'Writer',
  checker: 'Checker',
  guest: 'Guest',
}

/** What each role may do, in the words of the person who picks one. */
export const ROLE_HINTS: Record<Role, string> = {
  owner: 'Everything, people and the newsroom’s name included.',
  editor: 'Writes, shares and deletes every story.',
  writer: 'Writes in every story and starts new ones.',
  checker: 'Reads every story, comments and suggests; changes none.',
  guest: 'Reads and comments on the stories shared with them, and sees no other.',
}

/** `an editor`, `a writer`. */
export function withArticle(role: Role): string {
  return `${role === 'owner' || role === 'editor' ? 'an' : 'a'} ${ROLE_NAMES[role].toLowerCase()}`
}
