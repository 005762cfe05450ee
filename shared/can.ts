/** What each role may do: the one table that the server enforces and the screens read. */

export const ROLES = ['owner', 'editor', 'writer', 'checker', 'guest'] as const
export type Role = (typeof ROLES)[number]

export type Deed =
  | 'read every story'
  | 'write the story'
  | 'create a story'
  | 'delete a story'
  | 'share a story'
  | 'manage people'
  | 'name the newsroom'
  | 'edit the house style'

const TABLE: Record<Role, readonly Deed[]> = {
  owner: [
    'read every story',
    'write the story',
    'create a story',
    'delete a story',
    'share a story',
    'manage people',
    'name the newsroom',
    'edit the house style',
  ],
  editor: ['read every story', 'write the story', 'create a story', 'delete a story', 'share a story', 'edit the house style'],
  writer: ['read every story', 'write the story', 'create a story'],
  checker: ['read every story'],
  /** Reads only the stories shared with them. */
  guest: [],
}

export function can(role: Role, deed: Deed): boolean {
  return TABLE[role].includes(deed)
}

/** Whom a role may invite or appoint: an owner anybody, an editor everybody below an owner. */
export function mayGive(role: Role, given: Role): boolean {
  return role === 'owner' || (role === 'editor' && given !== 'owner')
}
