/** Where a story stands, and how it moves: for its own routes, for publishing, and for whoever is told of it. */
import { liveEdition, waitingEdition } from '../../db/editions.ts'
import {
  changeStory,
  notedContent,
  gatesOf,
  knownStanding,
  moveTo,
  particularsOf,
  publishedPath,
  concernedBy,
  takenLike,
  wasUnder,
} from '../../db/standing.ts'
import type { KnownGate } from '../../db/standing.ts'
import { lastRestore } from '../../db/versions.ts'
import type { Db } from '../../db/open.ts'
import { publishingSettings } from '../../db/publishing.ts'
import { may, type OnStory } from '../../shared/can.ts'
import { freePath, LONGEST_PATH, pathStem } from '../../shared/publish/path.ts'
import { GATES, mayPass, mayPublish, movesFrom, type Gate, type GateState } from '../../shared/publish/workflow.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Stage } from '../../shared/story.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import { notify, type Told } from '../inbox/notify.ts'
import { newId } from '../secrets.ts'
import { contentNow } from './content-now.ts'
import { storyAlarms } from './editions.ts'

export { publishingSettings, siteSettings } from '../../db/publishing.ts'
export { contentNow, hashOf, type ContentNow } from './content-now.ts'

/** @throws Refusal `no-story`, `story-damaged` */
export async function standingFor(desk: Desk, storyId: string, rights: OnStory): Promise<Standing> {
  const known = await knownStanding(desk.db, storyId)
  if (known === null) throw new Refusal('no-story', 404, 'There is no such story, or it is not shared with you.')
  const settings = await publishingSettings(desk.db)
  const { hash, story } = await contentNow(desk, storyId)
  const passed = await gatesOf(desk.db, storyId)
  const { version, ...particulars } = await particularsOf(desk.db, storyId)
  const { path } = particulars
  const live = await liveEdition(desk.db, storyId)
  const waiting = await waitingEdition(desk.db, storyId)
  return {
    stage: known.stage,
    moves: movesFrom(rights, { stage: known.stage, before: known.spikedFrom, withdrawn: live?.killed === true }),
    moved: known.moved,
    holder: known.holder,
    due: known.due,
    hold: known.hold,
    embargo: known.embargo,
    gates: gatesNow(settings.gates, passed, hash).map(({ gate, state, passed: by }) => ({
      gate,
      state,
      passed: by && { by: by.by, at: by.at, note: by.note, version: by.version },
      mayPass: mayPass(rights, gate),
    })),
    particulars: { ...particulars, topics: [...particulars.topics] },
    suggestedPath: path === null ? await pathFor(desk.db, storyId, story.headline) : null,
    pathIsFrozen: path !== null && (await wasUnder(desk.db, path, storyId)),
    version,
    restored: await lastRestore(desk.db, storyId),
    live: live && {
      edition: live.number,
      kind: live.kind,
      url: `${siteUrl(desk.config)}/${(await publishedPath(desk.db, storyId)) ?? ''}`,
      publishedAt: live.publishedAt,
      changedAt: live.changedAt,
      behind: !live.killed && live.hash !== hash,
      killed: live.killed,
    },
    waiting: waiting && {
      edition: waiting.number,
      kind: waiting.kind,
      at: waiting.at,
      zone: waiting.zone,
      behind: waiting.hash !== hash,
      by: waiting.by,
    },
    alarms: ((await storyAlarms(desk.db, [storyId], desk.clock.now())).get(storyId) ?? []).map(({ says }) => says),
    mayPublish: mayPublish(rights, settings.publishers),
    mayManage: may(rights, 'set its standing'),
  }
}

/** Those that are wanted, in their order, and those that were passed all the same. */
export function gatesNow(
  wanted: readonly Gate[],
  passed: ReadonlyMap<Gate, KnownGate>,
  hash: string,
): { gate: Gate; state: GateState; wanted: boolean; passed: KnownGate | null }[] {
  return GATES.filter((gate) => wanted.includes(gate) || passed.has(gate)).map((gate) => {
    const by = passed.get(gate) ?? null
    const state = by === null ? 'wanted' : by.hash === hash ? 'passed' : 'stale'
    return { gate, state, wanted: wanted.includes(gate), passed: by }
  })
}

/** A path of this headline that no other story has or had. */
export async function pathFor(db: Db, storyId: string, headline: string): Promise<string> {
  const stem = pathStem(headline, storyId)
  // A long one is cut to make room for its number.
  return freePath(stem, await takenLike(db, stem.slice(0, LONGEST_PATH - 10), storyId))
}

/**
 * Moves a story, in the caller's transaction; whoever may do so has been asked before.
 * @returns for `desk.inbox.tell`, after the commit
 * @throws Refusal `no-move`: it is no longer in that stage
 */
export async function moveStage(
  desk: Pick<Desk, 'clock'>,
  trx: Db,
  { storyId, from, to, by, reason }: { storyId: string; from: Stage; to: Stage; by: string; reason: string },
): Promise<Told> {
  const id = newId()
  const move = { id, story_id: storyId, from_stage: from, to_stage: to, person_id: by, at: desk.clock.now(), reason }
  if (!(await moveTo(trx, move)))
    throw new Refusal('no-move', 409, `Somebody else has just moved the story: it is no longer in ${from}. Nothing was changed.`)
  const whom = await concernedBy(trx, storyId)
  return notify(desk, trx, [{ kind: 'stage', key: `stage:${id}`, storyId, by, to: whom, stage: to, words: reason }])
}

/** Tells everybody who shows it that the standing of a story is another. Call after it is on disk. */
export function standingChanged({ rooms, feed }: Pick<Desk, 'rooms' | 'feed'>, storyId: string): void {
  rooms.tell(storyId, ({ rights }) => (may(rights, 'see its standing') ? { standing: true } : null))
  feed.storyChanged(storyId)
}

/** The newsroom's settings are others: every story may stand differently by them. */
export function standingOfAllChanged({ rooms, feed }: Pick<Desk, 'rooms' | 'feed'>): void {
  for (const storyId of rooms.openStories())
    rooms.tell(storyId, ({ rights }) => (may(rights, 'see its standing') ? { standing: true } : null))
  feed.peopleChanged()
}

/** Keeps for the desk's list what readers would get now; of a story that has no gate passed and is not out, nothing. */
export async function noteContent(desk: Pick<Desk, 'db' | 'rooms'>, storyId: string): Promise<void> {
  if (!(await notedContent(desk.db, [storyId])).has(storyId)) return
  const { hash } = await contentNow(desk, storyId)
  await changeStory(desk.db, storyId, { content_hash: hash })
}
