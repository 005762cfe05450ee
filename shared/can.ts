/**
 * What each person may do: the one table that the server enforces and the screens read. A role says what
 * somebody may do at the desk, and how far into every story; a story may make exceptions.
 */

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
  /** Gates, who may publish, targets and the public site. */
  | 'set up publishing'

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
    'set up publishing',
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

/** How far somebody may go in one story; each level holds those before it. */
export const LEVELS = ['read', 'comment', 'suggest', 'write'] as const
export type Level = (typeof LEVELS)[number]

/** What guests by link may do: nobody writes in a story without an account. */
export const GUEST_LEVELS = ['read', 'comment', 'suggest'] as const satisfies readonly Level[]

/** What a person may do in one story. */
export type OnStory = {
  role: Role
  /** Null: there is no such story for them. */
  level: Level | null
  /** Sees and makes legal threads. */
  legal: boolean
  /** A read-back: only the blocks of these ids, never the whole story, and so never its room. Null: all of it. */
  passages: string[] | null
}

/** What a story says of one person, beside their role; what is null is as the role has it. */
export type Exception = { level: Level | null; legal: boolean | null; passages: string[] | null }

const LEVEL_OF: Record<Role, Level | null> = { owner: 'write', editor: 'write', writer: 'write', checker: 'suggest', guest: null }

/** @param exception null: the story makes none. A guest's, even an empty one, lets them in to read and comment. */
export function onStory(role: Role, exception: Exception | null): OnStory {
  const desk = role === 'owner' || role === 'editor'
  const shared = exception !== null && role === 'guest' ? 'comment' : null
  return {
    role,
    level: exception?.level ?? LEVEL_OF[role] ?? shared,
    legal: exception?.legal ?? desk,
    passages: exception?.passages ?? null,
  }
}

/** No story, for whoever is not let in. */
export const nothing = (role: Role): OnStory => ({ role, level: null, legal: false, passages: null })

export type StoryDeed =
  /** All of it, and so its room. */
  | 'read it'
  | 'read passages'
  | 'comment'
  | 'resolve any thread'
  | 'remove any comment'
  | 'see legal threads'
  | 'suggest'
  | 'see suggestions'
  | 'write it'
  | 'decide suggestions'
  | 'give rights'
  /** Stage, holder, gates, what was published and what is to be: for the desk's own people. */
  | 'see its standing'
  | 'set its standing'
  | 'keep versions'

const reaches = (rights: OnStory, level: Level): boolean =>
  rights.level !== null && LEVELS.indexOf(rights.level) >= LEVELS.indexOf(level)

const ON_STORY: Record<StoryDeed, (rights: OnStory) => boolean> = {
  'read it': (rights) => reaches(rights, 'read') && rights.passages === null,
  'read passages': (rights) => reaches(rights, 'read'),
  comment: (rights) => reaches(rights, 'comment'),
  'see legal threads': (rights) => rights.legal && reaches(rights, 'comment'),
  'resolve any thread': (rights) => reaches(rights, 'write') && rights.passages === null,
  'remove any comment': (rights) => reaches(rights, 'write') && (rights.role === 'owner' || rights.role === 'editor'),
  suggest: (rights) => reaches(rights, 'suggest') && rights.passages === null,
  'see suggestions': (rights) => reaches(rights, 'comment') && rights.passages === null,
  'write it': (rights) => reaches(rights, 'write') && rights.passages === null,
  'decide suggestions': (rights) => reaches(rights, 'write') && rights.passages === null,
  'give rights': (rights) => reaches(rights, 'write') && can(rights.role, 'share a story'),
  'see its standing': (rights) => rights.role !== 'guest' && reaches(rights, 'read') && rights.passages === null,
  'set its standing': (rights) =>
    reaches(rights, 'write') && rights.passages === null && (rights.role === 'owner' || rights.role === 'editor'),
  'keep versions': (rights) => rights.role !== 'guest' && reaches(rights, 'write') && rights.passages === null,
}

export const may = (rights: OnStory, deed: StoryDeed): boolean => ON_STORY[deed](rights)

/** Whom a role may invite or appoint: an owner anybody, an editor everybody below an owner. */
export function mayGive(role: Role, given: Role): boolean {
  return role === 'owner' || (role === 'editor' && given !== 'owner')
}
