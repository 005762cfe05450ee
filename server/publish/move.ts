/** Moves a story by hand: what keeps it where it is, what is kept of it, and who is told. */
import { liveEdition } from '../../db/editions.ts'
import { keepParticulars, knownStanding } from '../../db/standing.ts'
import type { Db } from '../../db/open.ts'
import type { PersonHere } from '../../shared/api.ts'
import type { OnStory } from '../../shared/can.ts'
import { unsureRoles } from '../../shared/publish/text-checks.ts'
import { movesFrom, type Where } from '../../shared/publish/workflow.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Stage } from '../../shared/story.ts'
import type { Desk } from '../context.ts'
import { putVersion } from '../versions/keep.ts'
import { contentTaken, type ContentNow } from './content-now.ts'
import { moveStage, pathFor, standingChanged } from './standing.ts'
import type { KnownParticulars } from '../../db/standing.ts'

/** @throws Refusal `no-story`, `no-move`, `not-allowed`, `invalid-field`, `blocked` */
export async function move(
  desk: Desk,
  storyId: string,
  by: PersonHere,
  rights: OnStory,
  { to, reason = '' }: { to: Stage; reason?: string | undefined },
): Promise<void> {
  const known = await knownStanding(desk.db, storyId)
  if (known === null) throw new Refusal('no-story', 404, 'There is no such story, or it is not shared with you.')
  const from = known.stage
  const where = { stage: from, before: known.spikedFrom, withdrawn: await isWithdrawn(desk.db, storyId) }
  const way = movesFrom(rights, where).find((one) => one.to === to)
  if (way === undefined) throw mayNot(rights, where, to)
  if (way.needsReason && reason === '') throw new Refusal('invalid-field', 422, 'reason: must say why.')
  const { taken, story, particulars } = await contentTaken(desk, storyId)
  if (to === 'ready') {
    const unsure = unsureRoles(story.body)
    if (unsure.length > 0)
      throw new Refusal('blocked', 422, 'Somebody has to say first what is a question and what an answer.', { checks: unsure })
  }
  const told = await desk.db.transaction().execute(async (trx) => {
    // Meanwhile somebody may have brought it back to readers.
    if (from === 'live' && !(await isWithdrawn(trx, storyId))) throw mayNot(rights, { ...where, withdrawn: false }, to)
    const done = await moveStage(desk, trx, { storyId, from, to, by: by.id, reason })
    await putVersion(desk, trx, taken, { storyId, reason: 'stage', says: said(from, to), by: by.id })
    if (from === 'writing') await keepPath(trx, storyId, particulars, story)
    return done
  })
  desk.inbox.tell(told)
  standingChanged(desk, storyId)
}

const isWithdrawn = async (db: Db, storyId: string): Promise<boolean> => (await liveEdition(db, storyId))?.killed === true

function mayNot(rights: OnStory, where: Where, to: Stage): Refusal {
  const from = where.stage
  const anybody = movesFrom({ ...rights, role: 'owner', level: 'write', passages: null }, where)
  if (from === 'live' && to === 'spiked' && !where.withdrawn)
    return new Refusal('no-move', 409, 'Readers have this story: it is withdrawn first, and can then be spiked.')
  return anybody.some((one) => one.to === to)
    ? new Refusal('not-allowed', 403, `You may not move this story from ${from} to ${to}.`)
    : new Refusal('no-move', 409, `A story in ${from} cannot be moved to ${to}.`)
}

function said(from: Stage, to: Stage): string {
  if (from === 'spiked') return 'brought back'
  return { writing: 'sent back', filed: 'filed', editing: 'taken up', ready: 'ready', live: 'live', spiked: 'spiked' }[to]
}

/** A newcomer is not kept from publishing by a field nobody told them of: what has no path gets one of its headline. */
export async function keepPath(
  trx: Db,
  storyId: string,
  particulars: KnownParticulars,
  { headline }: ContentNow['story'],
): Promise<KnownParticulars> {
  if (particulars.path !== null || headline.trim() === '') return particulars
  const chosen = { ...particulars, path: await pathFor(trx, storyId, headline) }
  if (!(await keepParticulars(trx, storyId, chosen)))
    throw new Refusal('changed-meanwhile', 409, 'Somebody else has just changed what the story says to readers. Try again.')
  return { ...chosen, version: particulars.version + 1 }
}
