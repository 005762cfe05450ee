/**
 * Keeps versions of a story: all it said at one moment, as one Yjs state of some 20 kB, so that it can be opened,
 * compared and restored later whatever becomes of its log. The moment is taken in the room and put into the database in
 * two steps, because inside a transaction nothing but queries may be waited for.
 *
 *     const { hash, taken } = await desk.rooms.read(storyId, (ydoc, seq) => ({ hash: …, taken: versionIn(ydoc, seq) }))
 *     await desk.db.transaction().execute(async (trx) => {
 *       const version = await putVersion(desk, trx, taken, { storyId, reason: 'publication', says: 'edition 2', by })
 *       …
 *     })
 */
import { gzipSync } from 'node:zlib'
import * as Y from 'yjs'
import { addVersion } from '../../db/versions.ts'
import type { Db } from '../../db/open.ts'
import type { VersionReason } from '../../shared/shapes/versions.ts'
import { wordsOf } from '../../shared/count-words.ts'
import { fieldOf } from '../../shared/story.ts'
import type { Desk } from '../context.ts'
import { newId } from '../secrets.ts'

/** A story at one moment. */
export type Taken = {
  /** The last update that is in it. */
  seq: number
  state: Uint8Array
  headline: string
  words: number
}
export type Kept = {
  storyId: string
  reason: VersionReason
  /** What happened, in the desk's words: `filed`, `copy passed`, `edition 2`. */
  says: string
  /** Whose deed it was, by id; null: nobody's. */
  by: string | null
  /** What somebody called it. */
  name?: string
}

/** A story as it is in this Y.Doc: whoever looks at it there takes the version of just what they saw. */
export function versionIn(ydoc: Y.Doc, seq: number): Taken {
  const state = gzipSync(Y.encodeStateAsUpdateV2(ydoc))
  return { seq, state, headline: fieldOf(ydoc, 'headline').toString(), words: wordsOf(ydoc) }
}

/** A story as it is on disk now. @throws Refusal `no-story`, `story-damaged` */
export function takeVersion(desk: Pick<Desk, 'rooms'>, storyId: string): Promise<Taken> {
  return desk.rooms.read(storyId, versionIn)
}

/** Puts a version that was taken into the database, as part of the caller's transaction. Answers with its id. */
export async function putVersion(
  desk: Pick<Desk, 'clock'>,
  trx: Db,
  { seq, state, headline, words }: Taken,
  { storyId, reason, says, by, name }: Kept,
): Promise<string> {
  const id = newId()
  const at = desk.clock.now()
  const row = { id, story_id: storyId, seq, reason, says, name: name ?? null, person_id: by, at, headline, words }
  await addVersion(trx, { ...row, state })
  return id
}

/** Keeps the story as it is on disk now. Not inside a transaction: there `takeVersion` before it, and `putVersion` in it. */
export async function keepVersion(desk: Pick<Desk, 'db' | 'rooms' | 'clock'>, kept: Kept): Promise<string> {
  const taken = await takeVersion(desk, kept.storyId)
  return desk.db.transaction().execute((trx) => putVersion(desk, trx, taken, kept))
}
