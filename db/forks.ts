/** Forks of stories: whose they are, what they stand on, and what was decided of their changes. */
import type { PersonHere } from '../shared/api.ts'
import { may, nothing, type OnStory, type Role } from '../shared/can.ts'
import { SCHEMA } from '../shared/schema.ts'
import { isConflict, type Db } from './open.ts'
import type { DecisionsTable, ForksTable } from './schema.ts'
import { rightsOn } from './stories.ts'
import { firstUpdate } from './updates.ts'

export type ForkKind = ForksTable['kind']

/** A fork that is open, without what it stands on. */
export type ForkRow = { id: string; storyId: string; by: PersonHere; kind: ForkKind; passage: string[] | null; editedAt: number }

/** What a fork stands on, each a gzipped JSON, and what is known of its changes. */
export type Standing = Pick<ForksTable, 'base' | 'view' | 'seen' | 'known'>

const open = (db: Db) =>
  db
    .selectFrom('forks')
    .innerJoin('people', 'people.id', 'forks.person_id')
    .select([
      'forks.id',
      'forks.story_id',
      'forks.person_id',
      'forks.kind',
      'forks.passage',
      'forks.edited_at',
      'people.name',
      'people.hue',
    ])
    .where('forks.closed_at', 'is', null)

type Raw = Awaited<ReturnType<ReturnType<typeof open>['execute']>>[number]

const plain = (raw: Raw): ForkRow => ({
  id: raw.id,
  storyId: raw.story_id,
  by: { id: raw.person_id, name: raw.name, hue: raw.hue },
  kind: raw.kind,
  passage: raw.passage === null ? null : (JSON.parse(raw.passage) as string[]),
  editedAt: raw.edited_at,
})

/** Of all stories; which are open, no more. */
export async function openForks(db: Db): Promise<{ id: string; storyId: string }[]> {
  const rows = await db.selectFrom('forks').select(['id', 'story_id']).where('closed_at', 'is', null).execute()
  return rows.map(({ id, story_id }) => ({ id, storyId: story_id }))
}

/** The oldest first: that is the order in which they are decided. */
export async function forksOf(db: Db, storyId: string): Promise<ForkRow[]> {
  const rows = await open(db).where('forks.story_id', '=', storyId).orderBy('forks.created_at').orderBy('forks.id').execute()
  return rows.map(plain)
}

export async function forkOf(db: Db, storyId: string, personId: string, kind: ForkKind): Promise<ForkRow | null> {
  const raw = await open(db)
    .where('forks.story_id', '=', storyId)
    .where('forks.person_id', '=', personId)
    .where('forks.kind', '=', kind)
    .executeTakeFirst()
  return raw ? plain(raw) : null
}

/** Whose fork it is; of one that is closed too. */
export async function authorOf(db: Db, storyId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('forks')
    .select('person_id')
    .where('id', '=', id)
    .where('story_id', '=', storyId)
    .executeTakeFirst()
  return row?.person_id ?? null
}

export async function standingOf(db: Db, id: string): Promise<Standing | null> {
  const row = await db.selectFrom('forks').select(['base', 'view', 'seen', 'known']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** In one statement, so that what they say belongs together. */
export async function keepStanding(db: Db, id: string, standing: Partial<Standing>): Promise<void> {
  if (Object.keys(standing).length > 0) await db.updateTable('forks').set(standing).where('id', '=', id).execute()
}

/**
 * What a person may do in the room of a fork: its author, as long as they may suggest; who may still read the story
 * keeps what they have suggested before their eyes, and changes nothing. Anybody else: there is no such room.
 */
export async function rightsOnFork(db: Db, reader: { id: string; role: Role }, forkId: string): Promise<OnStory> {
  const fork = await db
    .selectFrom('forks')
    .select('story_id')
    .where('id', '=', forkId)
    .where('person_id', '=', reader.id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!fork) return nothing(reader.role)
  const rights = await rightsOn(db, reader, fork.story_id)
  if (!may(rights, 'read it')) return nothing(reader.role)
  return { ...rights, level: may(rights, 'suggest') ? 'write' : 'read', legal: false }
}

export type NewFork = {
  id: string
  storyId: string
  personId: string
  kind: ForkKind
  passage: string[] | null
  now: number
  /** The update its Y.Doc begins with. */
  seed: Uint8Array
  standing: Standing
}

/** The row and its first update, both or neither. False: this person has one of this kind open already. */
export async function addFork(db: Db, given: NewFork): Promise<boolean> {
  const { id, storyId, personId, kind, passage, now, seed, standing } = given
  try {
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('forks')
        .values({
          id,
          story_id: storyId,
          person_id: personId,
          kind,
          passage: passage === null ? null : JSON.stringify(passage),
          schema: SCHEMA,
          created_at: now,
          edited_at: now,
          closed_at: null,
          trouble: null,
          ...standing,
        })
        .execute()
      await firstUpdate(trx, id, null, seed, now)
    })
    return true
  } catch (error) {
    if (isConflict(error)) return false
    throw error
  }
}

/** Its words stay where they are. */
export async function closeFork(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('forks').set({ closed_at: now }).where('id', '=', id).where('closed_at', 'is', null).execute()
}

/** A private draft is shown to all as suggestions. */
export async function makeSuggesting(db: Db, id: string): Promise<void> {
  await db.updateTable('forks').set({ kind: 'suggesting', passage: null }).where('id', '=', id).execute()
}

/** A private draft has gone into another fork, which stands on this from now on. */
export async function closeInto(db: Db, id: string, now: number, into: string, standing: Partial<Standing>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await closeFork(trx, id, now)
    await keepStanding(trx, into, standing)
  })
}

/** An act, and what forks stand on after it. Part of a transaction, with the update that it is in the story. */
export async function addDecision(
  trx: Db,
  decision: DecisionsTable,
  forks: ReadonlyMap<string, Partial<Standing>>,
): Promise<void> {
  await trx.insertInto('decisions').values(decision).execute()
  for (const [id, standing] of forks) await keepStanding(trx, id, standing)
}

export async function decisionOf(db: Db, storyId: string, id: string): Promise<DecisionsTable | null> {
  const row = await db.selectFrom('decisions').selectAll().where('story_id', '=', storyId).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** An act is taken back. Part of a transaction, as when it was added. */
export async function noteUndone(trx: Db, id: string, now: number, forks: ReadonlyMap<string, Partial<Standing>>): Promise<void> {
  await trx.updateTable('decisions').set({ undone_at: now }).where('id', '=', id).execute()
  for (const [fork, standing] of forks) await keepStanding(trx, fork, standing)
}

/** What was decided before then can no longer be taken back; who decided what stays known. */
export async function forgetUndo(db: Db, before: number): Promise<void> {
  await db.updateTable('decisions').set({ undo: null }).where('at', '<', before).where('undo', 'is not', null).execute()
}
